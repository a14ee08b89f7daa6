#include "server/proxy/relayed_call.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "latewood/context.h"
#include "latewood/intake.h"
#include "latewood/json_text.h"
#include "latewood/snapshot.h"
#include "server/proxy/content_coding.h"

namespace latewood::server {
namespace {

constexpr std::string_view kStream = "proxy";
constexpr std::size_t kShortestSecret = 6;
constexpr std::size_t kLongestError = 500;

// The members of a request that are the conversation; all other members are parameters.
const std::set<std::string, std::less<>>& context_members() {
  static const std::set<std::string, std::less<>> kMembers = {
      "messages",           "tools", "system", "input", "instructions", "contents", "systemInstruction",
      "system_instruction", "model"};
  return kMembers;
}

void cover_secrets(std::string& text, const std::vector<std::string>& secrets) {
  for (const std::string& secret : secrets) {
    if (secret.size() < kShortestSecret) continue;
    for (std::size_t at = text.find(secret); at != std::string::npos; at = text.find(secret, at)) {
      text.replace(at, secret.size(), "***");
    }
  }
}

// The call as an attempt, without the profile.
AttemptRequest sent_request(const RelayedCall& call, const JsonValue& body) {
  AttemptRequest sent;
  sent.provider = std::string(call.vendor->name);
  sent.model = call.kind.model;
  const JsonValue* model = body.find("model");
  if (model != nullptr && model->as_string() != nullptr) sent.model = *model->as_string();
  std::vector<JsonMember> params;
  if (const auto* object = body.as_object()) {
    for (const JsonMember& member : *object) {
      if (!context_members().contains(member.key)) params.push_back(member);
    }
  }
  sent.params = make_object(std::move(params));
  sent.started_at = call.started_at;
  return sent;
}

AttemptOutcome outcome_of_call(const RelayedCall& call, RecordedCall& recorded) {
  VendorReplyOptions options;
  options.format = call.kind.format;
  const auto reply = call.answer.empty() ? Result<VendorReply>(VendorReply{}) : read_vendor_reply(call.answer, options);
  AttemptOutcome outcome;
  if (reply) {
    recorded.usage = reply->usage;
    outcome = outcome_of(*reply);
  }
  const bool is_refused = call.status >= 400;
  if (call.status == 0) {
    outcome.error = "the vendor ended the connection without an answer";
  } else if (is_refused) {
    outcome.error = "HTTP " + std::to_string(call.status) + (outcome.error ? " " + *outcome.error : std::string());
  } else if (call.is_cut && !outcome.error) {
    outcome.error = "the reply is incomplete";
  } else if (!reply) {
    // The client has it, and its next request will: it is not held for that one.
    recorded.error = "the reply was not read: " + reply.error().message;
  }
  if (outcome.error) {
    cover_secrets(*outcome.error, call.secrets);
    if (outcome.error->size() > kLongestError) outcome.error->resize(kLongestError);
    outcome.status = AttemptStatus::Error;
  }
  if (call.is_canceled) {
    outcome.status = AttemptStatus::Canceled;
    outcome.error.reset();
  }
  if (outcome.status != AttemptStatus::Completed) outcome.reply.clear();
  outcome.ended_at = call.ended_at;
  recorded.status = outcome.status;
  if (outcome.error) recorded.error = outcome.error;
  return outcome;
}

Result<void> keep_request(Reconciler& reconciler, const RelayedCall& call, const RecordedCall& recorded) {
  auto context = reconciler.context_of(recorded.request);
  if (!context) return std::move(context).error();
  NewEvent event;
  event.stream = std::string(kStream);
  event.kind = EventKind::Tool;
  event.host_time = call.started_at;
  event.payload = make_object({{"commit_id", recorded.request.commit_id.hex()},
                               {"place", recorded.difference->place},
                               {"request", call.request},
                               {"unit", static_cast<std::int64_t>(recorded.difference->unit)}});
  const auto kept = append_event(**context, event);
  return kept ? Result<void>() : Result<void>(kept.error());
}

// How much of the request before it this one keeps. A retry is the request before it.
std::optional<PrefixReport> prefix_of(Reconciler& reconciler, const RecordedCall& recorded,
                                      const std::string& profile) {
  const Reconciled& done = recorded.request;
  if (!done.base || done.cycle < 2 || done.kind == ReconcileKind::Retry) return std::nullopt;
  const auto context = reconciler.context_of(done);
  if (!context) return std::nullopt;
  const auto older = (*context)->at(done.cycle - 1);
  const auto newer = (*context)->at(done.cycle);
  if (!older || !newer) return std::nullopt;
  PrefixOptions options;
  options.profile = profile;
  auto report = prefix_report(*older, *newer, options);
  return report ? std::optional(*std::move(report)) : std::nullopt;
}

JsonValue number(std::uint64_t value) { return JsonValue(static_cast<std::int64_t>(value)); }
JsonValue number(const std::optional<std::uint64_t>& value) { return value ? number(*value) : JsonValue(); }
JsonValue text_or_null(const std::string& text) { return text.empty() ? JsonValue() : JsonValue(text); }

std::vector<JsonMember> members_of(const RelayedCall& call) {
  return {{"answer_bytes", number(call.answer.size())},
          {"milliseconds",
           number(static_cast<std::uint64_t>(std::max<std::int64_t>(0, call.ended_at - call.started_at)) / 1'000'000)},
          {"request_bytes", number(call.request.size())},
          {"status", number(static_cast<std::uint64_t>(call.status))},
          {"vendor", std::string(call.vendor->name)}};
}

}  // namespace

Result<void> decode_bodies(RelayedCall& call) {
  if (call.is_too_large) {
    return Error{Code::InvalidArgument, "a body has more than " + std::to_string(kMostRecorded) + " bytes", {}};
  }
  auto request = decoded_body(std::move(call.request), std::exchange(call.request_encoding, {}), kMostRecorded);
  if (!request) return std::move(request).error();
  call.request = *std::move(request);
  // An answer that cannot be decoded is one that cannot be read; the request is recorded without it.
  auto answer = decoded_body(std::move(call.answer), std::exchange(call.answer_encoding, {}), kMostRecorded);
  call.answer = answer ? *std::move(answer) : "?";
  return {};
}

Result<Reconciled> record_request(Reconciler& reconciler, const RelayedCall& call) {
  ReconcileOptions options;
  options.context = call.place.context;
  options.session = call.place.session;
  options.format = call.kind.format;
  options.note.host_time = call.started_at;
  return reconciler.reconcile(call.request, options);
}

Result<RecordedCall> record_call(Reconciler& reconciler, const RelayedCall& call) {
  RecordedCall recorded;
  if (call.begun) {
    recorded.request = *call.begun;
  } else {
    auto done = record_request(reconciler, call);
    if (!done) return std::move(done).error();
    recorded.request = *std::move(done);
  }
  const auto body = parse_json_text(call.request);
  if (!body) return body.error();
  AttemptRequest sent = sent_request(call, *body);
  recorded.model = sent.model;
  sent.profile = profile_of(call.kind.format);
  const AttemptOutcome outcome = outcome_of_call(call, recorded);
  auto rendered = reconciler.record_call(recorded.request, sent, outcome);
  // A request that no profile can render is a difference too.
  const bool is_rendered = rendered.has_value();
  if (!rendered && rendered.error().code == Code::InvalidArgument) {
    sent.profile.clear();
    rendered = reconciler.record_call(recorded.request, sent, outcome);
  }
  if (!rendered) return std::move(rendered).error();
  if (is_rendered) {
    const auto ours = parse_json_text(*rendered);
    if (!ours) return ours.error();
    recorded.difference = find_difference(*body, *ours, call.kind.format);
    recorded.prefix = prefix_of(reconciler, recorded, sent.profile);
  } else {
    recorded.difference = RequestDifference{};
  }
  if (recorded.difference && recorded.request.kind != ReconcileKind::Retry) {
    if (auto kept = keep_request(reconciler, call, recorded); !kept) return std::move(kept).error();
  }
  return recorded;
}

std::string call_line(const RelayedCall& call, const RecordedCall& recorded) {
  std::vector<JsonMember> members = members_of(call);
  const Reconciled& request = recorded.request;
  JsonValue prefix;
  if (recorded.prefix) {
    prefix = make_object({{"cause", std::string(to_string(recorded.prefix->cause))},
                          {"kept_bytes", number(recorded.prefix->unchanged_bytes)},
                          {"kept_per_mille", number(kept_per_mille(*recorded.prefix))},
                          {"total_bytes", number(recorded.prefix->total_bytes)}});
  }
  members.push_back({"attempt", to_string(recorded.status)});
  members.push_back({"branch", request.branch});
  members.push_back({"commit_id", request.commit_id.hex()});
  members.push_back({"context", request.context});
  members.push_back({"decision", std::string(to_string(request.kind))});
  members.push_back({"difference", recorded.difference ? JsonValue(recorded.difference->place) : JsonValue()});
  members.push_back({"error", recorded.error ? JsonValue(*recorded.error) : JsonValue()});
  members.push_back({"model", text_or_null(recorded.model)});
  members.push_back({"prefix", std::move(prefix)});
  members.push_back({"recorded", true});
  members.push_back({"tokens", make_object({{"cache_write", number(recorded.usage.cache_write)},
                                            {"cached", number(recorded.usage.cached)},
                                            {"input", number(recorded.usage.input)},
                                            {"output", number(recorded.usage.output)}})});
  return json_text_of(make_object(std::move(members)));
}

std::string call_line(const RelayedCall& call, const Error& error) {
  std::vector<JsonMember> members = members_of(call);
  std::string message = error.message;
  cover_secrets(message, call.secrets);
  members.push_back({"error", std::move(message)});
  members.push_back({"recorded", false});
  return json_text_of(make_object(std::move(members)));
}

}  // namespace latewood::server
