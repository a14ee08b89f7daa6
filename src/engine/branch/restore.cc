#include "engine/branch/restore.h"

#include <array>
#include <optional>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "canon/blake3.h"
#include "canon/json_cursor.h"
#include "canon/json_reader.h"
#include "canon/json_string.h"
#include "canon/json_writer.h"
#include "tree/node_header.h"
#include "warp/mapping/tree_replay.h"

namespace latewood::engine {
namespace {

using tree::NodeClass;
using tree::Tree;
using warp::corrupt;

// The error of a decoder, which blames its caller's input, about stored bytes.
Error damaged(std::string_view what, const Error& error) {
  if (error.code != Code::InvalidArgument) return error;
  Error corruption = corrupt(std::string(what) + ": " + error.message);
  corruption.rule = error.rule;
  return corruption;
}

// Most contents are strings, and these are looked at without being taken apart.
bool is_canonical_string(std::string_view json) {
  JsonCursor cursor{json};
  return take_canonical_json_string(cursor) && cursor.at_end();
}

}  // namespace

Restorer::Restorer(std::shared_ptr<Clock> clock, TokenCounter* counter, Contents contents)
    : contents_(std::move(contents)), branch_(std::make_unique<Branch>(std::move(clock))) {
  branch_->set_policy(std::nullopt, counter);
}

Result<const history::SnapshotData*> Restorer::add(const CommitBytes& bytes) {
  LW_TRY_ASSIGN(Restored commit, decode(bytes));
  commit.proof = bytes.proof;
  LW_TRY(check_parent(commit));
  LW_TRY_ASSIGN(commit.tree, replay(commit, bytes));
  commit.changes = branch_->changes_to(commit.tree);
  LW_TRY(check_tree(commit));
  const history::SnapshotData* head = branch_->head();
  const bool may_wander = head != nullptr && !branch_->starts_late();
  if (may_wander && branch_->has_wanderers(commit.tree, commit.changes)) branch_ = branch_->fork(*head);
  return branch_->restore(std::move(commit));
}

Result<const history::SnapshotData*> Restorer::start(const CommitBytes& bytes, const StateReader& state,
                                                     const std::optional<CollectedCommit>& before) {
  const warp::PayloadLookup find_payload = [this](const tree::PayloadDigest& wanted) { return payload(wanted); };
  LW_TRY_ASSIGN(StateRecord record, state({branch_->pool(), find_payload}));
  LW_TRY_ASSIGN(Restored commit, decode({bytes.header, {}, record.extras, bytes.note}));
  if (commit.header.parents.size() > 1 || commit.header.parents.empty() != (commit.genesis != nullptr)) {
    return corrupt("commit " + commit.id.hex() + " has a parent or a first state, and must have one of them");
  }
  const bool is_first = commit.header.parents.empty() && !before;
  const bool may_count = record.position <= UINT32_MAX && is_first == (record.position == 0);
  if (!may_count) return corrupt("the state of commit " + commit.id.hex() + " miscounts");
  if (!before && !is_first) return corrupt("what is before commit " + commit.id.hex() + " is missing");
  commit.tree = record.tree;
  commit.changes = branch_->changes_to(commit.tree);
  LW_TRY(check_tree(commit));
  return branch_->start(std::move(commit), record, before);
}

Result<Restored> Restorer::decode(const CommitBytes& bytes) {
  Restored commit;
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

Result<void> Restorer::check_parent(const Restored& commit) const {
  const history::SnapshotData* head = branch_->head();
  const std::vector<CommitId>& parents = commit.header.parents;
  if (parents.size() > 1) {
    return Error{Code::Unsupported, "a commit with " + std::to_string(parents.size()) + " parents", {}, {}};
  }
  if (parents.empty() != (commit.genesis != nullptr)) {
    return corrupt("commit " + commit.id.hex() + " has a parent or a first state, and must have one of them");
  }
  if (!parents.empty() && (head == nullptr || parents.front() != head->commit_id())) {
    return corrupt("commit " + commit.id.hex() + " follows " + parents.front().hex() + ", which is not before it");
  }
  // A context without commits issues its first stamp above those of the regions.
  const std::int64_t least = head == nullptr ? tree::Draft().last_stamp : head->last_stamp;
  if (commit.extras.last_stamp >= least) return {};
  return corrupt("the last stamp of commit " + commit.id.hex() + " is below that of the commit before it");
}

Result<Tree> Restorer::replay(const Restored& commit, const CommitBytes& given) {
  const std::string_view bytes = given.patch;
  const PatchDigest digest = given.patch_digest ? *given.patch_digest : PatchDigest{blake3_of(bytes).bytes};
  if (digest != commit.header.patch_digest) {
    return corrupt("the patch has the digest " + digest.hex() + ", its header says " +
                   commit.header.patch_digest.hex());
  }
  const warp::PayloadLookup find_payload = [this](const tree::PayloadDigest& wanted) { return payload(wanted); };
  const Tree& older = commit.genesis != nullptr ? *commit.genesis : branch_->head()->tree;
  const warp::ReplaySource source{branch_->pool(), find_payload};
  auto tree =
      given.proof == Proof::Here ? warp::replay(older, bytes, source) : warp::replay_unproved(older, bytes, source);
  const bool is_good = tree && warp::policy_of(bytes) == commit.header.policy_id;
  if (is_good) return tree;
  // Decoding a patch takes as long as replaying it, so it is left to those that are refused: what
  // is no patch at all is told first.
  const auto patch = warp::decode_patch(bytes);
  if (!patch) return damaged("the patch", patch.error());
  if (patch->policy_id() != commit.header.policy_id) return corrupt("the patch has another policy than its header");
  return tree;
}

// What only somebody who knows the whole history can tell.
Result<void> Restorer::check_tree(const Restored& commit) const {
  const Tree& tree = commit.tree;
  const history::SnapshotData* head = branch_->head();
  if (head != nullptr && tree.cycle <= head->cycle()) {
    return corrupt("cycle " + std::to_string(tree.cycle) + " comes after cycle " + std::to_string(head->cycle()));
  }
  // A branch that starts late goes on from a line that its commits have checked; asking for every id
  // would load what tells of them.
  if (branch_->starts_late()) return {};
  const auto twin = branch_->find_twin(tree, commit.changes);
  if (twin) return corrupt("cycle " + std::to_string(tree.cycle) + " has two nodes '" + *twin + "'");
  return {};
}

Result<std::shared_ptr<const Tree>> frame_from(const std::array<std::string, 4>& headers, tree::NodePool& pool) {
  constexpr std::array<NodeClass, 4> kClasses = {NodeClass::Root, NodeClass::Sys, NodeClass::Seq, NodeClass::Ah};
  std::array<const tree::Node*, 4> nodes{};
  for (std::size_t i = 0; i < headers.size(); ++i) {
    auto header = tree::decode_header(headers[i]);
    if (!header) return damaged("the first state", header.error());
    nodes[i] = tree::add_node(pool, std::move(*header), nullptr);
    const bool is_empty = !header->has_content && nodes[i]->content_hash() == header->content_hash;
    if (!is_empty || nodes[i]->node_class() != kClasses[i]) {
      return corrupt("'" + std::string(nodes[i]->id()) + "' is no empty " + std::string(tree::name_of(kClasses[i])));
    }
  }
  Tree frame = tree::empty_tree(pool);
  frame.set_root(nodes[0]);
  frame.sys = tree::Ring(tree::Subtree(nodes[1]));
  frame.set_seq(nodes[2]);
  frame.ah = tree::Ring(tree::Subtree(nodes[3]));
  return std::make_shared<const Tree>(std::move(frame));
}

Result<const tree::Payload*> Restorer::payload(const tree::PayloadDigest& digest) {
  if (const tree::Payload* known = branch_->find_payload(digest)) return known;
  return add_content(digest, contents_(digest), contents_, branch_->pool());
}

Result<const tree::Payload*> add_content(const tree::PayloadDigest& digest, const Result<std::string>& json,
                                         const Contents& contents, tree::NodePool& pool) {
  if (!json && json.error().rule == kPayloadPurged) return pool.add_purged(digest, contents.purged_bytes(digest));
  if (!json) return json.error();
  if (!is_canonical_string(*json)) {
    const auto value = parse_json(*json);
    if (!value) return damaged("content " + digest.hex(), value.error());
    if (canonical_json(*value) != *json) return corrupt("content " + digest.hex() + " is not canonical");
  }
  LW_TRY_ASSIGN(const tree::Payload* payload, pool.add_payload(*json));
  if (payload->digest() != digest) return corrupt("content " + digest.hex() + " has another digest");
  return payload;
}

}  // namespace latewood::engine
