// The options of `select`, as JSON.
#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "base/rules.h"
#include "base/try.h"
#include "canon/json_reader.h"
#include "diff/content_diff.h"
#include "latewood/query.h"
#include "latewood/selector.h"

namespace latewood {
namespace {

constexpr std::array<std::string_view, 4> kMaterialize = {"content", "mime", "encoding", "content_hash"};

Error refused(std::string_view name, std::string_view expected) {
  return broken(kOptionInvalid, std::string(name) + " must be " + std::string(expected));
}

Result<void> read_flag(const JsonValue& options, std::string_view name, bool& flag) {
  const JsonValue* value = options.find(name);
  if (value == nullptr) return {};
  if (value->as_bool() == nullptr) return refused(name, "true or false");
  flag = *value->as_bool();
  return {};
}

Result<void> read_count(const JsonValue& options, std::string_view name, std::int64_t least,
                        std::optional<std::int64_t>& count) {
  const JsonValue* value = options.find(name);
  if (value == nullptr) return {};
  const std::int64_t* number = value->as_integer();
  if (number == nullptr || *number < least) return refused(name, "an integer of at least " + std::to_string(least));
  count = *number;
  return {};
}

Result<void> read_mode(const JsonValue& options, ContentMode& mode) {
  const JsonValue* value = options.find("contentMode");
  if (value == nullptr) return {};
  const std::string* name = value->as_string();
  const auto found = name == nullptr ? std::nullopt : diff::find_content_mode(*name);
  if (!found) return refused("contentMode", "\"unified\", \"jsonpatch\" or \"tokens\"");
  mode = *found;
  return {};
}

// This engine ignores `materialize`, which is optional (D-44). A misspelt name in it is still an error.
Result<void> check_materialize(const JsonValue& options) {
  const JsonValue* value = options.find("materialize");
  if (value == nullptr) return {};
  const auto is_known = [](const JsonValue& item) {
    const std::string* name = item.as_string();
    return name != nullptr && std::find(kMaterialize.begin(), kMaterialize.end(), *name) != kMaterialize.end();
  };
  const JsonValue::Array* items = value->as_array();
  if (items != nullptr && std::all_of(items->begin(), items->end(), is_known)) return {};
  return refused("materialize", "a list of \"content\", \"mime\", \"encoding\" and \"content_hash\"");
}

Result<void> read_scope(const JsonValue& options, bool& working) {
  const JsonValue* value = options.find("scope");
  if (value == nullptr) return {};
  const std::string* name = value->as_string();
  if (name == nullptr || (*name != "working" && *name != "snapshot")) {
    return refused("scope", "\"working\" or \"snapshot\"");
  }
  working = *name == "working";
  return {};
}

Result<void> read_range_options(const JsonValue& json, SelectOptions& options) {
  LW_TRY(read_flag(json, "includeContent", options.include_content));
  LW_TRY(read_mode(json, options.content_mode));
  std::optional<std::int64_t> lines;
  LW_TRY(read_count(json, "contextLines", 0, lines));
  options.context_lines = lines.value_or(options.context_lines);
  LW_TRY(check_materialize(json));
  LW_TRY(read_count(json, "maxSnapshots", 1, options.max_snapshots));
  return read_count(json, "maxChangesPerSnapshot", 0, options.max_changes_per_snapshot);
}

}  // namespace

Result<SelectOptions> parse_select_options(std::string_view json, const Selector& selector) {
  const auto parsed = parse_json(json);
  if (!parsed) {
    Error error = broken(kOptionInvalid, "options: " + parsed.error().message);
    error.place = parsed.error().place;
    return error;
  }
  if (parsed->as_object() == nullptr) return broken(kOptionInvalid, "options must be a JSON object");
  SelectOptions options;
  LW_TRY(read_scope(*parsed, options.working));
  if (selector.is_range()) LW_TRY(read_range_options(*parsed, options));
  return options;
}

}  // namespace latewood
