// Gemini generateContent: {"tools":[..],"systemInstruction":{..},"contents":[..]}. Contents
// alternate between user and model; a model content with calls is followed by a user content
// with exactly their responses and nothing else.
#include <algorithm>
#include <array>

#include "base/rules.h"
#include "base/try.h"
#include "canon/json_reader.h"
#include "canon/json_writer.h"
#include "render/alternating.h"
#include "render/opaque_pairs.h"
#include "render/parts/kept_members.h"
#include "render/profile.h"

namespace latewood::render {
namespace {

constexpr std::string_view kId = "gemini";
constexpr MessageSpelling kSpelling = {"user", "model", "parts"};
constexpr std::array<std::string_view, 5> kImageTypes = {"image/jpeg", "image/png", "image/webp", "image/heic",
                                                         "image/heif"};

// The signature that the vendor documents for calls that its models did not make: newer models refuse the first call of
// a content without a signature.
constexpr std::string_view kSignatureSubstitute = "skip_thought_signature_validator";

// Whether calls and responses are sent as the vendor wrote them, without an id that it did not give and with the
// members it had beside: from version 3 on.
enum class Members : std::uint8_t { Dropped, Kept };

// Members of the object `key` that a part has, and that is still open.
void append_members_within(std::string& out, const Block& block, std::string_view key,
                           std::initializer_list<std::string_view> written) {
  const JsonValue* kept = find_kept_member(block, "lw:members", kId, key);
  const JsonValue::Object* members = kept == nullptr ? nullptr : kept->as_object();
  if (members == nullptr) return;
  for (const JsonMember& member : *members) {
    if (std::find(written.begin(), written.end(), member.key) != written.end()) continue;
    append_json_member(out, member.key, canonical_json(member.value));
  }
}

std::string_view signature_of(const Block& block) {
  return is_foreign(block, kId) ? std::string_view() : block.text_attribute("lw:signature");
}

void append_signature(std::string& out, std::string_view signature) {
  if (!signature.empty()) append_member(out, "thoughtSignature", signature);
}

Result<void> append_media(Piece& piece, const Block& block) {
  LW_TRY_ASSIGN(const Media media, read_media(block));
  if (!media.file_id.empty()) LW_TRY(check_vendor(block, kId));
  std::string& out = piece.bytes;
  if (media.has_text) {
    piece.repair(RepairKind::ContentAsText, block.id);
    if (is_blank_text(media.text))
      return broken(kContentUnsupported, std::string(block.id) + ": gemini takes no empty document");
    out.push_back('{');
    append_member(out, "text", media.text);
  } else if (!media.data.empty()) {
    if (block.kind == Kind::Image) LW_TRY(check_data_type(media, block, kId, kImageTypes));
    out.append("{\"inlineData\":{");
    append_member(out, "mimeType", media.media_type);
    append_member(out, "data", media.data);
    out.push_back('}');
  } else {
    out.append("{\"fileData\":{");
    if (!media.media_type.empty()) append_member(out, "mimeType", media.media_type);
    append_member(out, "fileUri", media.file_id.empty() ? media.url : media.file_id);
    out.push_back('}');
  }
  append_signature(out, signature_of(block));
  out.push_back('}');
  return {};
}

// `is_first`: the call is the first of its message.
void append_call(Piece& piece, const Part& part, bool is_first, Members members) {
  std::string& out = piece.bytes;
  const bool is_kept = members == Members::Kept;
  out.append("{\"functionCall\":{");
  if (!is_kept || !part.block.flag("lw:id_added")) append_member(out, "id", part.call->id);
  append_member(out, "name", part.call->name);
  append_key(out, "args");
  if (const auto arguments = arguments_object(*part.call)) {
    out.append(*arguments);
  } else {
    piece.repair(RepairKind::ArgumentsRewritten, part.block.id);
    out.push_back('{');
    const std::string text = arguments_text(*part.call);
    if (!text.empty()) append_member(out, "arguments", text);
    out.push_back('}');
  }
  if (is_kept) append_members_within(out, part.block, "functionCall", {"id", "name", "args"});
  out.push_back('}');
  const std::string_view signature = signature_of(part.block);
  if (signature.empty() && is_first) {
    piece.repair(RepairKind::SignatureAdded, part.block.id);
    append_signature(out, kSignatureSubstitute);
  } else {
    append_signature(out, signature);
  }
  if (is_kept) append_kept_members(out, part.block, "lw:members", kId, {"functionCall", "thoughtSignature"});
  out.push_back('}');
}

void append_reasoning(std::string& out, const Block& block) {
  const Reasoning reasoning = read_reasoning(block);
  out.push_back('{');
  append_member(out, "text", reasoning.text);
  append_json_member(out, "thought", "true");
  append_signature(out, reasoning.signature);
  out.push_back('}');
}

bool takes_reasoning(const Block& block) {
  return !is_foreign(block, kId) && !is_blank_text(read_reasoning(block).text);
}

// Refuses an opaque item that is a call or a response: responses must directly follow their calls, so both must be
// blocks that can be moved.
Result<void> check_no_function(const Block& opaque) {
  const auto item = parse_json(opaque.json);
  if (!item || (item->find("functionCall") == nullptr && item->find("functionResponse") == nullptr)) return {};
  return broken(kContentInvalid, std::string(opaque.id) + ": a functionCall or functionResponse cannot be opaque; " +
                                     "insert a block of kind call or result");
}

Result<void> append_part(Piece& piece, const Part& part, bool is_first_call, Members members) {
  const Block& block = part.block;
  std::string& out = piece.bytes;
  switch (block.kind) {
    case Kind::Call: append_call(piece, part, is_first_call, members); return {};
    case Kind::Reasoning: append_reasoning(out, block); return {};
    case Kind::Opaque:
      LW_TRY(check_no_function(block));
      out.append(block.json);
      return {};
    case Kind::Image:
    case Kind::Document: return append_media(piece, block);
    default: break;
  }
  out.append("{\"text\":");
  append_text(out, block);
  append_signature(out, signature_of(block));
  out.push_back('}');
  return {};
}

// A response is an object: the result itself if it is one, otherwise {"output":..}, or
// {"error":..} if the tool said so.
void append_response(std::string& out, const Answer& answer, std::vector<ResultPart>& media) {
  const bool is_error = !answer.result || answer.result->flag("lw:is_error");
  if (answer.result && !is_error && !answer.result->flag("lw:parts") && answer.result->json.starts_with('{')) {
    out.append(answer.result->json);
    return;
  }
  out.push_back('{');
  append_key(out, is_error ? "error" : "output");
  if (!answer.result) {
    append_json_string(out, kNoResult);
  } else if (!answer.result->flag("lw:parts")) {
    out.append(answer.result->json);
  } else {
    out.push_back('[');
    for (ResultPart& part : read_result(*answer.result)) {
      if (part.kind != Kind::Text) {
        media.push_back(std::move(part));
        continue;
      }
      append_comma(out);
      append_as_text(out, part.json);
    }
    out.push_back(']');
  }
  out.push_back('}');
}

// `has_id`: its call has one.
void append_answer(std::string& out, const Answer& answer, std::vector<ResultPart>& media, Members members,
                   bool has_id) {
  const Block* kept = members == Members::Kept && answer.result ? &*answer.result : nullptr;
  out.append("{\"functionResponse\":{");
  if (has_id) append_member(out, "id", answer.call_id);
  append_member(out, "name", answer.name);
  append_key(out, "response");
  append_response(out, answer, media);
  if (kept != nullptr) append_members_within(out, *kept, "functionResponse", {"id", "name", "response"});
  out.push_back('}');
  if (kept != nullptr) append_kept_members(out, *kept, "lw:members", kId, {"functionResponse"});
  out.push_back('}');
}

struct AnsweredCall {
  const Part* call;
  const Answer* answer;
};

// Responses in the order of the calls.
std::vector<AnsweredCall> in_call_order(const Message& message) {
  std::vector<AnsweredCall> answers;
  for (const Part& part : message.parts) {
    if (!part.call) continue;
    const auto is_its = [&part](const Answer& answer) { return answer.call_id == part.call->id; };
    answers.push_back({&part, &*std::find_if(message.answers.begin(), message.answers.end(), is_its)});
  }
  return answers;
}

// Writes the images and documents of results as a user content after the responses.
Result<void> write_result_media(Piece& piece, AlternatingWriter& writer, const Block& result,
                                const std::vector<ResultPart>& media) {
  if (!media.empty()) piece.repair(RepairKind::RoleChanged, result.id);
  for (const ResultPart& part : media) {
    const Block block = block_of(part, result);
    const std::size_t begin = writer.begin_part(Role::User);
    if (part.kind == Kind::Opaque) {
      LW_TRY(check_opaque(block, kId));
      LW_TRY(check_no_function(block));
      piece.bytes.append(part.json);
    } else {
      LW_TRY(append_media(piece, block));
    }
    piece.add_unit(result.id, begin);
  }
  return {};
}

// Returns whether the last content is that of the responses.
Result<bool> write_answers(Piece& piece, AlternatingWriter& writer, const Message& message, Members members) {
  const std::vector<AnsweredCall> answers = in_call_order(message);
  std::vector<std::vector<ResultPart>> media(answers.size());
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const std::size_t begin = writer.begin_part(Role::User);
    const bool has_id = members == Members::Dropped || !answers[i].call->block.flag("lw:id_added");
    append_answer(piece.bytes, *answers[i].answer, media[i], members, has_id);
    piece.add_unit(answers[i].answer->unit, begin);
  }
  writer.end_message();
  bool is_last = true;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (media[i].empty()) continue;
    LW_TRY(write_result_media(piece, writer, *answers[i].answer->result, media[i]));
    is_last = false;
  }
  return is_last;
}

template <Members kMembers>
Result<Piece> write_turn(const Turn& turn, Breakpoint) {
  Piece piece;
  piece.bytes.reserve(expected_size(turn));
  AlternatingWriter writer(piece, kSpelling);
  bool ends_with_responses = false;
  for (const Message& message : turn.messages) {
    bool has_call = false;
    for (const Part& part : message.parts) {
      const std::size_t begin = writer.begin_part(message.role);
      LW_TRY(append_part(piece, part, part.call && !has_call, kMembers));
      has_call = has_call || part.call;
      piece.add_unit(part.block.id, begin);
    }
    ends_with_responses = false;
    if (!message.answers.empty()) {
      LW_TRY_ASSIGN(ends_with_responses, write_answers(piece, writer, message, kMembers));
    }
  }
  writer.finish();
  // The next turn must not continue the content of the responses.
  if (ends_with_responses) piece.last.reset();
  return piece;
}

Piece write_first_user() {
  Piece piece;
  AlternatingWriter writer(piece, kSpelling);
  writer.begin_part(Role::User);
  piece.bytes.push_back('{');
  append_member(piece.bytes, "text", kEarlierNotShown);
  piece.bytes.push_back('}');
  writer.finish();
  return piece;
}

void append_declaration(std::string& out, const ToolDefinition& tool) {
  out.push_back('{');
  append_member(out, "name", tool.name);
  if (tool.description) append_member(out, "description", *tool.description);
  if (tool.parameters) append_json_member(out, "parametersJsonSchema", tool.schema);
  out.push_back('}');
}

// Writes all functions in one entry, then the vendor-specific tools.
void write_tools(Piece& piece, const Thread& thread) {
  if (thread.tools.empty()) return;
  const auto is_function = [](const Tool& tool) { return tool.definition.has_value(); };
  piece.bytes.append("\"tools\":[");
  if (std::any_of(thread.tools.begin(), thread.tools.end(), is_function)) {
    piece.bytes.append("{\"functionDeclarations\":[");
    for (const Tool& tool : thread.tools) {
      if (!tool.definition) continue;
      append_comma(piece.bytes);
      const std::size_t begin = piece.bytes.size();
      append_declaration(piece.bytes, *tool.definition);
      piece.add_unit(tool.block.id, begin);
    }
    piece.bytes.append("]}");
  }
  for (const Tool& tool : thread.tools) {
    if (tool.definition) continue;
    append_comma(piece.bytes);
    const std::size_t begin = piece.bytes.size();
    piece.bytes.append(tool.block.json);
    piece.add_unit(tool.block.id, begin);
  }
  piece.bytes.push_back(']');
}

Result<Piece> write_head(const Thread& thread) {
  Piece piece;
  write_tools(piece, thread);
  if (thread.system.empty()) return piece;
  append_key(piece.bytes, "systemInstruction");
  piece.bytes.append("{\"parts\":[");
  for (const Block& block : thread.system) {
    append_comma(piece.bytes);
    const std::size_t begin = piece.bytes.size();
    piece.bytes.append("{\"text\":");
    append_text(piece.bytes, block);
    piece.bytes.push_back('}');
    piece.add_unit(block.id, begin);
  }
  piece.bytes.append("]}");
  return piece;
}

constexpr Dialect make_dialect(std::uint32_t version) {
  Dialect dialect = dialect_of_version(version);
  dialect.profile = kId;
  dialect.system_apart = true;
  dialect.user_first = true;
  dialect.assistant_media = true;
  dialect.refuses_blank_text = true;
  dialect.tool_name_starts_with_letter = true;
  dialect.takes_reasoning = takes_reasoning;
  dialect.signs_texts = true;
  dialect.opaque_link = gemini_link;
  dialect.own_members = version > 2;
  return dialect;
}

constexpr Profile make_profile(std::uint32_t version) {
  return {
      .dialect = make_dialect(version),
      .version = version,
      .messages_key = "contents",
      .write_head = write_head,
      .write_turn = version > 2 ? write_turn<Members::Kept> : write_turn<Members::Dropped>,
      .write_first_user = write_first_user,
  };
}

}  // namespace

const Profile kGemini1 = make_profile(1);
const Profile kGemini2 = make_profile(2);
const Profile kGemini3 = make_profile(3);

}  // namespace latewood::render
