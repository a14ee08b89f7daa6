// Options and results of `Context::select` and `Context::explain`.
//
//   const Selection now = context.select(".cb[role='user']").value();
//   for (const std::string& id : std::get<std::vector<std::string>>(now)) std::cout << id << '\n';
//   std::cout << to_json(context.select("@t-3..@t0 .cb", {.include_content = true}).value()) << '\n';
//
// Everything here is a plain value that owns its members. docs/selectors.md describes the language.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "latewood/diff.h"
#include "latewood/result.h"

namespace latewood {

class Selector;

// ---- select ----

// How a range result shows that content changed (docs/format/content_diff.md).
enum class ContentMode : std::uint8_t { Unified, JsonPatch, Tokens };

struct SelectOptions {
  bool working = false;  // ask the working state instead of a snapshot; default: false

  // For ranges; other selectors ignore them.
  bool include_content = false;                               // add how content differs; default: false
  ContentMode content_mode = ContentMode::Unified;            // default: Unified
  std::int64_t context_lines = 3;                             // lines around a unified change, at least 0; default: 3
  std::optional<std::int64_t> max_snapshots = {};             // keep this many newest ones, at least 1; default: all
  std::optional<std::int64_t> max_changes_per_snapshot = {};  // at least 0; default: all
};

// The options of the specification as a JSON object: includeContent, contentMode, contextLines, materialize (checked,
// without effect), maxSnapshots, maxChangesPerSnapshot, and scope: "working" or "snapshot". Unknown members are
// ignored, and so are those of ranges if `selector` has none. E_OPTION_INVALID for a known member with a wrong value.
Result<SelectOptions> parse_select_options(std::string_view json, const Selector& selector);

// Ids in document order; for a selector with a range of moments, what differs between them.
using Selection = std::variant<std::vector<std::string>, RangeDiffLatestResult>;

// One compact JSON value: an array of ids, or the range result.
std::string to_json(const Selection& selection);

// ---- explain ----

// The work of one step of a selector; steps run from left to right.
struct ExplainedStep {
  std::string step;           // in the spelling of the canonical form
  std::string index;          // the way to find nodes: "id", "depth", "region", "turns", "scan"
  std::uint64_t visited = 0;  // nodes that it looked at
  std::uint64_t kept = 0;     // nodes that it passed to the next step
  friend bool operator==(const ExplainedStep&, const ExplainedStep&) = default;
};

struct Explanation {
  std::string selector;     // in canonical form
  std::string moment;       // the newest one that the selector names: "@t0", "@c42", "working"
  std::uint64_t cycle = 0;  // cycle of that moment
  std::vector<ExplainedStep> steps;
  friend bool operator==(const Explanation&, const Explanation&) = default;
};

// {"selector":..,"moment":..,"cycle":..,"steps":[{"step","index","visited","kept"}..]}
std::string to_json(const Explanation& explanation);

}  // namespace latewood
