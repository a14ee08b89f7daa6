#include "engine/stored/load_history.h"

#include "base/try.h"
#include "engine/branch/restore.h"
#include "engine/stored/line.h"

namespace latewood::engine {

Result<std::unique_ptr<Branch>> load_history(const std::shared_ptr<store::Store>& store, store::ContextKey context,
                                             const std::optional<store::Head>& head,
                                             const std::shared_ptr<Clock>& clock, TokenCounter* counter,
                                             const LoadProgress& progress) {
  Restorer restorer(clock, counter, contents_of(*store));
  Line line;
  if (head) {
    LW_TRY_ASSIGN(line, find_line(store, context, *head));
  }
  if (line.start) LW_TRY(restore_start(*line.start, *store, restorer));
  std::uint64_t done = 0;
  for (const store::StoredCommit& commit : line.commits) {
    LW_TRY(restore_commit(commit, *store, restorer));
    if (progress) LW_TRY(progress(++done, line.commits.size()));
  }
  return restorer.take();
}

}  // namespace latewood::engine
