// The readers of a reply, one file for each vendor: a whole response, and the chunks that make one.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "canon/json_field.h"
#include "exchange/reply/reply_chunks.h"
#include "latewood/vendor_reply.h"

namespace latewood::exchange {

// The vendor and kind that the shape of a response, a chunk or an error shows.
struct ReplyShape {
  std::optional<ChatFormat> format;  // nothing: an error that several vendors write alike
  bool is_chunk = false;             // part of a stream; a chunk of Gemini is a response too
};
// Nothing if no vendor answers so.
std::optional<ReplyShape> shape_of(const JsonValue& value);

// Chunks put together again.
struct CollectedReply {
  std::string response;      // JSON in the order in which it was given
  bool is_complete = false;  // the vendor has said that it was the end
  std::optional<VendorError> error = {};
};

// Puts chunks together one by one. An error is about the last chunk.
class ReplyCollector {
 public:
  virtual ~ReplyCollector() = default;
  virtual Result<void> add(const JsonField& chunk) = 0;
  virtual CollectedReply finish() = 0;
};

std::unique_ptr<ReplyCollector> collect_openai();
std::unique_ptr<ReplyCollector> collect_anthropic();
std::unique_ptr<ReplyCollector> collect_responses();
std::unique_ptr<ReplyCollector> collect_gemini();

// A whole response. They set all members but `format`, `is_stream` and, unless the response itself is unfinished,
// `is_complete`.
Result<VendorReply> read_openai_reply(const JsonField& response, const VendorReplyOptions& options);
Result<VendorReply> read_anthropic_reply(const JsonField& response);
Result<VendorReply> read_responses_reply(const JsonField& response);
Result<VendorReply> read_gemini_reply(const JsonField& response, const VendorReplyOptions& options);

// ---- shared by all formats ----

// {"error":{..}} of any vendor; nothing without that member.
std::optional<VendorError> find_error(const JsonValue& response);

// A member that is a text; nothing if it is absent or null.
Result<std::optional<std::string>> find_words(const JsonField& object, std::string_view key);
// A token count; nothing if it, or an object on the way to it, is absent or null.
Result<std::optional<std::uint64_t>> find_tokens(const JsonField& usage, std::string_view key);
Result<std::optional<std::uint64_t>> find_tokens(const JsonField& usage, std::string_view details,
                                                 std::string_view key);

// The choice with that index, or the only one. `what` names them: "choices", "candidates".
Result<std::optional<JsonField>> find_choice(const JsonField& response, std::string_view what,
                                             const VendorReplyOptions& options);

// The name that the blocks of a reply share: its id, or "reply".
std::string number_of(const std::optional<std::string>& id);

}  // namespace latewood::exchange
