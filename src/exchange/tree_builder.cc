#include "exchange/tree_builder.h"

#include <algorithm>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "exchange/completion.h"
#include "exchange/document_rules.h"
#include "exchange/shared_parts.h"
#include "tree/hashed_content.h"
#include "tree/sibling_order.h"

namespace latewood::exchange {
namespace {

using tree::Node;
using tree::NodeClass;
using tree::Subtree;
using Index = std::uint32_t;

class TreeBuilder {
 public:
  TreeBuilder(NodeDocuments documents, const PriorTree& prior, tree::NodePool& pool)
      : all_(std::move(documents)), prior_(prior), pool_(pool) {}

  Result<tree::Tree> build(std::uint64_t cycle, const ImportNotes& notes);

 private:
  Result<void> make_nodes();
  Result<void> check_hashes(std::uint64_t cycle, const ImportNotes& notes) const;
  void sort_children();
  Result<void> check_cores() const;
  Index region(NodeClass wanted) const;
  Subtree subtree_of(Index top);
  tree::Ring ring_of(Index top, const tree::Ring& before);
  void add_turns(tree::Tree& tree);

  const Node& node(Index at) const { return *nodes_[at]; }
  // Children of `at` in canonical order: indices from first_[at] to first_[at + 1] of children_.
  const Index* begin_of(Index at) const { return children_.data() + first_[at]; }
  const Index* end_of(Index at) const { return children_.data() + first_[at + 1]; }

  NodeDocuments all_;
  std::vector<NodeDocument>& documents_ = all_.list;
  const PriorTree& prior_;
  tree::NodePool& pool_;
  std::vector<const Node*> nodes_;
  std::vector<Index> first_;
  std::vector<Index> children_;
  // The entries of the current subtree; a member, so that their memory is used again.
  std::vector<Subtree::Entry> entries_;
  std::vector<std::pair<Index, Subtree::Index>> pending_;  // node and the index of its parent
};

Result<tree::Tree> TreeBuilder::build(std::uint64_t cycle, const ImportNotes& notes) {
  LW_TRY(complete(all_, cycle, notes));
  LW_TRY(check_documents(documents_));
  LW_TRY(make_nodes());
  if (notes.is_asked()) LW_TRY(check_hashes(cycle, notes));
  sort_children();
  LW_TRY(check_cores());
  const tree::Tree* before = prior_.tree();
  tree::Tree tree;
  tree.cycle = cycle;
  tree.set_root(nodes_[0]);
  tree.set_seq(nodes_[region(NodeClass::Seq)]);
  tree.sys = ring_of(region(NodeClass::Sys), before == nullptr ? tree::Ring() : before->sys);
  tree.ah = ring_of(region(NodeClass::Ah), before == nullptr ? tree::Ring() : before->ah);
  add_turns(tree);
  return tree;
}

Result<void> TreeBuilder::make_nodes() {
  // Ids are scattered in the text, so they are prefetched.
  constexpr std::size_t kAhead = 8;
  nodes_.reserve(documents_.size());
  for (NodeDocument& document : documents_) {
    if (nodes_.size() + kAhead < documents_.size()) {
      __builtin_prefetch(documents_[nodes_.size() + kAhead].fields.id.data());
    }
    const Node* before = prior_.find_node(document.fields.id);
    const bool is_same = before != nullptr && says_the_same(*before, document.fields);
    nodes_.push_back(before);
    if (is_same) continue;
    if (document.fields.content_json) document.fields.payload = all_.payloads[document.content];
    LW_TRY_ASSIGN(nodes_.back(), pool_.add_late(std::move(document.fields)));
    if (before != nullptr) LW_TRY(tree::check_content_hashes(*before, *nodes_.back()));
  }
  return {};
}

// Compares each given `content_hash` with the computed one, and notes a difference.
Result<void> TreeBuilder::check_hashes(std::uint64_t cycle, const ImportNotes& notes) const {
  for (Index at = 0; at < documents_.size(); ++at) {
    const NodeDocument& document = documents_[at];
    if (!document.has(Member::ContentHash) || document.is_purged) continue;
    const std::string computed = node(at).content_hash().hex();
    if (document.content_hash == computed || document.content_hash.empty()) {
      notes.dropped(document, Member::ContentHash, cycle, "content_hash follows from the content");
      continue;
    }
    const std::string claimed = "content_hash '" + excerpt(document.content_hash) + "' is not that of the node";
    LW_TRY(notes.warned(document, Member::ContentHash, cycle, claimed, computed));
  }
  return {};
}

void TreeBuilder::sort_children() {
  first_.assign(documents_.size() + 1, 0);
  for (Index at = 1; at < documents_.size(); ++at) ++first_[documents_[at].parent + 1];
  for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
  children_.resize(documents_.size() - 1);
  std::vector<Index> next = first_;
  for (Index at = 1; at < documents_.size(); ++at) children_[next[documents_[at].parent]++] = at;
  const auto is_before = [this](Index a, Index b) { return tree::sibling_less(node(a), node(b)); };
  for (Index at = 0; at < documents_.size(); ++at) {
    const auto begin = children_.begin() + first_[at];
    const auto end = children_.begin() + first_[at + 1];
    // In exports they are already sorted.
    if (!std::is_sorted(begin, end, is_before)) std::sort(begin, end, is_before);
  }
}

// Checks that a turn has exactly one core, and the head at most one. Blocks at offset 0 directly below form an implicit
// core and exclude an explicit one (D-01).
Result<void> TreeBuilder::check_cores() const {
  for (Index at = 0; at < documents_.size(); ++at) {
    const NodeClass node_class = node(at).node_class();
    if (node_class != NodeClass::Turn && node_class != NodeClass::Ah) continue;
    const Index* core = nullptr;
    for (const Index* child = begin_of(at); child != end_of(at); ++child) {
      if (node(*child).offset() != 0) continue;
      if (core != nullptr &&
          (node(*core).node_class() == NodeClass::Core || node(*child).node_class() == NodeClass::Core)) {
        return second_core(node(at), node(*child), documents_[*child].place);
      }
      core = child;
    }
    if (core == nullptr && node_class == NodeClass::Turn) return no_core(node(at), documents_[at].place);
  }
  return {};
}

Index TreeBuilder::region(NodeClass wanted) const {
  const auto has_class = [&](Index at) { return node(at).node_class() == wanted; };
  return *std::find_if(begin_of(0), end_of(0), has_class);
}

Subtree TreeBuilder::subtree_of(Index top) {
  entries_.clear();
  pending_.assign(1, {top, 0});
  while (!pending_.empty()) {
    const auto [at, parent] = pending_.back();
    pending_.pop_back();
    const auto place = static_cast<Subtree::Index>(entries_.size());
    entries_.push_back({nodes_[at], parent, place + 1});
    for (const Index* child = end_of(at); child != begin_of(at);) pending_.emplace_back(*--child, place);
  }
  // A parent ends where its last descendant ends. Parents come before children, so this goes backwards.
  for (std::size_t at = entries_.size(); at-- > 1;) {
    Subtree::Entry& parent = entries_[entries_[at].parent];
    parent.end = std::max(parent.end, entries_[at].end);
  }
  return Subtree(entries_);
}

tree::Ring TreeBuilder::ring_of(Index top, const tree::Ring& before) {
  Subtree subtree = subtree_of(top);
  if (before && *before == subtree) return before;
  return tree::Ring(std::move(subtree));
}

void TreeBuilder::add_turns(tree::Tree& tree) {
  const Index seq = region(NodeClass::Seq);
  std::vector<tree::Ring> rings;
  for (const Index* turn = begin_of(seq); turn != end_of(seq); ++turn) {
    rings.push_back(ring_of(*turn, prior_.find_ring(node(*turn).id())));
  }
  tree.set_displaced(displaced_turns(rings, tree.cycle));
  tree.rings = shared_rings(rings, prior_);
}

}  // namespace

Result<tree::Tree> build_tree(NodeDocuments nodes, std::uint64_t cycle, const ImportNotes& notes,
                              const PriorTree& prior, tree::NodePool& pool) {
  return TreeBuilder(std::move(nodes), prior, pool).build(cycle, notes);
}

}  // namespace latewood::exchange
