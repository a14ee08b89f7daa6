#include "engine/stored/newest_commit.h"

#include <vector>

#include "base/rules.h"
#include "base/try.h"

namespace latewood::engine {

Result<std::optional<store::CommitPlace>> find_newest_commit(store::Store& store) {
  std::optional<store::CommitPlace> place;
  LW_TRY_ASSIGN(const std::uint64_t last, store.last_commit());
  if (last == 0) return place;
  LW_TRY_ASSIGN(const std::vector<store::StoredCommit> found, store.list_all_commits(last - 1, 1));
  const bool is_there = !found.empty() && found.front().sequence == last;
  if (!is_there) return broken(kConflict, "the newest commit was deleted meanwhile", Code::Conflict);
  place = store::CommitPlace{last, found.front().id};
  return place;
}

Result<bool> is_still_there(store::Store& store, const std::optional<store::CommitPlace>& place) {
  if (!place) return true;
  LW_TRY_ASSIGN(const std::vector<store::StoredCommit> found, store.list_all_commits(place->sequence - 1, 1));
  return !found.empty() && found.front().sequence == place->sequence && found.front().id == place->id;
}

}  // namespace latewood::engine
