#include "engine/why/slice.h"

#include <algorithm>
#include <limits>

#include "base/try.h"
#include "engine/branch/branch.h"
#include "intake/receipt_bytes.h"
#include "intake/rewrites.h"
#include "tree/id_scope.h"

namespace latewood::engine {
namespace {

// The record and the parent of a node. Both are equal in two snapshots if the node was not written between them.
struct NodeRecord {
  const tree::Node* node = nullptr;
  const tree::Node* parent = nullptr;
};

// Searches with the index of this snapshot, because in a later snapshot the node may be in another place.
NodeRecord record_of(const history::SnapshotData& snapshot, std::string_view id) {
  const tree::Tree& tree = snapshot.tree;
  const auto place = tree::find_place(tree, id, *snapshot.ids);
  if (!place) return {};
  const auto parent = tree::parent_of(tree, *place);
  const tree::Node* above = parent ? &tree::node_at(tree, *parent) : nullptr;
  return {&tree::node_at(tree, *place), above};
}

// Compares contents if the addresses differ: snapshots that were loaded separately have separate records of one node.
bool is_same_record(const tree::Node& a, const tree::Node& b) {
  return &a == &b || intake::header_of(a) == intake::header_of(b);
}

// Compares parents by id: the parent's own record may have changed.
bool is_same(const NodeRecord& a, const NodeRecord& b) {
  if (a.node == nullptr || b.node == nullptr || !is_same_record(*a.node, *b.node)) return false;
  return a.parent == b.parent || (a.parent != nullptr && b.parent != nullptr && a.parent->id() == b.parent->id());
}

bool is_pin(const Rewrite& rewrite) {
  return rewrite.kind == RewriteKind::Pinned || rewrite.kind == RewriteKind::Unpinned;
}

bool writes(const Candidate& candidate, const std::string& id) {
  if (candidate.disposition != Disposition::Applied) return false;
  return std::any_of(candidate.rewrites.begin(), candidate.rewrites.end(),
                     [&id](const Rewrite& rewrite) { return rewrite.id == id && !is_pin(rewrite); });
}

// The ids of the nodes that must exist before the candidate can be applied.
std::vector<std::string> needs_of(const Candidate& candidate) {
  std::vector<std::string> ids;
  for (const NodeRef& read : candidate.reads) ids.push_back(read.id);
  for (const Rewrite& rewrite : candidate.rewrites) {
    if (rewrite.kind != RewriteKind::Made && !is_pin(rewrite)) ids.push_back(rewrite.id);
  }
  return ids;
}

}  // namespace

std::optional<intake::HeldNode> held_in(const tree::Tree& tree, std::string_view id, const tree::IdScope& ids) {
  const auto place = tree::find_place(tree, id, ids);
  if (!place) return std::nullopt;
  const auto parent = tree::parent_of(tree, *place);
  const std::string_view above = parent ? tree::node_at(tree, *parent).id() : std::string_view();
  return intake::HeldNode{intake::instance_at(tree, *place), std::string(above),
                          intake::header_of(tree::node_at(tree, *place))};
}

bool Slicer::has(std::string_view id, std::uint64_t position) const {
  return record_of(at(position), id).node != nullptr;
}

std::optional<std::uint64_t> Slicer::last_change(std::string_view id, std::uint64_t position) const {
  const NodeRecord now = record_of(at(position), id);
  if (now.node == nullptr) return std::nullopt;
  const auto is_as_now = [&](std::uint64_t then) { return is_same(record_of(at(then), id), now); };
  // Goes back in growing steps, then bisects, so that recent changes are found first.
  std::uint64_t same = position;
  std::uint64_t step = 1;
  while (same >= step && is_as_now(same - step)) {
    same -= step;
    step *= 2;
  }
  std::uint64_t first = same >= step ? same - step + 1 : 0;
  while (first < same) {
    const std::uint64_t middle = first + (same - first) / 2;
    if (is_as_now(middle)) {
      same = middle;
    } else {
      first = middle + 1;
    }
  }
  return same;
}

Result<const Receipt*> Slicer::receipt(std::uint64_t position) {
  const auto known = receipts_.find(position);
  if (known != receipts_.end()) return known->second ? &*known->second : static_cast<const Receipt*>(nullptr);
  LW_TRY_ASSIGN(const auto bytes, branch_.load_receipt(at(position)));
  std::optional<Receipt> decoded;
  if (bytes) {
    auto receipt = intake::decode_receipt(*bytes);
    if (!receipt) {
      const std::string cycle = std::to_string(at(position).cycle());
      return Error{Code::Corruption, "the receipt of cycle " + cycle + ": " + receipt.error().message, {}, {}};
    }
    decoded = *std::move(receipt);
  }
  const auto& kept = receipts_.emplace(position, std::move(decoded)).first->second;
  return kept ? &*kept : static_cast<const Receipt*>(nullptr);
}

std::optional<Slicer::Step> Slicer::writer_within(const Receipt& receipt, std::uint64_t position, const std::string& id,
                                                  std::size_t end) const {
  for (std::size_t at = std::min(end, receipt.candidates.size()); at > 0; --at) {
    if (writes(receipt.candidates[at - 1], id)) return Step{position, at - 1};
  }
  return std::nullopt;
}

// Adds the last candidate before `before` that wrote the node.
Result<void> Slicer::need(const std::string& id, const Step& before) {
  std::optional<Step> writer;
  if (before.second > 0) {
    LW_TRY_ASSIGN(const Receipt* here, receipt(before.first));
    if (here != nullptr) writer = writer_within(*here, before.first, id, before.second);
  }
  const auto changed = writer || before.first == 0 ? std::nullopt : last_change(id, before.first - 1);
  if (changed) {
    LW_TRY_ASSIGN(const Receipt* there, receipt(*changed));
    if (there != nullptr) writer = writer_within(*there, *changed, id, std::numeric_limits<std::size_t>::max());
    if (!writer) unexplained_.emplace(id, *changed);
  }
  if (writer && found_.insert(*writer).second) open_.push_back(*writer);
  return {};
}

Result<std::set<Slicer::Step>> Slicer::run(const std::string& id, std::uint64_t position) {
  found_.clear();
  open_.clear();
  LW_TRY(need(id, {position + 1, 0}));
  while (!open_.empty()) {
    const Step step = open_.back();
    open_.pop_back();
    for (const std::string& needed : needs_of(candidate(step))) LW_TRY(need(needed, step));
  }
  return found_;
}

}  // namespace latewood::engine
