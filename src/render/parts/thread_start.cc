#include "render/parts/thread_start.h"

#include <algorithm>
#include <iterator>

namespace latewood::render {

void TurnsByName::add(std::vector<std::string> names, std::size_t turn) {
  for (std::string& name : names) {
    Entry entry(std::move(name), turn);
    newest_.insert(std::upper_bound(newest_.begin(), newest_.end(), entry), std::move(entry));
  }
  // Large enough to merge rarely, small enough to copy with every change.
  constexpr std::size_t kMost = 256;
  if (newest_.size() < kMost) return;
  auto merged = std::make_shared<Entries>();
  const Entries none;
  std::merge(older_ == nullptr ? none.begin() : older_->begin(), older_ == nullptr ? none.end() : older_->end(),
             newest_.begin(), newest_.end(), std::back_inserter(*merged));
  older_ = std::move(merged);
  newest_.clear();
}

std::optional<std::size_t> TurnsByName::find_in(const Entries& entries, std::string_view name) {
  const auto found = std::lower_bound(entries.begin(), entries.end(), name,
                                      [](const Entry& entry, std::string_view key) { return entry.first < key; });
  if (found == entries.end() || found->first != name) return std::nullopt;
  return found->second;
}

std::optional<std::size_t> TurnsByName::find(std::string_view name, std::size_t turns) const {
  auto found = find_in(newest_, name);
  const auto older = older_ == nullptr ? std::nullopt : find_in(*older_, name);
  if (older) found = std::min(*older, found.value_or(*older));
  return found && *found < turns ? found : std::nullopt;
}

void TurnsByName::cut(std::size_t turns) {
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
  waits.cut(count);
  std::erase_if(ties, [count](const Tie& tie) { return tie.earlier >= count; });
  std::erase_if(marker_turns, [count](std::size_t turn) { return turn >= count; });
  std::erase_if(summaries, [count](const auto& shown) { return shown.second >= count; });
}

std::size_t ThreadStart::closed(std::size_t count) const {
  const auto crosses = [&count](const Tie& tie) { return tie.later >= count && tie.earlier < count; };
  for (auto tie = std::find_if(ties.begin(), ties.end(), crosses); tie != ties.end();) {
    count = tie->earlier;
    tie = std::find_if(ties.begin(), ties.end(), crosses);
  }
  return count;
}

void ThreadStart::add(TurnToSettle turn) {
  const std::size_t at = turns.size();
  const bool says = turn.says || (!turns.empty() && turns.back().says);
  const bool calls = turn.calls || (!turns.empty() && turns.back().calls);
  if (!turn.call_ids.empty()) ids.add(std::move(turn.call_ids), at);
  if (turn.has_markers) marker_turns.push_back(at);
  const bool is_repaired = turn.repairs.size() > 0;
  const std::size_t before = turns.empty() ? 0 : turns.back().repaired;
  const auto repairs = is_repaired ? std::make_shared<const TurnRepairs>(turn.repairs) : nullptr;
  turns = turns.push_back({repairs, says, calls, is_repaired ? at + 1 : before});
}

void ThreadStart::add(const Ties& more) {
  const std::size_t count = turns.size();
  for (const Tie& tie : more.list) {
    const auto place = std::lower_bound(ties.begin(), ties.end(), tie);
    const bool is_new = place == ties.end() || *place != tie;
    if (is_new && tie.earlier < count) ties.insert(place, tie);
  }
  for (const Wait& wait : more.waits) {
    if (wait.turn < count) waits.add({wait.name}, wait.turn);
  }
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
