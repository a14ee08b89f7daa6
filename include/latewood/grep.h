// Search for text in the contents of a context, now and in its history.
//
//   const GrepPattern pattern = GrepPattern::parse("oak", {.ignore_case = true}).value();
//   for (const GrepHit& hit : grep(context, pattern, 1, context.cycle()).value()) {
//     std::cout << hit.id << ": " << hit.text << '\n';
//   }
//
// Every text of a content is searched line by line: the content if it is a text, else each text in its JSON. Text that
// markers redact is searched too; purged content cannot be.
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
  bool regex = false;        // a regular expression; default: false, a fixed text
  bool ignore_case = false;  // default: false
};

// A pattern, compiled once for any number of searches. Cheap to copy, immutable, usable from any number of threads.
class GrepPattern {
 public:
  // E_PATTERN_INVALID, with the place, for an empty text and for an expression that does not parse or is too large.
  static Result<GrepPattern> parse(std::string_view text, const GrepOptions& options = {});
  const text::Pattern& data() const { return *data_; }  // for the library's own folders

 private:
  std::shared_ptr<const text::Pattern> data_;
};

// A line with a match; of several matches in a line the first.
struct GrepHit {
  std::string id;
  std::optional<std::string> role;
  std::optional<std::string> kind;
  std::optional<std::uint64_t> cycle;  // the first searched snapshot with this content; nullopt: the working state
  std::string region;                  // "sys", "seq" or "ah"
  std::optional<std::string> turn;     // the id of its turn; nullopt outside `seq`
  std::optional<std::uint64_t> depth;  // depth of that turn there; nullopt outside `seq`
  std::string pointer;                 // place of a text in JSON (RFC 6901); empty: the content is the text
  std::uint64_t line = 0;              // from 1
  std::uint64_t column = 0;            // first matching character, from 1
  std::string text;                    // the line
  std::uint64_t begin = 0;             // first byte of the match in `text`
  std::uint64_t end = 0;               // after the match
};

// Searches the snapshots from one cycle to another, both included, oldest first; a node is listed once for each content
// that it had. Costs what changed between them, not their number times their size. E_SNAPSHOT_NOT_FOUND if either does
// not exist; E_PATTERN_LIMIT if the expression takes too many steps on texts of this size.
Result<std::vector<GrepHit>> grep(const Context& context, const GrepPattern& pattern, std::uint64_t first,
                                  std::uint64_t last);
// Searches the working state, on the thread that edits.
Result<std::vector<GrepHit>> grep_working(const Context& context, const GrepPattern& pattern);

}  // namespace latewood
