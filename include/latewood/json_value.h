// A JSON document as a value. Integers stay exact integers; object members are sorted by key and unique, so two equal
// documents are equal values.
//
//   const JsonValue call = make_object({{"name", "search"}, {"arguments", "{}"}});
//   if (const JsonValue* name = call.find("name")) std::cout << *name->as_string() << '\n';
//
// A value owns everything in it; a copy copies all of it. Pointers that `as_...` and `find` return are valid as long as
// the value is neither changed nor destroyed. Nothing here fails.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace latewood {

struct JsonMember;

// An integer outside the range of int64 as it was written: an optional minus and digits without leading zeros.
struct BigInteger {
  std::string digits;
  friend bool operator==(const BigInteger&, const BigInteger&) = default;
};

class JsonValue {
 public:
  using Array = std::vector<JsonValue>;
  // Sorted by the bytes of the key, which for UTF-8 is the order of code points.
  using Object = std::vector<JsonMember>;

  JsonValue() = default;  // null
  JsonValue(std::nullptr_t);
  JsonValue(bool value);
  JsonValue(std::int64_t value);
  JsonValue(BigInteger value);
  JsonValue(double value);
  JsonValue(std::string value);
  JsonValue(const char* value);
  JsonValue(Array value);
  // `value` must be sorted by key without duplicates; `make_object` sorts it.
  JsonValue(Object value);

  bool is_null() const { return std::holds_alternative<std::monostate>(held_); }
  // The value if it is of that kind; null if it is not.
  const bool* as_bool() const { return std::get_if<bool>(&held_); }
  const std::int64_t* as_integer() const { return std::get_if<std::int64_t>(&held_); }
  const BigInteger* as_big_integer() const { return std::get_if<BigInteger>(&held_); }
  const double* as_double() const { return std::get_if<double>(&held_); }
  const std::string* as_string() const { return std::get_if<std::string>(&held_); }
  const Array* as_array() const { return std::get_if<Array>(&held_); }
  const Object* as_object() const { return std::get_if<Object>(&held_); }

  // The member `key`; null if this is no object or has no such member. Costs the logarithm of the members.
  const JsonValue* find(std::string_view key) const;

  // Equal exactly if the canonical texts are: `1` and `1.0` differ, and so do `0.0` and `-0.0`.
  friend bool operator==(const JsonValue& a, const JsonValue& b);

 private:
  std::variant<std::monostate, bool, std::int64_t, BigInteger, double, std::string, Array, Object> held_;
};

struct JsonMember {
  std::string key;
  JsonValue value;
  friend bool operator==(const JsonMember&, const JsonMember&) = default;
};

// Defined here, where JsonMember is complete, because each constructor can destroy a vector of members.
inline JsonValue::JsonValue(std::nullptr_t) {}
inline JsonValue::JsonValue(bool value) : held_(value) {}
inline JsonValue::JsonValue(std::int64_t value) : held_(value) {}
inline JsonValue::JsonValue(BigInteger value) : held_(std::move(value)) {}
inline JsonValue::JsonValue(double value) : held_(value) {}
inline JsonValue::JsonValue(std::string value) : held_(std::move(value)) {}
inline JsonValue::JsonValue(const char* value) : held_(std::string(value)) {}
inline JsonValue::JsonValue(Array value) : held_(std::move(value)) {}

// An object of `members` in any order. Of members with the same key the last one is taken.
JsonValue make_object(std::vector<JsonMember> members);

}  // namespace latewood
