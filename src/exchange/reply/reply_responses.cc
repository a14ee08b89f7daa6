// Replies of the OpenAI Responses API. The last event of a stream has the whole response; the earlier events
// count only if it is missing.
#include <map>
#include <utility>

#include "base/try.h"
#include "canon/json_reader.h"
#include "canon/json_writer.h"
#include "exchange/chat/chat_messages.h"
#include "exchange/reply/ordered_object.h"
#include "exchange/reply/reply_format.h"

namespace latewood::exchange {
namespace {

Result<void> read_usage(const JsonField& usage, VendorReply& reply) {
  if (usage.value().as_object() == nullptr) return usage.error("an object expected");
  reply.given_usage = usage.value();
  LW_TRY_ASSIGN(reply.usage.input, find_tokens(usage, "input_tokens"));
  LW_TRY_ASSIGN(reply.usage.output, find_tokens(usage, "output_tokens"));
  LW_TRY_ASSIGN(reply.usage.cached, find_tokens(usage, "input_tokens_details", "cached_tokens"));
  LW_TRY_ASSIGN(reply.usage.cache_write, find_tokens(usage, "input_tokens_details", "cache_write_tokens"));
  LW_TRY_ASSIGN(reply.usage.reasoning, find_tokens(usage, "output_tokens_details", "reasoning_tokens"));
  return {};
}

// An item whose end was not told, out of its fragments.
struct ItemSum {
  std::string added = {};  // as it was at its start
  std::optional<std::string> done = {};
  std::map<std::string, std::string> texts = {};  // by member of the item: `arguments`, `input`
  std::map<std::uint64_t, std::pair<std::string, std::string>> content = {};  // type and text, by index
  std::map<std::uint64_t, std::string> summary = {};

  std::string json() const;
};

std::string part_json(std::string_view type, std::string_view text) {
  OrderedObject part;
  part.set_text("type", type);
  part.set_text(type == "refusal" ? "refusal" : "text", text);
  if (type == "output_text") part.set("annotations", "[]");
  return part.json();
}

std::string ItemSum::json() const {
  if (done) return *done;
  const auto start = parse_json(added);
  OrderedObject item;
  if (start) item.set_all(JsonField(*start, added));
  for (const auto& [key, text] : texts) item.set_text(key, text);
  std::vector<std::string> parts;
  for (const auto& [index, part] : content) parts.push_back(part_json(part.first, part.second));
  if (!parts.empty()) item.set("content", json_list(parts));
  parts.clear();
  for (const auto& [index, text] : summary) parts.push_back(part_json("summary_text", text));
  if (!parts.empty()) item.set("summary", json_list(parts));
  return item.json();
}

class ResponsesCollector : public ReplyCollector {
 public:
  Result<void> add(const JsonField& event) override {
    LW_TRY_ASSIGN(const auto given, find_words(event, "type"));
    const std::string type = given.value_or("");
    if (type == "error" || type == "response.error") return note_error(event);
    if (event.find("response")) return take_response(event, type);
    if (type == "response.output_item.added" || type == "response.output_item.done") return take_item(event, type);
    if (type.ends_with(".delta") || type.ends_with(".done")) return add_part(event, type);
    return {};
  }

  CollectedReply finish() override {
    const std::string* output = response_.find("output");
    if (!is_complete_ || output == nullptr || *output == "[]") {
      std::vector<std::string> items;
      for (const auto& [index, item] : items_) items.push_back(item.json());
      response_.set("output", json_list(items));
    }
    return {response_.json(), is_complete_, error_};
  }

 private:
  Result<void> note_error(const JsonField& event) {
    error_ = find_error(event.value());
    if (error_) return {};
    LW_TRY_ASSIGN(const auto code, find_words(event, "code"));
    LW_TRY_ASSIGN(const auto message, find_words(event, "message"));
    error_ = VendorError{code.value_or(""), message.value_or("")};
    return {};
  }

  Result<void> take_response(const JsonField& event, std::string_view type) {
    LW_TRY_ASSIGN(const JsonField response, event.member("response"));
    if (response.value().as_object() == nullptr) return response.error("an object expected");
    response_.set_all(response);
    is_complete_ = type == "response.completed" || type == "response.incomplete" || type == "response.failed" ||
                   type == "response.cancelled";
    return {};
  }

  Result<void> take_item(const JsonField& event, std::string_view type) {
    LW_TRY_ASSIGN(const std::uint64_t index, read_u64(event, "output_index"));
    LW_TRY_ASSIGN(const JsonField item, event.member("item"));
    if (item.value().as_object() == nullptr) return item.error("an object expected");
    if (type.ends_with(".done")) {
      items_[index].done = item.json_in_order();
    } else {
      items_[index].added = item.json_in_order();
    }
    return {};
  }

  // A fragment, or the whole text at its end, of one member of one item.
  Result<void> add_part(const JsonField& event, std::string_view type) {
    if (!event.find("output_index")) return {};
    LW_TRY_ASSIGN(const std::uint64_t at, read_u64(event, "output_index"));
    ItemSum& item = items_[at];
    if (type.starts_with("response.function_call_arguments.")) {
      return take_text(event, type, "arguments", item.texts["arguments"]);
    }
    if (type.starts_with("response.custom_tool_call_input.")) {
      return take_text(event, type, "input", item.texts["input"]);
    }
    if (type.starts_with("response.reasoning_summary_text.")) {
      LW_TRY_ASSIGN(const std::uint64_t index, read_u64(event, "summary_index"));
      return take_text(event, type, "text", item.summary[index]);
    }
    for (const auto& [name, part] : {std::pair{"output_text", "output_text"}, std::pair{"refusal", "refusal"},
                                     std::pair{"reasoning_text", "reasoning_text"}}) {
      if (!type.starts_with("response." + std::string(name) + ".")) continue;
      LW_TRY_ASSIGN(const std::uint64_t index, read_u64(event, "content_index"));
      item.content[index].first = part;
      const bool is_refusal = std::string_view(part) == "refusal";
      return take_text(event, type, is_refusal ? "refusal" : "text", item.content[index].second);
    }
    return {};
  }

  static Result<void> take_text(const JsonField& event, std::string_view type, std::string_view whole,
                                std::string& text) {
    const bool is_end = type.ends_with(".done");
    const auto given = event.find(is_end ? whole : "delta");
    if (!given) return {};
    LW_TRY_ASSIGN(const std::string_view words, given->text());
    if (is_end) text.clear();
    text.append(words);
    return {};
  }

  OrderedObject response_;
  std::map<std::uint64_t, ItemSum> items_;
  bool is_complete_ = false;
  std::optional<VendorError> error_;
};

// The reason of an incomplete response, else its status.
Result<void> read_status(const JsonField& response, VendorReply& reply) {
  LW_TRY_ASSIGN(reply.stop_reason, find_words(response, "status"));
  if (reply.stop_reason == "in_progress" || reply.stop_reason == "queued") reply.is_complete = false;
  const auto details = response.find("incomplete_details");
  if (!details) return {};
  LW_TRY_ASSIGN(const auto reason, find_words(*details, "reason"));
  if (reason) reply.stop_reason = reason;
  return {};
}

}  // namespace

std::unique_ptr<ReplyCollector> collect_responses() { return std::make_unique<ResponsesCollector>(); }

Result<VendorReply> read_responses_reply(const JsonField& response) {
  VendorReply reply;
  LW_TRY_ASSIGN(reply.id, find_words(response, "id"));
  LW_TRY_ASSIGN(reply.model, find_words(response, "model"));
  LW_TRY(read_status(response, reply));
  if (const auto usage = response.find("usage")) LW_TRY(read_usage(*usage, reply));
  const auto output = response.find("output");
  if (!output) return reply;
  if (output->value().as_array() == nullptr) return output->error("an array expected");
  const MessageNumbers numbers{number_of(reply.id) + "_", {}};
  LW_TRY_ASSIGN(std::vector<ChatMessage> messages, read_messages_of(*output, ChatFormat::Responses, numbers));
  for (ChatMessage& message : messages) {
    for (Component& block : message.blocks) {
      // The vendor runs tools of its own, and has their outputs in the reply.
      if (block.kind == "opaque") block.role = "assistant";
      reply.blocks.push_back(std::move(block));
    }
  }
  return reply;
}

}  // namespace latewood::exchange
