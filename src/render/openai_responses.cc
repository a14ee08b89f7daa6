// OpenAI Responses: {"tools":[..],"input":[..]}. The input is a flat list of items: messages,
// reasoning, calls and their outputs.
#include <algorithm>
#include <span>

#include "base/rules.h"
#include "base/try.h"
#include "canon/json_writer.h"
#include "render/opaque_pairs.h"
#include "render/openai_rules.h"
#include "render/parts/kept_members.h"
#include "render/profile.h"

namespace latewood::render {
namespace {

constexpr std::string_view kId = "openai-responses";

// Whether members that an item had beside what is neutral are sent: from version 3 on.
enum class Members : std::uint8_t { Dropped, Kept };

void append_input_text(std::string& out, std::string_view json_text) {
  append_comma(out);
  out.append("{\"type\":\"input_text\",\"text\":").append(json_text).append("}");
}

void append_image(std::string& out, const Media& media) {
  append_comma(out);
  out.append("{\"type\":\"input_image\"");
  if (media.file_id.empty()) {
    append_member(out, "image_url", media.any_url());
  } else {
    append_member(out, "file_id", media.file_id);
  }
  append_member(out, "detail", media.detail.empty() ? "auto" : media.detail);
  out.push_back('}');
}

void append_document(std::string& out, const Media& media) {
  append_comma(out);
  out.append("{\"type\":\"input_file\"");
  if (!media.file_id.empty()) {
    append_member(out, "file_id", media.file_id);
  } else if (media.data.empty()) {
    append_member(out, "file_url", media.url);
  } else {
    append_member(out, "filename", media.name.empty() ? "document" : media.name);
    append_member(out, "file_data", media.any_url());
  }
  out.push_back('}');
}

// Appends a part of a user or system message, or of an output.
Result<void> append_input_part(Piece& piece, const Block& block) {
  std::string& out = piece.bytes;
  if (block.kind != Kind::Image && block.kind != Kind::Document) {
    std::string text;
    append_text(text, block);
    append_input_text(out, text);
    return {};
  }
  LW_TRY_ASSIGN(const Media media, read_media(block));
  LW_TRY(check_web(media, block, kId));
  if (!media.file_id.empty()) LW_TRY(check_vendor(block, kId));
  if (media.has_text) {
    piece.repair(RepairKind::ContentAsText, block.id);
    append_input_text(out, canonical_json(JsonValue(media.text)));
  } else if (block.kind == Kind::Image) {
    LW_TRY(check_data_type(media, block, kId, kOpenAiImageTypes));
    append_image(out, media);
  } else {
    append_document(out, media);
  }
  return {};
}

std::string_view role_of(const Block& block, Role role) {
  if (role == Role::Assistant) return "assistant";
  if (role == Role::User) return "user";
  return block.text_attribute("lw:role") == "developer" ? "developer" : "system";
}

// Whether the vendor has this as a text in a list, not as the content itself.
bool is_listed(const Block& text) {
  const std::string_view shape = text.text_attribute("lw:content");
  return shape == "parts" || shape == "refusal" || shape == "refusal-alone" ||
         has_kept_members(text, "lw:members", kId);
}

// A text of a list, as version 3 writes it.
void append_text_part(std::string& out, const Block& block, Role role) {
  const std::string_view shape = block.text_attribute("lw:content");
  const bool is_refusal = role == Role::Assistant && (shape == "refusal" || shape == "refusal-alone");
  const std::string_view type = is_refusal ? "refusal" : role == Role::Assistant ? "output_text" : "input_text";
  append_comma(out);
  out.append("{\"type\":\"").append(type).append("\"");
  append_key(out, is_refusal ? "refusal" : "text");
  append_text(out, block);
  append_kept_members(out, block, "lw:members", kId, {"type", is_refusal ? "refusal" : "text"});
  out.push_back('}');
}

// Texts, images and documents that are one message.
struct Speech {
  Role role = Role::User;
  Members members = Members::Dropped;
  bool has_id = true;  // the id that was kept with it is sent
  std::vector<const Block*> parts = {};
};

// Writes the content: a string for one text, otherwise a list.
Result<void> write_content(Piece& piece, const Speech& speech) {
  const bool is_kept = speech.members == Members::Kept;
  const Block& first = *speech.parts.front();
  if (speech.parts.size() == 1 && first.kind == Kind::Text && !(is_kept && is_listed(first))) {
    append_text(piece.bytes, first);
    return {};
  }
  piece.bytes.push_back('[');
  for (const Block* block : speech.parts) {
    const std::size_t part_begin = piece.bytes.size() + (piece.bytes.back() == '[' ? 0 : 1);
    if (is_kept && block->kind == Kind::Text) {
      append_text_part(piece.bytes, *block, speech.role);
    } else {
      LW_TRY(append_input_part(piece, *block));
    }
    if (speech.parts.size() > 1) piece.add_unit(block->id, part_begin);
  }
  piece.bytes.push_back(']');
  return {};
}

Result<void> write_message(Piece& piece, const Speech& speech) {
  if (speech.parts.empty()) return {};
  const Block& first = *speech.parts.front();
  append_comma(piece.bytes);
  const std::size_t begin = piece.bytes.size();
  piece.bytes.append("{\"type\":\"message\"");
  append_member(piece.bytes, "role", role_of(first, speech.role));
  append_key(piece.bytes, "content");
  LW_TRY(write_content(piece, speech));
  if (speech.members == Members::Kept) {
    append_kept_members(piece.bytes, first, "lw:message_members", kId,
                        {"type", "role", "content", speech.has_id ? "type" : "id"});
  }
  piece.bytes.push_back('}');
  if (speech.parts.size() == 1) piece.add_unit(first.id, begin);
  return {};
}

// Adjacent blocks with the same id are one item, with one summary per block.
void write_reasoning(Piece& piece, std::span<const Part> parts, Members members) {
  std::string& out = piece.bytes;
  append_comma(out);
  const std::size_t begin = out.size();
  std::string signature;
  out.append("{\"type\":\"reasoning\"");
  append_member(out, "id", item_id(parts.front().block));
  append_key(out, "summary");
  out.push_back('[');
  for (const Part& part : parts) {
    const Reasoning reasoning = read_reasoning(part.block);
    if (!reasoning.signature.empty()) signature = reasoning.signature;
    if (reasoning.text.empty()) continue;
    append_comma(out);
    const std::size_t part_begin = out.size();
    out.append("{\"type\":\"summary_text\"");
    append_member(out, "text", reasoning.text);
    out.push_back('}');
    if (parts.size() > 1) piece.add_unit(part.block.id, part_begin);
  }
  out.push_back(']');
  if (!signature.empty()) append_member(out, "encrypted_content", signature);
  if (members == Members::Kept) {
    append_kept_members(out, parts.front().block, "lw:members", kId,
                        {"type", "id", "summary", signature.empty() ? "type" : "encrypted_content"});
  }
  out.push_back('}');
  if (parts.size() == 1) piece.add_unit(parts.front().block.id, begin);
}

// The number of parts at the start of `parts` that are one item.
std::size_t parts_of_item(std::span<const Part> parts) {
  const auto is_other = [&parts](const Part& part) {
    return part.block.kind != Kind::Reasoning || item_id(part.block) != item_id(parts.front().block);
  };
  return std::max<std::size_t>(
      1, static_cast<std::size_t>(std::find_if(parts.begin(), parts.end(), is_other) - parts.begin()));
}

bool takes_reasoning(const Block& block) { return !is_foreign(block, kId) && !read_reasoning(block).id.empty(); }

bool is_custom(const Part& part) { return part.block.text_attribute("lw:call_type") == "custom"; }

void append_call(std::string& out, const Part& part, Members members, bool has_id) {
  out.append(is_custom(part) ? "{\"type\":\"custom_tool_call\"" : "{\"type\":\"function_call\"");
  append_member(out, "call_id", part.call->id);
  append_member(out, "name", part.call->name);
  const std::string_view input = is_custom(part) ? "input" : "arguments";
  append_member(out, input, arguments_text(*part.call));
  if (members == Members::Kept) {
    append_kept_members(
        out, part.block, "lw:members", kId,
        {"type", "call_id", "name", input, has_id ? "type" : "id", part.lost_caller ? "caller" : "type"});
  }
  out.push_back('}');
}

// Writes a call or an opaque item. These are not part of a message.
void write_item(Piece& piece, const Part& part, Members members, bool has_id) {
  append_comma(piece.bytes);
  const std::size_t begin = piece.bytes.size();
  if (part.call) {
    append_call(piece.bytes, part, members, has_id);
  } else {
    piece.bytes.append(part.block.json);
  }
  piece.add_unit(part.block.id, begin);
}

Result<void> append_output(Piece& piece, const Block& result) {
  if (!result.flag("lw:parts")) return append_as_text(piece.bytes, result.json), Result<void>();
  const std::vector<ResultPart> parts = read_result(result);
  if (parts.empty()) return piece.bytes.append("\"\""), Result<void>();
  piece.bytes.push_back('[');
  for (const ResultPart& part : parts) {
    const Block block = block_of(part, result);
    if (part.kind == Kind::Opaque) {
      LW_TRY(check_opaque(block, kId));
      append_comma(piece.bytes);
      piece.bytes.append(part.json);
    } else {
      LW_TRY(append_input_part(piece, block));
    }
  }
  piece.bytes.push_back(']');
  return {};
}

Result<void> write_answer(Piece& piece, const Message& message, const Answer& answer, Members members) {
  const auto is_its = [&answer](const Part& part) { return part.call && part.call->id == answer.call_id; };
  const Part& call = *std::find_if(message.parts.begin(), message.parts.end(), is_its);
  append_comma(piece.bytes);
  const std::size_t begin = piece.bytes.size();
  piece.bytes.append(is_custom(call) ? "{\"type\":\"custom_tool_call_output\"" : "{\"type\":\"function_call_output\"");
  append_member(piece.bytes, "call_id", answer.call_id);
  append_key(piece.bytes, "output");
  if (answer.result) {
    LW_TRY(append_output(piece, *answer.result));
  } else {
    append_json_string(piece.bytes, kNoResult);
  }
  if (members == Members::Kept && answer.result) {
    append_kept_members(piece.bytes, *answer.result, "lw:members", kId,
                        {"type", "call_id", "output", call.lost_caller ? "caller" : "type"});
  }
  piece.bytes.push_back('}');
  piece.add_unit(answer.unit, begin);
  return {};
}

// Whether the id that was kept with a part is sent: no other item has it, and the reasoning that it refers to is there,
// which the vendor demands of an item that it knows by its id.
bool keeps_id(const Message& message, const Part& part) {
  if (part.lost_id) return false;
  const std::string_view reasoning = part.block.text_attribute("lw:reasoning_id");
  if (reasoning.empty()) return true;
  return std::any_of(message.parts.begin(), message.parts.end(), [reasoning](const Part& other) {
    const bool may_be = other.block.kind == Kind::Reasoning || other.block.kind == Kind::Opaque;
    return may_be && item_id(other.block) == reasoning;
  });
}

// Whether a text of the assistant is a part of the same item as those before it.
bool goes_on(const Speech& speech, const Block& text) {
  const std::string_view item = text.text_attribute("lw:item");
  return !speech.parts.empty() && !item.empty() && speech.parts.back()->text_attribute("lw:item") == item;
}

// Each text of the assistant is a message of its own, as in the vendor's output. From version 3 on, texts that came as
// one item are one message.
Result<void> write_parts(Piece& piece, const Message& message, Members members) {
  Speech speech{message.role, members};
  const auto write_said = [&] {
    auto written = write_message(piece, speech);
    speech.parts.clear();
    return written;
  };
  for (std::span<const Part> parts = message.parts; !parts.empty();) {
    const Part& part = parts.front();
    const bool is_reasoning = part.block.kind == Kind::Reasoning;
    const std::size_t count = is_reasoning ? parts_of_item(parts) : 1;
    const bool is_item = part.call || is_reasoning || part.block.kind == Kind::Opaque;
    const bool is_same = !is_item && members == Members::Kept && goes_on(speech, part.block);
    if (is_item || (message.role == Role::Assistant && !is_same)) LW_TRY(write_said());
    if (is_reasoning) {
      write_reasoning(piece, parts.first(count), members);
    } else if (is_item) {
      write_item(piece, part, members, keeps_id(message, part));
    } else {
      if (speech.parts.empty()) speech.has_id = keeps_id(message, part);
      speech.parts.push_back(&part.block);
    }
    parts = parts.subspan(count);
  }
  return write_said();
}

template <Members kMembers>
Result<Piece> write_turn(const Turn& turn, Breakpoint) {
  Piece piece;
  piece.bytes.reserve(expected_size(turn));
  for (const Message& message : turn.messages) {
    LW_TRY(write_parts(piece, message, kMembers));
    for (const Answer& answer : message.answers) LW_TRY(write_answer(piece, message, answer, kMembers));
  }
  return piece;
}

// Always writes `strict`: the vendor's default is true, and most schemas are not strict.
void append_tool(std::string& out, const ToolDefinition& tool) {
  out.append("{\"type\":\"function\"");
  append_member(out, "name", tool.name);
  if (tool.description) append_member(out, "description", *tool.description);
  append_json_member(out, "parameters", openai_parameters(tool));
  append_json_member(out, "strict", tool.strict.value_or(false) ? "true" : "false");
  out.push_back('}');
}

Result<Piece> write_head(const Thread& thread) {
  Piece piece;
  if (thread.tools.empty()) return piece;
  piece.bytes = "\"tools\":[";
  for (const Tool& tool : thread.tools) {
    append_comma(piece.bytes);
    const std::size_t begin = piece.bytes.size();
    if (tool.definition) {
      LW_TRY(check_parameters(*tool.definition, tool.block, kId, kOpenAiRefusedInSchema));
      append_tool(piece.bytes, *tool.definition);
    } else {
      piece.bytes.append(tool.block.json);
    }
    piece.add_unit(tool.block.id, begin);
  }
  piece.bytes.push_back(']');
  return piece;
}

// The id of a message or a call, as the vendor gave it.
std::string kept_id(const Block& block) {
  const std::string_view attribute = block.kind == Kind::Call ? "lw:members" : "lw:message_members";
  if (block.kind != Kind::Call && block.kind != Kind::Text) return {};
  const JsonValue* id = find_kept_member(block, attribute, kId, "id");
  return id == nullptr || id->as_string() == nullptr ? std::string() : *id->as_string();
}

constexpr Dialect make_dialect(std::uint32_t version) {
  Dialect dialect = dialect_of_version(version);
  dialect.profile = kId;
  dialect.reasoning_needs_follower = true;
  dialect.call_ids = IdScope::Thread;
  dialect.takes_reasoning = takes_reasoning;
  dialect.opaque_link = responses_link;
  dialect.unique_items = true;
  dialect.is_reasoning = is_responses_reasoning;
  if (version > 2) {
    dialect.own_members = true;
    dialect.kept_id = kept_id;
    dialect.opaque_link = responses_link_3;
    dialect.caller_of = responses_caller;
  }
  return dialect;
}

constexpr Profile make_profile(std::uint32_t version) {
  return {
      .dialect = make_dialect(version),
      .version = version,
      .messages_key = "input",
      .write_head = write_head,
      .write_turn = version > 2 ? write_turn<Members::Kept> : write_turn<Members::Dropped>,
  };
}

}  // namespace

const Profile kOpenAiResponses1 = make_profile(1);
const Profile kOpenAiResponses2 = make_profile(2);
const Profile kOpenAiResponses3 = make_profile(3);

}  // namespace latewood::render
