// The one way in which a Latewood call can fail.
//
// `Result<T>` holds a value or an `Error`. Its member names are those of
// `std::expected`, so that it can become an alias for it later.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace latewood {

// What the caller can do now. The rule that was broken is `Error::rule`.
enum class Code {
  InvalidArgument,  // the caller's input is wrong; correct it
  NotFound,         // what was named does not exist
  Conflict,         // somebody else was first; read again and retry
  Corruption,       // stored bytes are wrong; restore them
  Unsupported,      // a newer version or another build can do it
  Unavailable,      // something outside failed; try again later
};

// The name of `code` as it is printed: "InvalidArgument".
std::string_view to_string(Code code);

// A stretch of the input, in bytes from its start.
struct Place {
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  friend bool operator==(const Place&, const Place&) = default;
};

struct Error {
  Code code = Code::InvalidArgument;
  std::string message;              // one line, names the value
  std::string rule;                 // the broken rule as the specification spells it; empty if there is none
  std::optional<Place> place = {};  // where in the input, if the input is text or bytes
  std::string hint = {};            // one line: what the caller can do next; default: none
};

// The stable name people match on: the rule's if there is one, else the code's.
std::string_view name_of(const Error& error);

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : held_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : held_(std::in_place_index<1>, std::move(error)) {}

  bool has_value() const { return held_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  // Reading the side that is not there is a programming error and throws
  // `std::bad_variant_access`. A temporary gives its value away rather than a
  // reference into itself, so `for (x : *load())` is sound.
  T& value() & { return std::get<0>(held_); }
  const T& value() const& { return std::get<0>(held_); }
  T value() && { return std::get<0>(std::move(held_)); }
  Error& error() & { return std::get<1>(held_); }
  const Error& error() const& { return std::get<1>(held_); }
  Error&& error() && { return std::get<1>(std::move(held_)); }

  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

 private:
  std::variant<T, Error> held_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}

  bool has_value() const { return !error_.has_value(); }
  explicit operator bool() const { return has_value(); }
  void value() const {}
  const Error& error() const& { return *error_; }
  Error&& error() && { return *std::move(error_); }

 private:
  std::optional<Error> error_;
};

// Drops a failure on purpose; `reason` is for the reader of the code.
template <class T>
void ignore(const Result<T>& result, std::string_view reason) {
  static_cast<void>(result);
  static_cast<void>(reason);
}

}  // namespace latewood
