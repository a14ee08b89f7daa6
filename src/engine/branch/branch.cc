#include "engine/branch/branch.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "canon/json_check.h"
#include "warp/mapping/tree_state.h"

namespace latewood::engine {
namespace {

std::shared_ptr<const tree::Tree> make_genesis(BranchLog& log) {
  return std::make_shared<const tree::Tree>(tree::empty_tree(log.pool));
}

}  // namespace

warp::ResumableRoot empty_root(const tree::Tree& genesis) {
  warp::ResumableRoot root(warp::root_key(genesis));
  root.finish();
  return root;
}

Branch::Branch(std::shared_ptr<Clock> clock) : Branch(std::move(clock), {}, nullptr) {}

Branch::Branch(std::shared_ptr<Clock> clock, std::vector<Ancestor> ancestors, std::shared_ptr<const tree::Tree> genesis)
    : clock_(std::move(clock)),
      log_(std::make_shared<BranchLog>()),
      ancestors_(std::move(ancestors)),
      genesis_(genesis ? std::move(genesis) : make_genesis(*log_)),
      root_(empty_root(*genesis_)) {
  for (const Ancestor& ancestor : ancestors_) {
    if (ancestor.log->base != nullptr) log_->scope.add(*ancestor.log->base);
    const bool sees_all = ancestor.log->has_foreign_cycles;
    log_->scope.add(ancestor.log->ids, sees_all ? std::numeric_limits<std::uint64_t>::max() : ancestor.cutoff);
  }
  log_->scope.add(log_->ids, std::numeric_limits<std::uint64_t>::max());
  set_past(nullptr);
  set_up_surroundings();
  start_cycle();
}

Branch::Branch(std::shared_ptr<Clock> clock, BranchStart start)
    : Branch(std::move(clock), {}, std::move(start.genesis)) {
  log_->base = std::move(start.base);
  log_->scope.add(*log_->base);
  set_past(std::move(start.past));
  start.snapshot.ids = &log_->scope;
  head_.store(&log_->snapshots.emplace_back(std::move(start.snapshot), start.root.mark()), std::memory_order_release);
  root_ = std::move(start.root);
  start_cycle();
}

void Branch::set_past(std::shared_ptr<StoredPast> past) {
  past_ = std::move(past);
  auto life = std::make_shared<BranchLife>();
  life->past = past_;
  for (const Ancestor& ancestor : ancestors_) life->logs.push_back(ancestor.log);
  life->logs.push_back(log_);
  lifetime_ = std::move(life);
}

Result<void> Branch::check_read() const {
  if (past_ == nullptr) return {};
  return past_->status();
}

void Branch::set_up_surroundings() {
  around_.pool = &log_->pool;
  around_.clock = &strict_clock_;
  around_.turn_of = [this](std::string_view id) -> const tree::Node* {
    const auto fresh = fresh_.find(id);
    if (fresh != fresh_.end()) return fresh->second;
    const auto entry = log_->scope.find(id);
    return entry ? entry->turn : nullptr;
  };
  around_.is_taken = [this](std::string_view id) {
    const tree::Tree& tree = base();
    const bool is_frame = id == tree.root()->id() || id == tree.seq()->id() || id == tree.sys->container().id() ||
                          id == tree.ah->container().id();
    return is_frame || fresh_.contains(id) || log_->scope.find(id).has_value();
  };
  around_.is_committed = [this](std::string_view id) { return log_->scope.find(id).has_value(); };
  around_.holders_of = [this](std::string_view key) {
    return ask_ledgers([key](const auto& ledger, auto& ids) { ledger.add_holders(key, ids); });
  };
  around_.markers_of = [this](std::string_view id) {
    return ask_ledgers([id](const auto& ledger, auto& ids) { ledger.add_markers(id, ids); });
  };
}

// What was kept from before collected snapshots has a log of its own.
const Branch* Branch::owner_before_collected(const history::SnapshotData& snapshot) const {
  const bool is_here = snapshot.ids == &log_->scope ||
                       std::any_of(ancestors_.begin(), ancestors_.end(), [&snapshot](const Ancestor& ancestor) {
                         return snapshot.ids == &ancestor.log->scope;
                       });
  if (is_here || head() == nullptr) return nullptr;
  const history::KeptPast* kept = history::find_kept_before(*head());
  return kept == nullptr ? nullptr : static_cast<const StoredKept*>(kept)->owner_of(snapshot);
}

std::unique_ptr<Branch> Branch::fork(const history::SnapshotData& snapshot) const {
  if (const Branch* owner = past_ == nullptr ? nullptr : past_->owner_of(snapshot)) {
    std::unique_ptr<Branch> branch = owner->fork(snapshot);
    branch->set_policy(policy_, counter_);
    branch->history_envelope = history_envelope;
    branch->records = records;
    branch->set_past(past_);
    return branch;
  }
  if (const Branch* owner = owner_before_collected(snapshot)) {
    std::unique_ptr<Branch> branch = owner->fork(snapshot);
    branch->clock_ = clock_;
    branch->strict_clock_ = StrictClock(*clock_);
    branch->set_policy(policy_, counter_);
    branch->history_envelope = history_envelope;
    branch->records = records;
    return branch;
  }
  std::vector<Ancestor> ancestors;
  for (const Ancestor& ancestor : ancestors_) {
    ancestors.push_back({ancestor.log, std::min(ancestor.cutoff, snapshot.cycle())});
  }
  ancestors.push_back({log_, snapshot.cycle()});
  std::unique_ptr<Branch> branch(new Branch(clock_, std::move(ancestors), genesis_));
  branch->set_policy(policy_, counter_);
  branch->history_envelope = history_envelope;
  branch->records = records;
  branch->set_past(past_);
  branch->root_ = warp::ResumableRoot(warp::root_key(snapshot.tree), static_cast<const KeptSnapshot&>(snapshot).root);
  branch->head_.store(&snapshot, std::memory_order_release);
  branch->start_cycle();
  return branch;
}

void Branch::start_cycle() {
  draft_ = tree::Draft();
  draft_.tree = base();
  if (const history::SnapshotData* head = this->head()) {
    draft_.last_stamp = head->last_stamp;
    if (!head->is_late()) draft_.parent = head->commit_id();
  }
  fresh_.clear();
  plan_.clear();
  proposals_.clear();
  admission = {};
  events.reset();
  // Only a head that came from outside holds anything now. Its nodes are found in the head itself
  // and are in no turn yet; their names are taken.
  for (const tree::Subtree::Entry& entry : draft_.tree.ah->entries().subspan(1)) {
    fresh_.emplace(entry.node->id(), nullptr);
  }
}

Result<void> Branch::reset() {
  if (journal != nullptr) LW_TRY(journal->drop_edits());
  start_cycle();
  return {};
}

bool Branch::names_events() const {
  const auto has_event = [](const Candidate& candidate) { return candidate.event.has_value(); };
  return !admission.bytes.empty() || std::any_of(plan_.begin(), plan_.end(), has_event) ||
         std::any_of(proposals_.begin(), proposals_.end(),
                     [](const PendingProposal& pending) { return pending.offer.call.event.has_value(); });
}

Result<void> Branch::check_stamps() const {
  if (draft_.last_stamp <= kLastStamp) return {};
  return broken(kStampsExhausted, "a node was created at " + std::to_string(draft_.last_stamp) +
                                      " ns: there is no room for stamps after it");
}

Result<void> Branch::check_maker(const std::string& actor, const std::optional<EventRef>& event) {
  LW_TRY(check_text(actor));
  if (!event) return {};
  LW_TRY(check_text(event->stream));
  if (event->seq <= static_cast<std::uint64_t>(INT64_MAX)) return {};
  return broken(kOptionInvalid, "there is no event " + std::to_string(event->seq));
}

void Branch::settle_parent() {
  if (!draft_.parent && head() != nullptr) draft_.parent = head()->commit_id();
}

void Branch::keep(const tree::Editor& editor) {
  draft_ = editor.draft();
  for (const auto& [node, turn] : editor.placed()) {
    fresh_.insert_or_assign(std::string(node->id()), turn);
    log_->ledger.note(*node);
    // A deferred node that moved has another name for this commit to ask for.
    if (node->expiry() < static_cast<std::int64_t>(draft_.cycle())) log_->ledger.note_due(draft_.cycle(), node->id());
  }
}

void Branch::keep(const tree::Editor& editor, const EditCall& call) {
  if (keeps_receipts) {
    const FindPlace find = [this](const tree::Tree& tree, std::string_view id) {
      return tree::find_place(tree, id, around_.turn_of);
    };
    plan_.push_back(candidate_of(call, draft_.tree, editor.draft().tree, find));
  }
  keep(editor);
}

template <class Ask>
std::vector<std::string> Branch::ask_ledgers(Ask ask) const {
  std::vector<std::string> ids;
  const auto ask_log = [&](const BranchLog& log) {
    if (log.base != nullptr) ask(*log.base, ids);
    ask(log.ledger, ids);
  };
  for (const Ancestor& ancestor : ancestors_) ask_log(*ancestor.log);
  ask_log(*log_);
  return ids;
}

const tree::Payload* Branch::find_payload(const tree::PayloadDigest& digest) const {
  const tree::Payload* payload = log_->pool.find_payload(digest);
  for (auto at = ancestors_.rbegin(); payload == nullptr && at != ancestors_.rend(); ++at) {
    payload = at->log->pool.find_payload(digest);
  }
  return payload;
}

std::vector<std::string> Branch::due_at(std::uint64_t cycle) const {
  return ask_ledgers([cycle](const auto& ledger, auto& ids) { ledger.add_due(cycle, ids); });
}

std::vector<std::string> Branch::due_between(std::uint64_t after, std::uint64_t last) const {
  return ask_ledgers([=](const auto& ledger, auto& ids) { ledger.add_due_between(after, last, ids); });
}

std::vector<std::string> Branch::referrers_of(std::string_view id) const {
  return ask_ledgers([id](const auto& ledger, auto& ids) { ledger.add_referrers(id, ids); });
}

}  // namespace latewood::engine
