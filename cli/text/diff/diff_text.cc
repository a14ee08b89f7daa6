#include "cli/text/diff/diff_text.h"

#include <algorithm>
#include <sstream>
#include <string_view>

#include "cli/terminal/printable.h"
#include "cli/terminal/terminal.h"
#include "latewood/content_changes.h"
#include "latewood/node_facts.h"

namespace latewood::cli {
namespace {

Colour line_colour(std::string_view line) {
  if (line.starts_with("---") || line.starts_with("+++")) return Colour::Bold;
  if (line.starts_with('-')) return Colour::Red;
  if (line.starts_with('+')) return Colour::Green;
  return line.starts_with("@@") ? Colour::Cyan : Colour::Plain;
}

// On a terminal in colour and printable; else exact, for `patch`.
std::string for_reader(const std::string& diff) {
  if (!is_terminal(Stream::Output)) return diff;
  const Paint paint(Stream::Output);
  std::string out;
  std::istringstream lines(diff);
  for (std::string line; std::getline(lines, line);) out += paint(line_colour(line), printable(line)) + "\n";
  return out;
}

std::string unified_of(const ContentChange& change, const DiffSides& sides) {
  return unified_content(change, printable(sides.older_name + "/" + change.id),
                         printable(sides.newer_name + "/" + change.id));
}

}  // namespace

std::string unified_text(const Diff& diff, const DiffSides& sides) {
  std::string out;
  for (const ContentChange& change : content_changes(diff, sides.older, sides.newer)) {
    out += for_reader(unified_of(change, sides));
  }
  return out;
}

std::string stat_text(const Diff& diff, const DiffSides& sides) {
  const Paint paint(Stream::Output);
  const std::vector<ContentChange> changes = content_changes(diff, sides.older, sides.newer);
  std::size_t width = 0;
  for (const ContentChange& change : changes) width = std::max(width, columns_of(change.id));
  std::string out;
  std::size_t came = 0;
  std::size_t went = 0;
  for (const ContentChange& change : changes) {
    const std::size_t older = change.older == nullptr ? 0 : content_bytes(*change.older);
    const std::size_t newer = change.newer == nullptr ? 0 : content_bytes(*change.newer);
    came += newer;
    went += older;
    out.append(" ").append(padded(printable(change.id), width)).append(" | ");
    out += paint(Colour::Green, "+" + std::to_string(newer)) + " " + paint(Colour::Red, "-" + std::to_string(older)) +
           "\n";
  }
  out += " " + std::to_string(diff.added.size()) + " added, " + std::to_string(diff.removed.size()) + " removed, " +
         std::to_string(diff.changed.size()) + " changed; " + "+" + std::to_string(came) + " -" + std::to_string(went) +
         " bytes\n";
  return out;
}

}  // namespace latewood::cli
