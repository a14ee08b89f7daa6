// One message of a chat log as the blocks it becomes; each format has its own reader.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "canon/json_field.h"
#include "latewood/node.h"
#include "latewood/result.h"

namespace latewood::exchange {

struct ChatMessage {
  std::string role;  // system, user, assistant or tool
  std::vector<Component> blocks;
};

// Calls of Gemini that wait for their response. Ids are optional in that format; without one, the name of the tool
// decides which call a response answers.
class GeminiCalls {
 public:
  struct Call {
    std::string id;
    std::string name;
  };

  explicit GeminiCalls(const std::vector<Call>& open = {});

  // Notes a call. Without an id it gets one that starts with `number`; returns the id.
  std::string add(std::string_view id, std::string_view name, std::string_view number);
  // Notes a response. Returns the id of its call: the given one, or without one that of the oldest open call of the
  // name, or the name itself if there is none, so that the response is the result of no call.
  std::string answer(std::string_view id, std::string_view name);

 private:
  std::map<std::string, std::deque<std::string>, std::less<>> open_;  // ids by name, oldest first
  std::set<std::string, std::less<>> answered_;                       // by id; some may be in `open_` still
  std::uint64_t made_ = 0;                                            // ids made here
};

// `number` tells a message from its neighbours: it is the value of `lw:message`.
Result<ChatMessage> read_openai_message(const JsonField& message, std::string_view number);
Result<ChatMessage> read_anthropic_message(const JsonField& message, std::string_view number);
// One item of a list: items of the assistant side by side are one message.
Result<ChatMessage> read_responses_item(const JsonField& item, std::string_view number);
Result<ChatMessage> read_gemini_content(const JsonField& content, std::string_view number, GeminiCalls& calls);

// The `system` member of an Anthropic request: a text, or a list of text blocks.
Result<std::vector<Component>> read_anthropic_system(const JsonField& system);
// The `instructions` of a Responses request: a text, or system messages.
Result<std::vector<Component>> read_responses_instructions(const JsonField& instructions);
// The `systemInstruction` of a Gemini request: a text, or a content of texts.
Result<std::vector<Component>> read_gemini_system(const JsonField& system);

// A tool definition as a `cb:tool` block; a tool of the vendor's own is bound to it.
Result<Component> read_openai_tool(const JsonField& tool);
Result<Component> read_anthropic_tool(const JsonField& tool);
Result<Component> read_responses_tool(const JsonField& tool);
// The same for each function of an entry of `tools`.
Result<std::vector<Component>> read_gemini_tool(const JsonField& tool);

// ---- making blocks ----

Component make_block(std::string_view role, std::string_view kind, JsonValue content);
void set_attribute(Component& block, std::string_view name, JsonValue value);
// An item that only its vendor can read.
Component make_opaque(std::string_view role, std::string_view vendor, JsonValue item);
// The same as its text, `in_order`, where another order of its members would be another text: an item that a model
// reads in order, such as a tool, or a call with its arguments.
Component make_ordered_opaque(std::string_view role, std::string_view vendor, JsonValue item, std::string in_order);

// The item, or its text where that says more: where something it holds is not sorted.
JsonValue ordered_item(JsonValue item, std::string in_order);

// The stored form of a value whose order matters to a model: the text of an object or a list in the given order,
// any other value unchanged.
JsonValue ordered(const JsonField& value);

// The members of an object that are not among `known`.
std::vector<JsonMember> members_besides(const JsonValue& object, std::initializer_list<std::string_view> known);
// Keeps members in an attribute, for that vendor; the attribute is not there if there are none.
void keep_members(Component& block, std::string_view attribute, std::string_view vendor,
                  std::vector<JsonMember> members);
// The same with those of `object` that are not among `known`.
void keep_members(Component& block, std::string_view attribute, std::string_view vendor, const JsonValue& object,
                  std::initializer_list<std::string_view> known);
// Whether an object has no members besides these.
bool has_only(const JsonValue& object, std::initializer_list<std::string_view> known);

// Blocks that are one message say so, unless there is one only. Results are messages of their
// own.
void tie_together(std::vector<Component>& blocks, std::string_view number);

// The parts of content that is not a text.
Result<std::vector<JsonField>> read_parts(const JsonField& content);

// `data:TYPE;base64,DATA`.
bool is_base64_url(const std::string& url);

// A member that is a text; null if absent or something else.
const std::string* find_text(const JsonValue& object, std::string_view key);

}  // namespace latewood::exchange
