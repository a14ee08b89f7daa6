// Which nodes of a tree the effective view hides, and what it shows in their place (D-25):
//
// - `cb:redaction` with `data_redacts`: the named nodes and all below them are a placeholder.
// - `cb:replacement` with `data_replaces`: its content stands where the original stood; of
//   several the last in document order.
// - any block with `data_covers`: stands for the nodes it names, where the first of them or
//   the block itself stands; of several the last in document order.
//
// Redaction wins over everything else. The lists may be one id or an array of ids. What is in `^sys` is
// replaced and covered by blocks of `^sys` only: others may have come from somebody who may not write
// there. What is redacted stays so wherever its marker went.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "tree/tree.h"

namespace latewood::render {

class Markers {
 public:
  // `has_none(ring)`: whether a turn is known to hold no markers.
  Markers(const tree::Tree& tree, const std::function<bool(std::size_t ring)>& has_none);

  // There are no markers, not even some that name nothing: every node shows itself.
  bool empty() const { return !has_any_; }

  // The marker that redacts this node or one above it; null if there is none.
  const tree::Node* redaction_of(const tree::Node& node) const { return find(redacted_by_, node); }
  // What stands in the place of `node` in the end: a replacement of a replacement, or the
  // node itself.
  const tree::Node& replacement_of(const tree::Node& node) const;
  // The summary that stands for `node`, or for the summary that does, and so on; null if none.
  const tree::Node* summary_of(const tree::Node& node) const;

  // Whether the view shows any node of the subtree otherwise than it stands.
  bool name_any_of(const tree::Subtree& subtree) const;

  // Whether a node names others to hide.
  static bool is_marker(const tree::Node& node);
  static bool is_redaction(const tree::Node& node);
  static bool is_replacement(const tree::Node& node);
  // Whether the original of a replacement is still in the tree.
  bool has_original(const tree::Node& replacement) const { return find(original_of_, replacement) != nullptr; }

 private:
  // Keyed by ids, which outlive this as the tree does.
  using ById = std::map<std::string_view, const tree::Node*>;

  static const tree::Node* find(const ById& by_id, const tree::Node& node);
  void note(const tree::Node& node, const tree::Subtree* out_of_reach);
  void look_through(const tree::Subtree& subtree);
  // Notes what its nodes name, but for what is in the other subtree, if one is given.
  void note_all(const tree::Subtree& subtree, const tree::Subtree* out_of_reach);

  bool has_any_ = false;
  ById redacted_by_;
  ById replaced_by_;
  ById covered_by_;
  ById original_of_;
};

}  // namespace latewood::render
