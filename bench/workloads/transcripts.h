// Recorded conversations of an agent with tools, where they are: not part of the checkout.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "latewood/context.h"
#include "latewood/json_value.h"

namespace latewood::bench {

// The messages of each conversation, in the format of OpenAI's chat API. Empty if the file is not there.
std::vector<std::vector<JsonValue>> load_transcripts();

// The messages in a context: each request is one commit, the one before each message of the assistant. Blocks of calls
// and results have the ttl; 0: none. The tools that are called and the system message are in `^sys` from the start.
Context context_of_messages(const std::vector<JsonValue>& messages, std::int64_t ttl_of_tools);

// One long conversation: the messages of many after each other, until the assistant has answered `requests` times.
std::vector<JsonValue> long_session(const std::vector<std::vector<JsonValue>>& transcripts, std::size_t first,
                                    std::size_t requests);

}  // namespace latewood::bench
