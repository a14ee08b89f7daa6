#include "render/thread_start.h"

#include <algorithm>
#include <iterator>

namespace latewood::render {

void UsedIds::add(std::vector<std::string> ids, std::size_t turn) {
  for (std::string& id : ids) {
    const auto place = std::lower_bound(newest_.begin(), newest_.end(), id,
                                        [](const Entry& entry, const std::string& key) { return entry.first < key; });
    newest_.insert(place, {std::move(id), turn});
  }
  // Many enough that merging them into the others is rare, few enough to be copied each time.
  constexpr std::size_t kMost = 256;
  if (newest_.size() < kMost) return;
  auto merged = std::make_shared<Entries>();
  const Entries none;
  std::merge(older_ == nullptr ? none.begin() : older_->begin(), older_ == nullptr ? none.end() : older_->end(),
             newest_.begin(), newest_.end(), std::back_inserter(*merged));
  older_ = std::move(merged);
  newest_.clear();
}

bool UsedIds::holds(const Entries& entries, std::string_view id, std::size_t turns) {
  const auto found = std::lower_bound(entries.begin(), entries.end(), id,
                                      [](const Entry& entry, std::string_view key) { return entry.first < key; });
  return found != entries.end() && found->first == id && found->second < turns;
}

bool UsedIds::contains(std::string_view id, std::size_t turns) const {
  return holds(newest_, id, turns) || (older_ != nullptr && holds(*older_, id, turns));
}

void UsedIds::cut(std::size_t turns) {
  const auto is_later = [turns](const Entry& entry) { return entry.second >= turns; };
  std::erase_if(newest_, is_later);
  if (older_ == nullptr || std::none_of(older_->begin(), older_->end(), is_later)) return;
  auto left = std::make_shared<Entries>(*older_);
  std::erase_if(*left, is_later);
  older_ = std::move(left);
}

void ThreadStart::cut(std::size_t count) {
  if (count == turns.size()) return;
  turns = turns.take(count);
  strips = strips.take(head + count);
  ids.cut(count);
}

void ThreadStart::add(const std::shared_ptr<const KnownTurn>& turn) {
  const bool says = turn->says || (!turns.empty() && turns.back().says);
  const bool calls = !turn->called.empty() || (!turns.empty() && turns.back().calls);
  if (!turn->call_ids.empty()) ids.add(turn->call_ids, turns.size());
  const std::size_t before = turns.empty() ? 0 : turns.back().repaired;
  const bool is_repaired = !turn->built.empty() || !turn->dropped.empty();
  const auto repairs =
      is_repaired ? std::make_shared<const TurnRepairs>(TurnRepairs{turn->built, turn->dropped}) : nullptr;
  turns = turns.push_back({repairs, says, calls, is_repaired ? turns.size() + 1 : before});
}

std::size_t ThreadStart::shared_with(const tree::PersistentVector<tree::Ring>& others) const {
  return std::min(first_difference(rings, others), turns.size());
}

std::vector<const TurnRepairs*> SettledPart::repaired() const {
  std::vector<const TurnRepairs*> found;
  std::size_t next = turns == 0 ? 0 : start->turns[turns - 1].repaired;
  while (next != 0) {
    found.push_back(start->turns[next - 1].repairs.get());
    next = next == 1 ? 0 : start->turns[next - 2].repaired;
  }
  std::reverse(found.begin(), found.end());
  return found;
}

}  // namespace latewood::render
