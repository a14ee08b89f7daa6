// The `content_diff` of a range result: how the content of one node differs between
// two snapshots (RANGE-25 to RANGE-28, D-44). docs/format/content_diff.md has the form.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "diff/json_patch.h"
#include "diff/token_hunks.h"
#include "latewood/query.h"

namespace latewood::diff {

using latewood::ContentMode;

// "unified", "jsonpatch", "tokens".
std::string_view name_of(ContentMode mode);

// The mode of that name, if there is one.
std::optional<ContentMode> find_content_mode(std::string_view name);

struct ContentSide {
  std::optional<std::string_view> json;  // canonical JSON of the content; nothing if it is absent
  std::string label;                     // the name of the snapshot: "@t-1", "@c42"
};

struct ContentDiffOptions {
  ContentMode mode = ContentMode::Unified;  // default: unified
  std::int64_t context_lines = 3;           // lines around a unified change, at least 0; default: 3
};

// The body is the diff, the patch or the hunks, as the mode says. It turns the older
// content into exactly the newer, and it is empty exactly if `identical`.
struct ContentDiff {
  ContentMode mode = ContentMode::Unified;
  std::string_view mime;          // the type of the newer content: "text/plain", "application/json"
  std::uint64_t bytes_newer = 0;  // bytes of UTF-8 text, or of canonical JSON if the content is not a string
  std::uint64_t bytes_older = 0;
  bool identical = false;  // as text; in jsonpatch mode as values
  bool truncated = false;  // never: a diff that is cut could not be applied
  std::variant<std::string, std::vector<PatchOp>, std::vector<TokenHunk>> body;
};

// Absent content is the empty string (E-35). `id` is the node's, for the labels of a
// unified diff.
ContentDiff content_diff(std::string_view id, const ContentSide& newer, const ContentSide& older,
                         const ContentDiffOptions& options = {});

// Compact JSON, ASCII, members in the order of the schema (D-53).
void append_content_diff(std::string& out, const ContentDiff& diff);

}  // namespace latewood::diff
