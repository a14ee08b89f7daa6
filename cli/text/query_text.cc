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
    out.append(block.to.label).append(" -> ").append(block.from.label);
    out.append("  (cycle ").append(std::to_string(block.to.cycle)).append(" to ");
    out.append(std::to_string(block.from.cycle)).append(")\n");
    append_changes(out, block.diff);
  }
  for (const ResultError& error : range.errors) {
    out.append("error[").append(error.code).append("]: ").append(printable(error.message)).append("\n");
  }
  return out;
}

std::string place_text(const std::optional<UnitPlace>& place) {
  if (!place) return "not rendered";
  return "unit " + std::to_string(place->index) + ", bytes " + std::to_string(place->bytes.begin) + " to " +
         std::to_string(place->bytes.end);
}

void append_unit(std::string& out, std::string_view sign, const UnitChange& change) {
  out.append("  ").append(sign).append(" ").append(printable(change.id)).append("  ");
  out.append(place_text(change.newer ? change.newer : change.older)).append("\n");
}

}  // namespace

std::string field_text(const FieldChange& field) {
  if (!field.delta) return printable(field.name);
  if (field.name == "content_hash") {
    return "content_hash " + hash_text(field.delta->to) + " -> " + hash_text(field.delta->from);
  }
  // From the older to the newer value, so `to` comes first.
  return printable(field.name) + " " + json_text_of(field.delta->to) + " -> " + json_text_of(field.delta->from);
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

std::string readable(const Diff& diff) {
  std::string out;
  append_changes(out, diff);
  return out;
}

std::string readable(const DiffDetail& detail) {
  std::string out = readable(detail.components);
  for (const ParentChange& change : detail.parent_changed) {
    out.append("  ").append(printable(change.id)).append(" went from ").append(printable(change.previous_parent_id));
    out.append(" to ").append(printable(change.new_parent_id)).append("\n");
  }
  for (const MovedNode& moved : detail.moved) {
    out.append("  ")
        .append(printable(moved.from_id))
        .append(" is probably ")
        .append(printable(moved.to_id))
        .append(" now\n");
  }
  return out;
}

std::string readable(const ThreadDiff& diff) {
  std::string out;
  for (const UnitChange& change : diff.added) append_unit(out, "+", change);
  for (const UnitChange& change : diff.left) append_unit(out, "-", change);
  for (const UnitChange& change : diff.changed) append_unit(out, "~", change);
  return out;
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
