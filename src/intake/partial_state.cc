#include "intake/partial_state.h"

#include "base/try.h"

namespace latewood::intake {
namespace {

Error lie(std::string message) { return {Code::Corruption, std::move(message), {}, {}}; }

Result<void> check_there(const std::optional<HeldNode>& node, const std::string& id, const Instance& instance) {
  if (!node) return lie("'" + id + "' is not there");
  if (node->instance != instance) return lie("'" + id + "' is not where the candidate says");
  return {};
}

}  // namespace

const std::optional<HeldNode>& PartialState::find(const std::string& id) {
  const auto known = nodes_.find(id);
  if (known != nodes_.end()) return known->second;
  return nodes_.emplace(id, before_(id)).first->second;
}

Result<void> PartialState::apply(const Candidate& candidate) {
  for (const NodeRef& read : candidate.reads) LW_TRY(check_there(find(read.id), read.id, read.instance));
  for (const Rewrite& rewrite : candidate.rewrites) LW_TRY(apply(rewrite));
  return {};
}

Result<void> PartialState::apply(const Rewrite& rewrite) {
  const std::string& id = rewrite.id;
  switch (rewrite.kind) {
    case RewriteKind::Made:
      if (find(id)) return lie("'" + id + "' is there already");
      nodes_[id] = HeldNode{rewrite.to, rewrite.parent, rewrite.header};
      return {};
    case RewriteKind::Changed:
      LW_TRY(check_there(find(id), id, rewrite.to));
      nodes_[id]->header = rewrite.header;
      return {};
    case RewriteKind::Placed:
      LW_TRY(check_there(find(id), id, rewrite.from));
      nodes_[id]->instance = rewrite.to;
      nodes_[id]->parent = rewrite.parent;
      return {};
    case RewriteKind::Dropped:
      LW_TRY(check_there(find(id), id, rewrite.from));
      nodes_[id].reset();
      return {};
    case RewriteKind::Pinned:
      if (unpinned_.erase({id, rewrite.parent}) == 0) pinned_.insert({id, rewrite.parent});
      return {};
    case RewriteKind::Unpinned:
      if (pinned_.erase({id, rewrite.parent}) == 0) unpinned_.insert({id, rewrite.parent});
      return {};
  }
  return {};
}

}  // namespace latewood::intake
