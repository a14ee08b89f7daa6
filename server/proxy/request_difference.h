// Whether a request that Latewood rendered says what the client sent.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "latewood/chat_log.h"
#include "latewood/json_value.h"

namespace latewood::server {

// The first difference of two requests.
struct RequestDifference {
  std::string place;       // "messages/3/content/0/text" in the request of the client, after joining (below)
  std::uint64_t unit = 0;  // the message or tool that differs, from 0
};

// Compares tools, system text and messages, value by value. nullopt: they say the same. Forms that a vendor reads alike
// count as equal: a text and a list of one text part; messages of one role after the other and one joined message where
// the vendor joins them; the roles `system` and `developer`; members that are null or left out. Cache breakpoints are
// not compared.
std::optional<RequestDifference> find_difference(const JsonValue& sent, const JsonValue& rendered, ChatFormat format);

}  // namespace latewood::server
