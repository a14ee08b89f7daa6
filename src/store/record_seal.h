// Every stored value ends with a checksum over the table, the key and the value itself, so that a
// record that was damaged, or that stands under another key, is never taken for a good one.
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

// `value` with its checksum behind it.
std::string sealed(std::string_view table, RecordKey key, std::string value);

// The value in `stored`, a view into it. Corruption naming table and key if the checksum is wrong.
Result<std::string_view> unsealed(std::string_view table, RecordKey key, std::string_view stored);

// "commits 3/17": where a record stands, for messages.
std::string place_of(std::string_view table, RecordKey key);

Error corrupt(std::string_view table, RecordKey key, std::string_view what);

// A decoder's complaint about a stored value, as what it is: damage at a place.
template <class T>
Result<T> decoded(Result<T> result, std::string_view table, RecordKey key) {
  if (!result && result.error().code == Code::InvalidArgument) return corrupt(table, key, result.error().message);
  return result;
}

}  // namespace latewood::store
