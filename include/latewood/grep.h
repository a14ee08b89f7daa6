// Looking for text in what a context says, or said.
//
//   const auto pattern = GrepPattern::parse("oak", {.ignore_case = true});
//   for (const GrepHit& hit : grep(context, *pattern, 1, context.cycle()).value()) ...
//
// Every text of a content is looked at line by line: a text itself, and of other JSON each text in it. What markers
// redact is looked at like anything else, purged content is not there.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/context.h"
#include "latewood/result.h"

namespace latewood {

namespace text {
class Pattern;
}

struct GrepOptions {
  bool regex = false;        // default: a fixed text
  bool ignore_case = false;  // default: false
};

class GrepPattern {
 public:
  // E_PATTERN_INVALID, with the place, for an expression that does not parse or is too large, and for an empty text.
  static Result<GrepPattern> parse(std::string_view text, const GrepOptions& options = {});
  const text::Pattern& data() const { return *data_; }

 private:
  std::shared_ptr<const text::Pattern> data_;
};

// A line that has it; of several matches in a line the first.
struct GrepHit {
  std::string id;
  std::optional<std::string> role;
  std::optional<std::string> kind;
  std::optional<std::uint64_t> cycle;  // of the first snapshot asked that says it; nothing: the working state
  std::string region;                  // "sys", "seq" or "ah"
  std::optional<std::string> turn;     // of `seq`: its id
  std::optional<std::uint64_t> depth;  // likewise, in that snapshot
  std::string pointer;                 // of a text within JSON: where it is (RFC 6901); empty: the content is the text
  std::uint64_t line = 0;              // from 1
  std::uint64_t column = 0;            // of the first byte that matches, from 1, in characters
  std::string text;                    // the line
  std::uint64_t begin = 0;             // of the match in it, in bytes
  std::uint64_t end = 0;
};

// In the snapshots from one cycle to another, both included, oldest first; each node once for each content it had.
// Costs what changed on the way. E_SNAPSHOT_NOT_FOUND if either is not there, E_PATTERN_LIMIT if the expression takes
// too many steps on texts of this size.
Result<std::vector<GrepHit>> grep(const Context& context, const GrepPattern& pattern, std::uint64_t first,
                                  std::uint64_t last);
// The same in the working state.
Result<std::vector<GrepHit>> grep_working(const Context& context, const GrepPattern& pattern);

}  // namespace latewood
