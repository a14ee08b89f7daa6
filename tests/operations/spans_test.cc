// Attempts as spans of OpenTelemetry.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "latewood/clock.h"
#include "latewood/json_text.h"
#include "operations/telemetry/trace_context.h"
#include "support/operations/story.h"
#include "support/store/place.h"

namespace latewood::test {
namespace {

using operations::parse_traceparent;

const char* const kReply =
    R"({"object":"chat.completion","id":"r1","model":"large-1","choices":[{"index":0,"finish_reason":"stop",)"
    R"("message":{"role":"assistant","content":"the secret answer"}}],"usage":{"prompt_tokens":10,)"
    R"("completion_tokens":2,"total_tokens":12,"prompt_tokens_details":{"cached_tokens":4}}})";

class Spans : public testing::Test {
 protected:
  TempFolder folder_;
  Session session_ = open();

  Session open() {
    SessionOptions options;
    options.clock = make_logical_clock();
    return Session((folder_.path() / "latewood.db").string(), options);
  }

  // One attempt that failed, one that was answered, one that still runs.
  void SetUp() override {
    called(session_, "init", "{}");
    called(session_, "insert", R"({"role":"user","content":"the secret question"})");
    called(session_, "request", R"({"profile":"openai","model":"large"})");
    called(session_, "end_attempt", R"({"attempt_id":1,"status":"error","error":"429"})");
    called(session_, "request", R"({"profile":"openai","model":"large"})");
    called(session_, "complete", std::string(R"({"attempt_id":2,"response":)") + kReply + "}");
    called(session_, "commit", "{}");
    called(session_, "request", R"({"profile":"openai","model":"large"})");
  }

  std::string text(const std::string& arguments = "{}") { return called(session_, "spans", arguments); }

  std::vector<JsonValue> spans(const std::string& arguments = "{}") {
    const JsonValue request = parse_json_text(text(arguments)).value();
    const JsonValue& scopes = *request.find("resourceSpans")->as_array()->front().find("scopeSpans");
    return *scopes.as_array()->front().find("spans")->as_array();
  }

  static std::string of(const JsonValue& span, std::string_view member) { return *span.find(member)->as_string(); }

  // The value of an attribute as JSON; empty if there is none.
  static std::string attribute(const JsonValue& span, std::string_view key) {
    for (const JsonValue& each : *span.find("attributes")->as_array()) {
      if (*each.find("key")->as_string() == key) return json_text_of(*each.find("value"));
    }
    return {};
  }
};

TEST_F(Spans, AreTheEndedAttemptsWithoutTheirContent) {
  const std::vector<JsonValue> list = spans();
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(json_text_of(*list[0].find("status")), R"({"code":2,"message":"429"})");
  EXPECT_EQ(json_text_of(*list[1].find("status")), R"({"code":0})");
  EXPECT_EQ(text().find("secret"), std::string::npos);
}

TEST_F(Spans, HaveTheFactsOfTheAttemptUnderTheNamesOfTheConventions) {
  const JsonValue answered = spans()[1];
  EXPECT_EQ(of(answered, "name"), "chat large");
  EXPECT_EQ(attribute(answered, "gen_ai.provider.name"), R"({"stringValue":"openai"})");
  EXPECT_EQ(attribute(answered, "gen_ai.conversation.id"), R"({"stringValue":"main"})");
  EXPECT_EQ(attribute(answered, "gen_ai.response.model"), R"({"stringValue":"large-1"})");
  EXPECT_EQ(attribute(answered, "gen_ai.response.finish_reasons"),
            R"({"arrayValue":{"values":[{"stringValue":"stop"}]}})");
  EXPECT_EQ(attribute(answered, "gen_ai.usage.input_tokens"), R"({"intValue":"10"})");
  EXPECT_EQ(attribute(answered, "gen_ai.usage.cache_read.input_tokens"), R"({"intValue":"4"})");
  const JsonValue attempts = parse_json_text(called(session_, "attempts", "{}")).value();
  const JsonValue& recorded = (*attempts.find("attempts")->as_array())[1];
  EXPECT_EQ(of(answered, "startTimeUnixNano"), of(recorded, "started_at"));
  EXPECT_EQ(of(answered, "endTimeUnixNano"), of(recorded, "ended_at"));
  EXPECT_EQ(attribute(answered, "latewood.commit_id"), R"({"stringValue":")" + of(recorded, "commit_id") + "\"}");
}

TEST_F(Spans, HaveTheSameIdsEachTimeAndOneTraceForTheAttemptsOfACycle) {
  EXPECT_EQ(text(), text());
  const std::vector<JsonValue> list = spans();
  EXPECT_EQ(of(list[0], "traceId"), of(list[1], "traceId"));
  EXPECT_NE(of(list[0], "spanId"), of(list[1], "spanId"));
  called(session_, "end_attempt", R"({"attempt_id":3,"status":"canceled"})");
  EXPECT_NE(of(spans()[2], "traceId"), of(list[0], "traceId"));
  EXPECT_EQ(spans(R"({"cycle":2})").size(), 1U);
}

TEST_F(Spans, JoinTheTraceOfTheCaller) {
  const std::string trace = "0af7651916cd43dd8448eb211c80319c";
  const std::vector<JsonValue> list = spans(R"({"traceparents":{"2":"00-)" + trace + R"(-b7ad6b7169203331-01"}})");
  EXPECT_EQ(of(list[1], "traceId"), trace);
  EXPECT_EQ(of(list[1], "parentSpanId"), "b7ad6b7169203331");
  EXPECT_EQ(list[0].find("parentSpanId"), nullptr);
  const auto refused = session_.call("spans", R"({"traceparents":{"two":"00"}})");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().rule, "E_ARGUMENT_INVALID");
}

TEST(Traceparent, IsReadExactlyInItsForm) {
  const std::string good = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  EXPECT_TRUE(parse_traceparent(good));
  EXPECT_TRUE(parse_traceparent("cc" + good.substr(2) + "-more"));
  const std::vector<std::string> broken = {
      "",
      "00",
      good + "-more",
      good + "0",
      "ff" + good.substr(2),
      good.substr(0, 54),
      "00-00000000000000000000000000000000-b7ad6b7169203331-01",
      "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
      "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
      "00_0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
      "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-zz",
  };
  for (const std::string& header : broken) EXPECT_FALSE(parse_traceparent(header)) << header;
}

}  // namespace
}  // namespace latewood::test
