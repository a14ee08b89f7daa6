#include "server/http/problem.h"

#include <map>
#include <utility>
#include <vector>

#include "latewood/errors.h"
#include "latewood/json_text.h"
#include "latewood/json_value.h"

namespace latewood::server {
namespace {

int status_of_kind(Code code) {
  switch (code) {
    case Code::InvalidArgument: return 400;
    case Code::NotFound: return 404;
    case Code::Conflict: return 409;
    case Code::Corruption: return 500;
    case Code::Unsupported: return 501;
    case Code::Unavailable: return 503;
  }
  return 500;
}

// Rules whose status is not that of their kind.
const std::map<std::string_view, int>& statuses_of_rules() {
  static const std::map<std::string_view, int> kStatuses = {
      {errors::kConflict, 409},          {errors::kHostRefused, 421},     {errors::kMethodRefused, 405},
      {errors::kOriginRefused, 403},     {errors::kOverloaded, 503},      {errors::kPayloadPurged, 410},
      {errors::kRequestTimeout, 408},    {errors::kRequestTooLarge, 413}, {errors::kScope, 403},
      {errors::kSnapshotCollected, 410}, {errors::kTokenInvalid, 401},    {errors::kUnauthorized, 403},
      {errors::kUncommitted, 409},
  };
  return kStatuses;
}

JsonValue text_or_null(const std::string& text) { return text.empty() ? JsonValue() : JsonValue(text); }

JsonValue place_json(const Error& error) {
  if (!error.place) return {};
  return make_object({{"length", JsonValue(static_cast<std::int64_t>(error.place->length))},
                      {"offset", JsonValue(static_cast<std::int64_t>(error.place->offset))}});
}

void add_headers(const Error& error, Response& response) {
  if (response.status == 503) response.headers.push_back({"Retry-After", "1"});
  if (response.status == 401) response.headers.push_back({"WWW-Authenticate", "Bearer realm=\"latewood\""});
  if (response.status == 405) response.headers.push_back({"Allow", error.hint});
}

}  // namespace

std::string_view reason_of(int status) {
  static const std::map<int, std::string_view> kReasons = {
      {200, "OK"},
      {202, "Accepted"},
      {204, "No Content"},
      {304, "Not Modified"},
      {400, "Bad Request"},
      {401, "Unauthorized"},
      {403, "Forbidden"},
      {404, "Not Found"},
      {405, "Method Not Allowed"},
      {408, "Request Timeout"},
      {409, "Conflict"},
      {410, "Gone"},
      {412, "Precondition Failed"},
      {413, "Content Too Large"},
      {415, "Unsupported Media Type"},
      {417, "Expectation Failed"},
      {421, "Misdirected Request"},
      {428, "Precondition Required"},
      {431, "Request Header Fields Too Large"},
      {500, "Internal Server Error"},
      {501, "Not Implemented"},
      {502, "Bad Gateway"},
      {503, "Service Unavailable"},
  };
  const auto found = kReasons.find(status);
  return found == kReasons.end() ? std::string_view("Unknown") : found->second;
}

int status_of(const Error& error) {
  const auto found = statuses_of_rules().find(error.rule);
  return found == statuses_of_rules().end() ? status_of_kind(error.code) : found->second;
}

Response problem(const Error& error) { return problem(error, status_of(error)); }

Response problem(const Error& error, int status) {
  Response response;
  response.status = status;
  response.media_type = "application/problem+json";
  response.body = json_text_of(make_object({{"code", std::string(name_of(error))},
                                            {"detail", error.message},
                                            {"hint", text_or_null(error.hint)},
                                            {"kind", std::string(to_string(error.code))},
                                            {"place", place_json(error)},
                                            {"rule", text_or_null(error.rule)},
                                            {"status", JsonValue(static_cast<std::int64_t>(status))},
                                            {"title", std::string(reason_of(status))},
                                            {"type", "about:blank"}}));
  add_headers(error, response);
  return response;
}

}  // namespace latewood::server
