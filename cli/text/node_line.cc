#include "cli/text/node_line.h"

#include "cli/terminal/printable.h"
#include "latewood/json_text.h"

namespace latewood::cli {
namespace {

// Replaces every run of white space by one space.
std::string on_one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool is_space = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!is_space) {
      line += c;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  if (line.ends_with(' ')) line.pop_back();
  return line;
}

void append_word(std::string& line, std::string_view word) { line.append(line.empty() ? "" : " ").append(word); }

}  // namespace

std::string first_words(const NodeView& node, std::size_t columns) {
  if (node.purged) return clipped("[purged]", columns);
  if (!node.content) return {};
  const std::string* text = node.content->as_string();
  // Enough for any screen; avoids copying a large document for one line.
  constexpr std::size_t kEnough = 4096;
  const std::string start = text != nullptr ? text->substr(0, kEnough) : json_text_of(*node.content).substr(0, kEnough);
  return clipped(printable(on_one_line(start)), columns);
}

std::string node_line(const NodeView& node, std::size_t columns) {
  std::string line = printable(node.id);
  if (node.role) append_word(line, printable(*node.role));
  if (node.kind) append_word(line, printable(*node.kind));
  if (node.ttl) append_word(line, "ttl " + std::to_string(*node.ttl));
  const std::size_t used = columns_of(line) + 2;
  const std::string words = first_words(node, columns > used ? columns - used : 0);
  return words.empty() ? line : line + "  " + words;
}

}  // namespace latewood::cli
