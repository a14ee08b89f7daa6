// Any bytes as a selector. What is read has one spelling that reads back, and a normal form that
// is its own; what is refused comes with one line and a place inside the text.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/rules.h"
#include "fuzz/require.h"
#include "selector/language/normal_form.h"
#include "selector/language/parser.h"
#include "selector/language/printer.h"

namespace latewood::fuzz {
namespace {

void check_query(const selector::Query& query) {
  const std::string text = print(query);
  const auto again = selector::parse_selector(text);
  require(again.has_value(), "a printed selector is a selector");
  require(*again == query, "a printed selector reads back as the same query");
  require(print(*again) == text, "a query has one spelling");
  const selector::Query normal = normalize(query);
  require(normalize(normal) == normal, "a normal form is its own");
  const auto written = selector::parse_selector(print(normal));
  require(written.has_value() && *written == normal, "a normal form can be written");
}

void check_error(const Error& error, std::size_t size) {
  require_blames_input(error, size);
  const bool is_known = error.rule == kSelectorInvalid || error.rule == kSnapshotRangeKindMismatch ||
                        error.rule == kSnapshotRangeWildcard;
  require(is_known, "a selector breaks one of three rules");
  const bool is_line =
      std::all_of(error.message.begin(), error.message.end(), [](char c) { return c >= 0x20 && c < 0x7f; });
  require(is_line && error.message.size() < 200, "the message is one short line");
}

}  // namespace
}  // namespace latewood::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace latewood;
  const auto query = selector::parse_selector({reinterpret_cast<const char*>(data), size});
  if (query) {
    fuzz::check_query(*query);
  } else {
    fuzz::check_error(query.error(), size);
  }
  return 0;
}
