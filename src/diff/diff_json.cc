// Results as JSON: compact, ASCII, members in the order of the specification (D-53).
#include <charconv>
#include <string>
#include <string_view>
#include <vector>

#include "canon/json_writer.h"
#include "latewood/diff.h"

namespace latewood {
namespace {

void append_number(std::string& out, auto number) {
  char text[24];
  out.append(text, std::to_chars(text, text + sizeof(text), number).ptr);
}

// `each` appends one item.
template <class Items, class Each>
void append_array(std::string& out, const Items& items, Each each) {
  out.push_back('[');
  bool is_first = true;
  for (const auto& item : items) {
    if (!is_first) out.push_back(',');
    is_first = false;
    each(item);
  }
  out.push_back(']');
}

void append_texts(std::string& out, const std::vector<std::string>& texts) {
  append_array(out, texts, [&out](const std::string& text) { append_json_string(out, text); });
}

void append_text_member(std::string& out, std::string_view name, std::string_view text) {
  append_json_string(out.append(name), text);
}

void append_fields(std::string& out, const NodeChange& change) {
  append_text_member(out, R"({"id":)", change.id);
  out.append(R"(,"fields":)");
  append_array(out, change.fields, [&out](const FieldChange& field) { append_json_string(out, field.name); });
}

void append_changed(std::string& out, const std::vector<NodeChange>& changed) {
  append_array(out, changed, [&out](const NodeChange& change) {
    append_fields(out, change);
    out.push_back('}');
  });
}

void append_children(std::string& out, const std::vector<ChildrenChange>& children) {
  out.push_back('{');
  for (const ChildrenChange& change : children) {
    if (&change != children.data()) out.push_back(',');
    append_json_string(out, change.parent);
    append_texts(out.append(":"), change.ids);
  }
  out.push_back('}');
}

void append_delta(std::string& out, const NodeChange& change) {
  out.append(R"(,"delta":{)");
  bool is_first = true;
  for (const FieldChange& field : change.fields) {
    if (!field.delta) continue;
    if (!is_first) out.push_back(',');
    is_first = false;
    append_json_string(out, field.name);
    append_canonical_json(out.append(R"(:{"from":)"), field.delta->newer);
    append_canonical_json(out.append(R"(,"to":)"), field.delta->older);
    out.push_back('}');
  }
  out.push_back('}');
}

void append_ref(std::string& out, const SnapshotRef& ref) {
  out.append(R"({"kind":")").append(1, ref.kind).append(R"(","value":)");
  append_number(out, ref.value);
  append_text_member(out, R"(,"label":)", ref.label);
  append_number(out.append(R"(,"cycle":)"), ref.cycle);
  out.push_back('}');
}

void append_range_change(std::string& out, const NodeChange& change) {
  append_fields(out, change);
  append_delta(out, change);
  if (change.content_diff) out.append(R"(,"content_diff":)").append(*change.content_diff);
  out.push_back('}');
}

void append_stats(std::string& out, const DiffStats& stats) {
  append_number(out.append(R"({"added":)"), stats.added);
  append_number(out.append(R"(,"removed":)"), stats.removed);
  append_number(out.append(R"(,"changed":)"), stats.changed);
  out.push_back('}');
}

void append_block(std::string& out, const DiffBlock& block) {
  append_ref(out.append(R"({"from":)"), block.newer);
  append_ref(out.append(R"(,"to":)"), block.older);
  append_texts(out.append(R"(,"added_ids":)"), block.diff.added);
  append_texts(out.append(R"(,"removed_ids":)"), block.diff.removed);
  out.append(R"(,"changed":)");
  append_array(out, block.diff.changed, [&out](const NodeChange& change) { append_range_change(out, change); });
  append_stats(out.append(R"(,"stats":)"), block.stats);
  out.push_back('}');
}

void append_limits(std::string& out, const RangeLimits& limits) {
  out.append(R"(,"limits":{)");
  if (limits.max_snapshots) {
    append_number(out.append(R"("maxSnapshots":)"), *limits.max_snapshots);
    out.push_back(',');
  }
  if (limits.max_changes_per_snapshot) {
    append_number(out.append(R"("maxChangesPerSnapshot":)"), *limits.max_changes_per_snapshot);
    out.push_back(',');
  }
  out.append(limits.truncated ? R"("truncated":true})" : R"("truncated":false})");
}

void append_error(std::string& out, const ResultError& error) {
  append_text_member(out, R"({"code":)", error.code);
  append_text_member(out, R"(,"message":)", error.message);
  out.append(error.fatal ? R"(,"fatal":true})" : R"(,"fatal":false})");
}

}  // namespace

std::string to_json(const Diff& diff) {
  std::string out = R"({"added":)";
  append_texts(out, diff.added);
  append_texts(out.append(R"(,"removed":)"), diff.removed);
  append_changed(out.append(R"(,"changed":)"), diff.changed);
  return out.append("}");
}

std::string to_json(const DiffDetail& detail) {
  std::string out = R"({"components_added":)";
  append_texts(out, detail.components.added);
  append_texts(out.append(R"(,"components_removed":)"), detail.components.removed);
  append_changed(out.append(R"(,"components_modified":)"), detail.components.changed);
  append_children(out.append(R"(,"children_added":)"), detail.children_added);
  append_children(out.append(R"(,"children_removed":)"), detail.children_removed);
  out.append(R"(,"parent_changed":)");
  append_array(out, detail.parent_changed, [&out](const ParentChange& change) {
    append_text_member(out, R"({"id":)", change.id);
    append_text_member(out, R"(,"previous_parent_id":)", change.older_parent_id);
    append_text_member(out, R"(,"new_parent_id":)", change.newer_parent_id);
    out.push_back('}');
  });
  out.append(R"(,"moved":)");
  append_array(out, detail.moved, [&out](const MovedNode& moved) {
    append_text_member(out, R"({"from_id":)", moved.older_id);
    append_text_member(out, R"(,"to_id":)", moved.newer_id);
    out.push_back('}');
  });
  return out.append("}");
}

std::string to_json(const RangeDiffLatestResult& result) {
  std::string out;
  append_text_member(out, R"({"query":)", result.query);
  out.append(R"(,"snapshots":)");
  append_array(out, result.snapshots, [&out](const SnapshotRef& ref) { append_ref(out, ref); });
  out.append(R"(,"diffs":)");
  append_array(out, result.diffs, [&out](const DiffBlock& block) { append_block(out, block); });
  out.append(R"(,"mode":"pairwise")");
  if (result.limits) append_limits(out, *result.limits);
  if (!result.warnings.empty()) append_texts(out.append(R"(,"warnings":)"), result.warnings);
  if (!result.errors.empty()) {
    out.append(R"(,"errors":)");
    append_array(out, result.errors, [&out](const ResultError& error) { append_error(out, error); });
  }
  return out.append("}");
}

}  // namespace latewood
