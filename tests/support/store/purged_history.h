// A history as a store gives it back after a purge: the same commits, without some contents.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "base/rules.h"
#include "engine/branch/access.h"
#include "engine/branch/restore.h"
#include "history/snapshot_data.h"
#include "support/document/bundle_bytes.h"
#include "warp/commit_header.h"

namespace latewood::test {

// `is_purged(json)` says of which contents only the digest is left.
inline Result<Context> purged_history(const Context& original,
                                      const std::function<bool(std::string_view json)>& is_purged) {
  const engine::Branch& branch = engine::Access::branch(original);
  const auto contents = [&](const tree::PayloadDigest& digest) -> Result<std::string> {
    const tree::Payload* payload = branch.timeline().find_payload(digest);
    if (payload->is_purged() || is_purged(payload->json())) return broken(kPayloadPurged, "purged", Code::Conflict);
    return std::string(payload->json());
  };
  engine::Restorer restorer({make_logical_clock()}, contents);
  const history::SnapshotData* head = branch.head();
  for (std::uint64_t left = head == nullptr ? 0 : head->position + 1; left > 0; --left) {
    const history::SnapshotData& snapshot = history::ancestor(*head, left - 1);
    warp::CommitHeader header{{}, snapshot.state_root(), snapshot.patch_digest(), snapshot.policy_id};
    if (!snapshot.is_genesis()) header.parents.push_back(snapshot.parent->commit_id());
    const std::string bytes = warp::encode_commit_header(header);
    const std::string patch = engine::Access::snapshot(branch, snapshot).patch_bytes().value();
    const std::string extras = engine::encode_extras(engine::extras_of(snapshot));
    const auto added = restorer.add({bytes, patch, extras});
    if (!added) return added.error();
  }
  return engine::Access::context(logical_context(), restorer.take());
}

}  // namespace latewood::test
