#include "engine/durable/arriving.h"

#include <algorithm>

#include "base/rules.h"
#include "base/try.h"
#include "warp/tree_replay.h"

namespace latewood::engine {
namespace {

std::string value_of(const Arriving& mark) { return mark.newest ? mark.newest->hex() : std::string(); }

// The first that is not among them, which is what the next mark is called.
std::string free_name(const std::vector<std::string>& names) {
  for (std::uint64_t number = 1;; ++number) {
    std::string name = std::string(kArrivingPrefix) + std::to_string(number);
    if (std::find(names.begin(), names.end(), name) == names.end()) return name;
  }
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
    Arriving mark{name, CommitId::from_hex(*value)};
    if (!mark.newest && !value->empty()) return warp::corrupt("state " + name + ": it names no commit");
    marks.push_back(std::move(mark));
  }
  return marks;
}

std::vector<store::StateExpectation> unmoved_marks(const std::vector<Arriving>& found) {
  std::vector<store::StateExpectation> expected;
  std::vector<std::string> names;
  for (const Arriving& mark : found) {
    expected.push_back({mark.name, value_of(mark)});
    names.push_back(mark.name);
  }
  expected.push_back({free_name(names), std::nullopt});
  return expected;
}

void drop_mark(const Arriving& mark, store::WriteBatch& batch) {
  batch.expected_states.push_back({mark.name, value_of(mark)});
  batch.states.push_back({mark.name, std::nullopt});
}

Result<void> ArrivingMark::begin() {
  constexpr int kTries = 64;
  for (int tries = 1;; ++tries) {
    LW_TRY_ASSIGN(const std::vector<std::string> names, store_.list_states(context_));
    std::string name = free_name(names);
    store::WriteBatch batch;
    batch.context = context_;
    batch.expected_states.push_back({name, std::nullopt});
    batch.states.push_back({name, std::string()});
    const auto written = store_.write(batch);
    const bool is_taken = !written && written.error().rule == kConflict && tries < kTries;
    if (is_taken) continue;
    LW_TRY(written);
    mark_ = Arriving{std::move(name), std::nullopt};
    return {};
  }
}

void ArrivingMark::move_to(const CommitId& commit, store::WriteBatch& batch) const {
  batch.expected_states.push_back({mark_->name, value_of(*mark_)});
  batch.states.push_back({mark_->name, commit.hex()});
}

void ArrivingMark::finish(store::WriteBatch& batch) const { drop_mark(*mark_, batch); }

Result<void> ArrivingMark::give_up() {
  if (!mark_) return {};
  store::WriteBatch batch;
  batch.context = context_;
  drop_mark(*mark_, batch);
  return store_.write(batch);
}

}  // namespace latewood::engine
