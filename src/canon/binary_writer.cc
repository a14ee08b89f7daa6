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

void BinaryWriter::put_past_capacity(const char* bytes, std::size_t length) {
  if (hasher_ == nullptr) {
    grow_to_hold(length);
    return put(bytes, length);
  }
  // The piece is filled up before it goes; what is larger than a piece goes past
  // the buffer.
  const std::size_t room = capacity_ - size_;
  std::memcpy(data_.get() + size_, bytes, room);
  size_ += room;
  flush();
  if (length - room < kPiece) return put(bytes + room, length - room);
  hasher_->update({bytes + room, length - room});
  passed_on_ += length - room;
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
