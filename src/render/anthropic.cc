// Anthropic Messages: {"tools":[..],"system":[..],"messages":[..]}. Messages alternate between
// the user and the assistant and start with the user; results come first in the user message
// after the calls. Cache breakpoints are at the end of the tools, of the system text, and of the
// two newest turns that are not empty: the newest is written to the cache now, the one before is
// the end of the previous request, which this one reads from the cache.
#include <array>
#include <span>

#include "base/rules.h"
#include "base/try.h"
#include "canon/cache_breakpoints.h"
#include "canon/json_writer.h"
#include "render/alternating.h"
#include "render/opaque_pairs.h"
#include "render/parts/kept_members.h"
#include "render/profile.h"

namespace latewood::render {
namespace {

constexpr std::string_view kId = "anthropic";
constexpr std::string_view kCacheMark = ",\"cache_control\":{\"type\":\"ephemeral\"}";
constexpr MessageSpelling kSpelling = {"user", "assistant", "content"};
constexpr std::array<std::string_view, 4> kImageTypes = {"image/jpeg", "image/png", "image/gif", "image/webp"};
constexpr std::array<std::string_view, 1> kDocumentTypes = {"application/pdf"};
constexpr std::array<std::string_view, 3> kRefusedInSchema = {"anyOf", "allOf", "oneOf"};

// Whether a part may carry a breakpoint. The functions that append a part return this.
enum class Markable : std::uint8_t { No, Yes };

Error unsupported(const Block& block, const std::string& what) {
  return broken(kContentUnsupported, std::string(block.id) + ": " + std::string(kId) + " takes no " + what);
}

void append_text_block(std::string& out, std::string_view json_text) {
  out.append("{\"type\":\"text\",\"text\":").append(json_text).append("}");
}

void append_source(std::string& out, std::string_view type, const Media& media) {
  append_key(out, "source");
  out.push_back('{');
  append_member(out, "type", type);
  if (type == "file") append_member(out, "file_id", media.file_id);
  if (type == "url") append_member(out, "url", media.url);
  if (type == "base64" || type == "text")
    append_member(out, "media_type", type == "text" ? "text/plain" : media.media_type);
  if (type == "base64") append_member(out, "data", media.data);
  if (type == "text") append_member(out, "data", media.text);
  out.push_back('}');
}

Result<void> append_media(std::string& out, const Block& block) {
  LW_TRY_ASSIGN(const Media media, read_media(block));
  LW_TRY(check_web(media, block, kId));
  const bool is_image = block.kind == Kind::Image;
  if (!media.file_id.empty()) LW_TRY(check_vendor(block, kId));
  const std::span<const std::string_view> images = kImageTypes;
  LW_TRY(check_data_type(media, block, kId, is_image ? images : kDocumentTypes));
  if (media.has_text && is_blank_text(media.text)) return unsupported(block, "document without text");
  out.append(is_image ? "{\"type\":\"image\"" : "{\"type\":\"document\"");
  const std::string_view source = media.has_text           ? "text"
                                  : !media.file_id.empty() ? "file"
                                  : media.data.empty()     ? "url"
                                                           : "base64";
  append_source(out, source, media);
  if (!is_image && !media.name.empty()) append_member(out, "title", media.name);
  out.push_back('}');
  return {};
}

void append_reasoning(std::string& out, const Block& block) {
  const Reasoning reasoning = read_reasoning(block);
  if (!reasoning.data.empty()) {
    out.append("{\"type\":\"redacted_thinking\"");
    append_member(out, "data", reasoning.data);
  } else {
    out.append("{\"type\":\"thinking\"");
    append_member(out, "thinking", reasoning.text);
    append_member(out, "signature", reasoning.signature);
  }
  out.push_back('}');
}

bool takes_reasoning(const Block& block) {
  const Reasoning reasoning = read_reasoning(block);
  return !is_foreign(block, kId) && (!reasoning.data.empty() || !reasoning.signature.empty());
}

// Appends a vendor-specific item without its breakpoints: the vendor accepts four, and the profile places them.
void append_opaque(std::string& out, std::string_view json) {
  const bool has_none = json.find("\"cache_control\"") == std::string_view::npos;
  out.append(has_none ? std::string(json) : text_without_breakpoints(json));
}

// Wraps arguments that are not an object in one, so that the model can still read them.
void append_call(Piece& piece, const Part& part) {
  std::string& out = piece.bytes;
  out.append("{\"type\":\"tool_use\"");
  append_member(out, "id", part.call->id);
  append_member(out, "name", part.call->name);
  if (const auto input = arguments_object(*part.call)) {
    append_json_member(out, "input", *input);
  } else {
    piece.repair(RepairKind::ArgumentsRewritten, part.block.id);
    append_key(out, "input");
    out.push_back('{');
    const std::string text = arguments_text(*part.call);
    if (!text.empty()) append_member(out, "arguments", text);
    out.push_back('}');
  }
  append_kept_members(out, part.block, "lw:members", kId,
                      {"type", "id", "name", "input", "cache_control", part.lost_caller ? "caller" : "type"});
  out.push_back('}');
}

Result<Markable> append_part(Piece& piece, const Part& part) {
  const Block& block = part.block;
  std::string& out = piece.bytes;
  switch (block.kind) {
    case Kind::Call: append_call(piece, part); return Markable::Yes;
    case Kind::Reasoning: append_reasoning(out, block); return Markable::No;
    case Kind::Opaque: append_opaque(out, block.json); return Markable::No;
    case Kind::Image:
    case Kind::Document: LW_TRY(append_media(out, block)); return Markable::Yes;
    default: break;
  }
  out.append("{\"type\":\"text\",\"text\":");
  append_text(out, block);
  append_kept_members(out, block, "lw:members", kId, {"type", "text", "cache_control"});
  out.push_back('}');
  return Markable::Yes;
}

// The form of an appended result.
struct Said {
  bool is_something = false;
  bool is_in_words = true;
};

// Parts without visible text are left out, since the vendor refuses them.
Result<Said> append_result_parts(Piece& piece, const Block& result) {
  Said said;
  std::string& out = piece.bytes;
  out.push_back('[');
  for (const ResultPart& part : read_result(result)) {
    const Block block = block_of(part, result);
    if (part.kind == Kind::Text && is_blank(part.json)) {
      piece.repair(RepairKind::EmptyDropped, result.id);
      continue;
    }
    append_comma(out);
    said.is_something = true;
    said.is_in_words = said.is_in_words && part.kind == Kind::Text;
    if (part.kind == Kind::Opaque) {
      LW_TRY(check_opaque(block, kId));
      append_opaque(out, part.json);
    } else if (part.kind == Kind::Text) {
      std::string text;
      append_as_text(text, part.json);
      append_text_block(out, text);
    } else {
      LW_TRY(append_media(out, block));
    }
  }
  out.push_back(']');
  return said;
}

Result<Said> append_result(Piece& piece, const Block& result) {
  if (result.flag("lw:parts")) return append_result_parts(piece, result);
  append_as_text(piece.bytes, result.json);
  return Said{!is_blank(result.json), true};
}

Result<void> append_answer(Piece& piece, const Answer& answer) {
  std::string& out = piece.bytes;
  out.append("{\"type\":\"tool_result\"");
  append_member(out, "tool_use_id", answer.call_id);
  append_key(out, "content");
  const std::size_t begin = out.size();
  bool is_error = true;
  if (!answer.result) {
    append_json_string(out, kNoResult);
  } else {
    LW_TRY_ASSIGN(const Said said, append_result(piece, *answer.result));
    is_error = answer.result->flag("lw:is_error");
    // The vendor requires text in an error.
    if (is_error && (!said.is_something || !said.is_in_words)) {
      piece.repair(RepairKind::ErrorRewritten, answer.result->id);
      is_error = !said.is_something;
    }
    if (is_error && !said.is_something) {
      out.resize(begin);
      append_json_string(out, kFailed);
    }
  }
  if (is_error) append_json_member(out, "is_error", "true");
  if (answer.result) {
    append_kept_members(out, *answer.result, "lw:members", kId,
                        {"type", "tool_use_id", "content", "is_error", "cache_control"});
  }
  out.push_back('}');
  return {};
}

Result<Piece> write_turn(const Turn& turn, Breakpoint breakpoint) {
  Piece piece;
  piece.bytes.reserve(expected_size(turn));
  AlternatingWriter writer(piece, kSpelling);
  std::size_t mark_at = 0;  // the end of the last part that may carry a breakpoint
  for (const Message& message : turn.messages) {
    for (const Part& part : message.parts) {
      const std::size_t begin = writer.begin_part(message.role);
      LW_TRY_ASSIGN(const Markable markable, append_part(piece, part));
      piece.add_unit(part.block.id, begin);
      if (markable == Markable::Yes) mark_at = piece.bytes.size() - 1;
    }
    for (const Answer& answer : message.answers) {
      const std::size_t begin = writer.begin_part(Role::User);
      LW_TRY(append_answer(piece, answer));
      piece.add_unit(answer.unit, begin);
      mark_at = piece.bytes.size() - 1;
    }
  }
  writer.finish();
  if (breakpoint == Breakpoint::AtEnd && mark_at > 0) insert_mark(piece, mark_at, kCacheMark);
  return piece;
}

Piece write_first_user() {
  Piece piece;
  AlternatingWriter writer(piece, kSpelling);
  writer.begin_part(Role::User);
  append_text_block(piece.bytes, canonical_json(JsonValue(std::string(kEarlierNotShown))));
  writer.finish();
  return piece;
}

Result<void> append_tool(std::string& out, const ToolDefinition& tool, const Block& block) {
  LW_TRY(check_parameters(tool, block, kId, kRefusedInSchema));
  out.push_back('{');
  append_member(out, "name", tool.name);
  if (tool.description) append_member(out, "description", *tool.description);
  append_json_member(out, "input_schema", tool.parameters ? tool.schema : "{\"type\":\"object\"}");
  if (tool.strict) append_json_member(out, "strict", *tool.strict ? "true" : "false");
  out.push_back('}');
  return {};
}

Result<void> write_tools(Piece& piece, const Thread& thread) {
  if (thread.tools.empty() && thread.added_tools.empty()) return {};
  piece.bytes.append("\"tools\":[");
  for (const Tool& tool : thread.tools) {
    append_comma(piece.bytes);
    const std::size_t begin = piece.bytes.size();
    if (tool.definition) {
      LW_TRY(append_tool(piece.bytes, *tool.definition, tool.block));
    } else {
      append_opaque(piece.bytes, tool.block.json);
    }
    piece.add_unit(tool.block.id, begin);
  }
  for (const std::string& name : thread.added_tools) {
    append_comma(piece.bytes);
    piece.bytes.push_back('{');
    append_member(piece.bytes, "name", name);
    piece.bytes.append(",\"input_schema\":{\"type\":\"object\"}}");
  }
  const bool ends_with_own = thread.tools.empty() || thread.tools.back().definition;
  if (ends_with_own) insert_mark(piece, piece.bytes.size() - 1, kCacheMark);
  piece.bytes.push_back(']');
  return {};
}

void write_system(Piece& piece, const Thread& thread) {
  if (thread.system.empty()) return;
  append_key(piece.bytes, "system");
  piece.bytes.push_back('[');
  for (const Block& block : thread.system) {
    append_comma(piece.bytes);
    const std::size_t begin = piece.bytes.size();
    piece.bytes.append("{\"type\":\"text\",\"text\":");
    append_text(piece.bytes, block);
    append_kept_members(piece.bytes, block, "lw:members", kId, {"type", "text", "cache_control"});
    piece.bytes.push_back('}');
    piece.add_unit(block.id, begin);
  }
  insert_mark(piece, piece.bytes.size() - 1, kCacheMark);
  piece.bytes.push_back(']');
}

Result<Piece> write_head(const Thread& thread) {
  Piece piece;
  LW_TRY(write_tools(piece, thread));
  write_system(piece, thread);
  return piece;
}

constexpr Dialect make_dialect(std::uint32_t version) {
  Dialect dialect = dialect_of_version(version);
  dialect.profile = kId;
  dialect.system_apart = true;
  dialect.user_first = true;
  dialect.refuses_blank_text = true;
  dialect.trims_last_text = true;
  dialect.declares_called_tools = true;
  dialect.reasoning_needs_follower = true;
  dialect.call_ids = IdScope::Thread;
  dialect.plain_call_ids = true;
  dialect.tool_name_max = 128;
  dialect.takes_reasoning = takes_reasoning;
  dialect.opaque_link = anthropic_link;
  dialect.caller_of = anthropic_caller;
  dialect.results_may_intervene = true;
  dialect.is_reasoning = is_anthropic_reasoning;
  return dialect;
}

constexpr Profile make_profile(std::uint32_t version) {
  return {
      .dialect = make_dialect(version),
      .version = version,
      .messages_key = "messages",
      .write_head = write_head,
      .write_turn = write_turn,
      .write_first_user = write_first_user,
      .turn_breakpoints = 2,
  };
}

}  // namespace

const Profile kAnthropic1 = make_profile(1);
const Profile kAnthropic2 = make_profile(2);

}  // namespace latewood::render
