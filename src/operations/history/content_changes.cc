#include "latewood/content_changes.h"

#include <algorithm>

#include "latewood/json_text.h"
#include "latewood/node_facts.h"
#include "latewood/unified_diff.h"

namespace latewood {
namespace {

bool is_unchanged(const ContentChange& change) {
  const bool has_content =
      (change.older != nullptr && change.older->content) || (change.newer != nullptr && change.newer->content);
  const bool is_same =
      change.older != nullptr && change.newer != nullptr && change.older->content == change.newer->content;
  return !has_content || is_same;
}

// An id may have any character, and a line of a unified diff must not end within its label.
std::string on_one_line(const std::string& label) {
  const bool is_plain = std::all_of(label.begin(), label.end(),
                                    [](char c) { return static_cast<unsigned char>(c) >= 0x20 && c != 0x7f; });
  return is_plain ? label : json_text_of(JsonValue(label));
}

std::string text_on(const NodeView* node) { return node == nullptr ? std::string() : content_text(*node); }

}  // namespace

std::vector<ContentChange> content_changes(const Diff& diff, const std::vector<NodeView>& older,
                                           const std::vector<NodeView>& newer) {
  const NodesById before = by_id(older);
  const NodesById after = by_id(newer);
  std::vector<ContentChange> changes;
  for (const std::string& id : diff.added) changes.push_back({id, nullptr, find_by_id(after, id)});
  for (const std::string& id : diff.removed) changes.push_back({id, find_by_id(before, id), nullptr});
  for (const NodeChange& change : diff.changed) {
    changes.push_back({change.id, find_by_id(before, change.id), find_by_id(after, change.id)});
  }
  std::erase_if(changes, is_unchanged);
  return changes;
}

std::string unified_content(const ContentChange& change, const std::string& older_label,
                            const std::string& newer_label) {
  return unified_text_diff(text_on(change.older), text_on(change.newer),
                           change.older == nullptr ? "/dev/null" : on_one_line(older_label),
                           change.newer == nullptr ? "/dev/null" : on_one_line(newer_label));
}

}  // namespace latewood
