// Reads the neutral shapes of content that is not plain text from a block.
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
  bool in_order = true;  // text arguments that are sent as an object keep the order of their members
};
// The call in a block; nullopt if the content does not have this shape.
std::optional<Call> find_call(const Block& block);
// The arguments as one text, and as a JSON object; nullopt if they are not an object.
std::string arguments_text(const Call& call);
std::optional<std::string> arguments_object(const Call& call);

// kind=image and kind=document: a text that is a URL, or an object with one of `url`,
// `file_id`, `text` and, as they apply, `media_type`, `name`, `detail`.
struct Media {
  std::string url;         // not a data URL
  std::string data;        // the base64 data of a data URL
  std::string file_id;     // valid for the vendor in `lw:vendor`
  std::string text;        // the text of a plain text document
  std::string media_type;  // may be empty unless there is data
  std::string name;
  std::string detail;
  bool has_text = false;

  // The URL or data URL of the content.
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
// The transcript of audio from another vendor, as a JSON string. Nullopt if the block is not such a message; an error
// if it has no transcript.
Result<std::optional<std::string>> find_transcript(const Block& block, std::string_view profile);

// Refuses URLs that only Google can fetch.
Result<void> check_web(const Media& media, const Block& block, std::string_view profile);

// The id of reasoning or of an opaque item; empty if it has none.
std::string item_id(const Block& block);

// A result with `lw:parts` is an array of {"kind","content"}, each shaped as a block of that
// kind; any other result is one text.
struct ResultPart {
  Kind kind = Kind::Text;
  std::string json;  // the content as canonical JSON
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
  bool in_order = false;    // the parameters are text, in the order of the definition
  std::optional<bool> strict;
};
Result<ToolDefinition> read_tool(const Block& block);
// Refuses parameters that do not describe an object, and parameters with one of the `refused` members beside their
// type.
Result<void> check_parameters(const ToolDefinition& tool, const Block& block, std::string_view profile,
                              std::span<const std::string_view> refused);
// The name of a vendor-specific tool; empty if it has none.
std::string vendor_tool_name(const Block& block);

// The opaque item whose content is JSON text, with its members in the order of the text; nullopt if it is not such
// text.
std::optional<std::string> opaque_text(const Block& block);

// Refuses a block that is not bound to `profile` by its attribute `lw:vendor`.
Result<void> check_vendor(const Block& block, std::string_view profile);
// Refuses an opaque block that is not bound to `profile` or is not a JSON object.
Result<void> check_opaque(const Block& block, std::string_view profile);
// Whether the block names a vendor other than `profile`.
bool is_foreign(const Block& block, std::string_view profile);

}  // namespace latewood::render
