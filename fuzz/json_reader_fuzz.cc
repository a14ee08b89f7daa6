// Any bytes as JSON. What is read must survive writing and reading; what is
// refused must come with one line and a place inside the text.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "canon/json_reader.h"
#include "canon/json_writer.h"
#include "fuzz/require.h"

namespace latewood::fuzz {
namespace {

void check_value(const JsonValue& value) {
  const std::string text = canonical_json(value);
  const auto again = parse_json(text);
  require(again.has_value(), "canonical text is JSON");
  require(*again == value, "canonical text reads back as the same value");
  require(canonical_json(*again) == text, "the same value has the same canonical text");
  const bool printable = std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7f; });
  require(printable, "canonical text is printable ASCII");
}

void check_error(const Error& error, std::size_t size) {
  require_blames_input(error, size);
  require(error.rule.empty() || error.rule == kLoneSurrogate || error.rule == kNestingTooDeep,
          "only lone surrogates and nesting have a rule");
  const bool one_line = std::all_of(error.message.begin(), error.message.end(), [](char c) { return c >= 0x20; });
  require(one_line && error.message.size() < 200, "the message is one short line");
}

}  // namespace
}  // namespace latewood::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace latewood;
  const auto value = parse_json({reinterpret_cast<const char*>(data), size});
  if (value) {
    fuzz::check_value(*value);
  } else {
    fuzz::check_error(value.error(), size);
  }
  return 0;
}
