// The one way in which a Latewood call fails.
//
//   const Result<Repository> opened = Repository::open("latewood.db");
//   if (!opened) std::cerr << name_of(opened.error()) << ": " << opened.error().message << '\n';
//
// `Result<T>` holds a value or an `Error`. Its member names are those of `std::expected`, so that it can become an
// alias for it later. The library itself never throws; `value()` of an error does, so a program that does not handle
// errors one by one writes `call().value()` and stops with the message.
//
// A result owns its value and its error. It may be read from several threads, and changed by one.
#pragma once

#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace latewood {

// A class of failures by what the caller can do now. The rule that was broken is `Error::rule`.
enum class Code {
  InvalidArgument,  // the input is wrong: correct it
  NotFound,         // the named object does not exist
  Conflict,         // another writer was first: read again and retry
  Corruption,       // stored bytes are wrong: restore them
  Unsupported,      // a newer version or another build can do it
  Unavailable,      // the file, the disk or the server failed: try again later
};

// The name of a code as it is printed: "InvalidArgument".
std::string_view to_string(Code code);

// A part of the input, in bytes from its start.
struct Place {
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  friend bool operator==(const Place&, const Place&) = default;
};

struct Error {
  Code code = Code::InvalidArgument;
  std::string message;              // one line that names the value at fault
  std::string rule;                 // the broken rule, one of latewood/errors.h; empty: none, `code` is all
  std::optional<Place> place = {};  // where in the input, if the input is text or bytes; default: nullopt
  std::string hint = {};            // one line: what the caller can do next; default: none
};

// The stable name of an error: its rule if it has one, else the name of its code. Valid as long as `error`.
std::string_view name_of(const Error& error);

// Thrown by `value()` of a result that holds an error. `what()` is "error[NAME]: MESSAGE", as the command line prints.
class BadResultAccess : public std::exception {
 public:
  explicit BadResultAccess(Error error);
  const char* what() const noexcept override { return text_.c_str(); }
  const Error& error() const { return error_; }

 private:
  Error error_;
  std::string text_;
};

// Throws BadResultAccess.
[[noreturn]] void throw_bad_result(const Error& error);

// A value or an error.
//
// Reading the side that is not there is a mistake of the program: `value()`, `*` and `->` of an error throw
// BadResultAccess, `error()` of a value throws std::bad_variant_access. A temporary gives its value away rather than a
// reference into itself, so `for (x : *load())` is safe.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : held_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : held_(std::in_place_index<1>, std::move(error)) {}

  bool has_value() const { return held_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  T& value() & { return require(), *std::get_if<0>(&held_); }
  const T& value() const& { return require(), *std::get_if<0>(&held_); }
  T value() && { return require(), std::move(*std::get_if<0>(&held_)); }
  Error& error() & { return std::get<1>(held_); }
  const Error& error() const& { return std::get<1>(held_); }
  Error&& error() && { return std::get<1>(std::move(held_)); }

  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

 private:
  void require() const {
    if (!has_value()) throw_bad_result(*std::get_if<1>(&held_));
  }

  std::variant<T, Error> held_;
};

// Success or an error, with the same rules.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : held_(std::in_place_index<1>, std::move(error)) {}

  bool has_value() const { return held_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  void value() const {
    if (!has_value()) throw_bad_result(*std::get_if<1>(&held_));
  }
  Error& error() & { return std::get<1>(held_); }
  const Error& error() const& { return std::get<1>(held_); }
  Error&& error() && { return std::get<1>(std::move(held_)); }

 private:
  std::variant<std::monostate, Error> held_;
};

// Drops a failure on purpose; `reason` is for readers of the code.
template <class T>
void ignore(const Result<T>& result, std::string_view reason) {
  static_cast<void>(result);
  static_cast<void>(reason);
}

}  // namespace latewood
