// A branch with the calls of a context. `Context` has no way to make a commit fail, a branch has.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/api/system_said.h"
#include "engine/branch/branch.h"
#include "engine/branch/branch_edit.h"
#include "engine/branch/commit.h"
#include "engine/query/node_view.h"
#include "history/snapshot_data.h"
#include "latewood/context.h"
#include "tree/edit/refusal.h"
#include "tree/placement.h"

namespace latewood::test {

class BranchFace {
 public:
  explicit BranchFace(const ContextOptions& options)
      : branch({options.clock, options.tokens.get()}),
        permissions_{options.system, options.demote_overlaps, options.actor},
        tokens_(options.tokens) {}

  engine::Branch branch;

  template <class Mutation>
  auto edit(Mutation mutation) {
    return branch.edit(permissions_, mutation);
  }

  Result<std::string> insert(const Component& component, std::int64_t depth) {
    if (is_refused_id(component)) return tree::check_own_id(*component.id).error();
    return edit([&](tree::Editor& editor) { return editor.insert(component, depth); });
  }
  Result<std::string> insert_under(const Component& component, const std::string& parent) {
    if (is_refused_id(component)) return tree::check_own_id(*component.id).error();
    return edit([&](tree::Editor& editor) { return editor.insert_under(component, parent); });
  }
  Result<std::string> replace(const std::string& id, const Replacement& with) {
    return edit([&](tree::Editor& editor) { return editor.replace(id, with); });
  }
  Result<std::vector<std::string>> delete_nodes(const std::vector<std::string>& ids) {
    return edit([&](tree::Editor& editor) { return editor.delete_nodes(ids); });
  }
  Result<void> detach(const std::string& id) {
    return edit([&](tree::Editor& editor) { return editor.detach(id); });
  }
  Result<std::vector<std::string>> move(const std::vector<std::string>& ids, std::int64_t depth) {
    return edit([&](tree::Editor& editor) { return editor.move(ids, depth); });
  }
  Result<void> reparent(const std::string& id, const std::string& parent) {
    return edit([&](tree::Editor& editor) { return editor.reparent(id, parent); });
  }
  Result<void> pin(const std::string& id, const std::optional<std::string>& holder) {
    return edit([&](tree::Editor& editor) { return editor.pin(id, holder); });
  }
  Result<void> unpin(const std::string& id, const std::optional<std::string>& holder) {
    return edit([&](tree::Editor& editor) { return editor.unpin(id, holder); });
  }
  void set_system(bool granted) { permissions_.system = granted; }
  Result<void> reset() {
    const auto views_of_head = [this] {
      const history::SnapshotData* const head = branch.head();
      return head == nullptr ? std::vector<NodeView>() : engine::views_of(head->tree, head->cycle());
    };
    // AUD-19, as in `Context`.
    const auto said = engine::system_said(engine::views_of(branch.working(), 0));
    if (!permissions_.system && said != engine::system_said(views_of_head())) {
      return tree::needs_system("discarding edits of system text");
    }
    return branch.reset();
  }
  Result<void> set_policy(const std::optional<PrunePolicy>& policy) {
    if (policy && policy->prune_system && !permissions_.system) return tree::needs_system("pruning the system region");
    branch.set_policy(policy);
    return {};
  }

 private:
  bool is_refused_id(const Component& component) const {
    return component.id && !branch.find_working(*component.id) && !tree::check_own_id(*component.id);
  }

  tree::Permissions permissions_;
  std::shared_ptr<TokenCounter> tokens_;
};

}  // namespace latewood::test
