// Words of a command line as a shell reads and writes them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace latewood::cli {

// The quote in which the last word of the line starts.
enum class OpenQuote { None, Single, Double };

// A line for bash up to the cursor.
struct TypedLine {
  std::vector<std::string> words;     // of this command, without quotes; the last one is incomplete
  OpenQuote quote = OpenQuote::None;  // the open quote of the last word
  std::string raw;                    // the last word as typed, without that quote
};

// nullopt if completion cannot continue the quotes of the last word, such as `a'b`.
std::optional<TypedLine> read_bash_line(std::string_view line);

// Quotes `word` for bash and zsh: they read it as one word, and nothing in it runs as a command, a pattern or an
// expansion. The result can follow an open quote.
std::string quoted_for_bash(std::string_view word, OpenQuote quote = OpenQuote::None);

// `word` for a command in a message, which users copy into bash or zsh: as it is, or in quotes if a shell would change
// it. Characters that `printable` escapes are valid escapes within these quotes.
std::string shell_word(std::string_view word);

// The completions for bash, quoted. bash keeps the last word up to its last unquoted character of `breaks`, so each
// completion starts after that. `find` returns full words for the words so far, the last of which is incomplete.
std::vector<std::string> bash_ways(
    std::string_view line, std::string_view breaks,
    const std::function<std::vector<std::string>(const std::vector<std::string>& words)>& find);

}  // namespace latewood::cli
