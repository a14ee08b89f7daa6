#include "history/timeline.h"

#include "base/rules.h"

namespace latewood::history {

std::uint64_t Timeline::kept() const {
  if (empty()) return 0;
  const SnapshotData* collected = find_collected(*head_);
  return collected == nullptr ? size() : head_->position - collected->position;
}

std::vector<KeptPast::Mark> Timeline::kept_before() const {
  const KeptPast* past = empty() ? nullptr : find_kept_before(*head_);
  return past == nullptr ? std::vector<KeptPast::Mark>() : past->marks();
}

Error not_kept() {
  return broken(kSnapshotCollected, "others collected meanwhile what was kept: ask again", Code::Conflict);
}

Result<const SnapshotData*> Timeline::load(const KeptPast::Mark& mark) const {
  KeptPast* past = find_kept_before(*head_);
  if (past == nullptr) return not_kept();
  return past->load(mark);
}

std::uint64_t Timeline::newer_than(std::uint64_t cycle) const {
  if (empty() || head_->cycle() <= cycle) return 0;
  return head_->position - oldest_since(*head_, cycle + 1).position + 1;
}

}  // namespace latewood::history
