// Any two contents, older and newer with a NUL between them, each as JSON if it is JSON
// and else as a text. In every mode the diff must turn the older into exactly the newer.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "canon/json_reader.h"
#include "canon/json_writer.h"
#include "diff/content_diff.h"
#include "fuzz/require.h"
#include "tests/support/apply_content_diff.h"
#include "tests/support/apply_unified_diff.h"

namespace latewood::fuzz {
namespace {

struct Content {
  std::string json;
  std::string text;
};

Content content_of(std::string_view bytes) {
  const auto value = parse_json(bytes);
  // Written and read again, because a text of any bytes need not be UTF-8.
  const std::string json = value ? canonical_json(*value) : canonical_json(JsonValue(std::string(bytes)));
  const auto canonical = parse_json(json);
  require(canonical.has_value(), "canonical text is JSON");
  return {json, canonical->as_string() != nullptr ? *canonical->as_string() : json};
}

void check_mode(const Content& older, const Content& newer, const diff::ContentDiffOptions& options) {
  const diff::ContentDiff made = diff::content_diff("id", {newer.json, "@t0"}, {older.json, "@t-1"}, options);
  if (const auto* text = std::get_if<std::string>(&made.body)) {
    require(test::apply_unified(older.text, *text) == newer.text, "a unified diff gives the newer text");
  } else if (const auto* patch = std::get_if<std::vector<diff::PatchOp>>(&made.body)) {
    const auto patched = test::apply_json_patch(parse_json(older.json).value(), *patch);
    require(patched.has_value() && canonical_json(*patched) == newer.json, "a patch gives the newer value");
  } else {
    const auto& hunks = std::get<std::vector<diff::TokenHunk>>(made.body);
    require(test::apply_tokens(older.text, hunks) == newer.text, "hunks give the newer text");
  }
  std::string json;
  diff::append_content_diff(json, made);
  require(parse_json(json, {.max_depth = 600}).has_value(), "a content diff is JSON");
}

}  // namespace
}  // namespace latewood::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace latewood;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::size_t split = std::min(bytes.find('\0'), size);
  const fuzz::Content older = fuzz::content_of(bytes.substr(0, split));
  const fuzz::Content newer = fuzz::content_of(bytes.substr(std::min(split + 1, size)));
  for (const std::int64_t context : {0, 3}) fuzz::check_mode(older, newer, {diff::ContentMode::Unified, context});
  fuzz::check_mode(older, newer, {diff::ContentMode::JsonPatch});
  fuzz::check_mode(older, newer, {diff::ContentMode::Tokens});
  return 0;
}
