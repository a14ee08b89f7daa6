// Each format of session logs, by the files that the fuzz targets begin with.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "canon/json_reader.h"
#include "canon/json_writer.h"
#include "latewood/session_log.h"
#include "support/test_files.h"

namespace latewood::test {
namespace {

std::string corpus(const std::string& name) { return (source_root() / "fuzz/corpus" / name).string(); }

struct Imported {
  Repository repository = Repository::open("memory:").value();
  SessionImport done;

  explicit Imported(const std::string& name) {
    SessionImporter importer(repository);
    auto imported = importer.import_file(corpus(name));
    EXPECT_TRUE(imported) << name << ": " << (imported ? "" : imported.error().message);
    if (imported) done = *std::move(imported);
    EXPECT_EQ(done.lines, done.imported + done.noted + done.unknown.size()) << name;
    EXPECT_TRUE(repository.verify().value().is_sound()) << name;
  }
  Context context(const std::string& reference = {}) {
    const std::string& name = done.contexts.front().name;
    return repository.load(name, reference.empty() ? repository.current_branch(name).value() : reference).value();
  }
  // The texts of the newest request, with calls by their names and results by their content.
  std::vector<std::string> said(const std::string& reference = {}) {
    const bool is_codex = done.format == SessionFormat::Codex;
    std::vector<std::string> all;
    const Snapshot newest = context(reference).latest().value();
    const std::string bytes = newest.render(is_codex ? "openai-responses" : "openai").value().bytes;
    const JsonValue body = parse_json(bytes).value();
    for (const JsonValue& message : *body.find(is_codex ? "input" : "messages")->as_array()) {
      const JsonValue* content = message.find("content");
      if (content == nullptr) content = message.find("output");
      if (content != nullptr && content->as_string() != nullptr) all.push_back(*content->as_string());
      if (content != nullptr && content->as_array() != nullptr) {
        for (const JsonValue& part : *content->as_array()) all.push_back(*part.find("text")->as_string());
      }
      if (const JsonValue* name = is_codex ? message.find("name") : nullptr)
        all.push_back("calls " + *name->as_string());
      const JsonValue* calls = message.find("tool_calls");
      for (const JsonValue& call : calls == nullptr ? JsonValue::Array() : *calls->as_array()) {
        const JsonValue* function = call.find("function");
        if (function == nullptr) function = call.find("custom");
        all.push_back("calls " + *function->find("name")->as_string());
      }
    }
    return all;
  }
  Attempt attempt(std::size_t number) {
    return repository.open_context(done.contexts.front().name, {.branch = "main"}).value().attempts().at(number);
  }
};

using Said = std::vector<std::string>;

TEST(SessionFormats, AreToldByTheirFirstLines) {
  const auto told = [](const std::string& name) { return detect_session_format(read_file(corpus(name))); };
  EXPECT_EQ(told("session_claude_code/forks.jsonl"), SessionFormat::ClaudeCode);
  EXPECT_EQ(told("session_codex/tools.jsonl"), SessionFormat::Codex);
  EXPECT_EQ(told("session_pi/tree.jsonl"), SessionFormat::Pi);
  EXPECT_EQ(told("session_chatgpt/forks.json"), SessionFormat::ChatGpt);
  EXPECT_EQ(told("session_letta/agent.af"), SessionFormat::Letta);
  EXPECT_EQ(detect_session_format("{\"messages\":[]}"), std::nullopt);
  EXPECT_EQ(detect_session_format(""), std::nullopt);
}

TEST(SessionFormats, CodexHasItsItemsAndCounts) {
  Imported log("session_codex/tools.jsonl");
  EXPECT_EQ(log.done.contexts.front().name, "codex/x1");
  EXPECT_TRUE(log.done.contexts.front().has_system);
  EXPECT_EQ(log.done.contexts.front().commits, 3U);
  EXPECT_EQ(log.done.contexts.front().attempts, 3U);
  EXPECT_EQ(log.said(), (Said{"Be brief.", "Use the shell.", "Look", "calls shell", "ok", "Done", "More"}));
  EXPECT_EQ(log.attempt(1).token_in, 20U);
  EXPECT_EQ(log.attempt(1).answer.token_cached, 5U);
  EXPECT_EQ(log.attempt(1).model, "gpt-x");
}

TEST(SessionFormats, CodexCompactsToItsSummaryOrToTheHistoryThatReplacesIt) {
  Imported log("session_codex/compaction.jsonl");
  EXPECT_EQ(log.said(), (Said{"Short", "Seven"}));
  EXPECT_EQ(log.said("main@t-1"), (Said{"Summary", "Five", "Six"}));
  EXPECT_EQ(log.said("main@t-2"), (Said{"Summary", "Five"}));
  EXPECT_EQ(log.said("main@t-3"), (Said{"One", "Two", "Three", "Four"}));
}

TEST(SessionFormats, PiHasATreeAndKeepsWhatACompactionKeeps) {
  Imported log("session_pi/tree.jsonl");
  EXPECT_EQ(log.done.contexts.front().name, "pi/p1");
  EXPECT_EQ(log.done.contexts.front().branches, 1U);
  EXPECT_EQ(log.said(), (Said{"Short", "Else", "No", "Ran `ls`\n```\nx\n```"}));
  EXPECT_EQ(log.attempt(0).token_in, 9U);
}

TEST(SessionFormats, ChatGptHasTheBranchOfTheCurrentNodeInUse) {
  Imported log("session_chatgpt/forks.json");
  EXPECT_EQ(log.done.contexts.front().name, "chatgpt/g1");
  EXPECT_EQ(log.done.contexts.front().commits, 2U);
  EXPECT_EQ(log.said(), (Said{"Hello", "calls python", "2"}));
}

TEST(SessionFormats, LettaHasSystemTextAndTools) {
  Imported log("session_letta/agent.af");
  EXPECT_EQ(log.done.contexts.front().name, "letta/sam-agent-0");
  EXPECT_TRUE(log.done.contexts.front().has_system);
  EXPECT_EQ(log.said(), (Said{"Be kind. Memory.", "Hello", "calls send", "ok"}));
  EXPECT_EQ(log.done.unknown.size(), 1U);
}

}  // namespace
}  // namespace latewood::test
