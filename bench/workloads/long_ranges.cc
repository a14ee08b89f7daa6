// Long ranges: what changed over many snapshots.
#include <algorithm>

#include "canon/blake3.h"
#include "latewood/query.h"
#include "workloads/messages.h"
#include "workloads/workload.h"

namespace latewood::bench {

std::optional<std::string> run_long_ranges(std::size_t turns) {
  Context context(same_everywhere());
  for (std::size_t i = 0; i < turns; ++i) chat_turn(context, i);
  Blake3Hasher answers;
  const std::string back = std::to_string(std::min<std::size_t>(turns - 1, 999));
  for (const std::string& selector :
       {"@t-" + back + "..@t0 .cb[role='user']", std::string("@* ^seq .mt:depth(1) .cb")}) {
    answers.update(to_json(must(context.select(selector))));
  }
  return answers.finish().hex();
}

}  // namespace latewood::bench
