#include "engine/record/attempt_text.h"
#include "canon/unsigned_number.h"

#include <array>
#include <utility>

#include "base/try.h"
#include "canon/blake3.h"
#include "canon/json_field.h"
#include "canon/json_reader.h"
#include "canon/json_writer.h"
#include "engine/record/component_json.h"
#include "render/provider_thread.h"

namespace latewood::engine {
namespace {

JsonValue reply_json(const std::vector<Component>& reply) {
  JsonValue::Array items;
  for (const Component& component : reply) items.push_back(component_json(component));
  return items;
}

// The text stores an unknown time as 0.
Result<std::optional<std::int64_t>> read_time(const JsonField& object, std::string_view name) {
  const auto field = object.find(name);
  if (!field) return std::optional<std::int64_t>();
  const std::int64_t* time = field->value().as_integer();
  if (time == nullptr) return field->error("an integer expected");
  return *time == 0 ? std::nullopt : std::optional(*time);
}

Result<AttemptStatus> read_status(const JsonField& object) {
  LW_TRY_ASSIGN(const std::string text, read_text(object, "status"));
  constexpr std::array kAll = {AttemptStatus::Running, AttemptStatus::Completed, AttemptStatus::Canceled,
                               AttemptStatus::Error};
  for (const AttemptStatus status : kAll) {
    if (text == to_string(status)) return status;
  }
  return object.error("no status is called '" + text + "'");
}

// A profile version never changes, so a digest that differs from this build's digest is damage. Attempts in the first
// version of this text have no digest.
Result<void> read_profile_digest(const JsonField& object, Attempt& attempt) {
  if (!object.find("profile_digest")) return {};
  LW_TRY_ASSIGN(attempt.profile_digest, read_id<Blake3Digest>(object, "profile_digest"));
  LW_TRY_ASSIGN(const Blake3Digest expected, profile_digest(attempt.profile, attempt.render));
  if (*attempt.profile_digest == expected) return {};
  if (!attempt.profile && *attempt.profile_digest == blake3_of(render::kFirstThread)) return {};
  const std::string name = attempt.profile ? to_string(*attempt.profile) : "the canonical thread";
  return object.error("profile_digest is not that of " + name);
}

Result<void> read_sent(const JsonField& object, Attempt& attempt) {
  LW_TRY_ASSIGN(attempt.bytes_digest, read_id<Blake3Digest>(object, "bytes_digest"));
  LW_TRY_ASSIGN(const std::string view, read_text(object, "view"));
  attempt.render.view = view == "structural" ? View::Structural : View::Effective;
  if (const auto profile = object.find("profile")) {
    LW_TRY_ASSIGN(const std::string_view name, profile->text());
    LW_TRY_ASSIGN(attempt.profile, find_profile(name));
  }
  return read_profile_digest(object, attempt);
}

Result<void> read_place(const JsonField& object, Attempt& attempt) {
  if (object.find("parent")) {
    LW_TRY_ASSIGN(attempt.parent, read_id<CommitId>(object, "parent"));
  }
  if (object.find("commit")) {
    LW_TRY_ASSIGN(attempt.commit, read_id<CommitId>(object, "commit"));
  }
  return {};
}

Result<void> read_end(const JsonField& object, Attempt& attempt) {
  LW_TRY_ASSIGN(attempt.ended_at, read_time(object, "ended_at"));
  if (const auto error = object.find("error")) {
    LW_TRY_ASSIGN(const std::string_view text, error->text());
    attempt.error = std::string(text);
  }
  LW_TRY_ASSIGN(attempt.token_in, read_u64(object, "token_in"));
  LW_TRY_ASSIGN(attempt.token_out, read_u64(object, "token_out"));
  return {};
}

Result<std::optional<std::string>> find_words(const JsonField& object, std::string_view name) {
  std::optional<std::string> words;
  const auto field = object.find(name);
  if (!field) return words;
  LW_TRY_ASSIGN(words, field->text());
  return words;
}

// All of it may be absent: it came with version 4.
Result<void> read_answer(const JsonField& object, AttemptAnswer& answer) {
  LW_TRY_ASSIGN(answer.model, find_words(object, "model_answered"));
  LW_TRY_ASSIGN(answer.response_id, find_words(object, "response_id"));
  LW_TRY_ASSIGN(answer.stop_reason, find_words(object, "stop_reason"));
  LW_TRY_ASSIGN(answer.token_cached, find_u64(object, "token_cached"));
  LW_TRY_ASSIGN(answer.token_cache_write, find_u64(object, "token_cache_write"));
  LW_TRY_ASSIGN(answer.token_cache_write_1h, find_u64(object, "token_cache_write_1h"));
  LW_TRY_ASSIGN(answer.token_reasoning, find_u64(object, "token_reasoning"));
  return {};
}

void append_answer(std::vector<JsonMember>& members, const AttemptAnswer& answer) {
  const auto add_words = [&members](const char* name, const std::optional<std::string>& words) {
    if (words) members.push_back({name, *words});
  };
  const auto add_tokens = [&members](const char* name, const std::optional<std::uint64_t>& tokens) {
    if (tokens) members.push_back({name, json_number(*tokens)});
  };
  add_words("model_answered", answer.model);
  add_words("response_id", answer.response_id);
  add_words("stop_reason", answer.stop_reason);
  add_tokens("token_cached", answer.token_cached);
  add_tokens("token_cache_write", answer.token_cache_write);
  add_tokens("token_cache_write_1h", answer.token_cache_write_1h);
  add_tokens("token_reasoning", answer.token_reasoning);
}

Result<LoggedAttempt> read_logged(const JsonField& object) {
  LoggedAttempt logged;
  Attempt& attempt = logged.attempt;
  LW_TRY_ASSIGN(logged.branch, read_text(object, "branch"));
  LW_TRY_ASSIGN(attempt.attempt_id, read_u64(object, "attempt_id"));
  LW_TRY_ASSIGN(attempt.cycle_id, read_u64(object, "cycle_id"));
  LW_TRY_ASSIGN(attempt.status, read_status(object));
  LW_TRY_ASSIGN(attempt.started_at, read_time(object, "started_at"));
  LW_TRY_ASSIGN(attempt.provider, read_text(object, "provider"));
  LW_TRY_ASSIGN(attempt.model, read_text(object, "model"));
  LW_TRY_ASSIGN(attempt.params, read_text(object, "params"));
  LW_TRY(read_place(object, attempt));
  LW_TRY(read_sent(object, attempt));
  LW_TRY(read_end(object, attempt));
  LW_TRY(read_answer(object, attempt.answer));
  LW_TRY_ASSIGN(const JsonField reply, object.member("reply"));
  LW_TRY_ASSIGN(const std::vector<JsonField> items, reply.items());
  for (const JsonField& item : items) {
    LW_TRY_ASSIGN(Component component, read_component(item));
    logged.reply.push_back(std::move(component));
  }
  return logged;
}

}  // namespace

std::string encode_attempt(const LoggedAttempt& logged) {
  const Attempt& attempt = logged.attempt;
  std::vector<JsonMember> members = {
      {"attempt_id", json_number(attempt.attempt_id)},
      {"branch", logged.branch},
      {"bytes_digest", attempt.bytes_digest.hex()},
      {"cycle_id", json_number(attempt.cycle_id)},
      {"model", attempt.model},
      {"params", attempt.params},
      {"provider", attempt.provider},
      {"reply", reply_json(logged.reply)},
      {"started_at", attempt.started_at.value_or(0)},
      {"status", to_string(attempt.status)},
      {"token_in", json_number(attempt.token_in)},
      {"token_out", json_number(attempt.token_out)},
      {"view", attempt.render.view == View::Structural ? "structural" : "effective"},
  };
  if (attempt.commit) members.push_back({"commit", attempt.commit->hex()});
  if (attempt.parent) members.push_back({"parent", attempt.parent->hex()});
  if (attempt.ended_at) members.push_back({"ended_at", *attempt.ended_at});
  if (attempt.error) members.push_back({"error", *attempt.error});
  if (attempt.profile) members.push_back({"profile", to_string(*attempt.profile)});
  if (attempt.profile_digest) members.push_back({"profile_digest", attempt.profile_digest->hex()});
  append_answer(members, attempt.answer);
  return canonical_json(make_object(std::move(members)));
}

Result<LoggedAttempt> decode_attempt(std::string_view text) {
  auto value = parse_json(text, kAroundValues);
  auto logged = value ? read_logged(JsonField(*value)) : Result<LoggedAttempt>(std::move(value).error());
  if (!logged) {
    Error error = std::move(logged).error();
    error.code = Code::Corruption;
    error.message = "an attempt of the log: " + error.message;
    return error;
  }
  return logged;
}

}  // namespace latewood::engine
