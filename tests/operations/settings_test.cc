// Settings: which of argument, session, context and store a call uses, and where they are kept.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "latewood/ext/store_names.h"
#include "latewood/json_text.h"
#include "latewood/settings.h"
#include "support/operations/story.h"
#include "support/store/place.h"

namespace latewood::test {
namespace {

JsonValue value_of(const std::string& text) {
  auto value = parse_json_text(text);
  EXPECT_TRUE(value) << text;
  return value ? *std::move(value) : JsonValue();
}

// "VALUE from SOURCE" of one setting.
std::string setting(Session& session, const std::string& name, const std::string& arguments = "{}") {
  const JsonValue settings = value_of(called(session, "config", arguments));
  const JsonValue& found = *settings.find("settings")->find(name);
  const std::string* value = found.find("value")->as_string();
  return (value == nullptr ? "none" : *value) + " from " + *found.find("from")->as_string();
}

std::string profile_of(const std::string& rendered) {
  const JsonValue result = value_of(rendered);
  const std::string* profile = result.find("profile")->as_string();
  return profile == nullptr ? "none" : *profile;
}

class SettingsSuite : public testing::TestWithParam<Backend> {
 protected:
  void SetUp() override {
    store_ = place_.open();
    ASSERT_NE(store_, nullptr);
  }
  Session open(SessionOptions options = {}) { return Session(Repository(store_), std::move(options)); }

  StorePlace place_{GetParam()};
  std::shared_ptr<store::Store> store_;
};

INSTANTIATE_TEST_SUITE_P(Stores, SettingsSuite, testing::Values(Backend::Memory, Backend::Sqlite),
                         [](const auto& backend) {
                           return std::string(backend.param == Backend::Memory ? "memory" : "sqlite");
                         });

TEST_P(SettingsSuite, TheArgumentComesBeforeTheSessionTheContextAndTheStore) {
  Session session = open();
  called(session, "init", "{}");
  called(session, "insert", R"({"role":"user","content":"Hello"})");
  called(session, "commit", "{}");
  EXPECT_EQ(profile_of(called(session, "render", "{}")), "none");
  called(session, "set_config", R"({"settings":{"profile":"gemini"}})");
  EXPECT_EQ(profile_of(called(session, "render", "{}")), "gemini@3");
  EXPECT_EQ(setting(session, "profile"), "gemini from store");
  called(session, "set_config", R"({"context":"main","settings":{"profile":"anthropic"}})");
  EXPECT_EQ(profile_of(called(session, "render", "{}")), "anthropic@2");
  EXPECT_EQ(setting(session, "profile"), "anthropic from context");
  Session chosen = open({.profile = "openai"});
  EXPECT_EQ(profile_of(called(chosen, "preview", "{}")), "openai@2");
  EXPECT_EQ(setting(chosen, "profile"), "openai from session");
  EXPECT_EQ(profile_of(called(chosen, "render", R"({"profile":"gemini"})")), "gemini@3");
  EXPECT_EQ(profile_of(called(chosen, "render", R"({"profile":""})")), "none");
  called(session, "set_config", R"({"context":"main","settings":{"profile":null}})");
  EXPECT_EQ(setting(session, "profile"), "gemini from store");
}

TEST_P(SettingsSuite, TheDefaultContextIsThatOfTheStoreAndFollowsARename) {
  Session session = open();
  called(session, "init", "{}");
  EXPECT_EQ(setting(session, "context"), "main from default");
  called(session, "create_context", R"({"name":"planner"})");
  called(session, "set_config", R"({"settings":{"context":"planner"}})");
  EXPECT_EQ(*value_of(called(session, "status", "{}")).find("context")->as_string(), "planner");
  called(session, "rename_context", R"({"name":"planner","to":"garden"})");
  EXPECT_EQ(setting(session, "context"), "garden from store");
  called(session, "delete_context", R"({"name":"garden"})");
  EXPECT_EQ(setting(session, "context"), "main from default");
}

TEST_P(SettingsSuite, TheActorIsRecordedWithEdits) {
  Session session = open();
  called(session, "init", "{}");
  called(session, "set_config", R"({"settings":{"actor":"ann"}})");
  called(session, "insert", R"({"role":"user","content":"Hello","id":"q"})");
  EXPECT_NE(called(session, "show", R"({"names":["q"]})").find(R"("provenance":"ann")"), std::string::npos);
  called(session, "commit", R"({"actor":"bob"})");
  EXPECT_NE(called(session, "log", "{}").find(R"("actor":"bob")"), std::string::npos);
}

TEST_P(SettingsSuite, OnlyWhatExistsCanBeSet) {
  Session session = open();
  called(session, "init", "{}");
  const auto refused = [&session](const std::string& settings) {
    const auto answer = session.call("set_config", R"({"settings":)" + settings + "}");
    return answer ? "ok" : std::string(name_of(answer.error()));
  };
  EXPECT_EQ(refused(R"({"profile":"opnai"})"), "E_PROFILE_UNKNOWN");
  EXPECT_EQ(refused(R"({"context":"nobody"})"), "E_CONTEXT_NOT_FOUND");
  EXPECT_EQ(refused(R"({"counter":"abacus"})"), "E_OPTION_INVALID");
  EXPECT_EQ(refused(R"({"counter":"estimate"})"), "ok");
  EXPECT_EQ(refused(R"({"colour":"green"})"), "E_ARGUMENT_INVALID");
  const auto inside = session.call("set_config", R"({"context":"main","settings":{"context":"main"}})");
  ASSERT_FALSE(inside);
  EXPECT_EQ(inside.error().rule, "E_OPTION_INVALID");
}

TEST_P(SettingsSuite, WritersOfSeparateSettingsLoseNothing) {
  called(*std::make_unique<Session>(open()), "init", "{}");
  constexpr int kTimes = 20;
  std::vector<std::thread> writers;
  for (const char* name : {"actor", "profile"}) {
    writers.emplace_back([this, name] {
      Repository repository(store_);
      for (int i = 0; i <= kTimes; ++i) {
        const auto changed = change_settings(repository, [&](Settings& settings) {
          if (std::string_view(name) == "actor") {
            settings.actor = std::to_string(i);
          } else {
            settings.profile = i % 2 == 0 ? "openai" : "gemini";
          }
        });
        EXPECT_TRUE(changed) << changed.error().message;
      }
    });
  }
  for (std::thread& writer : writers) writer.join();
  const auto found = load_settings(Repository(store_));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->actor, std::to_string(kTimes));
  EXPECT_EQ(found->profile, "openai");
}

TEST_P(SettingsSuite, TheStructureOfAStoreWithSettingsIsSound) {
  Session session = open();
  called(session, "init", "{}");
  called(session, "set_config", R"({"settings":{"profile":"openai"}})");
  called(session, "set_config", R"({"context":"main","settings":{"actor":"ann"}})");
  EXPECT_EQ(called(session, "fsck", "{}"), R"({"tables":[],"wrong":[]})");
}

TEST_P(SettingsSuite, SettingsThatNobodyWroteAreDamage) {
  Session session = open();
  called(session, "init", "{}");
  store::WriteBatch batch;
  batch.context = store::kWholeStore;
  batch.states.push_back({"settings", R"({"profile":7})"});
  ASSERT_TRUE(store_->write(batch));
  const auto refused = session.call("config", "{}");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::Corruption);
  EXPECT_NE(called(session, "fsck", "{}").find("these are no settings"), std::string::npos);
}

const std::string& text_in(const std::string& result, std::string_view object, std::string_view member) {
  static std::string found;
  const JsonValue value = value_of(result);
  const JsonValue* inner = object.empty() ? &value : value.find(object);
  const JsonValue* text = inner == nullptr ? nullptr : inner->find(member);
  found = text == nullptr || text->as_string() == nullptr ? "none" : *text->as_string();
  return found;
}

// One row for all operations that know prices, and one counter for all that count tokens.
TEST_P(SettingsSuite, PricesAndCounterHoldForEveryOperationThatUsesThem) {
  Session session = open();
  called(session, "init", "{}");
  called(session, "set_config", R"({"settings":{"profile":"openai","counter":"cl100k_base"}})");
  called(session, "set_config", R"({"context":"main","settings":{"prices":{"name":"mine","input":7}}})");
  EXPECT_FALSE(session.call("set_config", R"({"settings":{"prices":"nobody"}})"));
  for (int turn = 0; turn < 2; ++turn) {
    called(session, "insert", R"({"role":"user","content":"Hello"})");
    called(session, "commit", "{}");
  }
  EXPECT_EQ(text_in(called(session, "stats", "{}"), "prices", "name"), "mine");
  EXPECT_EQ(text_in(called(session, "stats", "{}"), "", "kind"), "exact, cl100k_base");
  EXPECT_EQ(text_in(called(session, "plan", "{}"), "prices", "name"), "mine");
  EXPECT_EQ(text_in(called(session, "plan", "{}"), "tokens", "kind"), "exact, cl100k_base");
  EXPECT_EQ(text_in(called(session, "simulate", "{}"), "prices", "name"), "mine");
  EXPECT_EQ(text_in(called(session, "recommend_policy", "{}"), "prices", "name"), "mine");
  EXPECT_EQ(text_in(called(session, "prefix", "{}"), "served", "prices"), "mine");
  EXPECT_EQ(text_in(called(session, "prefix", "{}"), "served", "kind"), "exact, cl100k_base");
  EXPECT_EQ(text_in(called(session, "tree", "{}"), "", "kind"), "exact, cl100k_base");
  EXPECT_EQ(text_in(called(session, "outline", "{}"), "", "counter"), "cl100k_base");
  EXPECT_EQ(text_in(called(session, "status", "{}"), "plan", "prices"), "mine");
  EXPECT_EQ(text_in(called(session, "preview", R"({"report":true})"), "plan", "kind"), "exact, cl100k_base");
  EXPECT_EQ(text_in(called(session, "stats", R"({"prices":"gemini"})"), "prices", "name"), "gemini");
  called(session, "set_config", R"({"context":"main","settings":{"prices":null}})");
  EXPECT_EQ(text_in(called(session, "plan", "{}"), "prices", "name"), "openai");
}

// A budget in tokens needs a counter, which the settings give.
TEST_P(SettingsSuite, ABudgetInTokensUsesTheCounterOfTheSettings) {
  const std::string policy = R"({"policy":{"tokens":{"trigger":2,"target":1}}})";
  {
    Session session = open();
    called(session, "init", "{}");
    EXPECT_FALSE(session.call("set_policy", policy));
    called(session, "set_config", R"({"settings":{"counter":"estimate"}})");
  }
  Session session = open();
  EXPECT_TRUE(session.call("set_policy", policy));
}

// The text stands for what the commit removes, and the result says which node it became.
TEST_P(SettingsSuite, ACommitTakesASummary) {
  Session session = open();
  called(session, "init", "{}");
  called(session, "set_policy", R"({"policy":{"turns":{"trigger":0,"target":0},"summaries":true}})");
  for (const char* summary : {"nothing to sum up", "the first question"}) {
    called(session, "insert", R"({"role":"user","content":"Hello"})");
    const std::string made = called(session, "commit", std::string(R"({"summary":")") + summary + "\"}");
    const bool is_first = std::string(summary) == "nothing to sum up";
    EXPECT_EQ(text_in(made, "", "summary_id") == "none", is_first) << made;
    EXPECT_EQ(text_in(made, "", "summary_fault"), is_first ? "nothing left" : "none");
  }
}

}  // namespace
}  // namespace latewood::test
