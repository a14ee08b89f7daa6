// A request as units: what a client sent, ready to be compared and written.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/chat_log.h"
#include "latewood/json_value.h"
#include "latewood/node.h"
#include "latewood/reconcile.h"
#include "latewood/result.h"
#include "reconcile/unit.h"

namespace latewood::reconcile {

// A block and its unit.
struct GivenBlock {
  Component block;
  Unit unit;
  std::int64_t time = 0;  // the time in the log, in nanoseconds; 0: not known
};

struct Request {
  // The blocks that are compared. A caller that knows a place in the context leaves out the blocks before it: `start`
  // is their prefix and `before` their number.
  std::vector<GivenBlock> blocks;
  Prefix start = {};
  std::uint64_t before = 0;

  // Called with the time of each block before it is inserted, and of none before a commit; empty: not called.
  std::function<void(std::int64_t time)> tell_time = {};

  bool has_system = true;  // false: the system region stays as it is, since nothing is known about it
  std::vector<GivenBlock> tools;
  std::vector<GivenBlock> system;

  std::uint64_t size() const { return before + blocks.size(); }
  std::vector<Unit> units() const;
  // The prefixes of `before`, `before + 1`, ... blocks.
  std::vector<Prefix> prefixes() const;
};

struct ReadRequest {
  Request request;
  ChatFormat format = ChatFormat::OpenAi;
  std::string session;  // the context that the session ids of the request name; empty: it has none
  std::vector<MaskedText> masked;
};

// Reads the body of a request. E_CHAT_LOG_INVALID if it is none.
Result<ReadRequest> read_request(std::string_view body, std::optional<ChatFormat> format, const UnitReader& reader);

// A name for the context of a request without a session: "request/" and digits of its first message and system text.
std::string context_of_root(const Request& request);
// The name of the context for a side request of `context`: the name, "/side-", and digits of its root.
std::string side_context(std::string_view context, const Request& request);

// Whether two lists of units are the system text and tools of one conversation: one of them is empty, or they share
// one.
bool are_related(const std::vector<Unit>& a, const std::vector<Unit>& b);

}  // namespace latewood::reconcile
