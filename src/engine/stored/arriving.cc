#include "engine/stored/arriving.h"

#include <algorithm>
#include <cstdlib>

#include "base/rules.h"
#include "base/try.h"
#include "store/retry.h"
#include "warp/mapping/tree_replay.h"

namespace latewood::engine {
namespace {

std::string value_of(const Arriving& mark) {
  if (mark.has_arrived) return std::string(kArrived);
  return mark.newest ? mark.newest->hex() : std::string();
}

std::uint64_t number_of(const Arriving& mark) {
  return std::strtoull(mark.name.c_str() + kArrivingPrefix.size(), nullptr, 10);
}

// What the next mark is called.
std::string next_name(const std::vector<Arriving>& marks) {
  std::uint64_t highest = 0;
  for (const Arriving& mark : marks) highest = std::max(highest, number_of(mark));
  return std::string(kArrivingPrefix) + std::to_string(highest + 1);
}

}  // namespace

Result<std::vector<Arriving>> list_arriving(store::Store& store, store::ContextKey context) {
  std::vector<Arriving> marks;
  LW_TRY_ASSIGN(const std::vector<std::string> names, store.list_states(context));
  for (const std::string& name : names) {
    if (!name.starts_with(kArrivingPrefix)) continue;
    LW_TRY_ASSIGN(const auto value, store.find_state(context, name));
    // Its history arrived meanwhile.
    if (!value) continue;
    Arriving mark{name, CommitId::from_hex(*value), *value == kArrived};
    const bool is_mark = mark.newest || mark.has_arrived || value->empty();
    if (!is_mark) return warp::corrupt("state " + name + ": it names no commit");
    marks.push_back(std::move(mark));
  }
  return marks;
}

std::vector<store::StateExpectation> unmoved_marks(const std::vector<Arriving>& found) {
  std::vector<store::StateExpectation> expected;
  for (const Arriving& mark : found) expected.push_back({mark.name, value_of(mark)});
  expected.push_back({next_name(found), std::nullopt});
  return expected;
}

void drop_mark(const Arriving& mark, store::WriteBatch& batch) {
  batch.expected_states.push_back({mark.name, value_of(mark)});
  batch.states.push_back({mark.name, std::nullopt});
}

Result<void> ArrivingMark::begin() {
  std::string name;
  const auto take_next = [&]() -> Result<void> {
    LW_TRY_ASSIGN(const std::vector<Arriving> marks, list_arriving(store_, context_));
    name = next_name(marks);
    store::WriteBatch batch;
    batch.context = context_;
    for (const Arriving& mark : marks) {
      if (mark.has_arrived) drop_mark(mark, batch);
    }
    batch.expected_states.push_back({name, std::nullopt});
    batch.states.push_back({name, std::string()});
    return store_.write(batch);
  };
  // Another import may take the name first.
  LW_TRY(store::retry_on_conflict(take_next, store::is_refused_write));
  mark_ = Arriving{std::move(name), std::nullopt, false};
  return {};
}

void ArrivingMark::move_to(const CommitId& commit, store::WriteBatch& batch) const {
  batch.expected_states.push_back({mark_->name, value_of(*mark_)});
  batch.states.push_back({mark_->name, commit.hex()});
}

void ArrivingMark::finish(store::WriteBatch& batch) const {
  batch.expected_states.push_back({mark_->name, value_of(*mark_)});
  batch.states.push_back({mark_->name, std::string(kArrived)});
}

bool ArrivingMark::is_all_of(const std::vector<Arriving>& found) const {
  return std::all_of(found.begin(), found.end(), [this](const Arriving& mark) { return mark == mark_; });
}

Result<void> ArrivingMark::give_up() {
  if (!mark_) return {};
  store::WriteBatch batch;
  batch.context = context_;
  drop_mark(*mark_, batch);
  return store_.write(batch);
}

}  // namespace latewood::engine
