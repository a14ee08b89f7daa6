#include "engine/branch/replay_edits.h"

#include <string>
#include <utility>
#include <vector>

#include "base/try.h"
#include "engine/branch/recorded_editor.h"
#include "engine/branch/working_state.h"
#include "engine/record/stamp_clocks.h"

namespace latewood::engine {

Result<void> replay_edits(const EditCall& call, WorkingState& working) {
  working.settle_parent();
  ReplayClock clock(call.stamps);
  tree::Permissions permissions = call.permissions;
  permissions.made_before = true;
  tree::Surroundings around = with_clock(working.around(), clock);
  // The recorded blocks already have the flags and ttls that the policy gave them. The policy may have changed since.
  around.is_born_removable = nullptr;
  around.align = 0;
  tree::Editor editor(working.draft(), std::move(around), permissions);
  for (const tree::MadeEdit& made : call.edits) {
    LW_TRY_ASSIGN(const std::vector<std::string> ids, tree::apply(made.edit, editor));
    if (ids == made.ids) continue;
    const std::string was = made.ids.empty() ? "nothing" : "'" + made.ids.front() + "'";
    return Error{Code::Corruption, "an edit of the journal made " + was + " and makes other nodes now", {}, {}};
  }
  working.keep(editor, call);
  return {};
}

}  // namespace latewood::engine
