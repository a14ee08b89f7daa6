// Garbage collection. What goes is derived from what stays, so the next run goes on where one was cut short. A state
// that was written and not used stays with its commit.
//
// The order makes every moment in between a sound store. First the states are written that histories
// will be opened from, then the patches of those commits go, by which readers tell that a history
// begins there, then everything else.
#include <algorithm>
#include <set>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "engine/care/collection_plan.h"
#include "engine/care/plan_renewal.h"
#include "latewood/repository.h"

namespace latewood {
namespace {

using engine::CollectionPlan;

constexpr int kTries = 20;
constexpr std::size_t kBatch = 1024;  // as many as one transaction removes

class Collector {
 public:
  Collector(store::Store& store, CollectionPlan plan) : store_(store), plan_(std::move(plan)) {}

  Result<void> run();
  // All of the plan if the run came to its end, and what it did if it was refused halfway.
  const CollectReport& report() const { return report_; }

 private:
  Result<void> drop_unfinished();
  Result<void> remove_patches(const std::vector<engine::PlannedPatch>& patches, std::uint64_t& count);
  store::Removal patches_from(std::vector<engine::PlannedPatch>::const_iterator first,
                              std::vector<engine::PlannedPatch>::const_iterator last) const;
  store::Names names_of(store::ContextKey context) const;
  std::vector<store::StateExpectation> marks_of(store::ContextKey context) const;
  Result<void> forget(const store::WriteBatch& states);
  // Removes the items a thousand at a time, and counts them.
  template <class Item>
  Result<void> remove_all(std::vector<Item>& items, std::vector<Item> store::Removal::*member, std::uint64_t& count);
  Result<void> remove(store::Removal removal);

  store::Store& store_;
  CollectionPlan plan_;
  CollectReport report_;
};

// Does `act` again as long as others come before it, each time after `renew`.
template <class Act, class Renew>
Result<void> repeated(Act act, Renew renew) {
  for (int tries = 1;; ++tries) {
    auto done = act();
    const bool again = !done && done.error().code == Code::Conflict && tries < kTries;
    if (!again) return done;
    LW_TRY(renew());
  }
}

Result<void> Collector::run() {
  report_.kept = plan_.report.kept;
  report_.states = plan_.report.states;
  LW_TRY(drop_unfinished());
  LW_TRY(remove_patches(plan_.first, report_.patches));
  const auto collected = remove_patches(plan_.patches, report_.collected);
  report_.patches += report_.collected;
  LW_TRY(collected);
  // A snapshot that is kept whole has its records: it is forgotten before they go.
  for (const store::WriteBatch& states : plan_.forgotten) LW_TRY(forget(states));
  report_.collected = plan_.report.collected;
  // From here on no branch or tag can lead to what goes, unless commits are written once more.
  LW_TRY(engine::renew_contents(store_, plan_));
  std::uint64_t records = 0;
  LW_TRY(remove_all(plan_.receipts, &store::Removal::receipts, records));
  LW_TRY(remove_all(plan_.admissions, &store::Removal::admissions, records));
  // A checkpoint is written on top of the last one only while that one's root page is there, so as long
  // as it is, so is the rest.
  LW_TRY(remove_all(plan_.roots, &store::Removal::pages, report_.pages));
  LW_TRY(remove_all(plan_.pages, &store::Removal::pages, report_.pages));
  LW_TRY(remove_all(plan_.payloads, &store::Removal::payloads, report_.payloads));
  return remove_all(plan_.uploads, &store::Removal::uploads, report_.uploads);
}

// Who writes one of them still is refused from here on.
Result<void> Collector::drop_unfinished() {
  for (const store::WriteBatch& batch : plan_.unfinished) {
    auto dropped = store_.write(batch);
    // Its writer gave up, and a context that was made for it went along.
    const bool is_gone = !dropped && dropped.error().rule == kContextNotFound;
    if (is_gone) return broken(kConflict, "a context is gone", Code::Conflict);
    LW_TRY(dropped);
    report_.uploads += batch.states.size();
  }
  return {};
}

store::Names Collector::names_of(store::ContextKey context) const {
  const engine::KeptNames& kept = plan_.names.at(context).kept;
  return {kept.refs, kept.tags};
}

// A history that begins to arrive may consist of commits that are there.
std::vector<store::StateExpectation> Collector::marks_of(store::ContextKey context) const {
  return engine::unmoved_marks(plan_.names.at(context).kept.arriving);
}

Result<void> Collector::remove(store::Removal removal) {
  removal.anchor = plan_.anchor;
  LW_TRY_ASSIGN(const store::Removed removed, store_.remove(removal));
  report_.bytes += removed.bytes;
  return {};
}

// They go while what has a name in their contexts is as it was looked at.
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
    LW_TRY(repeated([&] { return remove(patches_from(first, last)); }, renew));
    count += static_cast<std::uint64_t>(last - first);
    first = last;
  }
  return {};
}

Result<void> Collector::forget(const store::WriteBatch& states) {
  const auto write = [&] {
    store::WriteBatch batch = states;
    batch.expected_names = names_of(batch.context);
    for (store::StateExpectation& mark : marks_of(batch.context)) batch.expected_states.push_back(std::move(mark));
    return store_.write(batch);
  };
  return repeated(write, [&] { return engine::renew_names(store_, states.context, plan_); });
}

template <class Item>
Result<void> Collector::remove_all(std::vector<Item>& items, std::vector<Item> store::Removal::*member,
                                   std::uint64_t& count) {
  std::size_t size = 0;
  const auto remove_last = [&]() -> Result<void> {
    size = std::min(kBatch, items.size());
    store::Removal removal;
    removal.last_commit = plan_.last_commit;
    removal.expected_lists = plan_.lists;
    (removal.*member).assign(items.end() - static_cast<std::ptrdiff_t>(size), items.end());
    return remove(std::move(removal));
  };
  while (!items.empty()) {
    LW_TRY(repeated(remove_last, [&] { return engine::renew_contents(store_, plan_); }));
    items.resize(items.size() - size);
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
  for (int tries = 1;; ++tries) {
    const auto done = collect_once(*store_, options, progress, total);
    const bool again = !done && done.error().code == Code::Conflict && tries < kTries;
    if (again) continue;
    LW_TRY(done);
    return total;
  }
}

}  // namespace latewood
