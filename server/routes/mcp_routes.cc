// The Model Context Protocol: one address, answered by the same handler as `latewood mcp`.
#include <algorithm>
#include <utility>

#include "latewood/mcp.h"
#include "server/http/problem.h"
#include "server/routes/operation_answer.h"
#include "server/routes/routes.h"

namespace latewood::server {
namespace {

std::optional<std::string> header_of(const Request& request, std::string_view name) {
  const std::string* value = request.find_header(name);
  return value == nullptr ? std::nullopt : std::optional(*value);
}

// An agent may not change system text, as with `latewood mcp`.
Response answer_message(const Services& services, const Request& request) {
  const auto body = json_body(request);
  if (!body) return problem(body.error(), 415);
  const Caller& caller = request.caller;
  const Scope scope = std::min(caller.scope.value_or(Scope::Read), Scope::Write);
  Session session = services.session.narrowed({scope, caller.context_prefix, caller.actor, SystemText::Refuse});
  const McpServer server(session, {.scope = scope});
  const McpHeaders headers = {header_of(request, "mcp-protocol-version"), header_of(request, "mcp-method"),
                              header_of(request, "mcp-name")};
  McpHttpAnswer answer = server.answer_http(read_mcp_message(*body), headers);
  if (scope == Scope::Write) services.feed.poke();
  Response response;
  response.status = answer.status;
  response.body = std::move(answer.body);
  return response;
}

}  // namespace

std::vector<Route> mcp_routes(const Services& services) {
  const auto answer = [&services](const Request& request, const Captures&) {
    return answer_message(services, request);
  };
  return {{"POST", "/mcp", Access::Read, answer, {"Answers a message of the Model Context Protocol."}}};
}

}  // namespace latewood::server
