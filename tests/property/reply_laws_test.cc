// Replies of all vendors: however they are given they are read alike, and the next request gives them back.
#include <gtest/gtest.h>

#include <algorithm>

#include "canon/json_reader.h"
#include "canon/json_writer.h"
#include "latewood/vendor_reply.h"
#include "support/context_probe.h"
#include "support/law.h"
#include "support/random/reply.h"
#include "support/request/sent_request.h"

namespace latewood::test {
namespace {

void expect_law_of_all(const std::string& claim, void (*law)(Random&, ChatFormat)) {
  for (const ChatFormat format : kChatFormats) {
    expect_law(claim + ": " + to_string(format), [&](Random& random) { law(random, format); });
  }
}

void check_same(const VendorReply& a, const VendorReply& b) {
  RC_ASSERT(a.format == b.format);
  RC_ASSERT(a.blocks == b.blocks);
  RC_ASSERT(a.id == b.id);
  RC_ASSERT(a.model == b.model);
  RC_ASSERT(a.stop_reason == b.stop_reason);
  RC_ASSERT(a.usage == b.usage);
  RC_ASSERT(a.error == b.error);
}

void check_stream(Random& random, ChatFormat format) {
  const RandomReply given = random_reply(random, format);
  const VendorReply whole = must(read_vendor_reply(given.whole));
  RC_ASSERT(whole.format == format);
  RC_ASSERT(whole.is_complete);
  const VendorReply stream = must(read_vendor_reply(stream_of(random, given.chunks)));
  RC_ASSERT(stream.is_stream);
  RC_ASSERT(stream.is_complete);
  check_same(whole, stream);
  VendorReplyOptions named;
  named.format = format;
  check_same(whole, must(read_vendor_reply(given.whole, named)));
}

TEST(ReplyLaws, AResponseAndItsChunksGiveTheSame) { expect_law_of_all("a response and its chunks", check_stream); }

// The next request, with a result for each call.
std::string next_request(const VendorReply& reply, const RandomReply& given) {
  Context context = open_system_context();
  must(context.insert(said("user", "q"), 0));
  AttemptRequest request;
  request.profile = profile_of(given.format);
  const AttemptTicket ticket = must(context.begin_attempt(request));
  must(context.end_attempt(ticket.attempt_id, outcome_of(reply)));
  must(context.commit());
  for (const std::string& id : given.call_ids) {
    Component result = block_of("tool", "result", "\"done\"");
    result.attributes = {{"lw:call_id", id}};
    must(context.insert(result, 0));
  }
  must(context.insert(said("user", "go on"), 0));
  must(context.commit());
  const Sent back = sent(context, profile_of(given.format));
  RC_ASSERT(back.repairs == (given.format == ChatFormat::Anthropic && !given.call_ids.empty() ? "tool_added" : ""));
  return back.bytes;
}

void check_back(Random& random, ChatFormat format) {
  const RandomReply given = random_reply(random, format);
  const VendorReply reply = must(read_vendor_reply(random.chance(50) ? given.whole : stream_of(random, given.chunks)));
  const std::string bytes = next_request(reply, given);
  RC_LOG() << given.whole << '\n' << bytes << '\n';
  const JsonValue request = must(parse_json(bytes));
  const char* key = format == ChatFormat::Gemini ? "contents" : format == ChatFormat::Responses ? "input" : "messages";
  const JsonValue::Array messages = *request.find(key)->as_array();
  const JsonValue expected_json = must(parse_json(given.message));
  const JsonValue::Array& expected = *expected_json.as_array();
  RC_ASSERT(messages.size() > expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    RC_ASSERT(canonical_json(messages[i + 1]) == canonical_json(expected[i]));
  }
  // Arguments keep the order in which the model wrote them.
  for (const std::string& arguments : given.arguments) RC_ASSERT(bytes.find(arguments) != std::string::npos);
}

TEST(ReplyLaws, TheNextRequestGivesTheMessageBack) { expect_law_of_all("the next request", check_back); }

void check_cut(Random& random, ChatFormat format) {
  const RandomReply given = random_reply(random, format);
  std::string stream = stream_of(random, given.chunks);
  const std::string last = given.chunks.back();
  // Before the event that ends the reply, of whichever vendor.
  std::size_t end = stream.find(format == ChatFormat::OpenAi      ? R"("finish_reason":")"
                                : format == ChatFormat::Anthropic ? R"("message_delta")"
                                : format == ChatFormat::Responses ? R"("response.completed")"
                                                                  : R"("finishReason")");
  stream.resize(random.below(end));
  const auto reply = read_vendor_reply(stream);
  if (!reply) {
    // Too little to tell what it was.
    RC_ASSERT(reply.error().rule == "E_REPLY_INVALID");
    RC_ASSERT(reply.error().place);
    RC_ASSERT(stream.size() < given.chunks.front().size() + 40);
    return;
  }
  RC_ASSERT(!reply->is_complete);
  RC_ASSERT(outcome_of(*reply).status == AttemptStatus::Error);
}

TEST(ReplyLaws, AStreamThatBreaksOffIsToldAsIncomplete) { expect_law_of_all("a cut stream", check_cut); }

void check_damaged(Random& random, ChatFormat format) {
  const RandomReply given = random_reply(random, format);
  std::string body = random.chance(50) ? given.whole : stream_of(random, given.chunks);
  for (std::size_t i = 0; i <= random.below(4); ++i) {
    const std::vector<std::string> pieces = {"7", "null", "{", "]", "\"", "\\ud800", "[[", ":", "\xff", "{}", "-"};
    const std::size_t at = random.below(body.size());
    body.replace(at, random.below(6), random.pick(pieces));
  }
  const auto reply = read_vendor_reply(body);
  if (reply) return;
  RC_ASSERT(reply.error().rule == "E_REPLY_INVALID");
  RC_ASSERT(reply.error().place);
  RC_ASSERT(reply.error().place->offset <= body.size());
  RC_ASSERT(!reply.error().message.empty());
}

TEST(ReplyLaws, ADamagedReplyIsReadOrRefusedWithAPlace) { expect_law_of_all("a damaged reply", check_damaged); }

}  // namespace
}  // namespace latewood::test
