#include "latewood/snapshot.h"

#include <utility>

#include "engine/branch/access.h"
#include "engine/query/node_view.h"
#include "engine/query/scope.h"
#include "engine/record/commit_record.h"
#include "history/snapshot_data.h"
#include "render/profile.h"
#include "render/provider_thread.h"
#include "tree/edit/pins.h"
#include "warp/graph/tick_patch.h"

namespace latewood {

std::uint64_t Snapshot::cycle() const { return data_->cycle(); }
const CommitId& Snapshot::commit_id() const { return data_->commit_id(); }
const StateRoot& Snapshot::state_root() const { return data_->state_root(); }
const PatchDigest& Snapshot::patch_digest() const { return data_->patch_digest(); }
CommitNote Snapshot::note() const { return data_->note(); }
CommitReport Snapshot::report() const { return data_->report(); }

std::optional<CommitId> Snapshot::parent() const {
  return data_->is_genesis() ? std::nullopt : std::optional(data_->before().commit_id());
}

Result<std::string> Snapshot::patch_bytes() const {
  const bool is_oldest = data_->before().is_collected() && !data_->is_genesis();
  if (is_oldest) return std::string();
  return engine::Access::checked<std::string>(*this, warp::encode_patch(engine::patch_of(*data_)));
}

Result<std::string> Snapshot::provider_thread() const {
  return engine::Access::checked<std::string>(*this,
                                              render::provider_thread(data_->tree, &engine::Access::renders(*this)));
}

Result<Rendered> Snapshot::render(std::string_view profile, const RenderOptions& options) const {
  return engine::Access::checked(*this,
                                 render::render_profile(data_->tree, profile, options, &engine::Access::renders(*this),
                                                        engine::finder_in(data_->tree, *data_->ids)));
}

Result<std::vector<NodeView>> Snapshot::nodes() const {
  return engine::Access::checked<std::vector<NodeView>>(*this, engine::views_of(data_->tree, cycle()));
}

Result<std::vector<std::string>> Snapshot::turns() const {
  std::vector<std::string> ids;
  for (const tree::Ring& ring : data_->tree.rings) ids.emplace_back(ring->container().id());
  return engine::Access::checked<std::vector<std::string>>(*this, std::move(ids));
}

std::vector<std::string> Snapshot::pins() const { return tree::pinned_ids(data_->tree.pins()); }

std::vector<Pin> Snapshot::pin_holders() const { return data_->tree.pins(); }

const char* to_string(Cause cause) {
  switch (cause) {
    case Cause::Ttl: return "ttl";
    case Cause::Cascade: return "cascade";
    case Cause::Prune: return "prune";
    case Cause::Delete: return "delete";
  }
  return "ttl";
}

}  // namespace latewood
