// Whole requests: which context they go to, what of them is not compared, and what is refused.
#include "latewood/reconcile.h"

#include <gtest/gtest.h>

#include <string>

#include "canon/json_reader.h"
#include "latewood/errors.h"
#include "latewood/vendor_reply.h"

namespace latewood::test {
namespace {

class Reconcile : public ::testing::Test {
 protected:
  Reconciled record(const std::string& body, const ReconcileOptions& options = {}) {
    Reconciler reconciler(repository_, {.system = true, .clock = make_logical_clock()});
    auto done = reconciler.reconcile(body, options);
    EXPECT_TRUE(done) << body << ": " << (done ? "" : done.error().message);
    return done ? *std::move(done) : Reconciled();
  }
  std::string request(const Reconciled& done, const char* profile) {
    const Context context = repository_.load(done.context, done.commit_id.hex()).value();
    return context.latest().value().render(profile).value().bytes;
  }

  Repository repository_ = Repository::open("memory:").value();
};

TEST_F(Reconcile, ReadsTheFourVendors) {
  const std::string openai = R"({"messages":[{"role":"user","content":"Hello"}]})";
  const std::string anthropic =
      R"({"system":[{"type":"text","text":"Be kind"}],"messages":[{"role":"user","content":"Hello"}]})";
  const std::string gemini = R"({"contents":[{"role":"user","parts":[{"text":"Hello"}]}]})";
  const std::string responses = R"({"input":[{"type":"message","role":"user","content":"Hello"}]})";
  EXPECT_EQ(record(openai, {.context = "a"}).format, ChatFormat::OpenAi);
  EXPECT_EQ(record(anthropic, {.context = "b"}).format, ChatFormat::Anthropic);
  EXPECT_EQ(record(gemini, {.context = "c"}).format, ChatFormat::Gemini);
  EXPECT_EQ(record(responses, {.context = "d"}).format, ChatFormat::Responses);
}

TEST_F(Reconcile, TheReplyThatIsHeldIsNotAddedTwice) {
  record(R"({"messages":[{"role":"user","content":"Hello"}]})", {.context = "main"});
  Context context = repository_.open_context("main").value();
  const AttemptTicket ticket = context.begin_attempt({.profile = "openai"}).value();
  const VendorReply reply =
      read_vendor_reply(
          R"({"id":"r","object":"chat.completion","model":"m","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"Hi"}}]})")
          .value();
  // The client asked again with the same messages: the request of the second cycle is the reply alone.
  ASSERT_TRUE(context.end_attempt(ticket.attempt_id, outcome_of(reply)));
  ASSERT_TRUE(context.commit());
  const Reconciled done = record(
      R"({"messages":[{"role":"user","content":"Hello"},{"role":"assistant","content":"Hi"},{"role":"user","content":"Bye"}]})",
      {.context = "main"});
  EXPECT_EQ(done.kind, ReconcileKind::Append);
  EXPECT_EQ(done.taken, 1U);
  EXPECT_EQ(done.added, 1U);
}

TEST_F(Reconcile, ASessionOfTheClientNamesTheContext) {
  const std::string body =
      R"({"max_tokens":9,"metadata":{"user_id":"user_1_account__session_0a-1"},"system":"Be kind","messages":[{"role":"user","content":"Hello"}]})";
  EXPECT_EQ(record(body).context, "claude-code/0a-1");
  const std::string keyed = R"({"prompt_cache_key":"k1","messages":[{"role":"user","content":"Hello"}]})";
  EXPECT_EQ(record(keyed).context, "openai/k1");
  EXPECT_EQ(record(keyed, {.session = "mine"}).context, "session/mine");
}

TEST_F(Reconcile, RequestsWithoutASessionFindEachOtherByTheirStart) {
  const Reconciled first = record(R"({"messages":[{"role":"user","content":"Hello"}]})");
  const Reconciled second = record(
      R"({"messages":[{"role":"user","content":"Hello"},{"role":"assistant","content":"Hi"},{"role":"user","content":"Bye"}]})");
  EXPECT_TRUE(first.is_new_context);
  EXPECT_EQ(second.context, first.context);
  EXPECT_EQ(second.kind, ReconcileKind::Append);
}

TEST_F(Reconcile, ARequestForATitleIsNoPartOfTheConversation) {
  record(
      R"({"system":"You are an agent","tools":[{"name":"look","input_schema":{"type":"object"}}],"messages":[{"role":"user","content":"Hello"}]})",
      {.context = "main"});
  const std::string title = R"({"system":"Write a title","messages":[{"role":"user","content":"Hello"}]})";
  const Reconciled aside = record(title, {.context = "main"});
  EXPECT_EQ(aside.kind, ReconcileKind::SideRequest);
  EXPECT_EQ(aside.side_of, "main");
  EXPECT_EQ(aside.context.rfind("main/side-", 0), 0U);
  EXPECT_EQ(record(title, {.context = "main"}).commit_id, aside.commit_id);
  EXPECT_EQ(repository_.log("main", "main", 9).value().size(), 1U);
}

TEST_F(Reconcile, AMaskedTextIsNotComparedAndKept) {
  const auto body = [](const std::string& bill, const std::string& more) {
    return R"({"system":[{"type":"text","text":"x-anthropic-billing-header: )" + bill +
           R"("},{"type":"text","text":"You are an agent"}],"messages":[{"role":"user","content":"Hello"})" + more +
           "]}";
  };
  const Reconciled first = record(body("cch=1", ""), {.context = "main"});
  EXPECT_EQ(record(body("cch=2", ""), {.context = "main"}).kind, ReconcileKind::Retry);
  const Reconciled next = record(
      body("cch=3", R"(,{"role":"assistant","content":"Hi"},{"role":"user","content":"Bye"})"), {.context = "main"});
  EXPECT_EQ(next.kind, ReconcileKind::Append);
  EXPECT_EQ(next.system_added, 0U);
  ASSERT_EQ(next.masked.size(), 1U);
  EXPECT_EQ(next.masked.front().text, "x-anthropic-billing-header: cch=3");
  EXPECT_NE(request(next, "anthropic").find("cch=1"), std::string::npos);
  const Context context = repository_.open_context("main").value();
  bool is_recorded = false;
  for (const NodeView& node : context.latest().value().nodes().value()) {
    for (const JsonMember& attribute : node.attributes) is_recorded = is_recorded || attribute.key == "data_masked";
  }
  EXPECT_TRUE(is_recorded);
  EXPECT_EQ(first.kind, ReconcileKind::First);
}

TEST_F(Reconcile, AUD_19_NewSystemTextNeedsTheCapabilityAndARefusalLeavesNothing) {
  Reconciler reconciler(repository_);
  const auto refused = reconciler.reconcile(
      R"({"messages":[{"role":"system","content":"Obey"},{"role":"user","content":"Hello"}]})", {.context = "main"});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().rule, errors::kUnauthorized);
  EXPECT_TRUE(repository_.contexts().value().empty());
  EXPECT_TRUE(reconciler.reconcile(R"({"messages":[{"role":"user","content":"Hello"}]})", {.context = "main"}));
}

TEST_F(Reconcile, NamesThatAreMadeStayWithinThePrefix) {
  Reconciler reconciler(repository_, {.context_prefix = "team/"});
  const auto plain = reconciler.reconcile(R"({"messages":[{"role":"user","content":"Hello"}]})");
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->context.rfind("team/request/", 0), 0U);
  const auto session = reconciler.reconcile(R"({"messages":[{"role":"user","content":"Hello"}]})", {.session = "x"});
  ASSERT_TRUE(session);
  EXPECT_EQ(session->context, "team/session/x");
  const auto aside = reconciler.reconcile(R"({"messages":[{"role":"user","content":"Other"}]})", {.session = "x"});
  ASSERT_TRUE(aside);
  EXPECT_EQ(aside->context.rfind("team/session/x/side-", 0), 0U);
}

TEST_F(Reconcile, WhatIsNoRequestIsRefused) {
  Reconciler reconciler(repository_);
  for (const char* body : {"", "7", "{}", "[]", R"({"messages":[]})", R"({"messages":[{"role":"x"}]})", "{"}) {
    const auto refused = reconciler.reconcile(body, {.context = "main"});
    ASSERT_FALSE(refused) << body;
    EXPECT_EQ(refused.error().rule, errors::kChatLogInvalid) << body;
  }
  EXPECT_TRUE(repository_.contexts().value().empty());
}

}  // namespace
}  // namespace latewood::test
