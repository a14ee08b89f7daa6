// Every stored value ends with a checksum over the table, the key and the value itself, so that a damaged record, or
// one under a wrong key, is always detected.
//
// The checksum is the first eight bytes of BLAKE3 over: the table's name, then each part of the
// key, then the value. Names and texts are written with their length, numbers as u64.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "latewood/digest.h"
#include "latewood/ext/store_records.h"
#include "latewood/result.h"

namespace latewood::store {

inline constexpr std::size_t kChecksumBytes = 8;

// One part of a record's key. Texts and digests must outlive it.
class KeyPart {
 public:
  KeyPart(std::uint64_t number) : number_(number) {}
  KeyPart(ContextKey context) : number_(static_cast<std::uint64_t>(context)) {}
  KeyPart(std::string_view text) : kind_(Kind::Text), bytes_(text) {}
  template <class Tag>
  KeyPart(const Bytes32<Tag>& id)
      : kind_(Kind::Digest), bytes_(reinterpret_cast<const char*>(id.bytes.data()), id.bytes.size()) {}

  void append_to(std::string& bytes) const;
  std::string print() const;

 private:
  enum class Kind : std::uint8_t { Number, Text, Digest };
  Kind kind_ = Kind::Number;
  std::uint64_t number_ = 0;
  std::string_view bytes_;
};

using RecordKey = std::initializer_list<KeyPart>;

// Returns `value` followed by its checksum.
std::string sealed(std::string_view table, RecordKey key, std::string value);

// Returns the value without its checksum, as a view into `stored`. Corruption, with table and key, if the checksum is
// wrong.
Result<std::string_view> unsealed(std::string_view table, RecordKey key, std::string_view stored);

// The place of a record for messages, for example "commits 3/17".
std::string place_of(std::string_view table, RecordKey key);

Error corrupt(std::string_view table, RecordKey key, std::string_view what);

// Turns a decoder's error about a stored value into Corruption with the place of the record.
template <class T>
Result<T> decoded(Result<T> result, std::string_view table, RecordKey key) {
  if (!result && result.error().code == Code::InvalidArgument) return corrupt(table, key, result.error().message);
  return result;
}

}  // namespace latewood::store
