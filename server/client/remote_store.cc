#include "server/client/remote_store.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "latewood/errors.h"
#include "latewood/json_text.h"
#include "latewood/json_value.h"
#include "latewood/operation.h"
#include "server/http/target.h"

namespace latewood::server {
namespace {

std::string problem_text(const JsonValue& object, std::string_view name) {
  const JsonValue* value = object.find(name);
  const std::string* text = value == nullptr ? nullptr : value->as_string();
  return text == nullptr ? std::string() : *text;
}

Code code_of(std::string_view kind) {
  for (const Code code : {Code::InvalidArgument, Code::NotFound, Code::Conflict, Code::Corruption, Code::Unsupported}) {
    if (kind == to_string(code)) return code;
  }
  return Code::Unavailable;
}

std::optional<Place> place_of(const JsonValue* place) {
  const JsonValue* offset = place == nullptr ? nullptr : place->find("offset");
  const JsonValue* length = place == nullptr ? nullptr : place->find("length");
  const bool is_whole = offset != nullptr && length != nullptr && offset->as_integer() && length->as_integer();
  if (!is_whole) return std::nullopt;
  return Place{static_cast<std::uint64_t>(*offset->as_integer()), static_cast<std::uint64_t>(*length->as_integer())};
}

// The error that the operation gave on the other side.
std::optional<Error> error_of(const ClientAnswer& answer) {
  if (!answer.media_type.starts_with("application/problem+json")) return std::nullopt;
  const auto problem = parse_json_text(answer.body);
  if (!problem || problem->find("code") == nullptr) return std::nullopt;
  Error error{code_of(problem_text(*problem, "kind")), problem_text(*problem, "detail"), problem_text(*problem, "rule"),
              place_of(problem->find("place")), problem_text(*problem, "hint")};
  if (error.rule == errors::kTokenInvalid) error.hint = "put a token of this server in LATEWOOD_TOKEN";
  return error;
}

// A token goes into a header: a line feed would begin another one.
bool is_header_text(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c <= '~'; });
}

}  // namespace

Result<RemoteStore> RemoteStore::open(std::string_view url, const ClientOptions& options) {
  auto parsed = parse_server_url(url);
  if (!parsed) return std::move(parsed).error();
  if (!is_header_text(options.token)) {
    return Error{Code::InvalidArgument, "the token has a blank or a line break", std::string(errors::kOptionInvalid)};
  }
  return RemoteStore(HttpClient(*std::move(parsed), options));
}

Result<std::string> RemoteStore::body_of(const Result<ClientAnswer>& answer) const {
  if (!answer) return answer.error();
  if (answer->status == 200) return answer->body;
  if (auto error = error_of(*answer)) return *std::move(error);
  return Error{Code::Unavailable,
               client_.url().text + " answered with the status " + std::to_string(answer->status) +
                   " and no problem object: it is no Latewood server, or a proxy in front of it refused",
               {}};
}

Result<std::string> RemoteStore::call(std::string_view operation, std::string_view arguments) {
  auto answer = client_.send("POST", "/v1/operations/" + escaped_segment(operation), arguments);
  if (answer || answer.error().rule != errors::kOutcomeUnknown) return body_of(answer);
  const auto known = find_operation(operation);
  Error error = std::move(answer).error();
  // A call that only reads can be repeated.
  if (known && known->scope == Scope::Read) error.rule.clear();
  return error;
}

Result<std::string> RemoteStore::copy(std::string_view context) {
  auto answer = client_.send("GET", "/v1/contexts/" + escaped_segment(context) + "/copy", {});
  if (!answer && answer.error().rule == errors::kOutcomeUnknown) {
    Error error = std::move(answer).error();
    error.rule.clear();
    return error;
  }
  return body_of(answer);
}

}  // namespace latewood::server
