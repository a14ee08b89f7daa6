#include "canon/binary_writer.h"

#include <algorithm>

namespace latewood {

void BinaryWriter::flush() {
  if (hasher_ == nullptr || size_ == 0) return;
  hasher_->update(view());
  passed_on_ += size_;
  size_ = 0;
  capacity_ = room_at(passed_on_);
}

void BinaryWriter::raw_past_capacity(std::string_view bytes) {
  if (hasher_ == nullptr) {
    grow_to_hold(bytes.size());
    return raw(bytes);
  }
  // The piece is filled up before it goes; what is larger than a piece goes past
  // the buffer.
  const std::size_t room = capacity_ - size_;
  std::memcpy(data_.get() + size_, bytes.data(), room);
  size_ += room;
  bytes.remove_prefix(room);
  flush();
  if (bytes.size() <= capacity_) return raw(bytes);
  hasher_->update(bytes);
  passed_on_ += bytes.size();
  capacity_ = room_at(passed_on_);
}

void BinaryWriter::grow_to_hold(std::size_t length) {
  const std::size_t capacity = std::max({size_ + length, 2 * capacity_, std::size_t{256}});
  std::unique_ptr<char[]> data(new char[capacity]);
  if (size_ != 0) std::memcpy(data.get(), data_.get(), size_);
  data_ = std::move(data);
  capacity_ = capacity;
}

}  // namespace latewood
