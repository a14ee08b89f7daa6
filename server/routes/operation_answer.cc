#include "server/routes/operation_answer.h"

#include <utility>

#include "latewood/errors.h"
#include "latewood/json_text.h"
#include "latewood/json_value.h"
#include "server/http/problem.h"

namespace latewood::server {

namespace {

const std::string* find_text(const Result<JsonValue>& value, std::string_view name) {
  const JsonValue* const member = value ? value->find(name) : nullptr;
  return member == nullptr ? nullptr : member->as_string();
}

// The context of a call whose arguments name none.
std::string default_context(Session& session) {
  const auto config = session.call("config", "{}");
  const auto value = config ? parse_json_text(*config) : Result<JsonValue>(config.error());
  const JsonValue* const settings = value ? value->find("settings") : nullptr;
  const JsonValue* const context = settings == nullptr ? nullptr : settings->find("context");
  const JsonValue* const name = context == nullptr ? nullptr : context->find("value");
  return name == nullptr || name->as_string() == nullptr ? "main" : *name->as_string();
}

// The span of the attempt that the call began shall be part of the caller's trace.
void remember_caller(SpanCallers& callers, Session& session, const std::string& traceparent, std::string_view arguments,
                     std::string_view result) {
  const auto given = parse_json_text(arguments);
  const auto begun = parse_json_text(result);
  if (!given || !begun) return;
  const JsonValue* const attempt = begun->find("attempt_id");
  const std::int64_t* const id = attempt == nullptr ? nullptr : attempt->as_integer();
  if (id == nullptr) return;
  const std::string* const name = find_text(given, "context");
  callers.add(name == nullptr ? default_context(session) : *name, static_cast<std::uint64_t>(*id), traceparent);
}

bool begins_attempt(std::string_view operation) { return operation == "request" || operation == "begin_attempt"; }

}  // namespace

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
  const std::string* const traceparent = request.find_header("traceparent");
  if (result && services.callers != nullptr && traceparent != nullptr && begins_attempt(operation)) {
    remember_caller(*services.callers, session, *traceparent, arguments, *result);
  }
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
