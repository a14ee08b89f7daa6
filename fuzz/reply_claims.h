// Claims about a reply of any vendor: it is refused with a place, or it ends an attempt whose reply can be committed
// and rendered.
#pragma once

#include <string_view>

#include "fuzz/require.h"
#include "latewood/context.h"
#include "latewood/vendor_reply.h"

namespace latewood::fuzz {

inline void check_outcome(const VendorReply& reply) {
  ContextOptions options;
  options.system = true;
  options.clock = make_logical_clock();
  Context context(std::move(options));
  const auto ticket = context.begin_attempt({});
  require(ticket.has_value(), "an attempt begins");
  require(context.end_attempt(ticket->attempt_id, outcome_of(reply)).has_value(), "what was read ends an attempt");
  require(context.commit().has_value(), "and can be committed");
  for (const ProfileName& profile : profiles()) {
    const auto preview = context.preview(profile.id);
    if (!preview) require(preview.error().rule.starts_with("E_"), "a refusal has a name");
  }
}

inline void check_reply(std::string_view body, const VendorReplyOptions& options) {
  const auto reply = read_vendor_reply(body, options);
  if (!reply) {
    require_blames_input(reply.error(), body.size());
    require(reply.error().rule == "E_REPLY_INVALID", "the rule is that of replies");
    return;
  }
  check_outcome(*reply);
}

}  // namespace latewood::fuzz
