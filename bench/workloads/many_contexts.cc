// Many contexts: each small, all at once in memory.
#include <deque>

#include "canon/blake3.h"
#include "workloads/messages.h"
#include "workloads/workload.h"

namespace latewood::bench {

std::optional<std::string> run_many_contexts(std::size_t contexts) {
  std::deque<Context> all;
  for (std::size_t i = 0; i < contexts; ++i) all.emplace_back(same_everywhere());
  for (std::size_t turn = 0; turn < 3; ++turn) {
    for (std::size_t i = 0; i < contexts; ++i) chat_turn(all[i], i * 3 + turn);
  }
  Blake3Hasher heads;
  for (const Context& context : all) heads.update(head_of(context));
  return heads.finish().hex();
}

}  // namespace latewood::bench
