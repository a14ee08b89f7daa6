// Replies as vendors write them, whole and in chunks: two texts that mean the same.
#pragma once

#include <string>
#include <vector>

#include "latewood/chat_log.h"
#include "support/random/random.h"

namespace latewood::test {

struct RandomReply {
  ChatFormat format = ChatFormat::OpenAi;
  std::string whole;                // the response
  std::vector<std::string> chunks;  // of a stream of the same
  // What the next request has to hold: the vendor's own message as a list of one, or the items of the response.
  std::string message;
  std::vector<std::string> call_ids;   // as blocks have them
  std::vector<std::string> arguments;  // of the calls, as a request has them: JSON in its order, or that text as a text
};

// No part of it needs a repair in a request.
RandomReply random_reply(Random& random, ChatFormat format);

// The chunks as a JSON array, as JSON lines, or as server-sent events.
std::string stream_of(Random& random, const std::vector<std::string>& chunks);

}  // namespace latewood::test
