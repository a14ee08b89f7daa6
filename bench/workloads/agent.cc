// Agent: tool calls, their results and long answers, as agents really have them.
#include "workloads/agent.h"

#include <fstream>
#include <iterator>
#include <string>

#include "workloads/messages.h"
#include "workloads/workload.h"

namespace latewood::bench {

const std::vector<ChatLog>& real_conversations() {
  static const std::vector<ChatLog> all = [] {
    std::ifstream file(std::string(LATEWOOD_SOURCE_DIR) + "/../shared/transcripts/airline.jsonl");
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    return text.empty() ? std::vector<ChatLog>() : must(parse_chat_logs(text, ChatFormat::OpenAi)).conversations;
  }();
  return all;
}

void AgentTurns::play(Context& context) {
  const std::vector<ChatLog>& all = real_conversations();
  while (turn_ >= all[conversation_].turns.size()) {
    conversation_ = (conversation_ + 1) % all.size();
    turn_ = 0;
  }
  for (const Component& block : all[conversation_].turns[turn_].blocks) must(context.insert(block));
  must(context.commit());
  ++turn_;
}

std::optional<std::string> run_agent(std::size_t turns) {
  if (real_conversations().empty()) return std::nullopt;
  Context context(same_everywhere());
  AgentTurns agent;
  for (std::size_t i = 0; i < turns; ++i) agent.play(context);
  return head_of(context);
}

}  // namespace latewood::bench
