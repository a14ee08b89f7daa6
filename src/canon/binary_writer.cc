#include "canon/binary_writer.h"

#include <algorithm>

namespace latewood {

void BinaryWriter::pass_on(std::string_view bytes) {
  const std::uint64_t known = seen_ > passed_on_ ? std::min<std::uint64_t>(seen_ - passed_on_, bytes.size()) : 0;
  if (known < bytes.size()) hasher_->update(bytes.substr(known));
  passed_on_ += bytes.size();
  capacity_ = room_at(passed_on_);
}

void BinaryWriter::flush() {
  if (hasher_ == nullptr || size_ == 0) return;
  pass_on(view());
  size_ = 0;
}

void BinaryWriter::drop_seen() {
  if (seen_ <= passed_on_) return;
  take_out(static_cast<std::size_t>(std::min<std::uint64_t>(seen_ - passed_on_, size_)));
}

void BinaryWriter::flush_chunks() {
  drop_seen();
  const std::uint64_t end = position() / BLAKE3_CHUNK_LEN * BLAKE3_CHUNK_LEN;
  if (hasher_ == nullptr || end <= passed_on_) return;
  const std::size_t length = static_cast<std::size_t>(end - passed_on_);
  hasher_->update(view().substr(0, length));
  take_out(length);
}

void BinaryWriter::take_out(std::size_t length) {
  size_ -= length;
  std::memmove(data_.get(), data_.get() + length, size_);
  passed_on_ += length;
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
  if (piece_ == kFirstPiece) {
    piece_ = kPiece;
    data_.reset(new char[kPiece]);
    capacity_ = room_at(passed_on_);
  }
  if (bytes.size() <= capacity_) return raw(bytes);
  pass_on(bytes);
}

void BinaryWriter::grow_to_hold(std::size_t length) {
  const std::size_t capacity = std::max({size_ + length, 2 * capacity_, std::size_t{256}});
  std::unique_ptr<char[]> data(new char[capacity]);
  if (size_ != 0) std::memcpy(data.get(), data_.get(), size_);
  data_ = std::move(data);
  capacity_ = capacity;
}

}  // namespace latewood
