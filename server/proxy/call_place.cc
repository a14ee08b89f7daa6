#include "server/proxy/call_place.h"

#include <utility>

#include "latewood/errors.h"
#include "latewood/repository.h"

namespace latewood::server {
namespace {

Error refused(std::string message, std::string_view rule) {
  return {Code::InvalidArgument, std::move(message), std::string(rule)};
}

std::string value_of(const Request& request, std::string_view name) {
  const std::string* value = request.find_header(name);
  return value == nullptr ? std::string() : *value;
}

// The name that the log of the same session is imported as.
std::string context_of_client(const Request& request) {
  const std::string claude = value_of(request, "x-claude-code-session-id");
  if (!claude.empty()) return context_of_session("claude-code", claude);
  for (const char* name : {"session_id", "session-id", "conversation_id"}) {
    const std::string codex = value_of(request, name);
    if (!codex.empty()) return context_of_session("codex", codex);
  }
  return {};
}

}  // namespace

Result<CallPlace> find_place(const Request& request) {
  CallPlace place;
  place.context_prefix = request.caller.context_prefix;
  place.actor = request.caller.actor;
  place.session = value_of(request, "x-latewood-session");
  place.context = value_of(request, "x-latewood-context");
  if (!place.context.empty()) {
    if (!check_context_name(place.context) || place.context == kHiddenContext) {
      return refused("the header x-latewood-context names no context", errors::kRequestInvalid);
    }
    if (!place.context.starts_with(place.context_prefix)) {
      return refused("the token may not use the context that the request names", errors::kScope);
    }
    return place;
  }
  if (!place.session.empty()) return place;
  place.context = context_of_client(request);
  const bool is_outside = !place.context.empty() && !place.context.starts_with(place.context_prefix);
  if (is_outside) place.context.insert(0, place.context_prefix);
  return place;
}

std::vector<std::string> secrets_in(const Request& request) {
  std::vector<std::string> secrets;
  for (const Header& header : request.headers) {
    const bool is_key = header.name.find("key") != std::string::npos ||
                        header.name.find("token") != std::string::npos ||
                        header.name.find("auth") != std::string::npos || header.name == "cookie";
    if (!is_key) continue;
    secrets.push_back(header.value);
    // "Bearer KEY" is recognized without its first word too.
    const std::size_t blank = header.value.find(' ');
    if (blank != std::string::npos) secrets.push_back(header.value.substr(blank + 1));
  }
  for (const auto& [name, value] : request.target.query) {
    if (name == "key" || name.find("token") != std::string::npos) secrets.push_back(value);
  }
  return secrets;
}

}  // namespace latewood::server
