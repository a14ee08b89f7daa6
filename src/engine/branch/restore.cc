#include "engine/branch/restore.h"

#include <optional>
#include <utility>

#include "base/corrupt.h"
#include "base/rules.h"
#include "base/try.h"
#include "canon/blake3.h"
#include "engine/branch/adopt.h"
#include "engine/branch/branch.h"
#include "engine/branch/timeline.h"
#include "engine/branch/working_state.h"
#include "engine/record/state_page.h"
#include "warp/graph/tick_patch.h"
#include "warp/mapping/instance_edit.h"
#include "warp/mapping/tree_replay.h"

namespace latewood::engine {

using tree::Tree;

Restorer::Restorer(BranchSetup setup, Contents contents)
    : contents_(std::move(contents)), branch_(std::make_unique<Branch>(std::move(setup))) {}

Restorer::Restorer(std::unique_ptr<Branch> branch, Contents contents)
    : contents_(std::move(contents)), branch_(std::move(branch)) {}

Restorer::~Restorer() = default;

std::unique_ptr<Branch> Restorer::take() { return std::move(branch_); }

Result<const history::SnapshotData*> Restorer::add(const CommitBytes& bytes) {
  LW_TRY_ASSIGN(RestoredCommit commit, decode(bytes));
  commit.proof = bytes.proof;
  LW_TRY(check_parent(commit));
  LW_TRY_ASSIGN(commit.tree, replay(commit, bytes));
  commit.changes = warp::changed_rings(branch_->timeline().base(), commit.tree);
  LW_TRY(check_tree(commit));
  const history::SnapshotData* head = branch_->head();
  const bool may_have_moved = head != nullptr && !branch_->timeline().starts_late();
  if (may_have_moved && has_moved_nodes(branch_->timeline(), commit.tree, commit.changes)) {
    branch_ = branch_->fork(*head, branch_->setup().receipts);
  }
  return restore(branch_->timeline(), branch_->working_state(), std::move(commit));
}

Result<const history::SnapshotData*> Restorer::start(const CommitBytes& bytes, const StateReader& state,
                                                     const std::optional<CollectedCommit>& before) {
  const warp::PayloadLookup find_payload = [this](const tree::PayloadDigest& wanted) { return payload(wanted); };
  LW_TRY_ASSIGN(StateRecord record, state({branch_->pool(), find_payload}));
  LW_TRY_ASSIGN(RestoredCommit commit, decode({bytes.header, {}, record.extras, bytes.note}));
  if (commit.header.parents.size() > 1 || commit.header.parents.empty() != (commit.genesis != nullptr)) {
    return corrupt("commit " + commit.id.hex() + " has a parent or a first state, and must have one of them");
  }
  const bool is_first = commit.header.parents.empty() && !before;
  const bool has_valid_position = record.position <= UINT32_MAX && is_first == (record.position == 0);
  if (!has_valid_position) return corrupt("the state of commit " + commit.id.hex() + " has a wrong position");
  if (!before && !is_first) return corrupt("the commit before commit " + commit.id.hex() + " is missing");
  commit.tree = record.tree;
  commit.changes = warp::changed_rings(branch_->timeline().base(), commit.tree);
  LW_TRY(check_tree(commit));
  return start_at(branch_->timeline(), branch_->working_state(), std::move(commit), record, before);
}

Result<RestoredCommit> Restorer::decode(const CommitBytes& bytes) {
  RestoredCommit commit;
  commit.id = {blake3_of(bytes.header).bytes};
  commit.note = bytes.note;
  commit.records.receipt = std::string(bytes.receipt);
  commit.records.admission = std::string(bytes.admission);
  auto header = warp::decode_commit_header(bytes.header);
  if (!header) return damaged("the commit header", header.error());
  commit.header = *std::move(header);
  auto extras = decode_extras(bytes.extras);
  if (!extras) return damaged("the extras", extras.error());
  commit.extras = *std::move(extras);
  if (commit.extras.frame) {
    LW_TRY_ASSIGN(commit.genesis, frame_from(*commit.extras.frame, branch_->pool()));
  }
  return commit;
}

Result<void> Restorer::check_parent(const RestoredCommit& commit) const {
  const history::SnapshotData* head = branch_->head();
  const std::vector<CommitId>& parents = commit.header.parents;
  if (parents.size() > 1) {
    return Error{Code::Unsupported, "a commit with " + std::to_string(parents.size()) + " parents", {}, {}};
  }
  if (parents.empty() != (commit.genesis != nullptr)) {
    return corrupt("commit " + commit.id.hex() + " has a parent or a first state, and must have one of them");
  }
  if (!parents.empty() && (head == nullptr || parents.front() != head->commit_id())) {
    return corrupt("commit " + commit.id.hex() + " has the parent " + parents.front().hex() +
                   ", which is not the commit before it");
  }
  // Without a head, the least stamp is that of the regions.
  const std::int64_t least = head == nullptr ? tree::Draft().last_stamp : head->last_stamp;
  if (commit.extras.last_stamp >= least) return {};
  return corrupt("the last stamp of commit " + commit.id.hex() + " is below that of the commit before it");
}

Result<Tree> Restorer::replay(const RestoredCommit& commit, const CommitBytes& given) {
  const std::string_view bytes = given.patch;
  const PatchDigest digest = given.patch_digest ? *given.patch_digest : PatchDigest{blake3_of(bytes).bytes};
  if (digest != commit.header.patch_digest) {
    return corrupt("the patch has the digest " + digest.hex() + ", its header has " + commit.header.patch_digest.hex());
  }
  const warp::PayloadLookup find_payload = [this](const tree::PayloadDigest& wanted) { return payload(wanted); };
  const Tree& older = commit.genesis != nullptr ? *commit.genesis : branch_->head()->tree;
  const warp::ReplaySource source{branch_->pool(), find_payload};
  auto tree =
      given.proof == Proof::Here ? warp::replay(older, bytes, source) : warp::replay_unproved(older, bytes, source);
  const bool is_good = tree && warp::policy_of(bytes) == commit.header.policy_id;
  if (is_good) return tree;
  // Decoding a patch takes as long as replaying it, so only refused patches are decoded: bytes that are not a patch get
  // the decoder's error.
  const auto patch = warp::decode_patch(bytes);
  if (!patch) return damaged("the patch", patch.error());
  if (patch->policy_id() != commit.header.policy_id) return corrupt("the patch has another policy than its header");
  return tree;
}

// Corruption if the cycle of the tree is not above the head's, or if an id is not unique. The patch alone does not show
// either.
Result<void> Restorer::check_tree(const RestoredCommit& commit) const {
  const Tree& tree = commit.tree;
  const history::SnapshotData* head = branch_->head();
  if (head != nullptr && tree.cycle <= head->cycle()) {
    return corrupt("cycle " + std::to_string(tree.cycle) + " comes after cycle " + std::to_string(head->cycle()));
  }
  // Commits of a stored line were checked when they were made, and looking up every id would load pages.
  if (branch_->timeline().starts_late()) return {};
  const auto duplicate = find_duplicate_id(branch_->timeline(), tree, commit.changes);
  if (duplicate) return corrupt("cycle " + std::to_string(tree.cycle) + " has two nodes '" + *duplicate + "'");
  return {};
}

Result<const tree::Payload*> Restorer::payload(const tree::PayloadDigest& digest) {
  if (const tree::Payload* known = branch_->timeline().find_payload(digest)) return known;
  return add_content(digest, contents_(digest), contents_, branch_->pool());
}

}  // namespace latewood::engine
