// The real conversations the agent workload is made of. They are not ours and not in the
// repository; without them the workload is left out.
#pragma once

#include <cstddef>
#include <vector>

#include "latewood/chat_log.h"

namespace latewood::bench {

// Empty if they are not here.
const std::vector<ChatLog>& real_conversations();

// Turns of the conversations one after the other, from the first again when all were used.
class AgentTurns {
 public:
  // The next turn, inserted and committed. There must be conversations.
  void play(Context& context);

 private:
  std::size_t conversation_ = 0;
  std::size_t turn_ = 0;
};

}  // namespace latewood::bench
