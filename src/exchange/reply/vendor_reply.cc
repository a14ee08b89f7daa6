#include "latewood/vendor_reply.h"

#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "canon/json_reader.h"
#include "exchange/reply/reply_chunks.h"
#include "exchange/reply/reply_format.h"

namespace latewood {
namespace {

using exchange::CollectedReply;
using exchange::ReplyChunk;
using exchange::ReplyChunks;
using exchange::ReplyCollector;
using exchange::ReplyShape;

// The collected response holds what the chunks held, some arrays and objects further down.
constexpr JsonLimits kAroundChunks{.max_depth = JsonLimits{}.max_depth + 16};

Error not_known() { return broken(kReplyInvalid, "this is no reply of OpenAI, Anthropic or Gemini"); }

Error another_format(ChatFormat expected, ChatFormat found) {
  return broken(kReplyInvalid, "a reply of the format " + std::string(to_string(expected)) +
                                   " expected, found one of " + to_string(found));
}

std::unique_ptr<ReplyCollector> collector_of(ChatFormat format) {
  switch (format) {
    case ChatFormat::OpenAi: return exchange::collect_openai();
    case ChatFormat::Anthropic: return exchange::collect_anthropic();
    case ChatFormat::Responses: return exchange::collect_responses();
    case ChatFormat::Gemini: return exchange::collect_gemini();
  }
  return exchange::collect_openai();
}

Result<VendorReply> read_response(const JsonField& response, ChatFormat format, const VendorReplyOptions& options) {
  switch (format) {
    case ChatFormat::OpenAi: return exchange::read_openai_reply(response, options);
    case ChatFormat::Anthropic: return exchange::read_anthropic_reply(response);
    case ChatFormat::Responses: return exchange::read_responses_reply(response);
    case ChatFormat::Gemini: return exchange::read_gemini_reply(response, options);
  }
  return exchange::read_openai_reply(response, options);
}

Result<VendorReply> read_whole(const ReplyChunk& chunk, const VendorReplyOptions& options) {
  const auto shape = exchange::shape_of(chunk.value);
  if (!shape && !options.format) return not_known();
  if (options.format && shape && shape->format && *shape->format != *options.format) {
    return another_format(*options.format, *shape->format);
  }
  const auto format = options.format ? options.format : shape->format;
  auto error = exchange::find_error(chunk.value);
  if (!format) {
    VendorReply reply;
    reply.error = std::move(error);
    return reply;
  }
  LW_TRY_ASSIGN(VendorReply reply, read_response(JsonField(chunk.value, chunk.text), *format, options));
  if (error) reply.error = std::move(error);
  reply.format = format;
  return reply;
}

// The format of the first chunk that tells.
Result<ChatFormat> format_of(const ReplyChunks& given, const VendorReplyOptions& options) {
  std::optional<ChatFormat> format = options.format;
  for (const ReplyChunk& chunk : given.chunks) {
    const auto shape = exchange::shape_of(chunk.value);
    if (!shape || !shape->format) continue;
    if (!format) format = shape->format;
    // An error has the same members wherever it comes from.
    if (*format != *shape->format && !exchange::find_error(chunk.value)) {
      Error error = another_format(*format, *shape->format);
      error.place = chunk.place;
      return error;
    }
  }
  if (format) return *format;
  if (given.chunks.empty()) return broken(kReplyInvalid, "no chunk is there; name the format");
  return not_known();
}

Result<CollectedReply> collect(const ReplyChunks& given, ChatFormat format) {
  const std::unique_ptr<ReplyCollector> collector = collector_of(format);
  for (std::size_t i = 0; i < given.chunks.size(); ++i) {
    const ReplyChunk& chunk = given.chunks[i];
    const JsonField field(chunk.value, chunk.text);
    auto added = chunk.value.as_object() != nullptr ? collector->add(field) : field.error("an object expected");
    if (added) continue;
    Error error = std::move(added).error();
    error.message = "chunk " + std::to_string(i + 1) + ": " + error.message;
    error.place = chunk.place;
    return error;
  }
  return collector->finish();
}

Result<VendorReply> read_stream(const ReplyChunks& given, const VendorReplyOptions& options) {
  // An error of no vendor's own is an answer, whatever the format.
  if (given.chunks.size() == 1 && !options.format) {
    const auto shape = exchange::shape_of(given.chunks.front().value);
    if (shape && !shape->format) return read_whole(given.chunks.front(), options);
  }
  LW_TRY_ASSIGN(const ChatFormat format, format_of(given, options));
  LW_TRY_ASSIGN(const CollectedReply collected, collect(given, format));
  auto value = parse_json(collected.response, kAroundChunks);
  if (!value) {
    return broken(kReplyInvalid, "the chunks make no response: " + value.error().message);
  }
  LW_TRY_ASSIGN(VendorReply reply, read_response(JsonField(*value, collected.response), format, options));
  reply.format = format;
  reply.is_complete = reply.is_complete && collected.is_complete && !given.is_cut;
  if (!reply.error) reply.error = exchange::find_error(*value);
  if (collected.error) reply.error = collected.error;
  return reply;
}

Result<VendorReply> read_body(std::string_view body, const VendorReplyOptions& options) {
  LW_TRY_ASSIGN(ReplyChunks given, exchange::read_reply_chunks(body));
  if (!given.is_stream) {
    const auto shape = exchange::shape_of(given.chunks.front().value);
    given.is_stream = shape && shape->is_chunk;
  }
  LW_TRY_ASSIGN(VendorReply reply,
                given.is_stream ? read_stream(given, options) : read_whole(given.chunks.front(), options));
  reply.is_stream = given.is_stream;
  return reply;
}

}  // namespace

Result<VendorReply> read_vendor_reply(std::string_view body, const VendorReplyOptions& options) {
  auto reply = read_body(body, options);
  if (reply) return reply;
  Error error = std::move(reply).error();
  error.rule = kReplyInvalid;
  if (!error.place) error.place = Place{0, body.size()};
  return error;
}

AttemptOutcome outcome_of(const VendorReply& reply) {
  AttemptOutcome outcome;
  outcome.token_in = reply.usage.input.value_or(0);
  outcome.token_out = reply.usage.output.value_or(0);
  outcome.answer = {reply.model,
                    reply.id,
                    reply.stop_reason,
                    reply.usage.cached,
                    reply.usage.cache_write,
                    reply.usage.cache_write_1h,
                    reply.usage.reasoning};
  if (reply.error) {
    const std::string& type = reply.error->type;
    outcome.error = type.empty() ? reply.error->message : type + ": " + reply.error->message;
  } else if (!reply.is_complete) {
    outcome.error = "the reply is incomplete";
  }
  outcome.status = outcome.error ? AttemptStatus::Error : AttemptStatus::Completed;
  if (!outcome.error) outcome.reply = reply.blocks;
  return outcome;
}

}  // namespace latewood
