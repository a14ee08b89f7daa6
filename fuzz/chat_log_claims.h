// Claims about a chat log of any format: it is refused with a place, or it can be imported, and then every profile
// renders it or fails with a stable code.
#pragma once

#include <string_view>

#include "fuzz/require.h"
#include "latewood/chat_log.h"

namespace latewood::fuzz {

inline void check_import(const ChatLog& log) {
  ContextOptions options;
  options.system = true;
  options.clock = make_logical_clock();
  Context context(std::move(options));
  require(import_chat(context, log).has_value(), "what was read can be imported");
  require(context.cycle() >= log.turns.size(), "each turn is a commit");
  if (context.cycle() == 0) return;
  for (const ProfileName& profile : profiles()) {
    const auto rendered = context.latest()->render(profile.id);
    if (!rendered) require(rendered.error().rule.starts_with("E_"), "a refusal has a name");
  }
}

inline void check_chat_log(std::string_view text, ChatFormat format) {
  const auto logs = parse_chat_logs(text, format);
  if (!logs) {
    require_blames_input(logs.error(), text.size());
    require(logs.error().rule == "E_CHAT_LOG_INVALID", "the rule is that of chat logs");
    return;
  }
  for (const ChatLog& log : logs->conversations) check_import(log);
}

}  // namespace latewood::fuzz
