// Deep edits: notes attached to old turns, which changes all roots after them.
#include "workloads/messages.h"
#include "workloads/workload.h"

namespace latewood::bench {

std::optional<std::string> run_deep_edits(std::size_t turns) {
  Context context(same_everywhere());
  for (std::size_t i = 0; i < turns; ++i) chat_turn(context, i);
  std::uint64_t state = 1;
  for (int edit = 0; edit < 50; ++edit) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    Component note;
    note.offset = 1;
    note.content = JsonValue("note " + std::to_string(edit));
    must(context.insert(note, static_cast<std::int64_t>(1 + (state >> 33) % turns)));
    must(context.commit());
  }
  return head_of(context);
}

}  // namespace latewood::bench
