// Sessions: open contexts, other writers, scopes, and what a failed call leaves behind.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "latewood/json_text.h"
#include "support/operations/story.h"
#include "support/store/place.h"

namespace latewood::test {
namespace {

JsonValue parsed(const std::string& text) {
  auto value = parse_json_text(text);
  EXPECT_TRUE(value) << text;
  return value ? *std::move(value) : JsonValue();
}

std::size_t count_of(const std::string& ids) { return parsed(ids).as_array()->size(); }

class SessionOnAFile : public testing::Test {
 protected:
  TempFolder folder_;
  std::string url_ = (folder_.path() / "latewood.db").string();

  Session open(Scope scope = Scope::Admin) {
    SessionOptions options;
    options.scope = scope;
    return Session(url_, options);
  }
};

TEST_F(SessionOnAFile, SeesWhatAnotherSessionDidBetweenTwoCalls) {
  Session one = open();
  Session other = open();
  called(one, "init", "{}");
  called(one, "insert", R"({"content":"a"})");
  EXPECT_EQ(count_of(called(other, "select", R"({"selector":".cb","working":true})")), 1U);
  called(one, "insert", R"({"content":"b"})");
  EXPECT_EQ(count_of(called(other, "select", R"({"selector":".cb","working":true})")), 2U);
  called(other, "commit", "{}");
  EXPECT_EQ(count_of(called(one, "select", R"({"selector":"@t0 .cb"})")), 2U);
}

// Every writer has a session of its own, as processes have.
TEST_F(SessionOnAFile, NothingIsLostAndNothingFailsWhenManyWriteToOneBranch) {
  called(*std::make_unique<Session>(open()), "init", "{}");
  constexpr int kWriters = 6;
  constexpr int kInserts = 15;
  std::vector<std::thread> writers;
  for (int writer = 0; writer < kWriters; ++writer) {
    writers.emplace_back([this, writer] {
      Session session = open();
      for (int i = 0; i < kInserts; ++i) {
        const std::string id = "w" + std::to_string(writer) + "-" + std::to_string(i);
        called(session, "insert", R"({"role":"user","content":"x","id":")" + id + "\"}");
        if (i % 5 == 4) called(session, "commit", "{}");
      }
    });
  }
  for (std::thread& writer : writers) writer.join();
  Session session = open();
  called(session, "commit", "{}");
  EXPECT_EQ(count_of(called(session, "select", R"({"selector":"@t0 .cb"})")),
            static_cast<std::size_t>(kWriters * kInserts));
  const JsonValue log = parsed(called(session, "log", "{}"));
  EXPECT_EQ(log.find("commits")->as_array()->size(), static_cast<std::size_t>(kWriters * kInserts / 5 + 1));
}

TEST_F(SessionOnAFile, OfTwoWithOneExpectedParentTheSecondGetsBothIds) {
  Session one = open();
  Session other = open();
  called(one, "init", "{}");
  const std::string first =
      *parsed(called(one, "commit", R"({"expected_parent":null})")).find("commit_id")->as_string();
  const std::string expected = R"({"expected_parent":")" + first + "\"}";
  const std::string second = *parsed(called(one, "commit", expected)).find("commit_id")->as_string();
  const auto refused = other.call("commit", expected);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().rule, "E_CONFLICT");
  EXPECT_NE(refused.error().message.find(first), std::string::npos);
  EXPECT_NE(refused.error().message.find(second), std::string::npos);
}

TEST_F(SessionOnAFile, AContextThatIsGoneInOneCallDoesNotDisturbTheNext) {
  Session session = open();
  called(session, "init", "{}");
  EXPECT_FALSE(session.call("insert", R"({"context":"mian","content":"x"})"));
  const auto unknown = session.call("select", R"({"context":"mian","selector":".cb"})");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().hint, "did you mean 'main'?");
  called(session, "insert", R"({"content":"x"})");
}

TEST_F(SessionOnAFile, AMissingStoreIsNotMadeByACallAndIsFoundOnceItIsThere) {
  Session session = open();
  EXPECT_FALSE(session.call("contexts", "{}"));
  EXPECT_FALSE(std::filesystem::exists(url_));
  called(*std::make_unique<Session>(open()), "init", "{}");
  called(session, "contexts", "{}");
}

TEST_F(SessionOnAFile, AReadSessionWritesNothing) {
  called(*std::make_unique<Session>(open()), "init", "{}");
  Session session = open(Scope::Read);
  for (const Operation& operation : list_operations()) {
    if (operation.scope == Scope::Read) continue;
    const auto refused = session.call(operation.name, operation.example);
    ASSERT_FALSE(refused) << operation.name;
    EXPECT_EQ(refused.error().rule, "E_SCOPE") << operation.name;
  }
}

TEST(Session, ApplyMakesAllEditsAndTheCommitOrNothing) {
  Session session = story_session();
  const auto refused = session.call(
      "apply", R"({"edits":[{"op":"insert","args":{"id":"n1","content":"x"}},{"op":"insert","args":{"id":"n1"}}]})");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().rule, "E_DUPLICATE_ID");
  EXPECT_NE(refused.error().message.find("edit 1"), std::string::npos);
  EXPECT_EQ(called(session, "select", R"({"selector":"#n1","working":true})"), "[]");
  const JsonValue done = parsed(
      called(session, "apply",
             R"({"edits":[{"op":"insert","args":{"content":"x"}},)"
             R"({"op":"insert","args":{"content":"$0.id","attributes":{"data_refs":["$0.id"]}}}],"commit":true})"));
  EXPECT_EQ(*done.find("commit")->find("cycle")->as_integer(), 5);
  const std::string first = *done.find("results")->as_array()->front().find("id")->as_string();
  const std::string bytes = called(session, "render", "{}");
  EXPECT_NE(bytes.find("$0.id"), std::string::npos) << "content is text, not a reference";
  EXPECT_EQ(count_of(called(session, "select", R"({"selector":"@t0 .cb[data_refs]"})")), 1U);
  EXPECT_FALSE(first.empty());
}

TEST(Session, SystemTextNeedsTheArgumentAndAPermission) {
  Session session = story_session();
  const auto refused = session.call("insert", R"({"depth":-1,"content":"x"})");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().rule, "E_UNAUTHORIZED");
  called(session, "insert", R"({"depth":-1,"content":"x","system":true})");
  SessionOptions options;
  options.system = SystemText::Refuse;
  Session strict("memory:", options);
  called(strict, "init", "{}");
  const auto never = strict.call("insert", R"({"depth":-1,"content":"x","system":true})");
  ASSERT_FALSE(never);
  EXPECT_EQ(never.error().rule, "E_UNAUTHORIZED");
}

TEST(Session, HostileArgumentsGetAnErrorAndTheSessionLivesOn) {
  Session session = story_session();
  const std::string deep(100'000, '[');
  const std::vector<std::string> hostile = {deep,
                                            R"({"content":"\ud800"})",
                                            "\xff",
                                            "[]",
                                            "null",
                                            "{",
                                            R"({"content":1e999})",
                                            R"({"a":1,"a":2})",
                                            R"({"ttl":99999999999999999999})",
                                            R"({"attributes":[]})",
                                            "{\"content\":" + deep + "}"};
  for (const std::string& arguments : hostile) {
    const auto answer = session.call("insert", arguments);
    EXPECT_FALSE(answer) << arguments.substr(0, 40);
  }
  called(session, "insert", R"({"content":"still here"})");
}

// ---- sessions for callers ----

std::string code_of(Session& session, const std::string& operation, const std::string& arguments) {
  const auto result = session.call(operation, arguments);
  return result ? "ok" : std::string(name_of(result.error()));
}

TEST_F(SessionOnAFile, ACallerHasAtMostTheScopeOfTheSession) {
  Session writer = open(Scope::Write);
  called(*std::make_unique<Session>(open()), "init", "{}");
  Session caller = writer.narrowed({.scope = Scope::Admin});
  EXPECT_EQ(code_of(caller, "gc", "{}"), "E_SCOPE");
  EXPECT_EQ(code_of(caller, "insert", R"({"content":"a"})"), "ok");
  Session reader = writer.narrowed({.scope = Scope::Read});
  EXPECT_EQ(code_of(reader, "insert", R"({"content":"a"})"), "E_SCOPE");
}

TEST_F(SessionOnAFile, ACallerSeesWhatTheOthersWroteAtOnce) {
  Session session = open();
  called(session, "init", "{}");
  Session caller = session.narrowed({.scope = Scope::Write, .actor = "robot"});
  called(caller, "insert", R"({"content":"a"})");
  const std::string waiting = called(session, "select", R"({"selector":".cb","working":true})");
  EXPECT_EQ(count_of(waiting), 1U);
  called(caller, "commit", "{}");
  EXPECT_NE(called(session, "log", "{}").find("robot"), std::string::npos);
}

TEST_F(SessionOnAFile, APrefixClosesOtherContextsToEveryOperation) {
  Session session = open();
  called(session, "init", "{}");
  for (const char* name : {"a/one", "b/one"}) {
    called(session, "create_context", std::string(R"({"name":")") + name + "\"}");
  }
  Session caller = session.narrowed({.scope = Scope::Admin, .context_prefix = "a/"});
  const JsonValue listed = parsed(called(caller, "contexts", "{}"));
  EXPECT_EQ(listed.find("contexts")->as_array()->size(), 1U);
  std::size_t closed = 0;
  for (const Operation& operation : list_operations()) {
    const JsonValue schema = parsed(operation.arguments);
    const bool takes_context = schema.find("properties")->find("context") != nullptr;
    if (!takes_context) continue;
    ++closed;
    // Required arguments are checked first: those of the example fit.
    std::vector<JsonMember> members = *parsed(operation.example).as_object();
    members.push_back({"context", "b/one"});
    EXPECT_EQ(code_of(caller, operation.name, json_text_of(make_object(std::move(members)))), "E_SCOPE")
        << operation.name;
  }
  EXPECT_GT(closed, 30U);
  EXPECT_EQ(code_of(caller, "select", R"({"selector":".cb"})"), "E_SCOPE") << "the default context";
  EXPECT_EQ(code_of(caller, "status", R"({"context":"a/one"})"), "ok");
}

// An argument that names a context and is not known to reach.cc would be a hole.
TEST_F(SessionOnAFile, EveryArgumentThatNamesAContextIsKnown) {
  const std::set<std::string> known = {"create_context.name", "delete_context.name", "rename_context.name",
                                       "rename_context.to", "fork.into"};
  // These speak of the context of the call.
  const std::set<std::string> others = {"plan.counter", "recommend_policy.unit", "simulate.counter"};
  for (const Operation& operation : list_operations()) {
    const JsonValue schema = parsed(operation.arguments);
    for (const JsonMember& member : *schema.find("properties")->as_object()) {
      const JsonValue* description = member.value.find("description");
      const std::string text = description == nullptr ? std::string() : *description->as_string();
      const bool names_one = member.key != "context" && text.find("context") != std::string::npos &&
                             member.value.find("type") != nullptr && *member.value.find("type") == JsonValue("string");
      if (!names_one) continue;
      const std::string argument = operation.name + "." + member.key;
      EXPECT_TRUE(known.contains(argument) || others.contains(argument))
          << operation.name << "." << member.key << ": " << text;
    }
  }
}

TEST_F(SessionOnAFile, HintsOfACallerNameNoOtherContext) {
  Session session = open();
  called(session, "init", "{}");
  called(session, "create_context", R"({"name":"a/secret"})");
  Session caller = session.narrowed({.scope = Scope::Read, .context_prefix = "a/s"});
  const auto result = caller.call("log", R"({"context":"a/secrets"})");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().hint.find("a/secret'"), std::string::npos);
}

}  // namespace
}  // namespace latewood::test
