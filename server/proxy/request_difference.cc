#include "server/proxy/request_difference.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace latewood::server {
namespace {

// A request as lists of things that are compared one by one.
struct Said {
  JsonValue::Array tools;
  JsonValue::Array system;
  JsonValue::Array messages;
};

JsonValue text_part(const std::string& text, std::string_view type) {
  return make_object({{"type", std::string(type)}, {"text", text}});
}

bool is_left_out(const JsonMember& member) {
  return member.key == "cache_control" || member.value.is_null() ||
         (member.key == "is_error" && member.value == JsonValue(false));
}

JsonValue plain(const JsonValue& value) {
  if (const auto* array = value.as_array()) {
    JsonValue::Array all;
    for (const JsonValue& each : *array) all.push_back(plain(each));
    return JsonValue(std::move(all));
  }
  const auto* object = value.as_object();
  if (object == nullptr) return value;
  std::vector<JsonMember> members;
  for (const JsonMember& member : *object) {
    if (is_left_out(member)) continue;
    const std::string* text = member.key == "content" ? member.value.as_string() : nullptr;
    members.push_back(
        {member.key, text != nullptr ? JsonValue(JsonValue::Array{text_part(*text, "text")}) : plain(member.value)});
  }
  return make_object(std::move(members));
}

const std::string* text_in(const JsonValue& object, std::string_view key) {
  const JsonValue* value = object.find(key);
  return value == nullptr ? nullptr : value->as_string();
}

JsonValue with_member(const JsonValue& object, std::string key, JsonValue value) {
  std::vector<JsonMember> members(object.as_object()->begin(), object.as_object()->end());
  members.push_back({std::move(key), std::move(value)});
  return make_object(std::move(members));
}

const JsonValue* find_either(const JsonValue& body, std::string_view a, std::string_view b) {
  const JsonValue* found = body.find(a);
  return found != nullptr ? found : body.find(b);
}

void append_all(const JsonValue* list, JsonValue::Array& out) {
  const auto* array = list == nullptr ? nullptr : list->as_array();
  if (array == nullptr) return;
  for (const JsonValue& each : *array) out.push_back(plain(each));
}

// Joins neighbours of one role: `parts` names their list.
JsonValue::Array joined(JsonValue::Array messages, const std::string& parts) {
  JsonValue::Array out;
  for (JsonValue& message : messages) {
    const JsonValue* list = message.as_object() == nullptr ? nullptr : message.find(parts);
    const std::string* role = list == nullptr ? nullptr : text_in(message, "role");
    const bool fits = !out.empty() && role != nullptr && list->as_array() != nullptr &&
                      out.back().find(parts) != nullptr && out.back().find(parts)->as_array() != nullptr &&
                      text_in(out.back(), "role") != nullptr && *text_in(out.back(), "role") == *role;
    if (!fits) {
      out.push_back(std::move(message));
      continue;
    }
    JsonValue::Array both = *out.back().find(parts)->as_array();
    both.insert(both.end(), list->as_array()->begin(), list->as_array()->end());
    out.back() = with_member(out.back(), parts, JsonValue(std::move(both)));
  }
  return out;
}

bool is_system_role(const JsonValue& message) {
  const std::string* role = message.as_object() == nullptr ? nullptr : text_in(message, "role");
  return role != nullptr && (*role == "system" || *role == "developer");
}

// The texts of leading system messages, which stand for system text.
void split_system(Said& said) {
  const auto end = std::find_if_not(said.messages.begin(), said.messages.end(), is_system_role);
  for (auto at = said.messages.begin(); at != end; ++at) {
    const JsonValue* content = at->find("content");
    if (content == nullptr || content->as_array() == nullptr) continue;
    for (const JsonValue& part : *content->as_array()) {
      const std::string* text = part.as_object() == nullptr ? nullptr : text_in(part, "text");
      said.system.push_back(text == nullptr ? part : text_part(*text, "text"));
    }
  }
  said.messages.erase(said.messages.begin(), end);
  for (JsonValue& message : said.messages) {
    if (is_system_role(message)) message = with_member(message, "role", "system");
  }
}

Said said_to_anthropic(const JsonValue& body) {
  Said said;
  append_all(body.find("tools"), said.tools);
  if (const std::string* text = text_in(body, "system")) said.system.push_back(text_part(*text, "text"));
  append_all(body.find("system"), said.system);
  append_all(body.find("messages"), said.messages);
  said.messages = joined(std::move(said.messages), "content");
  return said;
}

Said said_to_openai(const JsonValue& body) {
  Said said;
  append_all(body.find("tools"), said.tools);
  append_all(body.find("messages"), said.messages);
  split_system(said);
  return said;
}

// An item without a type is a message; its texts may be given as one.
JsonValue plain_item(const JsonValue& item) {
  if (item.as_object() == nullptr) return item;
  const std::string* type = text_in(item, "type");
  if (type != nullptr && *type != "message") return item;
  const std::string* role = text_in(item, "role");
  const bool is_assistant = role != nullptr && *role == "assistant";
  JsonValue out = with_member(item, "type", "message");
  const JsonValue* content = item.find("content");
  const auto* parts = content == nullptr ? nullptr : content->as_array();
  if (parts == nullptr) return out;
  JsonValue::Array plain_parts;
  for (const JsonValue& part : *parts) {
    const std::string* kind = part.as_object() == nullptr ? nullptr : text_in(part, "type");
    const bool is_short = kind != nullptr && *kind == "text";
    plain_parts.push_back(is_short ? with_member(part, "type", is_assistant ? "output_text" : "input_text") : part);
  }
  return with_member(out, "content", JsonValue(std::move(plain_parts)));
}

Said said_to_responses(const JsonValue& body) {
  Said said;
  append_all(body.find("tools"), said.tools);
  if (const std::string* text = text_in(body, "instructions")) said.system.push_back(text_part(*text, "text"));
  if (const std::string* text = text_in(body, "input")) {
    said.messages.push_back(
        make_object({{"role", "user"}, {"content", JsonValue(JsonValue::Array{text_part(*text, "text")})}}));
  }
  append_all(body.find("input"), said.messages);
  for (JsonValue& message : said.messages) message = plain_item(message);
  split_system(said);
  return said;
}

Said said_to_gemini(const JsonValue& body) {
  Said said;
  append_all(body.find("tools"), said.tools);
  const JsonValue* system = find_either(body, "systemInstruction", "system_instruction");
  if (system != nullptr && system->as_object() != nullptr) append_all(system->find("parts"), said.system);
  append_all(body.find("contents"), said.messages);
  for (JsonValue& message : said.messages) {
    if (message.as_object() != nullptr && message.find("role") == nullptr) {
      message = with_member(message, "role", "user");
    }
  }
  said.messages = joined(std::move(said.messages), "parts");
  return said;
}

Said said_in(const JsonValue& body, ChatFormat format) {
  switch (format) {
    case ChatFormat::Anthropic: return said_to_anthropic(body);
    case ChatFormat::Responses: return said_to_responses(body);
    case ChatFormat::Gemini: return said_to_gemini(body);
    case ChatFormat::OpenAi: break;
  }
  return said_to_openai(body);
}

// The place of the first difference, as the rest of a path; empty: the values themselves differ.
std::string place_in(const JsonValue& a, const JsonValue& b) {
  const auto* array = a.as_array();
  const auto* other_array = b.as_array();
  if (array != nullptr && other_array != nullptr) {
    const std::size_t both = std::min(array->size(), other_array->size());
    for (std::size_t at = 0; at < both; ++at) {
      if ((*array)[at] != (*other_array)[at]) {
        return "/" + std::to_string(at) + place_in((*array)[at], (*other_array)[at]);
      }
    }
    return "/" + std::to_string(both);
  }
  const auto* object = a.as_object();
  const auto* other = b.as_object();
  if (object == nullptr || other == nullptr) return {};
  for (const JsonMember& member : *object) {
    const JsonValue* value = b.find(member.key);
    if (value == nullptr) return "/" + member.key;
    if (*value != member.value) return "/" + member.key + place_in(member.value, *value);
  }
  for (const JsonMember& member : *other) {
    if (a.find(member.key) == nullptr) return "/" + member.key;
  }
  return {};
}

std::optional<RequestDifference> difference_of(const char* what, const JsonValue::Array& sent,
                                               const JsonValue::Array& rendered) {
  const std::size_t both = std::min(sent.size(), rendered.size());
  for (std::size_t at = 0; at < both; ++at) {
    if (sent[at] == rendered[at]) continue;
    return RequestDifference{std::string(what) + "/" + std::to_string(at) + place_in(sent[at], rendered[at]), at};
  }
  if (sent.size() == rendered.size()) return std::nullopt;
  return RequestDifference{std::string(what) + "/" + std::to_string(both), both};
}

}  // namespace

std::optional<RequestDifference> find_difference(const JsonValue& sent, const JsonValue& rendered, ChatFormat format) {
  const Said a = said_in(sent, format);
  const Said b = said_in(rendered, format);
  if (auto found = difference_of("tools", a.tools, b.tools)) return found;
  if (auto found = difference_of("system", a.system, b.system)) return found;
  return difference_of("messages", a.messages, b.messages);
}

}  // namespace latewood::server
