// The snapshots of a branch with the indexes of their nodes, and what keeps them alive.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/branch/line_base.h"
#include "engine/record/ledger.h"
#include "engine/record/snapshot_annex.h"
#include "history/past.h"
#include "render/cache/piece_cache.h"
#include "tree/id_index.h"
#include "tree/id_scope.h"
#include "tree/memory/stable_vector.h"
#include "tree/node_pool.h"

namespace latewood::engine {

// Adapts a LineBase to the interface of IdScope.
class LineBaseIds final : public tree::IdSource {
 public:
  explicit LineBaseIds(LineBase& base) : base_(base) {}
  std::optional<tree::IdIndex::Entry> find_id(std::string_view id) override { return base_.find_id(id); }

 private:
  LineBase& base_;
};

// The snapshots of one branch, without those of its ancestors, and their nodes.
struct BranchLog {
  std::shared_ptr<LineBase> base;         // null: the log begins with the first commit
  std::unique_ptr<LineBaseIds> base_ids;  // adapts `base`
  tree::NodePool pool;
  tree::IdIndex ids;
  tree::IdScope scope;  // `ids` and those of the ancestors' logs
  Ledger ledger;
  tree::StableVector<LoggedSnapshot> snapshots;
  // Some imported nodes have a later cycle than their snapshot, so a cycle does not show which snapshots contain a
  // node.
  bool has_foreign_cycles = false;
  // A commit without parents follows other commits, as in some imported histories.
  bool starts_over = false;
};

// Shared by all handles on snapshots of a branch. Keeps alive the logs with the snapshots of the line and the rendered
// turns.
struct BranchLife {
  std::shared_ptr<history::Past> past;
  std::vector<std::shared_ptr<BranchLog>> logs;
  render::PieceCache renders;
};

}  // namespace latewood::engine
