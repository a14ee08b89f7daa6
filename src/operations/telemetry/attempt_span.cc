#include "operations/telemetry/attempt_span.h"

#include <string_view>
#include <utility>

#include "latewood/version.h"
#include "operations/table/common.h"
#include "operations/telemetry/genai_names.h"
#include "operations/telemetry/trace_context.h"

namespace latewood::operations {
namespace {

// Numbers of the protocol.
constexpr std::int64_t kKindClient = 3;
constexpr std::int64_t kStatusUnset = 0;
constexpr std::int64_t kStatusError = 2;

// The list of attributes; absent facts are left out.
class Attributes {
 public:
  void add(std::string_view key, const std::string& text) {
    if (!text.empty()) add_value(key, make_object({{"stringValue", text}}));
  }
  void add(std::string_view key, const std::optional<std::string>& text) {
    if (text) add(key, *text);
  }
  void add(std::string_view key, std::optional<std::uint64_t> number) {
    if (number) add_value(key, make_object({{"intValue", std::to_string(*number)}}));
  }
  void add_list(std::string_view key, const std::optional<std::string>& text) {
    if (!text) return;
    JsonValue::Array values = {make_object({{"stringValue", *text}})};
    add_value(key, make_object({{"arrayValue", make_object({{"values", std::move(values)}})}}));
  }
  JsonValue::Array take() { return std::move(list_); }

 private:
  void add_value(std::string_view key, JsonValue value) {
    list_.push_back(make_object({{"key", std::string(key)}, {"value", std::move(value)}}));
  }

  JsonValue::Array list_;
};

bool is_gemini(const Attempt& attempt) {
  return attempt.profile ? attempt.profile->id == "gemini" : attempt.provider == "gemini";
}

std::string operation_name(const Attempt& attempt) { return is_gemini(attempt) ? "generate_content" : "chat"; }

// The conventions have names for these; every other provider keeps the name that the caller gave.
std::string provider_name(const Attempt& attempt) {
  if (attempt.provider == "gemini") return "gcp.gemini";
  if (attempt.provider == "openai-responses") return "openai";
  return attempt.provider;
}

// Nothing was counted before a reply came.
std::optional<std::uint64_t> counted(const Attempt& attempt, std::uint64_t tokens) {
  if (attempt.status != AttemptStatus::Completed && tokens == 0) return std::nullopt;
  return tokens;
}

void add_usage(Attributes& attributes, const Attempt& attempt) {
  const AttemptAnswer& answer = attempt.answer;
  attributes.add(genai::kInputTokens, counted(attempt, attempt.token_in));
  attributes.add(genai::kOutputTokens, counted(attempt, attempt.token_out));
  attributes.add(genai::kCacheReadTokens, answer.token_cached);
  attributes.add(genai::kCacheWriteTokens, answer.token_cache_write);
  attributes.add(genai::kCacheWriteTokensBefore, answer.token_cache_write);
  attributes.add(genai::kCacheWriteTokens1h, answer.token_cache_write_1h);
  attributes.add(genai::kReasoningTokens, answer.token_reasoning);
}

void add_place(Attributes& attributes, const Attempt& attempt, const SpanPlace& place) {
  attributes.add(genai::kContext, place.context);
  attributes.add(genai::kBranch, place.branch);
  attributes.add(genai::kCycle, attempt.cycle_id);
  attributes.add(genai::kAttemptId, attempt.attempt_id);
  if (attempt.commit) attributes.add(genai::kCommitId, attempt.commit->hex());
  if (attempt.parent && *attempt.parent != CommitId()) attributes.add(genai::kParent, attempt.parent->hex());
  if (attempt.profile) attributes.add(genai::kProfile, to_string(*attempt.profile));
  attributes.add(genai::kBytesDigest, attempt.bytes_digest.hex());
}

JsonValue::Array attributes_of(const Attempt& attempt, const SpanPlace& place) {
  Attributes attributes;
  attributes.add(genai::kOperationName, operation_name(attempt));
  attributes.add(genai::kProviderName, provider_name(attempt));
  attributes.add(genai::kConversationId, place.context);
  attributes.add(genai::kRequestModel, attempt.model);
  attributes.add(genai::kResponseModel, attempt.answer.model);
  attributes.add(genai::kResponseId, attempt.answer.response_id);
  attributes.add_list(genai::kFinishReasons, attempt.answer.stop_reason);
  add_usage(attributes, attempt);
  if (attempt.status == AttemptStatus::Error) attributes.add(genai::kErrorType, std::string("_OTHER"));
  if (attempt.status == AttemptStatus::Canceled) attributes.add(genai::kErrorType, std::string("canceled"));
  add_place(attributes, attempt, place);
  return attributes.take();
}

JsonValue status_of(const Attempt& attempt) {
  if (attempt.status == AttemptStatus::Completed) return make_object({{"code", kStatusUnset}});
  std::vector<JsonMember> members = {{"code", kStatusError}};
  if (attempt.error) members.push_back({"message", *attempt.error});
  return make_object(std::move(members));
}

TraceContext trace_of(const Attempt& attempt, const SpanPlace& place) {
  if (const auto caller = place.callers.find(attempt.attempt_id); caller != place.callers.end()) {
    if (auto trace = parse_traceparent(caller->second)) return *std::move(trace);
  }
  return trace_of_cycle(place.context, attempt.parent.value_or(CommitId()).hex(), attempt.cycle_id);
}

Schema attribute_schema() {
  return object({required("key", text()),
                 required("value", map_of(anything(), "stringValue, intValue as a text, or arrayValue"))});
}

}  // namespace

std::optional<JsonValue> span_json(const Attempt& attempt, const SpanPlace& place) {
  if (attempt.status == AttemptStatus::Running || !attempt.started_at || !attempt.ended_at) return std::nullopt;
  const TraceContext trace = trace_of(attempt, place);
  const std::string operation = operation_name(attempt);
  std::vector<JsonMember> members = {
      {"traceId", trace.trace_id},
      {"spanId", span_id_of(trace, place.context, attempt.attempt_id)},
      {"name", attempt.model.empty() ? operation : operation + " " + attempt.model},
      {"kind", kKindClient},
      {"startTimeUnixNano", std::to_string(*attempt.started_at)},
      {"endTimeUnixNano", std::to_string(*attempt.ended_at)},
      {"attributes", attributes_of(attempt, place)},
      {"status", status_of(attempt)},
  };
  if (!trace.parent_span_id.empty()) members.push_back({"parentSpanId", trace.parent_span_id});
  return make_object(std::move(members));
}

Schema span_schema() {
  return object(
      {required("traceId", text("32 hexadecimal digits: one trace for the attempts of a cycle, or the caller's")),
       required("spanId", text("16 hexadecimal digits; the same each time")),
       optional("parentSpanId", text("the caller's span")), required("name", text("the kind of call and the model")),
       required("kind", integer("3: a client")), required("startTimeUnixNano", nanoseconds()),
       required("endTimeUnixNano", nanoseconds()), required("attributes", list(attribute_schema())),
       required("status", object({required("code", integer("0, or 2 for an error")),
                                  optional("message", text("as the attempt recorded it"))}))});
}

JsonValue export_request(JsonValue::Array spans, const std::string& service) {
  Attributes resource;
  resource.add(genai::kServiceName, service);
  const JsonValue scope = make_object({{"name", "latewood"}, {"version", std::string(kVersion)}});
  JsonValue::Array scopes = {make_object({{"scope", scope}, {"spans", std::move(spans)}})};
  JsonValue::Array resources = {
      make_object({{"resource", make_object({{"attributes", resource.take()}})}, {"scopeSpans", std::move(scopes)}})};
  return make_object({{"resourceSpans", std::move(resources)}});
}

std::vector<Member> export_request_members() {
  const Schema scope = object({required("name", text()), required("version", text("of Latewood"))});
  const Schema scopes = object({required("scope", scope), required("spans", list(span_schema(), "oldest first"))});
  const Schema resource = object({required("attributes", list(attribute_schema()))});
  return {
      required("resourceSpans", list(object({required("resource", resource), required("scopeSpans", list(scopes))})))};
}

}  // namespace latewood::operations
