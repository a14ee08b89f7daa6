// Runs a garbage collection. The process may die at any point: the store is sound then, every kept snapshot can be
// read, and the next run with the same options plans again and completes the collection. The order of the steps makes
// this true:
// 1. Write the states with which shortened histories will begin. While the patch of such a commit exists, its state is
//    not read.
// 2. Remove the marks of unfinished imports. Such an import can no longer create a branch.
// 3. Remove the patches of the commits of step 1. From then on readers begin the history with the state.
// 4. Remove the patches of collected commits, newest first, and then the states of collected commits.
// 5. Remove the records that only collected commits need: receipts, admissions, pages, payloads, unfinished uploads.
#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "base/rules.h"
#include "base/try.h"
#include "engine/care/collection_plan.h"
#include "engine/care/plan_renewal.h"
#include "latewood/repository.h"
#include "store/retry.h"

namespace latewood {
namespace {

using engine::CollectionPlan;

constexpr std::size_t kBatch = 1024;  // records that one transaction removes at most

class Collector {
 public:
  Collector(store::Store& store, CollectionPlan plan) : store_(store), plan_(std::move(plan)) {}

  Result<void> run();
  // The steps done so far: the whole plan after success, a part of it if the store refused a step.
  const CollectReport& report() const { return report_; }

 private:
  Result<void> write_states();
  Result<void> drop_unfinished();
  Result<void> remove_patches(const std::vector<engine::PlannedPatch>& patches, std::uint64_t& count);
  store::Removal patches_from(std::vector<engine::PlannedPatch>::const_iterator first,
                              std::vector<engine::PlannedPatch>::const_iterator last) const;
  store::Names names_of(store::ContextKey context) const;
  std::vector<store::StateExpectation> marks_of(store::ContextKey context) const;
  Result<void> remove_states(const store::WriteBatch& states);
  // Removes the items, `kBatch` at a time, and adds their number to `count`.
  template <class Item>
  Result<void> remove_all(std::vector<Item>& items, std::vector<Item> store::Removal::*member, std::uint64_t& count);
  Result<void> remove(store::Removal removal);

  store::Store& store_;
  CollectionPlan plan_;
  CollectReport report_;
};

// Calls `act` again after a conflict with another writer, each time after `renew` has brought the plan up to date.
template <class Act, class Renew>
Result<void> act_on_renewed_plan(Act act, Renew renew) {
  return store::retry_on_conflict(act, [&renew](const Error& error) -> Result<bool> {
    if (!store::is_any_conflict(error)) return false;
    LW_TRY(renew());
    return true;
  });
}

Result<void> Collector::run() {
  report_.kept = plan_.report.kept;
  LW_TRY(write_states());
  LW_TRY(drop_unfinished());
  LW_TRY(remove_patches(plan_.replaced_patches, report_.patches));
  const auto collected = remove_patches(plan_.patches, report_.collected);
  report_.patches += report_.collected;
  LW_TRY(collected);
  // A commit with a state must have its records, so states are removed before records.
  for (const store::WriteBatch& states : plan_.outdated_states) LW_TRY(remove_states(states));
  report_.collected = plan_.report.collected;
  // From here on no branch or tag can lead to a collected commit, unless an import writes the commit again.
  LW_TRY(engine::renew_contents(store_, plan_));
  std::uint64_t records = 0;
  LW_TRY(remove_all(plan_.receipts, &store::Removal::receipts, records));
  LW_TRY(remove_all(plan_.admissions, &store::Removal::admissions, records));
  // Remove root pages first: a new checkpoint may build on an earlier one while the root page of that exists, and then
  // the other pages of the earlier one must exist too.
  LW_TRY(remove_all(plan_.roots, &store::Removal::pages, report_.pages));
  LW_TRY(remove_all(plan_.pages, &store::Removal::pages, report_.pages));
  LW_TRY(remove_all(plan_.payloads, &store::Removal::payloads, report_.payloads));
  return remove_all(plan_.uploads, &store::Removal::uploads, report_.uploads);
}

// Writes the states that shortened histories will begin with. A state beside its commit's patch is not read, so the
// store stays sound if the run ends here. Conflict if another process has collected one of the commits.
Result<void> Collector::write_states() {
  for (const engine::PlannedState& planned : plan_.states) {
    store::WriteBatch batch;
    batch.context = planned.context;
    batch.states.push_back({planned.state.name, planned.state.value});
    // A commit whose patch was collected meanwhile has lost its receipt as well.
    batch.needed_patches.push_back(planned.commit);
    for (const Blake3Digest& page : planned.pages) batch.pages.push_back({page, plan_.state_pages.at(page)});
    LW_TRY(store_.write(batch));
    ++report_.states;
  }
  plan_.state_pages.clear();
  return {};
}

// Removes the marks of unfinished imports. From here on the writer of such an import gets E_CONFLICT.
Result<void> Collector::drop_unfinished() {
  for (const store::WriteBatch& batch : plan_.unfinished) {
    auto dropped = store_.write(batch);
    // The importing process failed and removed the context that it had created for the import.
    const bool is_gone = !dropped && dropped.error().rule == kContextNotFound;
    if (is_gone) return broken(kConflict, "another process removed a context", Code::Conflict);
    LW_TRY(dropped);
    report_.uploads += batch.states.size();
  }
  return {};
}

store::Names Collector::names_of(store::ContextKey context) const {
  const engine::KeptNames& kept = plan_.names.at(context).kept;
  return {kept.refs, kept.tags};
}

// The import marks that the removal of patches expects: an import may create a branch of commits that the store already
// has.
std::vector<store::StateExpectation> Collector::marks_of(store::ContextKey context) const {
  return engine::expect_marks(plan_.names.at(context).kept.imports);
}

Result<void> Collector::remove(store::Removal removal) {
  removal.anchor = plan_.anchor;
  LW_TRY_ASSIGN(const store::Removed removed, store_.remove(removal));
  report_.bytes += removed.bytes;
  return {};
}

// Removes these patches only if all branches, tags and marks of their contexts are still what the plan saw.
store::Removal Collector::patches_from(std::vector<engine::PlannedPatch>::const_iterator first,
                                       std::vector<engine::PlannedPatch>::const_iterator last) const {
  store::Removal removal;
  for (; first != last; ++first) {
    const store::ContextKey context = first->context;
    const bool is_next = removal.expected_names.empty() || removal.expected_names.back().context != context;
    if (is_next) {
      removal.expected_names.push_back({context, names_of(context)});
      for (store::StateExpectation& mark : marks_of(context)) {
        removal.expected_states.push_back({context, std::move(mark)});
      }
    }
    removal.patches.push_back(first->sequence);
    if (first->expected) removal.expected_states.push_back(*first->expected);
  }
  return removal;
}

Result<void> Collector::remove_patches(const std::vector<engine::PlannedPatch>& patches, std::uint64_t& count) {
  for (auto first = patches.begin(); first != patches.end();) {
    const auto last = first + std::min<std::ptrdiff_t>(kBatch, patches.end() - first);
    const auto renew = [&]() -> Result<void> {
      std::set<store::ContextKey> contexts;
      for (auto at = first; at != last; ++at) contexts.insert(at->context);
      for (const store::ContextKey context : contexts) LW_TRY(engine::renew_names(store_, context, plan_));
      return {};
    };
    LW_TRY(act_on_renewed_plan([&] { return remove(patches_from(first, last)); }, renew));
    count += static_cast<std::uint64_t>(last - first);
    first = last;
  }
  return {};
}

Result<void> Collector::remove_states(const store::WriteBatch& states) {
  const auto write = [&] {
    store::WriteBatch batch = states;
    batch.expected_names = names_of(batch.context);
    for (store::StateExpectation& mark : marks_of(batch.context)) batch.expected_states.push_back(std::move(mark));
    return store_.write(batch);
  };
  return act_on_renewed_plan(write, [&] { return engine::renew_names(store_, states.context, plan_); });
}

template <class Item>
Result<void> Collector::remove_all(std::vector<Item>& items, std::vector<Item> store::Removal::*member,
                                   std::uint64_t& count) {
  std::size_t size = 0;
  const auto remove_last = [&]() -> Result<void> {
    size = std::min(kBatch, items.size());
    store::Removal removal;
    removal.last_commit = plan_.last_commit;
    removal.expected_lists = plan_.expected_lists;
    (removal.*member).assign(items.end() - static_cast<std::ptrdiff_t>(size), items.end());
    return remove(std::move(removal));
  };
  while (!items.empty()) {
    LW_TRY(act_on_renewed_plan(remove_last, [&] { return engine::renew_contents(store_, plan_); }));
    items.resize(items.size() - size);
    count += size;
  }
  return {};
}

// Adds the counts of another try. `kept` is replaced by the count of the last try.
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

// Plans and runs a collection once. Adds its counts to the total, also if it fails halfway.
Result<void> collect_once(store::Store& store, const CollectOptions& options, const Progress& progress,
                          CollectReport& total) {
  LW_TRY_ASSIGN(CollectionPlan plan, engine::plan_collection(store, options, progress));
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
  // After a conflict with another writer that the plan cannot follow, the next try makes a new plan.
  LW_TRY(store::retry_on_conflict([&] { return collect_once(*store_, options, progress, total); },
                                  store::is_any_conflict));
  return total;
}

}  // namespace latewood
