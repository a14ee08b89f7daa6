// Which nodes of a tree the effective view hides, and what it shows in their place (D-25):
//
// - `cb:redaction` with `data_redacts`: the named nodes and all below them are a placeholder.
// - `cb:replacement` with `data_replaces`, or another block that says it is one (tree/edit/marker.h): its
//   content stands where the original stood; of several the newest, and the last in document order
//   of those that are equally new.
// - any block with `data_covers`: stands for the nodes it names, where the first of them or
//   the block itself stands; of several the last in document order.
//
// Redaction wins over everything else. The lists may be one id or an array of ids. What is in `^sys` is
// replaced and covered by blocks of `^sys` only: others may have come from somebody who may not write
// there. What is redacted stays so wherever its marker went. A redaction or replacement shows nothing where it stands
// itself, whatever other markers name it.
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

// A marker and one of the nodes that it names, which need not be there.
struct Naming {
  std::size_t turn = 0;  // of the marker, from the oldest; as many as there are: in `^ah`
  std::string_view id;
};

class Markers {
 public:
  // Looks for markers in the regions and in these turns, which must be all that hold any, in order.
  Markers(const tree::Tree& tree, const std::vector<std::size_t>& turns, const FindNode& find);

  // There are no markers, not even some that name nothing: every node shows itself.
  bool empty() const { return !has_any_; }

  // What markers name that are not in `^sys`, in document order.
  const std::vector<Naming>& namings() const { return namings_; }

  // The marker that redacts this node; null if there is none. Of what is in a turn only markers are redacted with a
  // node above them: others are not reached.
  const tree::Node* redaction_of(const tree::Node& node) const { return find(redacted_by_, node); }
  // What stands in the place of `node` in the end: a replacement of a replacement, or the
  // node itself.
  const tree::Node& replacement_of(const tree::Node& node) const;
  // The summary that stands for `node`, or for the summary that does, and so on; null if none.
  const tree::Node* summary_of(const tree::Node& node) const;

  // Whether the view shows any node of the subtree otherwise than it stands.
  bool name_any_of(const tree::Subtree& subtree) const;

  // What stands below a marker: a subtree, and where the marker is in it; null if there is nothing.
  struct Stand {
    const tree::Subtree* subtree = nullptr;
    tree::Subtree::Index at = 0;
  };
  const Stand* below(const tree::Node& marker) const;

  // Whether a node names others to hide.
  static bool is_marker(const tree::Node& node);
  static bool is_redaction(const tree::Node& node);
  static bool is_replacement(const tree::Node& node);
  // Whether the original of a replacement is still in the tree.
  bool has_original(const tree::Node& replacement) const { return with_original_.contains(&replacement); }

 private:
  // Keyed by ids, which outlive this as the tree does.
  using ById = std::map<std::string_view, const tree::Node*>;

  static const tree::Node* find(const ById& by_id, const tree::Node& node);
  // Notes what its nodes name; they replace and cover nothing in the other subtree, if one is given.
  void note_all(const tree::Subtree& subtree, const tree::Subtree* out_of_reach);
  void note(const tree::Node& node, const tree::Subtree* out_of_reach);
  void note_namings(const tree::Subtree& subtree, std::size_t turn);
  void hide_below_redacted(const tree::Subtree& region);
  void hide_markers(const tree::Subtree& turn);

  bool has_any_ = false;
  ById redacted_by_;
  ById replaced_by_;
  ById covered_by_;
  std::set<const tree::Node*> with_original_;  // replacements
  std::vector<Naming> namings_;
  std::map<const tree::Node*, Stand> parents_;  // markers with something below them
};

}  // namespace latewood::render
