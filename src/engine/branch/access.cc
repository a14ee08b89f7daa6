#include "engine/branch/access.h"

#include "engine/branch/branch.h"
#include "engine/branch/branch_log.h"

namespace latewood::engine {

Snapshot Access::snapshot(const Branch& branch, const history::SnapshotData& data) {
  return Snapshot(branch.life(), &data);
}

render::PieceCache& Access::renders(const Snapshot& snapshot) { return snapshot.owner_->renders; }

Result<void> Access::check_read(const Snapshot& snapshot) {
  const auto& past = snapshot.owner_->past;
  if (past == nullptr) return {};
  return past->status();
}

}  // namespace latewood::engine
