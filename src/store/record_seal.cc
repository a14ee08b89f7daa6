#include "store/record_seal.h"

#include "canon/binary_writer.h"
#include "canon/blake3.h"
#include "canon/hex.h"

namespace latewood::store {
namespace {

void append_u64(std::string& bytes, std::uint64_t value) {
  for (int shift = 0; shift < 64; shift += 8) bytes.push_back(static_cast<char>(value >> shift));
}

std::string checksum(std::string_view table, RecordKey key, std::string_view value) {
  std::string head;
  append_u64(head, table.size());
  head += table;
  for (const KeyPart& part : key) part.append_to(head);
  Blake3Hasher hasher;
  hasher.update(head);
  hasher.update(value);
  const Blake3Digest digest = hasher.finish();
  return std::string(reinterpret_cast<const char*>(digest.bytes.data()), kChecksumBytes);
}

}  // namespace

void KeyPart::append_to(std::string& bytes) const {
  append_u64(bytes, kind_ == Kind::Number ? number_ : bytes_.size());
  bytes += bytes_;
}

std::string KeyPart::print() const {
  switch (kind_) {
    case Kind::Number: return std::to_string(number_);
    case Kind::Text: return std::string(bytes_);
    case Kind::Digest: return hex_of(bytes_);
  }
  return {};
}

std::string sealed(std::string_view table, RecordKey key, std::string value) {
  value += checksum(table, key, value);
  return value;
}

Result<std::string_view> unsealed(std::string_view table, RecordKey key, std::string_view stored) {
  if (stored.size() < kChecksumBytes) return corrupt(table, key, "the record is too short");
  const std::string_view value = stored.substr(0, stored.size() - kChecksumBytes);
  if (stored.substr(value.size()) != checksum(table, key, value)) {
    return corrupt(table, key, "the checksum does not match");
  }
  return value;
}

std::string place_of(std::string_view table, RecordKey key) {
  std::string place(table);
  char separator = ' ';
  for (const KeyPart& part : key) {
    place += separator;
    place += part.print();
    separator = '/';
  }
  return place;
}

Error corrupt(std::string_view table, RecordKey key, std::string_view what) {
  return {Code::Corruption, place_of(table, key) + ": " + std::string(what), {}, {}};
}

}  // namespace latewood::store
