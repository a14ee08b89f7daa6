// Garbage collection. What goes is derived from what stays, so the next run goes on where one was cut short. A state
// that was written and not used stays with its commit.
//
// The order makes every moment in between a sound store. First the states are written that histories
// will be opened from, then the patches of those commits go, by which readers tell that a history
// begins there, then everything else.
#include <algorithm>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "engine/durable/collection_plan.h"
#include "engine/durable/line.h"
#include "latewood/repository.h"

namespace latewood {
namespace {

using engine::CollectionPlan;

constexpr int kTries = 20;
constexpr std::size_t kPiece = 1024;

class Collector {
 public:
  Collector(store::Store& store, CollectionPlan plan) : store_(store), plan_(std::move(plan)) {}

  Result<void> run();
  // All of the plan if the run came to its end, and what it did if it was refused halfway.
  const CollectReport& report() const { return report_; }

 private:
  // Somebody may have made a branch or a tag since the plan, or kept a snapshot whole.
  Result<void> check_names();
  store::Names names_of(store::ContextKey context) const;
  std::vector<store::StateExpectation> marks_of(store::ContextKey context) const;
  Result<void> remove(store::Removal removal);
  Result<void> remove_patches(const std::vector<engine::PlannedPatch>& patches, std::uint64_t& count);
  // Removes the items a thousand at a time, and counts them.
  template <class Item>
  Result<void> remove_all(const std::vector<Item>& items, std::vector<Item> store::Removal::*member,
                          std::uint64_t& count);

  store::Store& store_;
  CollectionPlan plan_;
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
  LW_TRY(remove_patches(plan_.first, report_.patches));
  const auto collected = remove_patches(plan_.patches, report_.collected);
  report_.patches += report_.collected;
  LW_TRY(collected);
  // A snapshot that is kept whole has its records: it is forgotten before they go.
  for (store::WriteBatch& batch : plan_.forgotten) {
    batch.expected_names = names_of(batch.context);
    for (store::StateExpectation& mark : marks_of(batch.context)) batch.expected_states.push_back(std::move(mark));
    LW_TRY(store_.write(batch));
  }
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
    const engine::PlannedNames& names = planned.second;
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

// A name that appears between the look at all of them and the removal keeps patches, too, and so does a history that
// begins to arrive: it may consist of commits that are there.
store::Names Collector::names_of(store::ContextKey context) const {
  const engine::KeptNames& kept = plan_.names.at(context).kept;
  return {kept.refs, kept.tags};
}

std::vector<store::StateExpectation> Collector::marks_of(store::ContextKey context) const {
  return engine::unmoved_marks(plan_.names.at(context).kept.arriving);
}

Result<void> Collector::remove_patches(const std::vector<engine::PlannedPatch>& patches, std::uint64_t& count) {
  for (std::size_t at = 0; at < patches.size();) {
    store::Removal removal;
    for (; at < patches.size() && removal.patches.size() < kPiece; ++at) {
      const store::ContextKey context = patches[at].context;
      const bool is_next = removal.expected_names.empty() || removal.expected_names.back().context != context;
      if (is_next) {
        removal.expected_names.push_back({context, names_of(context)});
        for (store::StateExpectation& mark : marks_of(context)) {
          removal.expected_states.push_back({context, std::move(mark)});
        }
      }
      removal.patches.push_back(patches[at].sequence);
      if (patches[at].expected) removal.expected_states.push_back(*patches[at].expected);
    }
    const std::size_t size = removal.patches.size();
    LW_TRY(remove(std::move(removal)));
    count += size;
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
