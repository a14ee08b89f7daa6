// The messages and answers of vendors, read into blocks for a context.
//
//   const VendorMessages asked = read_vendor_messages(R"([{"role":"user","content":"Hello"}])").value();
//   for (const Component& block : asked.blocks) context.insert(block).value();
//
//   const AttemptTicket ticket = context.begin_attempt({.profile = "openai"}).value();
//   const VendorReply reply = read_vendor_reply(send(ticket.bytes)).value();  // a body, or the text of its stream
//   context.end_attempt(ticket.attempt_id, outcome_of(reply)).value();
//
// The formats are those of chat logs (chat_log.h), and so are the shapes of blocks (docs/profiles.md): what has no
// neutral shape is kept as an opaque block, or as members for the vendor it came from, so that the next request gives
// it back unchanged. All functions are pure, need no context, and may run on any thread; all structs are plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/attempt.h"
#include "latewood/chat_log.h"
#include "latewood/json_value.h"
#include "latewood/node.h"
#include "latewood/result.h"

namespace latewood {

// ---- messages ----

// A call without a result. Gemini may leave out ids; its responses then name the tool alone.
struct OpenCall {
  std::string id;
  std::string name;
};

struct VendorMessagesOptions {
  std::optional<ChatFormat> format = {};  // default: detected from the shape of the messages
  // The start of `lw:message`, the attribute that holds the blocks of one message together. Messages that are put into
  // one turn by several calls need a prefix each. Default: empty.
  std::string prefix = {};
  std::vector<OpenCall> open_calls = {};  // calls of the context without a result, oldest first; default: none
};

struct VendorMessages {
  ChatFormat format = ChatFormat::OpenAi;  // the first of several formats that fit with the same meaning
  // For `^sys`: tool definitions, the system text of a request, leading system messages. Inserting these, and blocks of
  // the role `system` in `blocks`, needs the system capability.
  std::vector<Component> system;
  std::vector<Component> blocks;  // for the active head, in order
};

// Reads a list of messages, one message, or a request with such a list, as JSON text.
//
// Without `format` the shape decides. Messages that could be of several formats, and would become different blocks, are
// refused; the error names the formats to choose from. The rule of every error is E_CHAT_LOG_INVALID. Its place is the
// fault in bad JSON, else the whole text, and its message names the member.
Result<VendorMessages> read_vendor_messages(std::string_view json, const VendorMessagesOptions& options = {});

// ---- replies ----

struct VendorReplyOptions {
  std::optional<ChatFormat> format = {};  // default: detected from the shape of the reply
  // The index of one of several choices (OpenAI) or candidates (Gemini). Default: the only one; several are refused.
  std::optional<std::uint64_t> choice = {};
};

// Token counts with one meaning for all vendors: `input` and `output` are totals, the other members are parts of them.
// A count is empty if the vendor did not give it.
struct VendorUsage {
  std::optional<std::uint64_t> input = {};           // all tokens of the request
  std::optional<std::uint64_t> output = {};          // all tokens of the reply
  std::optional<std::uint64_t> cached = {};          // part of the input: read from the vendor's cache
  std::optional<std::uint64_t> cache_write = {};     // part of the input: written to the cache
  std::optional<std::uint64_t> cache_write_1h = {};  // part of the former: kept for an hour
  std::optional<std::uint64_t> reasoning = {};       // part of the output: reasoning
  friend bool operator==(const VendorUsage&, const VendorUsage&) = default;
};

// An error in place of a reply.
struct VendorError {
  std::string type;  // in the vendor's word, such as `rate_limit_error`; may be empty
  std::string message;
  friend bool operator==(const VendorError&, const VendorError&) = default;
};

struct VendorReply {
  std::optional<ChatFormat> format = {};  // nullopt: an error that several vendors write alike
  bool is_stream = false;                 // given in chunks
  // False: a stream that ended early, or a response that the vendor did not finish. Then `blocks` are those received,
  // and a call may have incomplete arguments.
  bool is_complete = true;
  std::vector<Component> blocks = {};  // one message of the assistant, in order
  std::optional<std::string> id = {};
  std::optional<std::string> model = {};  // the model that answered
  // Why the model stopped, in the vendor's word: `stop`, `end_turn`, `max_output_tokens`, `MAX_TOKENS`. For Responses
  // the reason if the response is incomplete, else its status.
  std::optional<std::string> stop_reason = {};
  VendorUsage usage = {};
  JsonValue given_usage = {};             // as the vendor wrote it; null: none
  std::optional<VendorError> error = {};  // the attempt failed; nullopt: it did not
};

// Reads the body of an answer:
//   - the response as one JSON object, or an error object in its place;
//   - the chunks of a stream as a JSON array, as JSON lines, or as the text of server-sent events (`data: ...`). A last
//     event that was cut off in the middle is left out, and the reply is incomplete.
// A response and the chunks made from it give the same blocks and usage. Fragments of arguments are joined byte for
// byte.
//
// Every error is E_REPLY_INVALID; its place is the fault in bad JSON, else the response or the chunk, and
// the message names the member.
Result<VendorReply> read_vendor_reply(std::string_view body, const VendorReplyOptions& options = {});

// The outcome for `Context::end_attempt`: completed with the blocks as reply, or an error without a reply. An
// incomplete reply is an error too, because the rest of it is unknown.
AttemptOutcome outcome_of(const VendorReply& reply);

}  // namespace latewood
