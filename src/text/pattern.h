// Search in a line of text: a fixed text or a regular expression. Time is proportional to the length of the line times
// the size of the pattern, for every pattern: expressions are simulated state by state, without backtracking.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/result.h"

namespace latewood::text {

struct PatternOptions {
  bool regex = false;        // default: a fixed text
  bool ignore_case = false;  // default: false
};

// The range of a match in a line, in bytes.
struct PatternMatch {
  std::size_t begin = 0;
  std::size_t end = 0;
  friend bool operator==(const PatternMatch&, const PatternMatch&) = default;
};

class Pattern {
 public:
  // E_PATTERN_INVALID, with the place, for an expression that does not parse, for an empty one, and for one that would
  // take more than `kMostSteps` steps of a program. The language is that of docs/cli.md.
  static Result<Pattern> parse(std::string_view text, const PatternOptions& options);
  static constexpr std::size_t kMostSteps = 2000;

  // The leftmost match, and of those the longest. `work` grows with every step that was taken.
  std::optional<PatternMatch> find(std::string_view line, std::uint64_t& work) const;

  // ---- the program, for the parser ----

  enum class Op : std::uint8_t { Set, Split, Jump, Begin, End, Word, NoWord, Done };
  struct Range {
    char32_t first = 0;
    char32_t last = 0;
  };
  struct Step {
    Op op = Op::Done;
    std::size_t next = 0;         // Split: the first successor; Jump: the successor
    std::size_t other = 0;        // Split: the second successor
    std::vector<Range> set = {};  // Set: the accepted characters
    bool is_negated = false;
  };

 private:
  std::optional<PatternMatch> find_fixed(const std::vector<char32_t>& line, const std::vector<std::size_t>& places,
                                         std::uint64_t& work) const;
  std::optional<PatternMatch> find_regex(const std::vector<char32_t>& line, const std::vector<std::size_t>& places,
                                         std::uint64_t& work) const;
  bool takes(const Step& step, char32_t c) const;

  std::vector<char32_t> fixed_;       // a fixed text, folded if case is ignored
  std::vector<std::size_t> failure_;  // the position in `fixed_` after a mismatch
  std::vector<Step> steps_;           // the program of an expression
  bool ignore_case_ = false;
};

// The letter in lower case. Supported: Latin, Greek, Cyrillic, Armenian.
char32_t folded(char32_t c);

}  // namespace latewood::text
