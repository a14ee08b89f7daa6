// `import` and `export`: every reader through the table, and what callers of some contexts may do.
#include <gtest/gtest.h>

#include <string>

#include "latewood/json_text.h"
#include "operations/documents/base64.h"
#include "support/operations/story.h"
#include "support/store/place.h"

namespace latewood::test {
namespace {

std::string refused(Session& session, std::string_view operation, const std::string& arguments) {
  const auto result = session.call(operation, arguments);
  return result ? "accepted: " + *result : std::string(name_of(result.error()));
}

JsonValue answer(Session& session, std::string_view operation, const std::string& arguments) {
  return parse_json_text(called(session, operation, arguments)).value();
}

std::string import_of(const std::string& text, const std::string& more) {
  return R"({"text":)" + json_text(text) + "," + more + "}";
}

std::string newest_request(Session& session, const std::string& context) {
  return *answer(session, "render", R"({"profile":"openai","context":")" + context + "\"}")
              .find("request")
              ->as_string();
}

constexpr const char* kRequest =
    R"({"messages":[{"role":"user","content":"Hello"},{"role":"assistant","content":"Hi."}]})";

TEST(Import, ReadsTheLogsOfAllFourVendors) {
  Session session = story_session();
  const std::vector<std::pair<std::string, std::string>> logs = {
      {"openai", kRequest},
      {"anthropic", R"({"messages":[{"role":"user","content":"Hello"},{"role":"assistant","content":"Hi."}]})"},
      {"responses", R"({"input":[{"role":"user","content":"Hello"},{"role":"assistant","content":"Hi."}]})"},
      {"gemini",
       R"({"contents":[{"role":"user","parts":[{"text":"Hello"}]},{"role":"model","parts":[{"text":"Hi."}]}]})"},
      {"flat", R"([{"role":"user","content":"Hello"},{"role":"assistant","content":"Hi."}])"}};
  for (const auto& [format, log] : logs) {
    const JsonValue done =
        answer(session, "import", import_of(log, R"("format":")" + format + R"(","context":"of )" + format + "\""));
    EXPECT_EQ(*done.find("format")->as_string(), format);
    EXPECT_EQ(newest_request(session, "of " + format), kRequest) << format;
  }
}

TEST(Import, ReadsTheLogOfASession) {
  Session session = story_session();
  const std::string log =
      R"({"type":"user","uuid":"u1","parentUuid":null,"sessionId":"s1","timestamp":"2026-01-01T00:00:00Z",)"
      R"("message":{"role":"user","content":"Hello"}})"
      "\n"
      R"({"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"s1","timestamp":"2026-01-01T00:00:01Z",)"
      R"("message":{"id":"m1","role":"assistant","model":"m","content":[{"type":"text","text":"Hi."}]}})"
      "\n";
  const std::string again = import_of(log, R"("format":"auto","file":"s1.jsonl")");
  const JsonValue done = answer(session, "import", again);
  EXPECT_EQ(*done.find("format")->as_string(), "claude-code");
  EXPECT_EQ(*done.find("file")->as_string(), "s1.jsonl");
  EXPECT_EQ(done.find("unknown")->as_array()->size(), 0U);
  const JsonValue& context = done.find("contexts")->as_array()->front();
  EXPECT_EQ(*context.find("context")->as_string(), "claude-code/s1");
  EXPECT_EQ(*context.find("commits")->as_integer(), 1);
  const JsonValue twice = answer(session, "import", again);
  EXPECT_EQ(*twice.find("contexts")->as_array()->front().find("commits")->as_integer(), 0);
}

TEST(Import, ABundleOfExportComesBackWithItsCommits) {
  Session session = story_session();
  called(session, "set_config", R"({"context":"main","settings":{"profile":"anthropic"}})");
  for (const std::string all : {"false", "true"}) {
    const JsonValue bundle = answer(session, "export", R"({"form":"bundle","all":)" + all + "}");
    const std::string base64 = *bundle.find("base64")->as_string();
    EXPECT_EQ(operations::from_base64(base64)->size(), static_cast<std::size_t>(*bundle.find("bytes")->as_integer()));
    Session other(std::string("memory:"));
    const JsonValue done = answer(other, "import", R"({"base64":")" + base64 + R"(","context":"copy"})");
    EXPECT_EQ(*done.find("format")->as_string(), all == "true" ? "context_bundle" : "bundle");
    EXPECT_EQ(called(other, "select", R"({"context":"copy","selector":"@t0 .cb"})"),
              called(session, "select", R"({"selector":"@t0 .cb"})"));
    const std::string profile = called(other, "config", R"({"context":"copy"})");
    EXPECT_EQ(profile.find("anthropic") != profile.npos, all == "true") << profile;
  }
}

TEST(Import, ADocumentOfExportComesBackAndItsNotesAreListed) {
  Session session = story_session();
  const std::string document = *answer(session, "export", R"({"all":true})").find("document")->as_string();
  const JsonValue done = answer(session, "import", import_of(document, R"("context":"copy")"));
  EXPECT_TRUE(done.find("notes")->as_array()->empty());
  EXPECT_EQ(called(session, "hash", R"({"context":"copy"})"), called(session, "hash", "{}"));
  const std::string bare = R"({"root":{"id":"root","nodeType":"^root","children":[]}})";
  EXPECT_EQ(refused(session, "import", import_of(bare, R"("strict":true,"context":"bare")")).substr(0, 8) == "accepted",
            false);
  const JsonValue noted = answer(session, "import", import_of(bare, R"("notes":true,"context":"bare")"));
  EXPECT_FALSE(noted.find("notes")->as_array()->empty());
}

TEST(Import, AnOpenContextSeesWhatCame) {
  Session session = story_session();
  called(session, "import", import_of(kRequest, R"("format":"openai","context":"chat")"));
  EXPECT_EQ(newest_request(session, "chat"), kRequest);
  const std::string more = R"({"messages":[{"role":"user","content":"More"}]})";
  called(session, "import", import_of(more, R"("format":"openai","context":"chat","append":true)"));
  EXPECT_NE(newest_request(session, "chat").find("More"), std::string::npos);
}

TEST(Import, RefusesWithTheWayOut) {
  Session session = story_session();
  const std::string chat = import_of(kRequest, R"("format":"openai","context":"chat")");
  called(session, "import", chat);
  const auto again = session.call("import", chat);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().rule, "E_CONFLICT");
  EXPECT_NE(again.error().hint.find("\"skip_existing\""), std::string::npos) << again.error().hint;
  EXPECT_EQ(refused(session, "import", "{}"), "E_ARGUMENT_INVALID");
  EXPECT_EQ(refused(session, "import", R"({"text":"{}","base64":""})"), "E_ARGUMENT_INVALID");
  EXPECT_EQ(refused(session, "import", R"({"base64":"*"})"), "E_ARGUMENT_INVALID");
  EXPECT_EQ(refused(session, "import", R"({"text":"{}","format":"openia"})"), "E_ARGUMENT_INVALID");
  EXPECT_EQ(refused(session, "import", R"({"text":"{}","format":"openai"})"), "E_CHAT_LOG_INVALID");
  EXPECT_EQ(refused(session, "import", R"({"text":"hello","format":"auto"})"), "E_CHAT_LOG_INVALID");
  const std::string lines = R"({"id":"a","messages":[]})"
                            "\n"
                            R"({"id":"b","messages":[]})"
                            "\n";
  EXPECT_EQ(refused(session, "import", import_of(lines, R"("format":"openai","context":"chat")")), "E_OPTION_INVALID");
}

TEST(Import, ACallerOfSomeContextsStaysInThem) {
  Session owner = story_session();
  called(owner, "create_context", R"({"name":"team/a"})");
  Session session = owner.narrowed({.scope = Scope::Admin, .context_prefix = "team/"});
  const std::string openai = R"("format":"openai")";
  called(session, "import", import_of(kRequest, openai + R"(,"context":"team/chat")"));
  EXPECT_EQ(refused(session, "import", import_of(kRequest, openai)), "E_SCOPE");
  EXPECT_EQ(refused(session, "import", import_of(kRequest, openai + R"(,"context":"other")")), "E_SCOPE");
  const std::string lines = R"({"id":"elsewhere","messages":[{"role":"user","content":"a"}]})"
                            "\n"
                            R"({"id":"team/b","messages":[{"role":"user","content":"b"}]})"
                            "\n";
  EXPECT_EQ(refused(session, "import", import_of(lines, openai)), "E_SCOPE");
  EXPECT_EQ(refused(session, "import", import_of("{}", R"("format":"codex","context":"team/c")")), "E_SCOPE");
  const std::string whole = *answer(owner, "export", R"({"form":"bundle","all":true})").find("base64")->as_string();
  EXPECT_EQ(refused(session, "import", R"({"base64":")" + whole + "\"}"), "E_SCOPE");
  called(session, "import", R"({"base64":")" + whole + R"(","context":"team/whole"})");
  EXPECT_EQ(called(owner, "contexts", "{}").find("elsewhere"), std::string::npos);
}

// In these operations "all" speaks of one context.
TEST(Import, ACallerOfSomeContextsMayExportAllOfOne) {
  Session owner = story_session();
  called(owner, "import", import_of(kRequest, R"("format":"openai","context":"team/chat")"));
  Session session = owner.narrowed({.scope = Scope::Admin, .context_prefix = "team/"});
  for (const char* operation : {"export", "log"}) {
    EXPECT_TRUE(session.call(operation, R"({"context":"team/chat","all":true})")) << operation;
  }
  EXPECT_TRUE(session.call("delete", R"({"context":"team/chat","nodes":".cb[role='user']","all":true})"));
  for (const char* operation : {"verify", "gc"}) {
    EXPECT_EQ(refused(session, operation, R"({"context":"team/chat","all":true})"), "E_SCOPE") << operation;
  }
}

TEST(Import, NeedsARightToWriteAndSystemText) {
  Session owner = story_session();
  Session reader = owner.narrowed({.scope = Scope::Read});
  EXPECT_EQ(refused(reader, "import", import_of(kRequest, R"("format":"openai","context":"chat")")), "E_SCOPE");
  Session without_system = owner.narrowed({.scope = Scope::Write, .system = SystemText::Refuse});
  EXPECT_EQ(refused(without_system, "import", import_of(kRequest, R"("format":"openai","context":"chat")")),
            "E_UNAUTHORIZED");
}

TEST(Export, ABundleThatNoAnswerHoldsIsRefused) {
  Session session = story_session();
  // Text that zstd cannot make shorter.
  std::string noise;
  std::uint64_t state = 1;
  while (noise.size() < std::size_t{12} * 1024 * 1024) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    noise += static_cast<char>('!' + (state >> 33) % 90);
  }
  for (int i = 0; i < 4; ++i) {
    called(session, "insert", R"({"role":"user","content":)" + json_text(noise + std::to_string(i)) + "}");
  }
  called(session, "commit", "{}");
  const auto exported = session.call("export", R"({"form":"bundle"})");
  ASSERT_FALSE(exported);
  EXPECT_EQ(exported.error().rule, "E_ARGUMENT_INVALID");
  EXPECT_NE(exported.error().message.find("33554432"), std::string::npos) << exported.error().message;
}

// ---- the only context ----

TEST(DefaultContext, IsTheOnlyOneOfAStoreWithoutMain) {
  Session session(std::string("memory:"));
  called(session, "init", R"({"context":"planner"})");
  for (const char* operation : {"verify", "status", "log", "branches", "insert"}) {
    const bool is_edit = std::string_view(operation) == "insert";
    EXPECT_TRUE(session.call(operation, is_edit ? R"({"role":"user","content":"Hello"})" : "{}")) << operation;
  }
  EXPECT_EQ(*answer(session, "status", "{}").find("context")->as_string(), "planner");
  // Two have no default, and `init` makes the usual one.
  called(session, "create_context", R"({"name":"other"})");
  EXPECT_EQ(refused(session, "verify", "{}"), "E_CONTEXT_NOT_FOUND");
  EXPECT_EQ(*answer(session, "init", "{}").find("context")->as_string(), "main");
  EXPECT_EQ(*answer(session, "status", "{}").find("context")->as_string(), "main");
}

TEST(DefaultContext, IsNotToldToACallerOfOthers) {
  Session owner(std::string("memory:"));
  called(owner, "init", R"({"context":"secret"})");
  Session session = owner.narrowed({.scope = Scope::Admin, .context_prefix = "team/"});
  for (const char* operation : {"config", "status", "verify"}) {
    const auto answer = session.call(operation, "{}");
    const std::string told = answer ? *answer : answer.error().message + answer.error().hint;
    EXPECT_EQ(told.find("secret"), std::string::npos) << operation << ": " << told;
  }
}

// ---- a limit that cannot be held ----

TEST(Status, ShowsThatTheNextCommitWouldBeRefused) {
  Session session = story_session();
  EXPECT_TRUE(answer(session, "status", "{}").find("refused")->is_null());
  called(session, "set_policy", R"({"policy":{"limit":{"bytes":40}}})");
  called(session, "insert",
         R"({"role":"user","content":"A question that is longer than the limit permits, whatever leaves."})");
  EXPECT_EQ(refused(session, "commit", "{}"), "E_LIMIT_EXCEEDED");
  const JsonValue status = answer(session, "status", "{}");
  EXPECT_NE(status.find("refused")->as_string()->find("the limit is 40"), std::string::npos);
  EXPECT_TRUE(status.find("left")->as_array()->empty());
}

}  // namespace
}  // namespace latewood::test
