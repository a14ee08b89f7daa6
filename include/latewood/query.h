// Asking a context: which nodes, at which moments, and what differs between moments.
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

// How a range result shows that content changed.
enum class ContentMode : std::uint8_t { Unified, JsonPatch, Tokens };

struct SelectOptions {
  bool working = false;  // read the working state, not a snapshot; default: false

  // Of ranges alone; other selectors pass them over.
  bool include_content = false;                     // say how content differs; default: false
  ContentMode content_mode = ContentMode::Unified;  // default: unified
  std::int64_t context_lines = 3;                   // around a unified change, at least 0; default: 3, in lines
  std::optional<std::int64_t> max_snapshots = {};   // the newest ones stay, at least 1; default: all
  std::optional<std::int64_t> max_changes_per_snapshot = {};  // at least 0; default: all
};

// The options of the specification as a JSON object: includeContent, contentMode,
// contextLines, materialize (checked, and without effect), maxSnapshots,
// maxChangesPerSnapshot, and scope: "working" or "snapshot". Unknown members are passed
// over, and so are those of ranges if `selector` has none. E_OPTION_INVALID otherwise.
Result<SelectOptions> parse_select_options(std::string_view json, const Selector& selector);

// Ids in document order; for a selector with a range of moments, what differs between them.
using Selection = std::variant<std::vector<std::string>, RangeDiffLatestResult>;

// One compact JSON value: an array of ids, or the range result.
std::string to_json(const Selection& selection);

// ---- explain ----

// What one step of a selector did on its way from left to right.
struct ExplainedStep {
  std::string step;           // as the canonical form of the selector spells it
  std::string index;          // what served it: "id", "depth", "region", "turns", "scan"
  std::uint64_t visited = 0;  // nodes it looked at
  std::uint64_t kept = 0;     // nodes it passed on
  friend bool operator==(const ExplainedStep&, const ExplainedStep&) = default;
};

struct Explanation {
  std::string selector;     // in canonical form
  std::string moment;       // "@t0", "@c42", "working": the newest one the selector asks for
  std::uint64_t cycle = 0;  // of that moment
  std::vector<ExplainedStep> steps;
  friend bool operator==(const Explanation&, const Explanation&) = default;
};

// {"selector":..,"moment":..,"cycle":..,"steps":[{"step","index","visited","kept"}..]}
std::string to_json(const Explanation& explanation);

}  // namespace latewood
