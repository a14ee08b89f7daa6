// Replies of the Anthropic Messages API.
#include <map>
#include <utility>

#include "base/try.h"
#include "canon/json_reader.h"
#include "canon/json_source.h"
#include "canon/json_writer.h"
#include "exchange/chat/chat_message.h"
#include "exchange/reply/ordered_object.h"
#include "exchange/reply/reply_format.h"

namespace latewood::exchange {
namespace {

// The vendor counts what it read from its cache and wrote to it beside the rest of the request.
void sum_input(VendorUsage& usage) {
  if (!usage.input) return;
  *usage.input += usage.cached.value_or(0) + usage.cache_write.value_or(0);
}

Result<void> read_usage(const JsonField& usage, VendorReply& reply) {
  if (usage.value().as_object() == nullptr) return usage.error("an object expected");
  reply.given_usage = usage.value();
  LW_TRY_ASSIGN(reply.usage.input, find_tokens(usage, "input_tokens"));
  LW_TRY_ASSIGN(reply.usage.output, find_tokens(usage, "output_tokens"));
  LW_TRY_ASSIGN(reply.usage.cached, find_tokens(usage, "cache_read_input_tokens"));
  LW_TRY_ASSIGN(reply.usage.cache_write, find_tokens(usage, "cache_creation_input_tokens"));
  LW_TRY_ASSIGN(reply.usage.cache_write_1h, find_tokens(usage, "cache_creation", "ephemeral_1h_input_tokens"));
  LW_TRY_ASSIGN(reply.usage.reasoning, find_tokens(usage, "output_tokens_details", "thinking_tokens"));
  sum_input(reply.usage);
  return {};
}

// One block of the content as its events tell it.
struct BlockSum {
  OrderedObject start;
  std::map<std::string, std::string> texts;  // joined, by member
  std::string input;                         // fragments of JSON, joined
  std::vector<std::string> citations;

  std::string json() {
    for (const auto& [key, text] : texts) start.set_text(key, text);
    if (!citations.empty()) start.set("citations", json_list(citations));
    if (!input.empty()) {
      // Input that is not JSON, because it was cut off or the model wrote it so, is kept as a text.
      if (parse_json(input)) {
        start.set("input", input);
      } else {
        start.set_text("input", input);
      }
    }
    return start.json();
  }
};

class AnthropicCollector : public ReplyCollector {
 public:
  Result<void> add(const JsonField& event) override {
    if (auto error = find_error(event.value())) {
      error_ = std::move(error);
      return {};
    }
    LW_TRY_ASSIGN(const auto type, find_words(event, "type"));
    if (type == "message_start") return start_message(event);
    if (type == "content_block_start") return start_block(event);
    if (type == "content_block_delta") return add_delta(event);
    if (type == "message_delta") return end_message(event);
    if (type == "message_stop") is_complete_ = true;
    return {};
  }

  CollectedReply finish() override {
    std::vector<std::string> content;
    for (auto& [index, block] : blocks_) content.push_back(block.json());
    message_.set("content", json_list(content));
    message_.set("usage", usage_.json());
    if (message_.find("role") == nullptr) message_.set_text("role", "assistant");
    return {message_.json(), is_complete_, error_};
  }

 private:
  static Result<JsonField> object_in(const JsonField& event, std::string_view key) {
    LW_TRY_ASSIGN(JsonField object, event.member(key));
    if (object.value().as_object() == nullptr) return object.error("an object expected");
    return object;
  }

  Result<void> start_message(const JsonField& event) {
    LW_TRY_ASSIGN(const JsonField message, object_in(event, "message"));
    message_.set_all(message);
    return add_usage(message);
  }

  Result<void> add_usage(const JsonField& object) {
    const auto usage = object.find("usage");
    if (!usage) return {};
    if (usage->value().as_object() == nullptr) return usage->error("an object expected");
    usage_.set_all(*usage);
    return {};
  }

  Result<void> start_block(const JsonField& event) {
    LW_TRY_ASSIGN(const std::uint64_t index, read_u64(event, "index"));
    LW_TRY_ASSIGN(const JsonField block, object_in(event, "content_block"));
    BlockSum& sum = blocks_[index];
    sum.start.set_all(block);
    for (const JsonMember& member : *block.value().as_object()) {
      const bool is_told_on = member.key == "text" || member.key == "thinking" || member.key == "signature";
      if (is_told_on && member.value.as_string() != nullptr) sum.texts[member.key] = *member.value.as_string();
    }
    return {};
  }

  Result<void> add_delta(const JsonField& event) {
    LW_TRY_ASSIGN(const std::uint64_t index, read_u64(event, "index"));
    LW_TRY_ASSIGN(const JsonField delta, object_in(event, "delta"));
    const auto block = blocks_.find(index);
    if (block == blocks_.end()) return event.error("no block " + std::to_string(index) + " was started");
    BlockSum& sum = block->second;
    if (const auto citation = delta.find("citation")) {
      sum.citations.push_back(citation->json_in_order());
      return {};
    }
    // Each kind of delta names the member of the block that it adds to.
    const std::string text = delta.json_in_order();
    for_each_member(text, [&](const std::string& key, std::string_view json) {
      const JsonValue& value = *delta.value().find(key);
      if (key == "type" || value.is_null()) return;
      if (value.as_string() == nullptr) {
        sum.start.set(key, std::string(json));
      } else {
        (key == "partial_json" ? sum.input : sum.texts[key]).append(*value.as_string());
      }
    });
    return {};
  }

  Result<void> end_message(const JsonField& event) {
    LW_TRY_ASSIGN(const JsonField delta, object_in(event, "delta"));
    message_.set_all(delta);
    if (const auto reason = delta.find("stop_reason")) is_complete_ = true;
    return add_usage(event);
  }

  OrderedObject message_;
  OrderedObject usage_;
  std::map<std::uint64_t, BlockSum> blocks_;
  bool is_complete_ = false;
  std::optional<VendorError> error_;
};

}  // namespace

std::unique_ptr<ReplyCollector> collect_anthropic() { return std::make_unique<AnthropicCollector>(); }

Result<VendorReply> read_anthropic_reply(const JsonField& response) {
  VendorReply reply;
  LW_TRY_ASSIGN(reply.id, find_words(response, "id"));
  LW_TRY_ASSIGN(reply.model, find_words(response, "model"));
  LW_TRY_ASSIGN(reply.stop_reason, find_words(response, "stop_reason"));
  if (const auto usage = response.find("usage")) LW_TRY(read_usage(*usage, reply));
  if (!response.find("content")) return reply;
  LW_TRY_ASSIGN(ChatMessage message, read_anthropic_message(response, number_of(reply.id)));
  if (message.role != "assistant") return response.member("role")->error("assistant expected");
  // Members beside the content describe the reply; they are no part of the next request.
  std::erase_if(message.blocks.front().attributes,
                [](const JsonMember& attribute) { return attribute.key == "lw:message_members"; });
  reply.blocks = std::move(message.blocks);
  return reply;
}

}  // namespace latewood::exchange
