#include "operations/attempts/attempt_json.h"

#include <charconv>
#include <string>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "operations/json/members.h"
#include "operations/table/common.h"

namespace latewood::operations {
namespace {

JsonValue time_json(const std::optional<std::int64_t>& time) { return time ? json_of_nanoseconds(*time) : JsonValue(); }

JsonValue count_json(const std::optional<std::uint64_t>& number) { return number ? json_of(*number) : JsonValue(); }

}  // namespace

JsonValue attempt_json(const Attempt& attempt) {
  const bool has_parent = attempt.parent && *attempt.parent != CommitId();
  return make_object({
      {"attempt_id", json_of(attempt.attempt_id)},
      {"bytes_digest", attempt.bytes_digest.hex()},
      {"commit_id", attempt.commit ? JsonValue(attempt.commit->hex()) : JsonValue()},
      {"cycle", json_of(attempt.cycle_id)},
      {"ended_at", time_json(attempt.ended_at)},
      {"error", json_of(attempt.error)},
      {"model", attempt.model},
      {"model_answered", json_of(attempt.answer.model)},
      {"params", attempt.params},
      {"parent", has_parent ? JsonValue(attempt.parent->hex()) : JsonValue()},
      {"profile", attempt.profile ? JsonValue(to_string(*attempt.profile)) : JsonValue()},
      {"profile_digest", attempt.profile_digest ? JsonValue(attempt.profile_digest->hex()) : JsonValue()},
      {"provider", attempt.provider},
      {"response_id", json_of(attempt.answer.response_id)},
      {"started_at", time_json(attempt.started_at)},
      {"status", to_string(attempt.status)},
      {"stop_reason", json_of(attempt.answer.stop_reason)},
      {"token_cache_write", count_json(attempt.answer.token_cache_write)},
      {"token_cache_write_1h", count_json(attempt.answer.token_cache_write_1h)},
      {"token_cached", count_json(attempt.answer.token_cached)},
      {"token_in", json_of(attempt.token_in)},
      {"token_out", json_of(attempt.token_out)},
      {"token_reasoning", count_json(attempt.answer.token_reasoning)},
      {"view", attempt.render.view == View::Structural ? "structural" : "effective"},
  });
}

std::vector<Member> attempt_members() {
  return {required("attempt_id", count("counts from 1 in a context")),
          required("bytes_digest", digest("of the bytes that were sent")),
          required("commit_id", nullable(commit_id("the commit that took it; null: none yet"))),
          required("cycle", count("the cycle it belongs to")),
          required("ended_at", nullable(nanoseconds())),
          required("error", nullable(text())),
          required("model", text("that was asked")),
          required("model_answered", nullable(text("as the provider named it"))),
          required("params", digest("SHA-256 of the parameters")),
          required("parent", nullable(commit_id("the commit that its cycle goes on from"))),
          required("profile", nullable(text("null: the canonical thread"))),
          required("profile_digest", nullable(digest())),
          required("provider", text()),
          required("response_id", nullable(text())),
          required("started_at", nullable(nanoseconds())),
          required("status", word({"running", "completed", "canceled", "error"})),
          required("stop_reason", nullable(text("in the provider's word"))),
          required("token_cache_write", nullable(count("of token_in: written to the provider's cache"))),
          required("token_cache_write_1h", nullable(count("of token_cache_write: kept for an hour"))),
          required("token_cached", nullable(count("of token_in: read from the provider's cache"))),
          required("token_in", count()),
          required("token_out", count()),
          required("token_reasoning", nullable(count("of token_out: reasoning"))),
          required("view", word({"effective", "structural"}))};
}

Result<JsonValue> find_attempt_json(const Context& context, std::uint64_t id) {
  for (const Attempt& attempt : context.attempts()) {
    if (attempt.attempt_id == id) return attempt_json(attempt);
  }
  return Error{Code::NotFound, "there is no attempt " + std::to_string(id), {}};
}

Schema time_argument(std::string description) { return any_of({text(), integer()}, std::move(description)); }

Result<std::optional<std::int64_t>> find_time(const Arguments& arguments, std::string_view name) {
  if (const auto number = arguments.find_integer(name)) return number;
  const auto written = arguments.find_text(name);
  if (!written) return std::optional<std::int64_t>();
  std::int64_t time = 0;
  const char* const end = written->data() + written->size();
  const auto read = std::from_chars(written->data(), end, time);
  if (read.ec == std::errc() && read.ptr == end) return std::optional(time);
  return broken(kArgumentInvalid, "/" + std::string(name) + ": nanoseconds in digits expected");
}

std::vector<Member> begin_members() {
  return {optional("provider", text("the provider that is called; default: the name of the profile, else empty")),
          optional("model", text("the model that is called; default: empty")),
          optional("params", map_of(anything(), "other members of the request, such as max_tokens; default: none")),
          optional("view", word({"effective", "structural"}, "default: effective")),
          optional("started_at", time_argument("nanoseconds since 1970; default: now, by the clock of the session"))};
}

Result<AttemptRequest> attempt_request(const Arguments& arguments) {
  AttemptRequest request;
  request.provider = arguments.text("provider");
  request.model = arguments.text("model");
  const JsonValue* params = arguments.find("params");
  request.params = params == nullptr ? make_object({}) : *params;
  request.render = render_options(arguments);
  LW_TRY_ASSIGN(request.started_at, find_time(arguments, "started_at"));
  return request;
}

}  // namespace latewood::operations
