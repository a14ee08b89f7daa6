#include "exchange/reply/reply_format.h"

#include "base/try.h"
#include "exchange/chat/chat_message.h"

namespace latewood::exchange {
namespace {

bool is_list(const JsonValue& value, std::string_view key) {
  const JsonValue* member = value.find(key);
  return member != nullptr && member->as_array() != nullptr;
}

bool has_object(const JsonValue& value, std::string_view key) {
  const JsonValue* member = value.find(key);
  return member != nullptr && member->as_object() != nullptr;
}

bool is_openai_chunk(const JsonValue& value) {
  const std::string* object = find_text(value, "object");
  if (object != nullptr && *object == "chat.completion.chunk") return true;
  if (object != nullptr && *object == "chat.completion") return false;
  const JsonValue::Array& choices = *value.find("choices")->as_array();
  return !choices.empty() && choices.front().find("delta") != nullptr;
}

std::optional<ReplyShape> shape_of_type(const JsonValue& value, std::string_view type) {
  if (type == "message" && is_list(value, "content")) return ReplyShape{ChatFormat::Anthropic, false};
  if (type == "ping" || type.starts_with("message_") || type.starts_with("content_block_")) {
    return ReplyShape{ChatFormat::Anthropic, true};
  }
  if (type.starts_with("response.")) return ReplyShape{ChatFormat::Responses, true};
  if (type == "error" && has_object(value, "error")) return ReplyShape{ChatFormat::Anthropic, false};
  if (type == "error" && find_text(value, "message") != nullptr) return ReplyShape{ChatFormat::Responses, true};
  return std::nullopt;
}

// The vendor's word for an error: a type, a status, or a code, which may be a number.
std::string type_of_error(const JsonValue& error) {
  for (const char* key : {"type", "status", "code"}) {
    if (const std::string* text = find_text(error, key); text != nullptr && !text->empty()) return *text;
  }
  const JsonValue* code = error.find("code");
  const std::int64_t* number = code == nullptr ? nullptr : code->as_integer();
  return number == nullptr ? std::string() : std::to_string(*number);
}

}  // namespace

std::optional<ReplyShape> shape_of(const JsonValue& value) {
  if (value.as_object() == nullptr) return std::nullopt;
  const std::string* type = find_text(value, "type");
  if (type != nullptr) {
    if (auto shape = shape_of_type(value, *type)) return shape;
  }
  const std::string* object = find_text(value, "object");
  if (is_list(value, "choices")) return ReplyShape{ChatFormat::OpenAi, is_openai_chunk(value)};
  if (is_list(value, "output") || (object != nullptr && *object == "response")) {
    return ReplyShape{ChatFormat::Responses, false};
  }
  if (is_list(value, "candidates") || has_object(value, "promptFeedback") || has_object(value, "usageMetadata")) {
    return ReplyShape{ChatFormat::Gemini, false};
  }
  if (!find_error(value)) return std::nullopt;
  const bool is_gemini = find_text(*value.find("error"), "status") != nullptr;
  return ReplyShape{is_gemini ? std::optional(ChatFormat::Gemini) : std::nullopt, false};
}

std::optional<VendorError> find_error(const JsonValue& response) {
  const JsonValue* error = response.find("error");
  if (error == nullptr || error->is_null()) return std::nullopt;
  if (const std::string* text = error->as_string()) return VendorError{{}, *text};
  const std::string* message = find_text(*error, "message");
  return VendorError{type_of_error(*error), message == nullptr ? std::string() : *message};
}

Result<std::optional<std::string>> find_words(const JsonField& object, std::string_view key) {
  std::optional<std::string> words;
  if (const auto field = object.find(key)) {
    LW_TRY_ASSIGN(words, field->text());
  }
  return words;
}

Result<std::optional<std::uint64_t>> find_tokens(const JsonField& usage, std::string_view key) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 53;  // sums of some stay far below what a number holds
  LW_TRY_ASSIGN(const auto tokens, find_u64(usage, key));
  if (tokens && *tokens > kMost) return usage.error("the member '" + std::string(key) + "' is too large for a count");
  return tokens;
}

Result<std::optional<std::uint64_t>> find_tokens(const JsonField& usage, std::string_view details,
                                                 std::string_view key) {
  const auto inner = usage.find(details);
  if (!inner) return std::optional<std::uint64_t>();
  if (inner->value().as_object() == nullptr) return inner->error("an object expected");
  return find_tokens(*inner, key);
}

Result<std::optional<JsonField>> find_choice(const JsonField& response, std::string_view what,
                                             const VendorReplyOptions& options) {
  const auto list = response.find(what);
  if (!list) return std::optional<JsonField>();
  LW_TRY_ASSIGN(const std::vector<JsonField> choices, list->items());
  std::optional<JsonField> found;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (choices[i].value().as_object() == nullptr) return choices[i].error("an object expected");
    LW_TRY_ASSIGN(const auto given, find_u64(choices[i], "index"));
    if (!options.choice || *options.choice == given.value_or(i)) {
      if (found) {
        return list->error(std::to_string(choices.size()) + " " + std::string(what) +
                           " are there; name one by its index");
      }
      found = choices[i];
    }
  }
  if (!found && options.choice) return list->error("none has the index " + std::to_string(*options.choice));
  return found;
}

std::string number_of(const std::optional<std::string>& id) { return id && !id->empty() ? *id : "reply"; }

}  // namespace latewood::exchange
