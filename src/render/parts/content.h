// The neutral shapes of content that is not plain text, read out of a block.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/result.h"
#include "render/parts/block.h"

namespace latewood::render {

// kind=call: {"id","name","arguments"}, arguments as given: a text, usually JSON, or a value.
struct Call {
  std::string id;
  std::string name;
  JsonValue arguments;
  bool in_order = true;  // as an object, arguments that are text keep the order of their members
};
// Nothing if the content is no such object.
std::optional<Call> find_call(const Block& block);
// The arguments as one text, and as a JSON object; nothing if they are no object.
std::string arguments_text(const Call& call);
std::optional<std::string> arguments_object(const Call& call);

// kind=image and kind=document: a text that is a URL, or an object with one of `url`,
// `file_id`, `text` and, as they apply, `media_type`, `name`, `detail`.
struct Media {
  std::string url;         // not a data URL
  std::string data;        // base64, of a data URL
  std::string file_id;     // bound to `lw:vendor`
  std::string text;        // a document that is plain text
  std::string media_type;  // may be empty unless there is data
  std::string name;
  std::string detail;
  bool has_text = false;

  // The URL as it was written.
  std::string any_url() const;
};
Result<Media> read_media(const Block& block);

// kind=reasoning: a text, or an object with `text`, `signature`, `data` (encrypted), `id`.
struct Reasoning {
  std::string text;
  std::string signature;
  std::string data;
  std::string id;
};
Reasoning read_reasoning(const Block& block);

// Refuses data of other types.
Result<void> check_data_type(const Media& media, const Block& block, std::string_view profile,
                             std::span<const std::string_view> types);
// What somebody said aloud in another vendor's words: its transcript, as a JSON string. Nothing if the block is no such
// message; an error if there is no transcript.
Result<std::optional<std::string>> find_transcript(const Block& block, std::string_view profile);

// Refuses what only Google fetches.
Result<void> check_web(const Media& media, const Block& block, std::string_view profile);

// The id of reasoning or of an opaque item; empty if it has none.
std::string item_id(const Block& block);

// A result with `lw:parts` is an array of {"kind","content"}, each shaped as a block of that
// kind; any other result is one text.
struct ResultPart {
  Kind kind = Kind::Text;
  std::string json;  // canonical
};
std::vector<ResultPart> read_result(const Block& block);
// The texts of a result, one after the other, as a JSON string.
std::string result_text(const Block& block);
// The part as a block of its own, with the attributes of `block`. It refers to `part`.
Block block_of(const ResultPart& part, const Block& block);

// `cb:tool`: {"name","description","parameters","strict"}, or as OpenAI or Anthropic spell it. The parameters are the
// JSON text of a schema, which is sent in its order, or an object, whose members are sorted.
struct ToolDefinition {
  std::string name;
  std::optional<std::string> description;
  std::optional<JsonValue> parameters;
  std::string schema = {};  // the parameters as they are sent
  bool in_order = false;    // they are given as text
  std::optional<bool> strict;
};
Result<ToolDefinition> read_tool(const Block& block);
// Refuses parameters that describe no object, which is what the arguments of a call are, and those that have one of the
// `refused` members beside their type.
Result<void> check_parameters(const ToolDefinition& tool, const Block& block, std::string_view profile,
                              std::span<const std::string_view> refused);
// The name of a tool of the vendor's own; empty if it has none.
std::string vendor_tool_name(const Block& block);

// The item of kind=opaque whose content is its JSON text, in the order of that text; nothing if it is no such text.
std::optional<std::string> opaque_text(const Block& block);

// Refuses a block that is not bound to `profile` by its attribute `lw:vendor`.
Result<void> check_vendor(const Block& block, std::string_view profile);
// The same for kind=opaque, which also must be a JSON object.
Result<void> check_opaque(const Block& block, std::string_view profile);
// Whether the block names a vendor other than `profile`.
bool is_foreign(const Block& block, std::string_view profile);

}  // namespace latewood::render
