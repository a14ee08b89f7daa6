#include "engine/stored/load_history.h"

#include "base/try.h"
#include "engine/branch/restore.h"
#include "engine/stored/line.h"

namespace latewood::engine {

Result<std::unique_ptr<Branch>> load_history(const std::shared_ptr<store::Store>& store, store::ContextKey context,
                                             const std::optional<store::Head>& head, const BranchSetup& setup,
                                             const LoadProgress& progress) {
  Restorer restorer(setup, contents_of(*store));
  Line line;
  if (head) {
    LW_TRY_ASSIGN(line, find_line(store, context, *head));
  }
  LW_TRY(restore_line(line, *store, restorer, progress));
  return restorer.take();
}

}  // namespace latewood::engine
