// Garbage collection. What goes is derived from what stays, so a run that was cut short leaves
// nothing to clean up: the next one comes to the same result.
//
// The order makes every moment in between a sound store. First the states are written that histories
// will be opened from, then the patches of those commits go, by which readers tell that a history
// begins there, then everything else.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "engine/durable/catalog.h"
#include "engine/durable/checkpoint_format.h"
#include "engine/durable/context_reader.h"
#include "engine/durable/needs.h"
#include "engine/durable/retention.h"
#include "latewood/repository.h"
#include "warp/tree_replay.h"

namespace latewood {
namespace {

using engine::ContextReader;
using engine::Fate;
using engine::Needs;
using store::StoredCommit;

constexpr int kTries = 20;
constexpr std::size_t kPiece = 1024;

// What keeps snapshots of a context.
struct Names {
  engine::KeptNames kept;
  std::set<std::string> states;  // those that hold snapshots, and those that this run writes
};

// A commit whose state stands in the place of its patch.
struct KeptWhole {
  std::uint64_t sequence = 0;
  store::ContextState state;
};

// What is to go, in this order, and why the rest stays.
struct Plan {
  std::uint64_t last_commit = 0;
  std::vector<store::WriteBatch> unfinished;  // histories that somebody began to write
  std::vector<KeptWhole> first;               // commits that were kept whole, whose patches go
  std::vector<std::uint64_t> patches;         // the others, and
  std::vector<std::uint64_t> receipts;        // of commits that go, and
  std::vector<std::uint64_t> admissions;      // theirs, but for the newest before a history begins
  std::vector<store::WriteBatch> forgotten;   // states that nobody opens any more
  std::vector<Blake3Digest> roots;            // pages that begin a checkpoint, and
  std::vector<Blake3Digest> pages;            // the others
  std::vector<Blake3Digest> payloads;
  std::vector<std::uint64_t> uploads;
  Needs needs;
  std::map<store::ContextKey, Names> names;
  CollectReport report;
};

class Planner {
 public:
  Planner(store::Store& store, const CollectOptions& options, const Progress& progress)
      : store_(store), options_(options), progress_(progress) {}

  // Writes the states besides, unless it is a dry run: a state beside its commit's patch does no harm.
  Result<Plan> make();

 private:
  // A context and what is there of each of its commits.
  struct Found {
    ContextReader reader;
    std::vector<Fate> fates;
    std::vector<std::string> states;                  // names, ascending
    std::vector<std::optional<std::uint64_t>> patch;  // its bytes, if it is there
    std::vector<bool> is_start;                       // read from a state
    std::map<std::size_t, std::uint64_t> admissions;  // of a dry run: the bytes of those that may go
    std::set<std::size_t> wanted;                     // to be kept whole, and not so yet
  };

  Result<void> add_context(const store::ContextRecord& record);
  void drop_arriving(store::ContextKey context, engine::KeptNames& names);
  Result<void> add_commit(Found& found, std::size_t at);
  Result<void> add_state(const Found& found, std::size_t at);
  Result<void> check_start(const Found& found, const CommitId& head);
  void add_admissions(const Found& found);
  Result<void> weigh_records(Found& found, std::size_t at);
  Result<void> write_states(Found& found);
  Result<void> write_state(const StoredCommit& commit, const engine::Branch& branch);
  Result<void> forget_states(store::ContextKey context, const Found& found);
  Result<void> add_payloads();
  Result<void> list_pages();
  Result<void> add_pages();
  void count_patch(std::uint64_t bytes);

  store::Store& store_;
  const CollectOptions& options_;
  const Progress& progress_;
  Plan plan_;
  std::vector<store::PageInfo> pages_;  // of the store when the plan was begun
  std::uint64_t done_ = 0;
  std::uint64_t all_ = 0;
};

Result<Plan> Planner::make() {
  LW_TRY_ASSIGN(plan_.last_commit, store_.last_commit());
  LW_TRY(list_pages());
  if (!options_.context.empty()) LW_TRY(engine::find_context(store_, options_.context));
  LW_TRY_ASSIGN(const std::vector<store::ContextRecord> records, engine::context_records(store_, {}));
  for (const store::ContextRecord& record : records) LW_TRY(add_context(record));
  LW_TRY(add_payloads());
  LW_TRY(add_pages());
  if (options_.uploads) {
    LW_TRY_ASSIGN(plan_.uploads, store_.list_uploads());
    plan_.report.uploads += plan_.uploads.size();
  }
  return std::move(plan_);
}

Result<void> Planner::add_context(const store::ContextRecord& record) {
  Names& names = plan_.names[record.key];
  LW_TRY_ASSIGN(names.kept, engine::read_kept_names(store_, record.key));
  Found found{ContextReader(store_, record.key, engine::contents_of(store_)), {}, {}, {}, {}, {}, {}};
  LW_TRY(found.reader.list());
  const bool is_meant = options_.context.empty() || options_.context == record.name;
  // Of a context that is not meant everything stays, also what no branch leads to.
  found.fates.assign(found.reader.commits().size(), Fate::Patch);
  if (is_meant) {
    if (options_.uploads) drop_arriving(record.key, names.kept);
    LW_TRY_ASSIGN(found.fates, engine::fates_of(found.reader, names.kept, options_.retention));
  }
  LW_TRY_ASSIGN(found.states, store_.list_states(record.key));
  all_ += found.fates.size();
  for (std::size_t at = 0; at < found.fates.size(); ++at) LW_TRY(add_commit(found, at));
  for (const store::Ref& ref : names.kept.refs) LW_TRY(check_start(found, ref.head.id));
  for (const store::Tag& tag : names.kept.tags) LW_TRY(check_start(found, tag.head.id));
  add_admissions(found);
  names.states.insert(found.states.begin(), found.states.end());
  for (const std::size_t at : found.wanted) names.states.insert(engine::state_name(found.reader.commits()[at].id));
  LW_TRY(write_states(found));
  return forget_states(record.key, found);
}

void Planner::drop_arriving(store::ContextKey context, engine::KeptNames& names) {
  store::WriteBatch batch;
  batch.context = context;
  for (const engine::Arriving& mark : names.arriving) engine::drop_mark(mark, batch);
  plan_.report.uploads += names.arriving.size();
  names.arriving.clear();
  if (!batch.states.empty()) plan_.unfinished.push_back(std::move(batch));
}

// The newest admission at or before a commit says how far streams were read, whether or not the snapshot it
// belongs to is there.
void Planner::add_admissions(const Found& found) {
  const std::vector<StoredCommit>& commits = found.reader.commits();
  std::set<std::size_t> needed;
  for (std::size_t at = 0; at < commits.size(); ++at) {
    std::optional<std::size_t> newest = at;
    const auto before = found.reader.before(at);
    const bool begins = found.fates[at] != Fate::Collected && before && found.fates[*before] == Fate::Collected;
    while (begins && newest && !commits[*newest].has_admission) newest = found.reader.before(*newest);
    if (begins && newest) needed.insert(*newest);
  }
  for (std::size_t at = 0; at < commits.size(); ++at) {
    const bool goes = found.fates[at] == Fate::Collected && commits[at].has_admission && !needed.contains(at);
    if (!goes) continue;
    plan_.admissions.push_back(commits[at].sequence);
    plan_.report.bytes += found.admissions.contains(at) ? found.admissions.at(at) : 0;
  }
}

// A run that removes records is told what they took.
Result<void> Planner::weigh_records(Found& found, std::size_t at) {
  const StoredCommit& commit = found.reader.commits()[at];
  const store::CommitCursor before{commit.cycle, commit.sequence - 1};
  LW_TRY_ASSIGN(const auto records, store_.list_records(commit.context, before, commit.cycle, 1));
  if (records.empty()) return {};
  plan_.report.bytes += records.front().receipt_bytes;
  found.admissions[at] = records.front().admission_bytes;
  return {};
}

Result<void> Planner::add_commit(Found& found, std::size_t at) {
  const StoredCommit& commit = found.reader.commits()[at];
  const Fate fate = found.fates[at];
  LW_TRY_ASSIGN(const auto patch, store_.find_patch(commit));
  LW_TRY_ASSIGN(const auto page, engine::find_start(store_, commit, found.states));
  found.patch.push_back(patch ? std::optional(patch->stored_bytes) : std::nullopt);
  found.is_start.push_back(page.has_value());
  if (patch || page) ++(fate == Fate::Collected ? plan_.report.collected : plan_.report.kept);
  if (fate == Fate::Patch && patch) LW_TRY(engine::add_needs(*patch, plan_.needs));
  if (fate == Fate::State && patch) found.wanted.insert(at);
  // A history that was shortened before begins where it began then, and one that is being shortened will.
  if (fate != Fate::Collected) LW_TRY(add_state(found, at));
  if (fate == Fate::Collected && patch) {
    plan_.patches.push_back(commit.sequence);
    count_patch(patch->stored_bytes);
  }
  if (fate == Fate::Collected && commit.has_receipt) plan_.receipts.push_back(commit.sequence);
  const bool is_weighed = fate == Fate::Collected && options_.dry_run == DryRun::Yes;
  if (is_weighed) LW_TRY(weigh_records(found, at));
  if (progress_ && ++done_ % 64 == 0) LW_TRY(progress_(done_, all_));
  return {};
}

Result<void> Planner::add_state(const Found& found, std::size_t at) {
  const StoredCommit& commit = found.reader.commits()[at];
  const std::string name = engine::state_name(commit.id);
  if (!std::binary_search(found.states.begin(), found.states.end(), name)) return {};
  LW_TRY_ASSIGN(const auto noted, store_.find_state(commit.context, name));
  const auto page = noted ? Blake3Digest::from_hex(*noted) : std::nullopt;
  const auto added = page ? engine::add_needs(store_, *page, plan_.needs) : Result<void>();
  // Nobody reads a state beside a patch, so what is wrong with it is no reason to stop.
  const bool is_idle = found.patch[at] && !added && added.error().code == Code::Corruption;
  return is_idle ? Result<void>() : added;
}

// A head or a tagged commit that cannot be read lost something. What goes now might be what it could be saved with.
Result<void> Planner::check_start(const Found& found, const CommitId& head) {
  for (auto at = found.reader.find(head); at; at = found.reader.before(*at)) {
    if (found.is_start[*at]) return {};
    if (found.patch[*at]) continue;
    const StoredCommit& commit = found.reader.commits()[*at];
    LW_TRY_ASSIGN(const auto state, store_.find_state(commit.context, engine::state_name(commit.id)));
    if (state) return broken(kConflict, "somebody else collects", Code::Conflict);
    return warp::corrupt("neither the patch nor the state of commit " + commit.id.hex() + " is there, and " +
                         head.hex() + " needs it");
  }
  return {};
}

void Planner::count_patch(std::uint64_t bytes) {
  ++plan_.report.patches;
  plan_.report.bytes += bytes;
}

// What cannot be read is left as it is.
Result<void> Planner::write_states(Found& found) {
  if (found.wanted.empty()) return {};
  return found.reader.read([&](std::size_t at, const engine::Branch& branch, ContextReader::Origin) -> Result<void> {
    if (!found.wanted.contains(at)) return {};
    const StoredCommit& commit = found.reader.commits()[at];
    count_patch(found.patch[at].value_or(0));
    return write_state(commit, branch);
  });
}

Result<void> Planner::write_state(const StoredCommit& commit, const engine::Branch& branch) {
  engine::StatePages pages = engine::encode_state(branch.head_state());
  ++plan_.report.states;
  tree::for_each_node(branch.head()->tree, [this](const tree::Node& node, const tree::Node*) {
    if (node.payload() != nullptr) plan_.needs.payloads.insert({node.payload()->digest().bytes});
  });
  store::WriteBatch batch;
  batch.context = commit.context;
  const store::StateExpectation state{engine::state_name(commit.id), pages.state.digest.hex()};
  batch.states.push_back({state.name, state.value});
  plan_.first.push_back({commit.sequence, {commit.context, state}});
  for (store::Blob& page : pages.turns) batch.pages.push_back(std::move(page));
  batch.pages.push_back(std::move(pages.state));
  for (const store::Blob& page : batch.pages) plan_.needs.pages.insert(page.digest);
  if (options_.dry_run == DryRun::Yes) return {};
  return store_.write(batch);
}

// States of commits that go. One that stands beside a patch stays: somebody else may have written it just now, to take
// the patch next.
Result<void> Planner::forget_states(store::ContextKey context, const Found& found) {
  store::WriteBatch batch;
  batch.context = context;
  for (std::size_t at = 0; at < found.fates.size(); ++at) {
    const std::string name = engine::state_name(found.reader.commits()[at].id);
    const bool is_there = std::binary_search(found.states.begin(), found.states.end(), name);
    if (!is_there || found.fates[at] != Fate::Collected) continue;
    batch.states.push_back({name, std::nullopt});
  }
  if (!batch.states.empty()) plan_.forgotten.push_back(std::move(batch));
  return {};
}

// Before anything else is looked at: a page that somebody writes meanwhile is none of those that may go.
Result<void> Planner::list_pages() {
  std::uint64_t after = 0;
  for (;;) {
    LW_TRY_ASSIGN(const std::vector<store::PageInfo> piece, store_.list_pages(after, kPiece));
    if (piece.empty()) return {};
    after = piece.back().sequence;
    pages_.insert(pages_.end(), piece.begin(), piece.end());
  }
}

// A checkpoint that is damaged is of no use, and what only it leads to goes.
Result<void> Planner::add_pages() {
  for (const Blake3Digest& root : plan_.needs.checkpoints) {
    auto followed = engine::add_checkpoint(store_, root, plan_.needs);
    if (!followed && followed.error().code != Code::Corruption) return followed;
  }
  for (const store::PageInfo& page : pages_) {
    if (plan_.needs.pages.contains(page.digest)) continue;
    const auto bytes = store_.find_page(page.digest);
    const bool is_root = bytes && *bytes && engine::is_root_page(**bytes);
    (is_root ? plan_.roots : plan_.pages).push_back(page.digest);
    plan_.report.bytes += page.stored_bytes;
  }
  plan_.report.pages = plan_.roots.size() + plan_.pages.size();
  return {};
}

// What was purged stays on record.
Result<void> Planner::add_payloads() {
  std::uint64_t after = 0;
  for (;;) {
    LW_TRY_ASSIGN(const std::vector<store::PayloadInfo> piece, store_.list_payloads(after, kPiece));
    if (piece.empty()) break;
    after = piece.back().sequence;
    for (const store::PayloadInfo& payload : piece) {
      const bool goes = payload.state == store::PayloadState::Present && !plan_.needs.payloads.contains(payload.digest);
      if (!goes) continue;
      plan_.payloads.push_back(payload.digest);
      plan_.report.bytes += payload.stored_bytes;
    }
  }
  plan_.report.payloads = plan_.payloads.size();
  return {};
}

// ---- doing it ----

class Collector {
 public:
  Collector(store::Store& store, Plan plan) : store_(store), plan_(std::move(plan)) {}

  Result<void> run();
  // All of the plan if the run came to its end, and what it did if it was refused halfway.
  const CollectReport& report() const { return report_; }

 private:
  // Somebody may have made a branch or a tag since the plan, or kept a snapshot whole.
  Result<void> check_names();
  Result<void> remove(store::Removal removal);
  // Patches of commits that were kept whole, as long as they are.
  Result<void> remove_first();
  // Removes the items a thousand at a time, and counts them.
  template <class Item>
  Result<void> remove_all(const std::vector<Item>& items, std::vector<Item> store::Removal::*member,
                          std::uint64_t& count);

  store::Store& store_;
  Plan plan_;
  CollectReport report_;
};

Result<void> Collector::run() {
  report_.kept = plan_.report.kept;
  report_.states = plan_.report.states;
  // Who writes one of them still is refused from here on.
  for (const store::WriteBatch& batch : plan_.unfinished) {
    LW_TRY(store_.write(batch));
    report_.uploads += batch.states.size();
  }
  std::uint64_t records = 0;
  LW_TRY(remove_first());
  const auto collected = remove_all(plan_.patches, &store::Removal::patches, report_.collected);
  report_.patches += report_.collected;
  LW_TRY(collected);
  // A snapshot that is kept whole has its records: it is forgotten before they go.
  for (const store::WriteBatch& batch : plan_.forgotten) LW_TRY(store_.write(batch));
  report_.collected = plan_.report.collected;
  LW_TRY(remove_all(plan_.receipts, &store::Removal::receipts, records));
  LW_TRY(remove_all(plan_.admissions, &store::Removal::admissions, records));
  // A checkpoint is written on top of the last one only while that one's root page is there, so as long
  // as it is, so is the rest.
  LW_TRY(remove_all(plan_.roots, &store::Removal::pages, report_.pages));
  LW_TRY(remove_all(plan_.pages, &store::Removal::pages, report_.pages));
  LW_TRY(remove_all(plan_.payloads, &store::Removal::payloads, report_.payloads));
  return remove_all(plan_.uploads, &store::Removal::uploads, report_.uploads);
}

Result<void> Collector::check_names() {
  for (const auto& planned : plan_.names) {
    const store::ContextKey context = planned.first;
    const Names& names = planned.second;
    LW_TRY_ASSIGN(const engine::KeptNames kept, engine::read_kept_names(store_, context));
    LW_TRY_ASSIGN(const auto states, store_.list_states(context));
    const bool has_more_states = std::any_of(states.begin(), states.end(), [&names](const std::string& name) {
      return name.starts_with(engine::kStatePrefix) && !names.states.contains(name);
    });
    if (kept == names.kept && !has_more_states) continue;
    return broken(kConflict, "a branch, a tag or what is kept moved meanwhile", Code::Conflict);
  }
  return {};
}

Result<void> Collector::remove(store::Removal removal) {
  LW_TRY(check_names());
  removal.last_commit = plan_.last_commit;
  LW_TRY_ASSIGN(const store::Removed removed, store_.remove(removal));
  report_.bytes += removed.bytes;
  return {};
}

Result<void> Collector::remove_first() {
  for (std::size_t at = 0; at < plan_.first.size();) {
    store::Removal removal;
    for (; at < plan_.first.size() && removal.patches.size() < kPiece; ++at) {
      removal.patches.push_back(plan_.first[at].sequence);
      removal.expected_states.push_back(plan_.first[at].state);
    }
    const std::size_t size = removal.patches.size();
    LW_TRY(remove(std::move(removal)));
    report_.patches += size;
  }
  return {};
}

template <class Item>
Result<void> Collector::remove_all(const std::vector<Item>& items, std::vector<Item> store::Removal::*member,
                                   std::uint64_t& count) {
  for (std::size_t at = 0; at < items.size(); at += kPiece) {
    store::Removal removal;
    const auto first = items.begin() + static_cast<std::ptrdiff_t>(at);
    removal.*member =
        std::vector<Item>(first, first + static_cast<std::ptrdiff_t>(std::min(kPiece, items.size() - at)));
    const std::size_t size = (removal.*member).size();
    LW_TRY(remove(std::move(removal)));
    count += size;
  }
  return {};
}

// What earlier tries removed is part of what went.
void add(CollectReport& total, const CollectReport& more) {
  total.collected += more.collected;
  total.patches += more.patches;
  total.payloads += more.payloads;
  total.pages += more.pages;
  total.uploads += more.uploads;
  total.states += more.states;
  total.bytes += more.bytes;
  total.kept = more.kept;
}

// One try, whose report is added to the total also if it is refused.
Result<void> collect_once(store::Store& store, const CollectOptions& options, const Progress& progress,
                          CollectReport& total) {
  LW_TRY_ASSIGN(Plan plan, Planner(store, options, progress).make());
  if (options.dry_run == DryRun::Yes) {
    total = plan.report;
    return {};
  }
  Collector collector(store, std::move(plan));
  auto done = collector.run();
  add(total, collector.report());
  return done;
}

}  // namespace

Result<CollectReport> Repository::collect(const CollectOptions& options, const Progress& progress) {
  CollectReport total;
  for (int tries = 1;; ++tries) {
    const auto done = collect_once(*store_, options, progress, total);
    const bool again = !done && done.error().code == Code::Conflict && tries < kTries;
    if (again) continue;
    LW_TRY(done);
    return total;
  }
}

}  // namespace latewood
