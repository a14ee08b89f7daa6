// Replies of OpenAI Chat Completions, and of the many that answer in its form.
#include <map>
#include <utility>

#include "base/try.h"
#include "canon/json_writer.h"
#include "canon/unsigned_number.h"
#include "exchange/chat/chat_message.h"
#include "exchange/reply/delta_sum.h"
#include "exchange/reply/reply_format.h"

namespace latewood::exchange {
namespace {

Result<void> read_usage(const JsonField& usage, VendorReply& reply) {
  if (usage.value().as_object() == nullptr) return usage.error("an object expected");
  reply.given_usage = usage.value();
  LW_TRY_ASSIGN(reply.usage.input, find_tokens(usage, "prompt_tokens"));
  LW_TRY_ASSIGN(reply.usage.output, find_tokens(usage, "completion_tokens"));
  LW_TRY_ASSIGN(reply.usage.cached, find_tokens(usage, "prompt_tokens_details", "cached_tokens"));
  LW_TRY_ASSIGN(reply.usage.cache_write, find_tokens(usage, "prompt_tokens_details", "cache_write_tokens"));
  LW_TRY_ASSIGN(reply.usage.reasoning, find_tokens(usage, "completion_tokens_details", "reasoning_tokens"));
  return {};
}

class OpenAiCollector : public ReplyCollector {
 public:
  Result<void> add(const JsonField& chunk) override {
    if (auto error = find_error(chunk.value())) {
      error_ = std::move(error);
      return {};
    }
    for (const JsonMember& member : *chunk.value().as_object()) {
      if (member.key != "choices" && member.key != "object") rest_[member.key] = newer(rest_, member);
    }
    const auto list = chunk.find("choices");
    if (!list) return {};
    LW_TRY_ASSIGN(const std::vector<JsonField> choices, list->items());
    for (const JsonField& choice : choices) LW_TRY(add_choice(choice));
    return {};
  }

  CollectedReply finish() override {
    JsonValue::Array choices;
    bool is_complete = !choices_.empty();
    for (auto& [index, choice] : choices_) {
      const auto reason = choice.rest.find("finish_reason");
      is_complete = is_complete && reason != choice.rest.end() && !reason->second.is_null();
      std::vector<JsonMember> members = {{"index", json_number(index)}, {"message", message_of(choice)}};
      for (const auto& [key, value] : choice.rest) members.push_back({key, value});
      choices.push_back(make_object(std::move(members)));
    }
    std::vector<JsonMember> members = {{"choices", std::move(choices)}, {"object", "chat.completion"}};
    for (const auto& [key, value] : rest_) members.push_back({key, value});
    return {canonical_json(make_object(std::move(members))), is_complete, error_};
  }

 private:
  using Members = std::map<std::string, JsonValue>;
  struct Choice {
    DeltaSum message;
    Members rest;
  };

  // A member that is null keeps the value it had.
  static JsonValue newer(const Members& members, const JsonMember& member) {
    const auto old = members.find(member.key);
    return member.value.is_null() && old != members.end() ? old->second : member.value;
  }

  Result<void> add_choice(const JsonField& choice) {
    if (choice.value().as_object() == nullptr) return choice.error("an object expected");
    LW_TRY_ASSIGN(const auto index, find_u64(choice, "index"));
    Choice& sum = choices_[index.value_or(0)];
    for (const JsonMember& member : *choice.value().as_object()) {
      if (member.key == "index" || member.key == "delta") continue;
      sum.rest[member.key] = newer(sum.rest, member);
    }
    const auto delta = choice.find("delta");
    if (!delta) return {};
    if (delta->value().as_object() == nullptr) return delta->error("an object expected");
    sum.message.add({}, delta->value());
    return {};
  }

  // Some vendors leave out the role, and one that says nothing leaves out everything.
  static JsonValue message_of(const Choice& choice) {
    JsonValue message = choice.message.value();
    std::vector<JsonMember> members = {{"content", nullptr}, {"role", "assistant"}};
    if (message.as_object() != nullptr) {
      for (const JsonMember& member : *message.as_object()) members.push_back(member);
    }
    return make_object(std::move(members));
  }

  Members rest_;
  std::map<std::uint64_t, Choice> choices_;
  std::optional<VendorError> error_;
};

}  // namespace

std::unique_ptr<ReplyCollector> collect_openai() { return std::make_unique<OpenAiCollector>(); }

Result<VendorReply> read_openai_reply(const JsonField& response, const VendorReplyOptions& options) {
  VendorReply reply;
  LW_TRY_ASSIGN(reply.id, find_words(response, "id"));
  LW_TRY_ASSIGN(reply.model, find_words(response, "model"));
  if (const auto usage = response.find("usage")) LW_TRY(read_usage(*usage, reply));
  LW_TRY_ASSIGN(const auto choice, find_choice(response, "choices", options));
  if (!choice) return reply;
  LW_TRY_ASSIGN(reply.stop_reason, find_words(*choice, "finish_reason"));
  LW_TRY_ASSIGN(const JsonField message, choice->member("message"));
  LW_TRY_ASSIGN(ChatMessage read, read_openai_message(message, number_of(reply.id)));
  if (read.role != "assistant") return message.member("role")->error("assistant expected");
  reply.blocks = std::move(read.blocks);
  return reply;
}

}  // namespace latewood::exchange
