// The markers of a tree: the nodes that the effective view hides, and the nodes that it shows instead (D-25).
//
// - `cb:redaction` with `data_redacts`: the named nodes and all nodes below them become a placeholder.
// - `cb:replacement` with `data_replaces`, or another block with the same effect (tree/edit/marker.h): its content is
//   shown at the place of the original. Of several the newest is used; of equally new ones the last in document order.
// - any block with `data_covers` (a summary): is shown instead of the named nodes, at the place of the first of them or
//   at its own place. Of several the last in document order is used.
//
// Redaction has priority over the other markers. A list is one id or an array of ids. A node of `^sys` can be replaced
// and covered by blocks of `^sys` only, since writing to `^sys` needs a capability. A node stays redacted if its marker
// was moved. A redaction or replacement is not shown at its own place, whatever other markers name it.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "render/parts/find_node.h"
#include "tree/tree.h"

namespace latewood::render {

// A marker and the id of one of the nodes that it names. The tree may not have that node.
struct Naming {
  std::size_t turn = 0;  // the turn of the marker, counted from the oldest; the number of turns: in `^ah`
  std::string_view id;
};

class Markers {
 public:
  // Finds the markers in the regions and in these turns. `turns` must have all turns with markers, in order.
  Markers(const tree::Tree& tree, const std::vector<std::size_t>& turns, const FindNode& find);

  // Whether the tree has no markers at all.
  bool empty() const { return !has_any_; }

  // The names in markers outside of `^sys`, in document order.
  const std::vector<Naming>& namings() const { return namings_; }

  // The marker that redacts this node; null if there is none. Inside a turn, only markers are found to be redacted by a
  // marker of an ancestor; for other nodes check the ancestors.
  const tree::Node* redaction_of(const tree::Node& node) const { return find(redacted_by_, node); }
  // The node that is shown instead of `node`: follows replacements of replacements. `node` itself if it is not
  // replaced.
  const tree::Node& replacement_of(const tree::Node& node) const;
  // The summary that is shown instead of `node`: follows summaries of summaries. Null if there is none.
  const tree::Node* summary_of(const tree::Node& node) const;

  // Whether a marker changes how any node of the subtree is shown.
  bool name_any_of(const tree::Subtree& subtree) const;

  // The subtree of a marker with nodes below it, and the marker's index in the subtree; null if it has none.
  struct Stand {
    const tree::Subtree* subtree = nullptr;
    tree::Subtree::Index at = 0;
  };
  const Stand* below(const tree::Node& marker) const;

  // Whether the node names nodes to hide.
  static bool is_marker(const tree::Node& node);
  static bool is_redaction(const tree::Node& node);
  static bool is_replacement(const tree::Node& node);
  // Whether the original of a replacement is still in the tree.
  bool has_original(const tree::Node& replacement) const { return with_original_.contains(&replacement); }

 private:
  // The keys refer to ids in the tree, which must outlive this object.
  using ById = std::map<std::string_view, const tree::Node*>;

  static const tree::Node* find(const ById& by_id, const tree::Node& node);
  // Records the names in all markers of `subtree`. They replace and cover no node of `out_of_reach`, if it is given.
  void note_all(const tree::Subtree& subtree, const tree::Subtree* out_of_reach);
  void note(const tree::Node& node, const tree::Subtree* out_of_reach);
  void note_namings(const tree::Subtree& subtree, std::size_t turn);
  void hide_below_redacted(const tree::Subtree& region);
  void hide_markers(const tree::Subtree& turn);

  bool has_any_ = false;
  ById redacted_by_;
  ById replaced_by_;
  ById covered_by_;
  std::set<const tree::Node*>
      with_original_;  // replacements whose original is in the tree whose original is in the tree
  std::vector<Naming> namings_;
  std::map<const tree::Node*, Stand> parents_;  // markers with nodes below them
};

}  // namespace latewood::render
