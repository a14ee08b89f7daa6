#include "latewood/repository.h"

#include <algorithm>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "engine/access.h"
#include "engine/commit_extras.h"
#include "engine/context_impl.h"
#include "engine/durable/ancestry.h"
#include "engine/durable/catalog.h"
#include "engine/durable/checkpoint_writer.h"
#include "engine/durable/commit_batch.h"
#include "engine/durable/load_history.h"
#include "engine/durable/open_line.h"
#include "engine/outgoing_records.h"
#include "warp/tree_change.h"

namespace latewood {
namespace {

using engine::Access;
using store::ContextKey;

constexpr std::size_t kPiece = 1024;

ContextOptions with_clock(ContextOptions options) {
  if (!options.clock) options.clock = make_host_clock();
  return options;
}

// The context of that name, made if it may be.
Result<ContextKey> context_of(store::Store& store, std::string_view name, bool create) {
  auto key = engine::find_context(store, name);
  const bool is_absent = !key && key.error().rule == kContextNotFound;
  if (!is_absent || !create) return key;
  auto made = store.create_context(name, {});
  // Somebody else may have made it meanwhile.
  if (!made && made.error().rule == kConflict) return engine::find_context(store, name);
  return made;
}

// A branch without commits exists only as the one in use.
Result<std::string> branch_of(store::Store& store, ContextKey context, const std::string& wanted) {
  LW_TRY_ASSIGN(std::string current, engine::current_branch(store, context));
  if (wanted.empty() || wanted == current) return current;
  LW_TRY_ASSIGN(const auto head, store.find_ref(context, wanted));
  if (!head) return broken(kBranchNotFound, "there is no branch '" + wanted + "'", Code::NotFound);
  return wanted;
}

engine::CommitRecord with_records(const history::SnapshotData& snapshot,
                                  const engine::OutgoingRecords::Records& records) {
  engine::CommitRecord record = engine::record_of(snapshot);
  engine::CommitExtras extras = engine::extras_of(snapshot);
  extras.trail = records.trail;
  record.extras = engine::encode_extras(extras);
  record.receipt = records.receipt;
  record.admission = records.admission;
  return record;
}

// The events of a history behind those that are there, which must be the same as far as both go: commits name them by
// their numbers.
Result<void> put_events(const engine::Streams& from, engine::Streams& to) {
  const auto last = from.mark();
  if (!last) return {};
  LW_TRY(to.refresh());
  const std::uint64_t known = to.next() - 1;
  const std::uint64_t shared = std::min(known, last->number);
  if (to.chain_at(shared) != from.chain_at(shared)) {
    return broken(kConflict, "the context has other events than the history", Code::Conflict);
  }
  std::uint64_t number = 0;
  return from.visit_log([&](const std::string& logged) -> Result<void> {
    if (++number <= known) return {};
    return to.add_logged(logged);
  });
}

}  // namespace

Repository::Repository(std::shared_ptr<store::Store> store) : store_(std::move(store)) {}

Result<Repository> Repository::open(std::string_view url, const store::StoreOptions& options) {
  LW_TRY_ASSIGN(std::unique_ptr<store::Store> opened, store::open_store(url, options));
  return Repository(std::move(opened));
}

// ---- contexts ----

Result<std::vector<std::string>> Repository::contexts() const {
  std::vector<std::string> names;
  ContextKey after{};
  for (;;) {
    LW_TRY_ASSIGN(std::vector<store::ContextRecord> piece, store_->list_contexts(after, kPiece));
    if (piece.empty()) return names;
    after = piece.back().key;
    for (store::ContextRecord& record : piece) names.push_back(std::move(record.name));
  }
}

Result<void> Repository::create_context(std::string_view name) {
  LW_TRY(store_->create_context(name, {}));
  return {};
}

Result<Context> Repository::open_context(std::string_view name, const OpenOptions& options) {
  LW_TRY_ASSIGN(const ContextKey key, context_of(*store_, name, options.create));
  LW_TRY_ASSIGN(std::string branch, branch_of(*store_, key, options.branch));
  const auto edits = options.keep_edits ? engine::StoredBranch::Edits::Written : engine::StoredBranch::Edits::InMemory;
  auto stored = std::make_unique<engine::StoredBranch>(engine::BranchPlace{store_, key, std::move(branch)}, edits);
  if (options.restore_purged) stored->purged = store::Purged::Restore;
  return Access::open(with_clock(options.context), std::move(stored));
}

Result<Context> Repository::load(std::string_view context, std::string_view reference, const ContextOptions& options) {
  LW_TRY_ASSIGN(const ContextKey key, engine::find_context(*store_, context));
  LW_TRY_ASSIGN(const store::StoredCommit commit, engine::resolve(*store_, key, reference));
  ContextOptions completed = with_clock(options);
  LW_TRY_ASSIGN(engine::OpenedLine line, engine::open_line(store_, key, store::Head{commit.id, commit.cycle},
                                                           completed.clock, completed.tokens.get()));
  line.branch->records = engine::records_in(store_, key);
  return Access::context(std::move(completed), std::move(line.branch));
}

// One batch a commit, the ref last of all: what was written before a failure is used by nobody.
Result<void> Repository::put_history(std::string_view context, std::string_view branch, const Context& history,
                                     const Progress& progress) {
  LW_TRY_ASSIGN(const ContextKey key, context_of(*store_, context, true));
  LW_TRY_ASSIGN(const auto taken, store_->find_ref(key, branch));
  if (taken) return broken(kConflict, "branch " + std::string(branch) + " exists", Code::Conflict);
  const history::SnapshotData* head = Access::branch(history).head();
  if (head == nullptr) return {};
  if (history::has_collected(*head)) {
    return broken(kSnapshotCollected, "the first commits of the history were collected", Code::NotFound);
  }
  const engine::Branch& line = Access::branch(history);
  engine::CheckpointWriter checkpoints;
  LW_TRY_ASSIGN(const engine::Streams* streams, Access::impl(history).open_streams());
  engine::Streams target(store_, key);
  LW_TRY(put_events(*streams, target));
  engine::OutgoingRecords outgoing;
  const std::uint64_t all = head->position + 1;
  for (std::uint64_t left = all; left > 0; --left) {
    const history::SnapshotData& snapshot = history::ancestor(*head, left - 1);
    store::WriteBatch batch;
    batch.context = key;
    const bool starts_over = snapshot.is_genesis() && snapshot.parent != nullptr;
    if (starts_over) {
      batch.states.push_back({engine::start_name(snapshot.commit_id()), snapshot.parent->commit_id().hex()});
    }
    const auto changes = warp::changed_rings(snapshot.older(), snapshot.tree);
    const warp::ResumableRoot root = engine::Branch::root_at(snapshot);
    LW_TRY_ASSIGN(const engine::OutgoingRecords::Records records, outgoing.next(line, snapshot));
    engine::CommitRecord record = with_records(snapshot, records);
    record.state = line.state_of(snapshot, changes, root);
    LW_TRY_ASSIGN(engine::CheckpointWriter::Addition addition, checkpoints.prepare(record, *store_));
    LW_TRY(engine::add_commit(record, *store_, batch, addition));
    LW_TRY(line.check_read());
    if (left == 1)
      batch.refs.push_back({std::string(branch), std::nullopt, store::Head{head->commit_id(), head->cycle()}});
    LW_TRY(store_->write(batch));
    checkpoints.keep(std::move(addition));
    if (progress) LW_TRY(progress(all - left + 1, all));
  }
  return {};
}

// ---- the store ----

Result<void> Repository::backup(const std::string& path) { return store_->backup(path); }
Result<std::vector<store::TableSize>> Repository::table_sizes() const { return store_->table_sizes(); }

Result<Context> Repository::replay(std::string_view context, std::string_view reference, const ContextOptions& options,
                                   const Progress& progress) {
  LW_TRY_ASSIGN(const ContextKey key, engine::find_context(*store_, context));
  LW_TRY_ASSIGN(const store::StoredCommit commit, engine::resolve(*store_, key, reference));
  ContextOptions completed = with_clock(options);
  LW_TRY_ASSIGN(std::unique_ptr<engine::Branch> branch,
                engine::load_history(*store_, key, store::Head{commit.id, commit.cycle}, completed.clock,
                                     completed.tokens.get(), progress));
  branch->records = engine::records_in(store_, key);
  return Access::context(std::move(completed), std::move(branch));
}

}  // namespace latewood
