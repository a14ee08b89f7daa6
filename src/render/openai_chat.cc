// OpenAI Chat Completions: {"tools":[..],"messages":[..]}. System messages may be anywhere; results are separate
// messages that directly follow the calls.
#include <algorithm>

#include "base/rules.h"
#include "base/try.h"
#include "canon/json_writer.h"
#include "canon/utf8.h"
#include "render/openai_rules.h"
#include "render/parts/kept_members.h"
#include "render/profile.h"

namespace latewood::render {
namespace {

constexpr std::string_view kId = "openai";

Error unsupported(const Block& block, std::string_view what) {
  return broken(kContentUnsupported,
                std::string(block.id) + ": " + std::string(kId) + " takes no " + std::string(what));
}

void write_text_part(Piece& piece, std::string_view json_text) {
  append_comma(piece.bytes);
  piece.bytes.append("{\"type\":\"text\",\"text\":").append(json_text).append("}");
}

Result<void> write_image(Piece& piece, const Block& block, const Media& media) {
  if (media.url.empty() && media.data.empty()) return unsupported(block, "image by file id");
  LW_TRY(check_data_type(media, block, kId, kOpenAiImageTypes));
  append_comma(piece.bytes);
  piece.bytes.append("{\"type\":\"image_url\",\"image_url\":{");
  append_member(piece.bytes, "url", media.any_url());
  if (!media.detail.empty()) append_member(piece.bytes, "detail", media.detail);
  piece.bytes.append("}}");
  return {};
}

// Writes a document: a file by id or by value; a text, or a document with a URL, as text.
Result<void> write_document(Piece& piece, const Block& block, const Media& media) {
  if (media.has_text || !media.url.empty()) {
    piece.repair(RepairKind::ContentAsText, block.id);
    write_text_part(piece, canonical_json(JsonValue(media.has_text ? media.text : media.url)));
    return {};
  }
  append_comma(piece.bytes);
  piece.bytes.append("{\"type\":\"file\",\"file\":{");
  if (media.file_id.empty()) {
    append_member(piece.bytes, "filename", media.name.empty() ? "document" : media.name);
    append_member(piece.bytes, "file_data", media.any_url());
  } else {
    append_member(piece.bytes, "file_id", media.file_id);
  }
  piece.bytes.append("}}");
  return {};
}

Result<void> write_content_part(Piece& piece, const Block& block) {
  if (block.kind == Kind::Image || block.kind == Kind::Document) {
    LW_TRY_ASSIGN(const Media media, read_media(block));
    LW_TRY(check_web(media, block, kId));
    if (!media.file_id.empty()) LW_TRY(check_vendor(block, kId));
    return block.kind == Kind::Image ? write_image(piece, block, media) : write_document(piece, block, media);
  }
  if (block.kind == Kind::Opaque) {
    LW_TRY(check_opaque(block, kId));
    append_comma(piece.bytes);
    piece.bytes.append(block.json);
    return {};
  }
  append_comma(piece.bytes);
  piece.bytes.append("{\"type\":\"text\",\"text\":");
  append_text(piece.bytes, block);
  append_kept_members(piece.bytes, block, "lw:members", kId, {"type", "text"});
  piece.bytes.push_back('}');
  return {};
}

// Appends the members that the imported log had besides the name and the arguments.
void append_members_within(std::string& out, const Block& call, std::string_view type) {
  const JsonValue* kept = find_kept_member(call, "lw:members", kId, type);
  const JsonValue::Object* members = kept == nullptr ? nullptr : kept->as_object();
  if (members == nullptr) return;
  for (const JsonMember& member : *members) {
    const bool is_written = member.key == "name" || member.key == "arguments" || member.key == "input";
    if (!is_written) append_json_member(out, member.key, canonical_json(member.value));
  }
}

void write_call(Piece& piece, const Part& part) {
  const Call& call = *part.call;
  const bool is_custom = part.block.text_attribute("lw:call_type") == "custom";
  const std::string_view type = is_custom ? "custom" : "function";
  std::string& out = piece.bytes;
  append_comma(out);
  out.push_back('{');
  append_member(out, "id", call.id);
  const JsonValue* kept_type = find_kept_member(part.block, "lw:members", kId, "type");
  const bool has_own_type = kept_type != nullptr && kept_type->as_string() != nullptr;
  append_member(out, "type", has_own_type ? std::string_view(*kept_type->as_string()) : type);
  append_key(out, type);
  out.push_back('{');
  append_member(out, "name", call.name);
  append_member(out, is_custom ? "input" : "arguments", arguments_text(call));
  append_members_within(out, part.block, type);
  out.push_back('}');
  append_kept_members(out, part.block, "lw:members", kId, {"id", "type", type});
  out.push_back('}');
}

// Whether a message may have no content: a refusal or audio is in another member.
bool may_be_silent(const Block& first) {
  for (const std::string_view name : {"refusal", "audio"}) {
    const JsonValue* kept = find_kept_member(first, "lw:message_members", kId, name);
    if (kept != nullptr && !kept->is_null()) return true;
  }
  return false;
}

// The block with the text of a refusal; null if the message is not a refusal.
const Block* find_refusal(const Message& message, const std::vector<const Block*>& said) {
  const std::string_view shape = message.parts.front().block.text_attribute("lw:content");
  const bool refuses = shape == "refusal" || shape == "refusal-alone";
  const bool is_whole = said.size() == 1 && message.parts.size() == 1 && said.front()->kind == Kind::Text;
  return refuses && is_whole && message.role == Role::Assistant ? said.front() : nullptr;
}

// Writes the content: null if there is none, a string for one text, otherwise an array of parts.
Result<void> write_content(Piece& piece, const Message& message, bool notes_units) {
  const Block& first = message.parts.front().block;
  std::vector<const Block*> said;
  for (const Part& part : message.parts) {
    if (!part.call) said.push_back(&part.block);
  }
  const std::string_view shape = first.text_attribute("lw:content");
  if (const Block* refusal = find_refusal(message, said)) {
    if (shape == "refusal") append_json_member(piece.bytes, "content", "null");
    append_key(piece.bytes, "refusal");
    append_text(piece.bytes, *refusal);
    return {};
  }
  const bool was_silent = (shape == "absent" || shape == "null") && said.size() == 1 && first.json == "\"\"";
  if (was_silent && may_be_silent(first)) said.clear();
  if (said.empty() && shape == "absent") return {};
  append_key(piece.bytes, "content");
  if (said.empty()) return piece.bytes.append("null"), Result<void>();
  const bool is_string = said.size() == 1 && said.front()->kind == Kind::Text && shape != "parts" &&
                         !has_kept_members(*said.front(), "lw:members", kId);
  if (!is_string) piece.bytes.push_back('[');
  for (const Block* block : said) {
    const std::size_t begin = piece.bytes.size() + (piece.bytes.back() == '[' || is_string ? 0 : 1);
    if (is_string) {
      append_text(piece.bytes, *block);
    } else {
      LW_TRY(write_content_part(piece, *block));
    }
    if (notes_units) piece.add_unit(block->id, begin);
  }
  if (!is_string) piece.bytes.push_back(']');
  return {};
}

std::string_view role_of(const Message& message) {
  const bool is_developer = message.parts.front().block.text_attribute("lw:role") == "developer";
  switch (message.role) {
    case Role::System: return is_developer ? "developer" : "system";
    case Role::Assistant: return "assistant";
    default: return "user";
  }
}

// Writes the name of the speaker if the vendor accepts it: 64 characters, without white space and < | \\ / >.
void write_name(Piece& piece, const Block& block) {
  constexpr std::size_t kMost = 64;
  const std::string_view given = block.text_attribute("lw:name");
  if (given.empty()) return;
  std::string name;
  std::size_t count = 0;
  for (std::size_t at = 0; at < given.size() && count < kMost; ++count) {
    const Utf8Char next = decode_utf8(given.substr(at));
    const std::size_t length = std::max<std::size_t>(next.length, 1);
    const bool is_refused = next.length == 0 || next.code < 0x20 || is_space(next.code) ||
                            std::string_view("<|\\/>").find(given[at]) != std::string_view::npos;
    name.append(is_refused ? "_" : given.substr(at, length));
    at += length;
  }
  if (name != given) piece.repair(RepairKind::CallNameRewritten, block.id);
  append_member(piece.bytes, "name", name);
}

// The member that `write_name` has written. A log may have had another member with that name.
std::string_view written_name(const Block& block) { return block.text_attribute("lw:name").empty() ? "role" : "name"; }

Result<void> write_message(Piece& piece, const Message& message) {
  const Block& first = message.parts.front().block;
  // In a message of one part the unit has the whole message; otherwise each unit has the bytes of its part.
  const bool notes_units = message.parts.size() > 1;
  append_comma(piece.bytes);
  const std::size_t begin = piece.bytes.size();
  piece.bytes.push_back('{');
  append_member(piece.bytes, "role", role_of(message));
  write_name(piece, first);
  LW_TRY(write_content(piece, message, notes_units));
  if (!message.answers.empty()) {
    append_key(piece.bytes, "tool_calls");
    piece.bytes.push_back('[');
    for (const Part& part : message.parts) {
      if (!part.call) continue;
      const std::size_t call_begin = piece.bytes.size() + (piece.bytes.back() == '[' ? 0 : 1);
      write_call(piece, part);
      if (notes_units) piece.add_unit(part.block.id, call_begin);
    }
    piece.bytes.push_back(']');
  }
  append_kept_members(piece.bytes, first, "lw:message_members", kId,
                      {"role", written_name(first), "content", "tool_calls"});
  piece.bytes.push_back('}');
  if (!notes_units) piece.add_unit(first.id, begin);
  return {};
}

// Writes the texts of a result and adds its other parts to `media`: results of this vendor are text only.
Result<void> write_result_content(Piece& piece, const Block& result, std::vector<ResultPart>& media) {
  std::vector<ResultPart> texts;
  for (ResultPart& part : read_result(result)) {
    const bool is_media = part.kind == Kind::Image || part.kind == Kind::Document;
    (is_media ? media : texts).push_back(std::move(part));
  }
  if (!result.flag("lw:parts") || texts.empty()) {
    if (texts.empty()) return piece.bytes.append("\"\""), Result<void>();
    append_as_text(piece.bytes, texts.front().json);
    return {};
  }
  piece.bytes.push_back('[');
  for (const ResultPart& part : texts) LW_TRY(write_content_part(piece, block_of(part, result)));
  piece.bytes.push_back(']');
  return {};
}

Result<void> write_answer(Piece& piece, const Answer& answer, std::vector<ResultPart>& media) {
  append_comma(piece.bytes);
  const std::size_t begin = piece.bytes.size();
  piece.bytes.append("{\"role\":\"tool\"");
  append_member(piece.bytes, "tool_call_id", answer.call_id);
  if (answer.result) {
    write_name(piece, *answer.result);
    append_key(piece.bytes, "content");
    LW_TRY(write_result_content(piece, *answer.result, media));
    append_kept_members(piece.bytes, *answer.result, "lw:message_members", kId,
                        {"role", "tool_call_id", written_name(*answer.result), "content"});
  } else {
    append_member(piece.bytes, "content", kNoResult);
  }
  piece.bytes.push_back('}');
  piece.add_unit(answer.unit, begin);
  return {};
}

// Writes images and documents of results as a user message after all results.
Result<void> write_result_media(Piece& piece, const Block& result, const std::vector<ResultPart>& media) {
  if (media.empty()) return {};
  piece.repair(RepairKind::RoleChanged, result.id);
  append_comma(piece.bytes);
  const std::size_t begin = piece.bytes.size();
  piece.bytes.append("{\"role\":\"user\",\"content\":[");
  for (const ResultPart& part : media) LW_TRY(write_content_part(piece, block_of(part, result)));
  piece.bytes.append("]}");
  piece.add_unit(result.id, begin);
  return {};
}

Result<Piece> write_turn(const Turn& turn, Breakpoint) {
  Piece piece;
  piece.bytes.reserve(expected_size(turn));
  for (const Message& message : turn.messages) {
    LW_TRY(write_message(piece, message));
    std::vector<std::vector<ResultPart>> media(message.answers.size());
    for (std::size_t i = 0; i < media.size(); ++i) LW_TRY(write_answer(piece, message.answers[i], media[i]));
    for (std::size_t i = 0; i < media.size(); ++i) {
      if (!media[i].empty()) LW_TRY(write_result_media(piece, *message.answers[i].result, media[i]));
    }
  }
  return piece;
}

Result<void> write_tool(Piece& piece, const Tool& tool) {
  append_comma(piece.bytes);
  const std::size_t begin = piece.bytes.size();
  if (tool.definition) {
    LW_TRY(check_parameters(*tool.definition, tool.block, kId, kOpenAiRefusedInSchema));
    piece.bytes.append("{\"type\":\"function\",\"function\":{");
    append_member(piece.bytes, "name", tool.definition->name);
    if (tool.definition->description) append_member(piece.bytes, "description", *tool.definition->description);
    if (tool.definition->parameters) {
      append_json_member(piece.bytes, "parameters", openai_parameters(*tool.definition));
    }
    if (tool.definition->strict) append_json_member(piece.bytes, "strict", *tool.definition->strict ? "true" : "false");
    piece.bytes.append("}}");
  } else {
    piece.bytes.append(tool.block.json);
  }
  piece.add_unit(tool.block.id, begin);
  return {};
}

Result<Piece> write_head(const Thread& thread) {
  Piece piece;
  if (thread.tools.empty()) return piece;
  piece.bytes = "\"tools\":[";
  for (const Tool& tool : thread.tools) LW_TRY(write_tool(piece, tool));
  piece.bytes.push_back(']');
  return piece;
}

constexpr Dialect make_dialect(std::uint32_t version) {
  Dialect dialect = dialect_of_version(version);
  dialect.profile = kId;
  dialect.call_id_max = 40;
  return dialect;
}

constexpr Profile make_profile(std::uint32_t version) {
  return {
      .dialect = make_dialect(version),
      .version = version,
      .messages_key = "messages",
      .write_head = write_head,
      .write_turn = write_turn,
  };
}

}  // namespace

const Profile kOpenAiChat1 = make_profile(1);
const Profile kOpenAiChat2 = make_profile(2);

}  // namespace latewood::render
