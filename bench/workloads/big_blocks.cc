// Big blocks: files and images as content.
#include "workloads/messages.h"
#include "workloads/workload.h"

namespace latewood::bench {

std::optional<std::string> run_big_blocks(std::size_t blocks) {
  Context context(same_everywhere());
  for (std::size_t i = 0; i < blocks; ++i) {
    say(context, "user", words(i, 1000000));
    must(context.commit());
  }
  return head_of(context);
}

}  // namespace latewood::bench
