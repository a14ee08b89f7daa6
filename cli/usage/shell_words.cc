#include "cli/usage/shell_words.h"

#include <algorithm>

#include "cli/terminal/printable.h"

namespace latewood::cli {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n'; }

// Whether the character starts another command on the same line.
bool separates_commands(char c) { return c == ';' || c == '|' || c == '&' || c == '(' || c == ')'; }

// Whether the byte needs no quotes anywhere. Bytes above ASCII never do.
bool is_plain(char c) {
  const auto byte = static_cast<unsigned char>(c);
  const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  return byte >= 0x80 || is_letter || std::string_view("_-./:@%+,").find(c) != std::string_view::npos;
}

// Reads one line from left to right.
class Reader {
 public:
  explicit Reader(std::string_view line) : line_(line) {}

  std::optional<TypedLine> read() {
    while (at_ < line_.size()) step();
    if (!is_continuable()) return std::nullopt;
    const std::size_t skipped = typed_.quote == OpenQuote::None ? 0 : 1;
    typed_.raw = line_.substr(std::min(begin_ + skipped, line_.size()));
    typed_.words.push_back(word_);
    return typed_;
  }

 private:
  // Quotes may only begin the word that is being typed, and must still be open.
  bool is_continuable() const { return typed_.quote == OpenQuote::None ? !has_quotes_ : quote_begin_ == begin_; }

  void end_word() {
    if (in_word_) typed_.words.push_back(word_);
    word_.clear();
    in_word_ = false;
    has_quotes_ = false;
    begin_ = at_;
  }

  void add(char c) {
    if (!in_word_) begin_ = at_;
    in_word_ = true;
    word_ += c;
  }

  void open(OpenQuote quote) {
    if (!in_word_) begin_ = at_;
    in_word_ = true;
    has_quotes_ = true;
    quote_begin_ = at_;
    typed_.quote = quote;
    ++at_;
  }

  void step_outside(char c) {
    if (is_space(c)) {
      ++at_;
      end_word();
    } else if (separates_commands(c)) {
      ++at_;
      end_word();
      typed_.words.clear();
    } else if (c == '\\') {
      add_escaped();
    } else if (c == '\'' || c == '"') {
      open(c == '"' ? OpenQuote::Double : OpenQuote::Single);
    } else {
      add(c);
      ++at_;
    }
  }

  // A backslash at the end of the line escapes a character that is not typed yet.
  void add_escaped() {
    if (!in_word_) begin_ = at_;
    in_word_ = true;
    if (at_ + 1 < line_.size()) word_ += line_[at_ + 1];
    at_ = std::min(at_ + 2, line_.size());
  }

  void step_inside(char c) {
    const bool ends = c == (typed_.quote == OpenQuote::Single ? '\'' : '"');
    const bool escapes = typed_.quote == OpenQuote::Double && c == '\\' && at_ + 1 < line_.size() &&
                         std::string_view("$`\"\\").find(line_[at_ + 1]) != std::string_view::npos;
    if (ends) {
      typed_.quote = OpenQuote::None;
    } else if (escapes) {
      word_ += line_[++at_];
    } else {
      word_ += c;
    }
    ++at_;
  }

  void step() {
    if (typed_.quote == OpenQuote::None) {
      step_outside(line_[at_]);
    } else {
      step_inside(line_[at_]);
    }
  }

  std::string_view line_;
  std::size_t at_ = 0;
  std::size_t begin_ = 0;        // start of the word
  std::size_t quote_begin_ = 0;  // start of the open quote
  bool in_word_ = false;
  bool has_quotes_ = false;  // in this word
  std::string word_;
  TypedLine typed_;
};

// The length of the part of the last word, without quotes, that bash keeps.
std::size_t kept_bytes(const TypedLine& typed, std::string_view breaks) {
  if (typed.quote != OpenQuote::None) return 0;
  std::size_t seen = 0;
  std::size_t kept = 0;
  for (std::size_t at = 0; at < typed.raw.size(); ++at) {
    const bool is_escaped = typed.raw[at] == '\\';
    if (is_escaped && ++at == typed.raw.size()) break;
    ++seen;
    if (!is_escaped && breaks.find(typed.raw[at]) != std::string_view::npos) kept = seen;
  }
  return kept;
}

// bash expands ! in double quotes, and no escape inside them prevents that.
bool asks_history(const std::string& word) { return word.find('!') != std::string::npos; }

// Assignments of variables precede the name of the command.
bool is_assignment(const std::string& word) { return word.find('=') != std::string::npos; }

}  // namespace

std::optional<TypedLine> read_bash_line(std::string_view line) { return Reader(line).read(); }

std::string quoted_for_bash(std::string_view word, OpenQuote quote) {
  std::string out;
  for (const char c : word) {
    switch (quote) {
      case OpenQuote::None:
        if (!is_plain(c)) out += '\\';
        out += c;
        break;
      case OpenQuote::Single: out += c == '\'' ? std::string("'\\''") : std::string(1, c); break;
      case OpenQuote::Double:
        if (std::string_view("$`\"\\").find(c) != std::string_view::npos) out += '\\';
        out += c;
        break;
    }
  }
  return out;
}

std::string shell_word(std::string_view word) {
  const bool needs_none = !word.empty() && std::ranges::all_of(word, is_plain);
  if (needs_none && is_printable(word)) return std::string(word);
  if (is_printable(word)) return "'" + quoted_for_bash(word, OpenQuote::Single) + "'";
  std::string quoted = "$'";
  for (const char c : word) {
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "'";
}

std::vector<std::string> bash_ways(
    std::string_view line, std::string_view breaks,
    const std::function<std::vector<std::string>(const std::vector<std::string>& words)>& find) {
  auto typed = read_bash_line(line);
  if (!typed) return {};
  std::vector<std::string>& words = typed->words;
  const auto name = std::find_if_not(words.begin(), words.end(), is_assignment);
  if (words.end() - name < 2) return {};
  words.erase(words.begin(), name + 1);
  const std::size_t kept = kept_bytes(*typed, breaks);
  std::vector<std::string> ways = find(words);
  if (typed->quote == OpenQuote::Double) std::erase_if(ways, asks_history);
  for (std::string& way : ways) way = quoted_for_bash(way.substr(std::min(kept, way.size())), typed->quote);
  return ways;
}

}  // namespace latewood::cli
