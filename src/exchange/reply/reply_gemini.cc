// Replies of Gemini. Each chunk of a stream is a response with the parts that are new.
#include <map>
#include <utility>

#include "base/try.h"
#include "canon/json_source.h"
#include "canon/json_writer.h"
#include "exchange/chat/chat_message.h"
#include "exchange/reply/ordered_object.h"
#include "exchange/reply/partial_arguments.h"
#include "exchange/reply/reply_format.h"

namespace latewood::exchange {
namespace {

Result<void> read_usage(const JsonField& usage, VendorReply& reply) {
  if (usage.value().as_object() == nullptr) return usage.error("an object expected");
  reply.given_usage = usage.value();
  VendorUsage& counts = reply.usage;
  LW_TRY_ASSIGN(counts.input, find_tokens(usage, "promptTokenCount"));
  LW_TRY_ASSIGN(const auto tools, find_tokens(usage, "toolUsePromptTokenCount"));
  LW_TRY_ASSIGN(counts.output, find_tokens(usage, "candidatesTokenCount"));
  LW_TRY_ASSIGN(counts.cached, find_tokens(usage, "cachedContentTokenCount"));
  LW_TRY_ASSIGN(counts.reasoning, find_tokens(usage, "thoughtsTokenCount"));
  // Results of the vendor's own tools are input beside the prompt, and thoughts are output beside the candidates.
  if (tools) counts.input = counts.input.value_or(0) + *tools;
  if (counts.reasoning) counts.output = counts.output.value_or(0) + *counts.reasoning;
  return {};
}

// Text that more text may follow: no signature closes it. Nothing for any other part.
struct OpenText {
  std::string text;
  bool is_thought = false;
};

std::optional<OpenText> open_text(const JsonValue& part) {
  const std::string* text = find_text(part, "text");
  if (text == nullptr || !has_only(part, {"text", "thought"})) return std::nullopt;
  const JsonValue* thought = part.find("thought");
  return OpenText{*text, thought != nullptr && thought->as_bool() != nullptr && *thought->as_bool()};
}

// A call whose arguments are told in several parts.
struct OpenFunctionCall {
  OrderedObject part;
  OrderedObject call;
  PartialArguments arguments;

  // Gives whether more is to follow.
  Result<bool> add(const JsonField& given, const JsonField& inner) {
    part.set_all(given);
    call.set_all(inner);
    if (const auto fragments = inner.find("partialArgs")) {
      LW_TRY_ASSIGN(const std::vector<JsonField> items, fragments->items());
      for (const JsonField& item : items) LW_TRY(arguments.add(item));
    }
    return continues(inner.value());
  }

  static bool continues(const JsonValue& inner) {
    const JsonValue* more = inner.find("willContinue");
    return more != nullptr && more->as_bool() != nullptr && *more->as_bool();
  }

  std::string json() {
    call.erase("partialArgs");
    call.erase("willContinue");
    if (call.find("args") == nullptr) call.set("args", arguments.json());
    part.set("functionCall", call.json());
    return part.json();
  }
};

struct CandidateSum {
  OrderedObject rest;
  OrderedObject content;
  std::vector<std::string> parts;
  std::optional<OpenText> text;          // the last of `parts`, if more text may follow it
  std::optional<OpenFunctionCall> call;  // the same of a call

  void close_last() {
    if (call) parts.push_back(call->json());
    call.reset();
    if (!text) return;
    OrderedObject part;
    part.set_text("text", text->text);
    if (text->is_thought) part.set("thought", "true");
    parts.push_back(part.json());
    text.reset();
  }

  // Texts of two chunks are joined, texts of one are not.
  Result<void> add(const JsonField& part, bool is_first) {
    auto more = open_text(part.value());
    if (more && text && is_first && more->is_thought == text->is_thought) {
      text->text.append(more->text);
      return {};
    }
    const auto inner = part.find("functionCall");
    const bool is_call = inner && inner->value().as_object() != nullptr;
    const bool is_partial =
        is_call && (call || OpenFunctionCall::continues(inner->value()) || inner->find("partialArgs"));
    if (is_partial) return add_partial(part, *inner);
    close_last();
    if (more) {
      text = std::move(more);
    } else {
      parts.push_back(part.json_in_order());
    }
    return {};
  }

  Result<void> add_partial(const JsonField& part, const JsonField& inner) {
    if (!call) {
      close_last();
      call.emplace();
    }
    LW_TRY_ASSIGN(const bool goes_on, call->add(part, inner));
    if (!goes_on) close_last();
    return {};
  }

  std::string json() {
    close_last();
    content.set("parts", json_list(parts));
    rest.set("content", content.json());
    return rest.json();
  }
};

class GeminiCollector : public ReplyCollector {
 public:
  Result<void> add(const JsonField& chunk) override {
    if (auto error = find_error(chunk.value())) {
      error_ = std::move(error);
      return {};
    }
    set_without(response_, chunk, "candidates");
    const auto feedback = chunk.find("promptFeedback");
    is_blocked_ = is_blocked_ || (feedback && feedback->find("blockReason"));
    const auto list = chunk.find("candidates");
    if (!list) return {};
    LW_TRY_ASSIGN(const std::vector<JsonField> candidates, list->items());
    for (const JsonField& candidate : candidates) LW_TRY(add_candidate(candidate));
    return {};
  }

  CollectedReply finish() override {
    std::vector<std::string> candidates;
    bool is_complete = !candidates_.empty();
    for (auto& [index, candidate] : candidates_) {
      is_complete = is_complete && candidate.rest.find("finishReason") != nullptr;
      candidates.push_back(candidate.json());
    }
    response_.set("candidates", json_list(candidates));
    return {response_.json(), is_complete || is_blocked_, error_};
  }

 private:
  static void set_without(OrderedObject& sum, const JsonField& object, std::string_view key) {
    const auto old = sum.find(key) == nullptr ? std::optional<std::string>() : *sum.find(key);
    sum.set_all(object);
    sum.erase(key);
    if (old) sum.set(key, *old);
  }

  Result<void> add_candidate(const JsonField& candidate) {
    if (candidate.value().as_object() == nullptr) return candidate.error("an object expected");
    LW_TRY_ASSIGN(const auto index, find_u64(candidate, "index"));
    CandidateSum& sum = candidates_[index.value_or(0)];
    set_without(sum.rest, candidate, "content");
    const auto content = candidate.find("content");
    if (!content) return {};
    if (content->value().as_object() == nullptr) return content->error("an object expected");
    set_without(sum.content, *content, "parts");
    const auto given = content->find("parts");
    if (!given) return {};
    LW_TRY_ASSIGN(const std::vector<JsonField> parts, read_parts(*given));
    for (std::size_t i = 0; i < parts.size(); ++i) LW_TRY(sum.add(parts[i], i == 0));
    return {};
  }

  OrderedObject response_;
  std::map<std::uint64_t, CandidateSum> candidates_;
  bool is_blocked_ = false;
  std::optional<VendorError> error_;
};

// A prompt that the vendor refused to answer.
Result<void> read_feedback(const JsonField& feedback, VendorReply& reply) {
  LW_TRY_ASSIGN(const auto reason, find_words(feedback, "blockReason"));
  if (!reason) return {};
  LW_TRY_ASSIGN(const auto message, find_words(feedback, "blockReasonMessage"));
  reply.error = VendorError{*reason, message.value_or("the prompt was blocked")};
  return {};
}

}  // namespace

std::unique_ptr<ReplyCollector> collect_gemini() { return std::make_unique<GeminiCollector>(); }

Result<VendorReply> read_gemini_reply(const JsonField& response, const VendorReplyOptions& options) {
  VendorReply reply;
  LW_TRY_ASSIGN(reply.id, find_words(response, "responseId"));
  LW_TRY_ASSIGN(reply.model, find_words(response, "modelVersion"));
  if (const auto usage = response.find("usageMetadata")) LW_TRY(read_usage(*usage, reply));
  if (const auto feedback = response.find("promptFeedback")) LW_TRY(read_feedback(*feedback, reply));
  LW_TRY_ASSIGN(const auto candidate, find_choice(response, "candidates", options));
  if (!candidate) return reply;
  // Without a reason the model has not stopped: this is a chunk, and more chunks were to follow.
  LW_TRY_ASSIGN(reply.stop_reason, find_words(*candidate, "finishReason"));
  reply.is_complete = reply.stop_reason.has_value();
  const auto content = candidate->find("content");
  if (!content) return reply;
  if (content->value().as_object() == nullptr) return content->error("an object expected");
  GeminiCalls calls;
  LW_TRY_ASSIGN(ChatMessage message, read_gemini_content(*content, number_of(reply.id), calls));
  reply.blocks = std::move(message.blocks);
  for (Component& block : reply.blocks) {
    if (block.role == "user") block.role = "assistant";
  }
  return reply;
}

}  // namespace latewood::exchange
