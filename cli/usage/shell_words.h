// Words of a command line as a shell reads and writes them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace latewood::cli {

// How the word that is being typed stands on the line.
enum class OpenQuote { None, Single, Double };

// A line for bash up to the cursor.
struct TypedLine {
  std::vector<std::string> words;     // of this command, without quotes; the last one is being typed
  OpenQuote quote = OpenQuote::None;  // that the last word began with and that is not closed
  std::string raw;                    // the last word as it was typed, without that quote
};

// None if the last word is quoted in a way that completion cannot continue, such as `a'b`.
std::optional<TypedLine> read_bash_line(std::string_view line);

// `word` as bash and zsh read it back: one word, and nothing in it is a command, a pattern or an expansion. It is
// written so that it can go on behind an open quote.
std::string quoted_for_bash(std::string_view word, OpenQuote quote = OpenQuote::None);

// What bash is to put in place of the end of the line's last word: the ways that word can go on, quoted, without the
// part that it keeps. It keeps everything up to the last of `breaks` that is not quoted. `find` gives full words for
// the words so far, of which the last is unfinished.
std::vector<std::string> bash_ways(
    std::string_view line, std::string_view breaks,
    const std::function<std::vector<std::string>(const std::vector<std::string>& words)>& find);

}  // namespace latewood::cli
