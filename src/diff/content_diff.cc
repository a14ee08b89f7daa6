#include "diff/content_diff.h"

#include <array>
#include <charconv>
#include <utility>

#include "canon/json_writer.h"
#include "diff/json_parts.h"
#include "diff/unified_diff.h"

namespace latewood::diff {
namespace {

constexpr std::array<std::pair<ContentMode, std::string_view>, 3> kModes = {{
    {ContentMode::Unified, "unified"},
    {ContentMode::JsonPatch, "jsonpatch"},
    {ContentMode::Tokens, "tokens"},
}};

// A content as the value and as the text that are compared.
struct Content {
  std::string_view json;
  std::string text;

  explicit Content(const ContentSide& side) : json(side.json.value_or("\"\"")) {
    text = is_json_string(json) ? decoded_json_string(json) : std::string(json);
  }
};

std::string label_of(std::string_view side, std::string_view snapshot, std::string_view id) {
  return std::string(side).append("(").append(snapshot).append(")/").append(id);
}

void append_number(std::string& out, std::uint64_t number) {
  char text[24];
  out.append(text, std::to_chars(text, text + sizeof(text), number).ptr);
}

std::string_view text_of(bool truth) { return truth ? "true" : "false"; }

void append_summary(std::string& out, const ContentDiff& diff) {
  out.append(R"({"bytesNewer":)");
  append_number(out, diff.bytes_newer);
  out.append(R"(,"bytesOlder":)");
  append_number(out, diff.bytes_older);
  out.append(R"(,"identical":)").append(text_of(diff.identical));
  out.append(R"(,"truncated":)").append(text_of(diff.truncated)).append("}");
}

void append_body(std::string& out, const std::string& diff) {
  out.append(R"("diff":)");
  append_json_string(out, diff);
}

void append_body(std::string& out, const std::vector<PatchOp>& patch) {
  out.append(R"("patch":)");
  append_json_patch(out, patch);
}

void append_body(std::string& out, const std::vector<TokenHunk>& hunks) {
  out.append(R"("hunks":)");
  append_token_hunks(out, hunks);
}

}  // namespace

std::string_view name_of(ContentMode mode) {
  for (const auto& [known, name] : kModes) {
    if (known == mode) return name;
  }
  return "";
}

std::optional<ContentMode> find_content_mode(std::string_view name) {
  for (const auto& [mode, known] : kModes) {
    if (known == name) return mode;
  }
  return std::nullopt;
}

ContentDiff content_diff(std::string_view id, const ContentSide& newer, const ContentSide& older,
                         const ContentDiffOptions& options) {
  const Content after(newer);
  const Content before(older);
  ContentDiff diff;
  diff.mode = options.mode;
  diff.mime = is_json_string(after.json) ? "text/plain" : "application/json";
  diff.bytes_newer = after.text.size();
  diff.bytes_older = before.text.size();
  diff.identical = options.mode == ContentMode::JsonPatch ? after.json == before.json : after.text == before.text;
  switch (options.mode) {
    case ContentMode::Unified: {
      const UnifiedLabels labels{label_of("older", older.label, id), label_of("newer", newer.label, id)};
      diff.body = unified_diff(before.text, after.text, labels, options.context_lines);
      break;
    }
    case ContentMode::JsonPatch: diff.body = json_patch(before.json, after.json); break;
    case ContentMode::Tokens: diff.body = token_hunks(before.text, after.text); break;
  }
  return diff;
}

void append_content_diff(std::string& out, const ContentDiff& diff) {
  out.append(R"({"mode":")").append(name_of(diff.mode));
  out.append(R"(","mime":")").append(diff.mime);
  out.append(R"(","summary":)");
  append_summary(out, diff);
  out.push_back(',');
  std::visit([&out](const auto& body) { append_body(out, body); }, diff.body);
  out.push_back('}');
}

}  // namespace latewood::diff
