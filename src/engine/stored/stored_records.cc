#include "engine/record/record_source.h"

#include "base/try.h"
#include "engine/stored/ancestry.h"

namespace latewood::engine {

RecordSource records_in(const std::shared_ptr<store::Store>& store, store::ContextKey context) {
  using Record = Result<std::optional<std::string>> (store::Store::*)(const store::StoredCommit& commit);
  const auto load_by = [store, context](Record record) -> RecordSource::Load {
    return [store, context, record](const CommitId& id) -> Result<std::optional<std::string>> {
      LW_TRY_ASSIGN(const auto commit, store->find_commit(context, id));
      if (!commit) return std::optional<std::string>();
      return ((*store).*record)(*commit);
    };
  };
  const auto last_admission = [store, context](const CommitId& id) -> Result<std::optional<std::string>> {
    LW_TRY_ASSIGN(auto commit, store->find_commit(context, id));
    while (commit) {
      LW_TRY_ASSIGN(auto admission, store->find_admission(*commit));
      if (admission) return admission;
      LW_TRY_ASSIGN(commit, load_commit_before(*store, *commit));
    }
    return std::optional<std::string>();
  };
  return {load_by(&store::Store::find_receipt), load_by(&store::Store::find_admission), last_admission};
}

}  // namespace latewood::engine
