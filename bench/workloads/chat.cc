// Chat: two messages a turn, nothing ever leaves.
#include "workloads/messages.h"
#include "workloads/workload.h"

namespace latewood::bench {

std::optional<std::string> run_chat(std::size_t turns) {
  Context context(same_everywhere());
  for (std::size_t i = 0; i < turns; ++i) chat_turn(context, i);
  return head_of(context);
}

}  // namespace latewood::bench
