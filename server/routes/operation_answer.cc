#include "server/routes/operation_answer.h"

#include <utility>

#include "latewood/errors.h"
#include "server/http/problem.h"

namespace latewood::server {

Session session_of(const Services& services, const Request& request) {
  const Caller& caller = request.caller;
  return services.session.narrowed({caller.scope.value_or(Scope::Read), caller.context_prefix, caller.actor});
}

Result<std::string> call_operation(const Services& services, const Request& request, std::string_view operation,
                                   std::string_view arguments) {
  Session session = session_of(services, request);
  const Progress progress = [&services](std::uint64_t, std::uint64_t) -> Result<void> {
    if (!services.is_ending) return {};
    return Error{Code::Unavailable, "the server was told to stop", std::string(errors::kInterrupted)};
  };
  auto result = session.call(operation, arguments, progress);
  if (!result && result.error().code == Code::Conflict) ++services.metrics.conflicts;
  if (!result && result.error().code == Code::Unavailable) ++services.metrics.store_errors;
  const bool may_have_committed = result && request.caller.scope != Scope::Read;
  if (may_have_committed) services.feed.poke();
  return result;
}

Response operation_answer(const Services& services, const Request& request, std::string_view operation,
                          std::string_view arguments) {
  auto result = call_operation(services, request, operation, arguments);
  if (!result) return problem(result.error());
  Response response;
  response.body = *std::move(result);
  return response;
}

Result<std::string> json_body(const Request& request) {
  if (request.body.empty()) return std::string("{}");
  const std::string* type = request.find_header("content-type");
  const std::string_view media_type = type == nullptr ? std::string_view() : std::string_view(*type);
  if (media_type.substr(0, media_type.find(';')) == "application/json") return request.body;
  return Error{Code::InvalidArgument, "the body needs the header 'Content-Type: application/json'",
               std::string(errors::kRequestInvalid)};
}

}  // namespace latewood::server
