#include "base/try.h"
#include "latewood/chat_log.h"

namespace latewood {

Result<void> import_chat(Context& context, const ChatLog& log) {
  for (const Component& block : log.system) LW_TRY(context.insert(block, -1));
  for (const ChatTurn& turn : log.turns) {
    for (const Component& block : turn.blocks) LW_TRY(context.insert(block, 0));
    LW_TRY(context.commit());
  }
  if (log.turns.empty() && !log.system.empty()) LW_TRY(context.commit());
  return {};
}

}  // namespace latewood
