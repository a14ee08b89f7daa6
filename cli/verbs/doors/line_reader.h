// Lines of standard input, as they arrive.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace latewood::cli {

// Returns a line as soon as its line feed is read, so that a program at the other end of a pipe can wait for the answer
// before it sends the next one. Holds at most `most` bytes of a line.
class LineReader {
 public:
  explicit LineReader(std::size_t most) : most_(most) {}

  struct Line {
    std::string text;          // without the line feed; empty if it is too long
    bool is_too_long = false;  // then the line was read to its end and dropped
  };
  // nullopt at the end of the input. The last line may lack the line feed.
  std::optional<Line> next();

 private:
  bool fill();

  const std::size_t most_;
  std::string buffer_;
  std::size_t at_ = 0;
  bool is_at_end_ = false;
};

}  // namespace latewood::cli
