#include "cli/text/query_text.h"

#include <algorithm>
#include <string_view>
#include <variant>
#include <vector>

#include "cli/terminal/printable.h"
#include "cli/terminal/terminal.h"
#include "latewood/json_text.h"

namespace latewood::cli {
namespace {

// Twelve digits are enough to recognise a hash.
std::string hash_text(const JsonValue& hash) { return hash.as_string()->substr(0, 12); }

void append_changes(std::string& out, const Diff& diff) {
  const Paint paint(Stream::Output);
  for (const std::string& id : diff.added) out += paint(Colour::Green, "  + " + printable(id)) + "\n";
  for (const std::string& id : diff.removed) out += paint(Colour::Red, "  - " + printable(id)) + "\n";
  for (const NodeChange& change : diff.changed) out += paint(Colour::Yellow, "  ~ " + change_line(change)) + "\n";
}

std::string selection_text(const std::vector<std::string>& ids) {
  std::string out;
  for (const std::string& id : ids) out.append(printable(id)).append("\n");
  return out;
}

std::string selection_text(const RangeDiffLatestResult& range) {
  std::string out;
  for (const DiffBlock& block : range.diffs) {
    out.append(block.older.label).append(" -> ").append(block.newer.label);
    out.append("  (cycle ").append(std::to_string(block.older.cycle)).append(" to ");
    out.append(std::to_string(block.newer.cycle)).append(")\n");
    append_changes(out, block.diff);
  }
  for (const ResultError& error : range.errors) {
    out.append("error[").append(error.code).append("]: ").append(printable(error.message)).append("\n");
  }
  return out;
}

}  // namespace

std::string field_text(const FieldChange& field) {
  if (!field.delta) return printable(field.name);
  if (field.name == "content_hash") {
    return "content_hash " + hash_text(field.delta->older) + " -> " + hash_text(field.delta->newer);
  }
  // From the older to the newer value, so `to` comes first.
  return printable(field.name) + " " + json_text_of(field.delta->older) + " -> " + json_text_of(field.delta->newer);
}

std::string change_line(const NodeChange& change) {
  std::string line = printable(change.id);
  for (const FieldChange& field : change.fields) {
    line.append(&field == change.fields.data() ? "  " : ", ").append(field_text(field));
  }
  return line;
}

std::string readable(const Selection& selection) {
  return std::visit([](const auto& held) { return selection_text(held); }, selection);
}

std::string readable(const Explanation& explanation) {
  std::string out = printable(explanation.selector) + "\nat " + explanation.moment + ", cycle " +
                    std::to_string(explanation.cycle) + "\n";
  std::size_t width = 0;
  for (const ExplainedStep& step : explanation.steps) width = std::max(width, columns_of(step.step));
  for (const ExplainedStep& step : explanation.steps) {
    out.append("  ").append(padded(printable(step.step), width + 2)).append(step.index);
    out.append(", visited ").append(std::to_string(step.visited));
    out.append(", kept ").append(std::to_string(step.kept)).append("\n");
  }
  return out;
}

}  // namespace latewood::cli
