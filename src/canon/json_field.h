// Reading a JSON document member by member, with errors that name the place:
// `warps[2].nodes[0].id: 64 hexadecimal digits expected`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/digest.h"
#include "latewood/json_value.h"
#include "latewood/result.h"

namespace latewood {

// A value somewhere in a document, and the way to it. The document must outlive it.
class JsonField {
 public:
  explicit JsonField(const JsonValue& document) : value_(&document) {}
  // With the text that the document was read from, which must outlive this too.
  JsonField(const JsonValue& document, std::string_view source) : value_(&document), source_(source) {}

  const JsonValue& value() const { return *value_; }
  bool is_null() const { return value_->is_null(); }

  // A member of this object. An absent one is an error; see `find` for one that may be absent.
  Result<JsonField> member(std::string_view key) const;
  // Nothing if this is no object, or the member is absent or null.
  std::optional<JsonField> find(std::string_view key) const;

  Result<std::vector<JsonField>> items() const;
  // The JSON text of this value in one spelling: its members in the order in which they were written, or sorted if
  // there is no text it came from.
  std::string json_in_order() const;
  // The text that this value was read from; empty if there is none.
  std::string_view source() const { return source_.value_or(std::string_view()); }
  Result<std::string_view> text() const;
  Result<std::uint64_t> u64() const;
  Result<std::uint32_t> u32() const;
  // Bytes written as an even number of lower-case hexadecimal digits.
  Result<std::string> hex_bytes() const;

  template <class Id>
  Result<Id> id() const {
    const std::string* written = value_->as_string();
    const auto parsed = written == nullptr ? std::nullopt : Id::from_hex(*written);
    if (!parsed) return error("64 lower-case hexadecimal digits expected");
    return *parsed;
  }

  Error error(std::string_view message) const;

 private:
  JsonField(const JsonValue& value, std::string path, std::optional<std::string_view> source)
      : value_(&value), path_(std::move(path)), source_(source) {}

  const JsonValue* value_;
  std::string path_;
  std::optional<std::string_view> source_;  // the text of the value
};

// The named member read as an id: the most common step of all.
template <class Id>
Result<Id> read_id(const JsonField& object, std::string_view key) {
  auto field = object.member(key);
  if (!field) return std::move(field).error();
  return field->template id<Id>();
}

// The named member, which must be there, as text or as a number.
Result<std::string> read_text(const JsonField& object, std::string_view key);
Result<std::uint64_t> read_u64(const JsonField& object, std::string_view key);
// The named member as text or as an integer; nothing if it is absent or null.
Result<std::optional<std::string>> find_text(const JsonField& object, std::string_view key);
Result<std::optional<std::uint64_t>> find_u64(const JsonField& object, std::string_view key);
Result<std::optional<std::int64_t>> find_i64(const JsonField& object, std::string_view key);

}  // namespace latewood
