// OpenAI Responses: {"tools":[..],"input":[..]}. The input is a flat list of items: messages,
// reasoning, calls and their outputs.
#include <algorithm>
#include <span>

#include "base/rules.h"
#include "base/try.h"
#include "canon/json_writer.h"
#include "render/opaque_pairs.h"
#include "render/openai_rules.h"
#include "render/profile.h"

namespace latewood::render {
namespace {

constexpr std::string_view kId = "openai-responses";

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

// Writes a message. The content is a string for one text, otherwise a list.
Result<void> write_message(Piece& piece, Role role, const std::vector<const Block*>& parts) {
  if (parts.empty()) return {};
  append_comma(piece.bytes);
  const std::size_t begin = piece.bytes.size();
  piece.bytes.append("{\"type\":\"message\"");
  append_member(piece.bytes, "role", role_of(*parts.front(), role));
  append_key(piece.bytes, "content");
  if (parts.size() == 1 && parts.front()->kind == Kind::Text) {
    append_text(piece.bytes, *parts.front());
  } else {
    piece.bytes.push_back('[');
    for (const Block* block : parts) {
      const std::size_t part_begin = piece.bytes.size() + (piece.bytes.back() == '[' ? 0 : 1);
      LW_TRY(append_input_part(piece, *block));
      if (parts.size() > 1) piece.add_unit(block->id, part_begin);
    }
    piece.bytes.push_back(']');
  }
  piece.bytes.push_back('}');
  if (parts.size() == 1) piece.add_unit(parts.front()->id, begin);
  return {};
}

// Adjacent blocks with the same id are one item, with one summary per block.
void write_reasoning(Piece& piece, std::span<const Part> parts) {
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

void append_call(std::string& out, const Part& part) {
  out.append(is_custom(part) ? "{\"type\":\"custom_tool_call\"" : "{\"type\":\"function_call\"");
  append_member(out, "call_id", part.call->id);
  append_member(out, "name", part.call->name);
  append_member(out, is_custom(part) ? "input" : "arguments", arguments_text(*part.call));
  out.push_back('}');
}

// Writes a call or an opaque item. These are not part of a message.
void write_item(Piece& piece, const Part& part) {
  append_comma(piece.bytes);
  const std::size_t begin = piece.bytes.size();
  if (part.call) {
    append_call(piece.bytes, part);
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

Result<void> write_answer(Piece& piece, const Message& message, const Answer& answer) {
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
  piece.bytes.push_back('}');
  piece.add_unit(answer.unit, begin);
  return {};
}

// Each text of the assistant is a message of its own, as in the vendor's output.
Result<Piece> write_turn(const Turn& turn, Breakpoint) {
  Piece piece;
  piece.bytes.reserve(expected_size(turn));
  for (const Message& message : turn.messages) {
    std::vector<const Block*> said;
    const auto write_said = [&] {
      auto written = write_message(piece, message.role, said);
      said.clear();
      return written;
    };
    for (std::span<const Part> parts = message.parts; !parts.empty();) {
      const Part& part = parts.front();
      const bool is_reasoning = part.block.kind == Kind::Reasoning;
      const std::size_t count = is_reasoning ? parts_of_item(parts) : 1;
      const bool is_item = part.call || is_reasoning || part.block.kind == Kind::Opaque;
      if (is_item || message.role == Role::Assistant) LW_TRY(write_said());
      if (is_reasoning) {
        write_reasoning(piece, parts.first(count));
      } else if (is_item) {
        write_item(piece, part);
      } else {
        said.push_back(&part.block);
      }
      parts = parts.subspan(count);
    }
    LW_TRY(write_said());
    for (const Answer& answer : message.answers) LW_TRY(write_answer(piece, message, answer));
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

constexpr Dialect make_dialect(std::uint32_t version) {
  Dialect dialect = dialect_of_version(version);
  dialect.profile = kId;
  dialect.reasoning_needs_follower = true;
  dialect.call_ids = IdScope::Thread;
  dialect.takes_reasoning = takes_reasoning;
  dialect.opaque_link = responses_link;
  dialect.unique_items = true;
  dialect.is_reasoning = is_responses_reasoning;
  return dialect;
}

constexpr Profile make_profile(std::uint32_t version) {
  return {
      .dialect = make_dialect(version),
      .version = version,
      .messages_key = "input",
      .write_head = write_head,
      .write_turn = write_turn,
  };
}

}  // namespace

const Profile kOpenAiResponses1 = make_profile(1);
const Profile kOpenAiResponses2 = make_profile(2);

}  // namespace latewood::render
