#include "node/native/values.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "latewood/operation.h"

namespace latewood::node {

std::optional<std::string> text_of(napi_env env, napi_value value) {
  std::size_t length = 0;
  if (napi_get_value_string_utf8(env, value, nullptr, 0, &length) != napi_ok) return std::nullopt;
  // N-API writes a zero after the text, where a std::string has one anyway.
  std::string text(length, '\0');
  if (napi_get_value_string_utf8(env, value, text.data(), length + 1, &length) != napi_ok) return std::nullopt;
  return text;
}

// Eight bytes at a time: results have millions.
bool is_ascii(std::string_view text) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080;
  std::uint64_t seen = 0;
  for (; text.size() >= sizeof(seen); text.remove_prefix(sizeof(seen))) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data(), sizeof(word));
    seen |= word;
  }
  for (const char c : text) seen |= static_cast<unsigned char>(c);
  return (seen & kHighBits) == 0;
}

// Results are JSON in ASCII. A string of one byte a character is made by copying, several times faster than by decoding
// UTF-8.
napi_value make_text(napi_env env, std::string_view text) {
  const auto make = is_ascii(text) ? napi_create_string_latin1 : napi_create_string_utf8;
  napi_value made = nullptr;
  return make(env, text.data(), text.size(), &made) == napi_ok ? made : nullptr;
}

napi_value make_error(napi_env env, const Error& error) { return make_text(env, error_json(error)); }

napi_value throw_error(napi_env env, const Error& error) {
  if (napi_value made = make_error(env, error)) napi_throw(env, made);
  return nullptr;
}

napi_value throw_wrong_argument(napi_env env, const std::string& message) {
  return throw_error(env, {Code::InvalidArgument, message, {}, {}});
}

}  // namespace latewood::node
