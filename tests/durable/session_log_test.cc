// Session logs as histories: forks, sub-agents, compactions, answers; imported once however often, and in pieces.
#include "latewood/session_log.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "canon/json_reader.h"
#include "canon/json_writer.h"
#include "latewood/errors.h"
#include "support/store/place.h"

namespace latewood::test {
namespace {

using Lines = std::vector<std::string>;

// Lines of Claude Code.
class ClaudeLog {
 public:
  ClaudeLog& user(const std::string& id, const std::string& parent, const std::string& text) {
    return add("user", id, parent, R"({"role":"user","content":")" + text + "\"}");
  }
  ClaudeLog& assistant(const std::string& id, const std::string& parent, const std::string& content,
                       const std::string& answer = {}) {
    const std::string own = answer.empty() ? "msg_" + id : answer;
    return add(
        "assistant", id, parent,
        R"({"role":"assistant","id":")" + own + R"(","model":"claude-x","stop_reason":"end_turn","content":[)" +
            content +
            R"(],"usage":{"input_tokens":3,"cache_read_input_tokens":100,"cache_creation_input_tokens":20,"output_tokens":7}})");
  }
  ClaudeLog& says(const std::string& id, const std::string& parent, const std::string& text) {
    return assistant(id, parent, R"({"type":"text","text":")" + text + "\"}");
  }
  ClaudeLog& result(const std::string& id, const std::string& parent, const std::string& call) {
    return add(
        "user", id, parent,
        R"({"role":"user","content":[{"type":"tool_result","tool_use_id":")" + call + R"(","content":"done"}]})");
  }
  ClaudeLog& raw(const std::string& line) {
    lines_.push_back(line);
    return *this;
  }
  ClaudeLog& in_agent(const std::string& agent) {
    agent_ = agent;
    return *this;
  }

  const Lines& lines() const { return lines_; }

 private:
  ClaudeLog& add(const std::string& type, const std::string& id, const std::string& parent,
                 const std::string& message) {
    ++seconds_;
    const std::string second = (seconds_ < 10 ? "0" : "") + std::to_string(seconds_);
    const std::string side =
        agent_.empty() ? R"("isSidechain":false)" : R"("isSidechain":true,"agentId":")" + agent_ + "\"";
    lines_.push_back(R"({"type":")" + type + R"(","uuid":")" + id + R"(","parentUuid":)" +
                     (parent.empty() ? "null" : "\"" + parent + "\"") + R"(,"sessionId":"s1",)" + side +
                     R"(,"timestamp":"2026-01-02T03:04:)" + second + R"(Z","message":)" + message + "}");
    return *this;
  }

  Lines lines_;
  std::string agent_;
  int seconds_ = 0;
};

std::string call(const std::string& id, const std::string& input = "{}") {
  return R"({"type":"tool_use","id":")" + id + R"(","name":"Task","input":)" + input + "}";
}

void write_lines(const std::string& path, const Lines& lines, std::size_t count) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  for (std::size_t at = 0; at < std::min(count, lines.size()); ++at) file << lines[at] << '\n';
}

class SessionLog : public ::testing::Test {
 protected:
  std::string file(const Lines& lines, const std::string& name = "session.jsonl") {
    const std::string path = (folder_.path() / name).string();
    write_lines(path, lines, lines.size());
    return path;
  }
  SessionImport import_lines(const Lines& lines, const std::string& name = "session.jsonl") {
    SessionImporter importer(repository_);
    auto done = importer.import_file(file(lines, name));
    EXPECT_TRUE(done) << (done ? "" : done.error().message);
    return done ? *std::move(done) : SessionImport();
  }
  JsonValue request(const std::string& context, const std::string& reference, const char* profile = "anthropic") {
    const Context loaded = repository_.load(context, reference).value();
    return parse_json(loaded.latest().value().render(profile).value().bytes).value();
  }
  std::vector<std::string> texts(const std::string& context, const std::string& reference) {
    std::vector<std::string> found;
    const JsonValue body = request(context, reference);
    for (const JsonValue& message : *body.find("messages")->as_array()) {
      for (const JsonValue& part : *message.find("content")->as_array()) {
        const JsonValue* text = part.find("text");
        if (text == nullptr) text = part.find("id");
        if (text == nullptr) text = part.find("tool_use_id");
        found.push_back(*text->as_string());
      }
    }
    return found;
  }

  TempFolder folder_;
  Repository repository_ = Repository::open("memory:").value();
};

using Texts = std::vector<std::string>;
const std::string kContext = "claude-code/s1";

TEST_F(SessionLog, ARequestIsACommitWithTimeAndFirstWords) {
  const SessionImport done = import_lines(ClaudeLog()
                                              .user("u1", "", "Hello")
                                              .says("a1", "u1", "Hi")
                                              .user("u2", "a1", "And now?")
                                              .says("a2", "u2", "Now")
                                              .lines());
  ASSERT_EQ(done.contexts.size(), 1U);
  EXPECT_EQ(done.contexts.front().name, kContext);
  EXPECT_EQ(done.contexts.front().commits, 2U);
  EXPECT_EQ(done.contexts.front().attempts, 2U);
  EXPECT_EQ(done.contexts.front().waiting, 1U);
  EXPECT_FALSE(done.contexts.front().has_system);
  const auto log = repository_.log(kContext, "main", 10).value();
  ASSERT_EQ(log.size(), 2U);
  EXPECT_EQ(log[0].note.message, "Hi");
  EXPECT_EQ(log[0].note.host_time, 1767323043000000000);
  EXPECT_EQ(texts(kContext, "main"), (Texts{"Hello", "Hi", "And now?"}));
  // The last answer waits in the active head: no request has carried it.
  const Context context = repository_.open_context(kContext).value();
  EXPECT_NE(context.preview().value().find("\"Now\""), std::string::npos);
}

TEST_F(SessionLog, AnAnswerIsAnAttemptWithItsCounts) {
  import_lines(ClaudeLog().user("u1", "", "Hello").says("a1", "u1", "Hi").lines());
  const auto attempts = repository_.open_context(kContext).value().attempts();
  ASSERT_EQ(attempts.size(), 1U);
  const Attempt& attempt = attempts.front();
  EXPECT_EQ(attempt.status, AttemptStatus::Completed);
  EXPECT_EQ(attempt.token_in, 123U);
  EXPECT_EQ(attempt.token_out, 7U);
  EXPECT_EQ(attempt.answer.token_cached, 100U);
  EXPECT_EQ(attempt.answer.token_cache_write, 20U);
  EXPECT_EQ(attempt.answer.response_id, "msg_a1");
  EXPECT_EQ(attempt.model, "claude-x");
  EXPECT_EQ(attempt.commit, repository_.find_commit(kContext, "main").value().id);
  EXPECT_TRUE(repository_.verify().value().is_sound());
}

TEST_F(SessionLog, AForkBecomesABranchAndTheLastPathIsInUse) {
  const SessionImport done = import_lines(ClaudeLog()
                                              .user("u1", "", "Hello")
                                              .says("a1", "u1", "Hi")
                                              .user("u2", "a1", "First")
                                              .says("a2", "u2", "One")
                                              .user("u3", "a1", "Second")
                                              .says("a3", "u3", "Two")
                                              .lines());
  EXPECT_EQ(done.contexts.front().branches, 1U);
  EXPECT_EQ(done.contexts.front().commits, 3U);
  const std::string current = repository_.current_branch(kContext).value();
  EXPECT_NE(current, "main");
  EXPECT_EQ(texts(kContext, current), (Texts{"Hello", "Hi", "Second"}));
  EXPECT_EQ(texts(kContext, "main"), (Texts{"Hello", "Hi", "First"}));
}

TEST_F(SessionLog, AnAnswerThatWasGivenTwiceIsKeptTwice) {
  const SessionImport done = import_lines(ClaudeLog()
                                              .user("u1", "", "Hello")
                                              .says("a1", "u1", "Hi")
                                              .says("b1", "u1", "Hello to you")
                                              .user("u2", "b1", "Thanks")
                                              .says("b2", "u2", "Welcome")
                                              .lines());
  EXPECT_EQ(done.contexts.front().commits, 2U);
  EXPECT_EQ(done.contexts.front().attempts, 3U);
  std::set<std::string> waiting;
  for (const BranchInfo& branch : repository_.branches(kContext).value()) {
    const Context context = repository_.open_context(kContext, {.branch = branch.name}).value();
    waiting.insert(context.preview().value());
  }
  EXPECT_TRUE(std::any_of(waiting.begin(), waiting.end(),
                          [](const std::string& thread) { return thread.find("\"Hi\"") != thread.npos; }));
  EXPECT_TRUE(std::any_of(waiting.begin(), waiting.end(),
                          [](const std::string& thread) { return thread.find("Welcome") != thread.npos; }));
}

TEST_F(SessionLog, ResultsOfSeveralCallsAreSentTogether) {
  import_lines(ClaudeLog()
                   .user("u1", "", "Look")
                   .assistant("a1", "u1", call("t1"), "msg_1")
                   .assistant("a2", "a1", call("t2"), "msg_1")
                   .result("r1", "a1", "t1")
                   .result("r2", "a2", "t2")
                   .says("a3", "r2", "Both done")
                   .lines());
  EXPECT_EQ(texts(kContext, "main"), (Texts{"Look", "t1", "t2", "t1", "t2"}));
  EXPECT_EQ(repository_.branches(kContext).value().size(), 1U);
}

TEST_F(SessionLog, ASubAgentHasAContextThatNamesTheCall) {
  const SessionImport done = import_lines(ClaudeLog()
                                              .user("u1", "", "Look")
                                              .assistant("a1", "u1", call("t1", R"({"prompt":"Search the code"})"))
                                              .in_agent("x7")
                                              .user("s1", "", "Search the code")
                                              .says("s2", "s1", "Found")
                                              .in_agent("")
                                              .result("r1", "a1", "t1")
                                              .says("a2", "r1", "It is there")
                                              .lines());
  ASSERT_EQ(done.contexts.size(), 2U);
  const SessionContext& side = done.contexts.back();
  EXPECT_EQ(side.name.rfind(kContext + "/agent-", 0), 0U);
  EXPECT_EQ(side.parent, kContext);
  EXPECT_EQ(texts(side.name, "main"), (Texts{"Search the code"}));
  const Context context = repository_.open_context(side.name).value();
  const auto found = context.latest().value().nodes().value();
  const auto first = std::find_if(found.begin(), found.end(), [](const NodeView& node) { return node.role == "user"; });
  ASSERT_NE(first, found.end());
  ASSERT_EQ(first->attributes.size(), 1U);
  EXPECT_EQ(canonical_json(first->attributes.front().value), R"({"call_id":"t1","context":"claude-code/s1"})");
}

const std::string kBoundary =
    R"({"type":"system","subtype":"compact_boundary","uuid":"c","parentUuid":null,"logicalParentUuid":"a2","sessionId":"s1","timestamp":"2026-01-02T03:05:00Z"})";

TEST_F(SessionLog, ACompactionCoversWhatWentAndKeepsIt) {
  import_lines(ClaudeLog()
                   .user("u1", "", "One")
                   .says("a1", "u1", "Two")
                   .user("u2", "a1", "Three")
                   .says("a2", "u2", "Four")
                   .raw(kBoundary)
                   .user("s", "c", "This session is being continued: four words")
                   .user("u3", "s", "Five")
                   .says("a3", "u3", "Six")
                   .lines());
  EXPECT_EQ(texts(kContext, "main"), (Texts{"This session is being continued: four words", "Five"}));
  // What was said before the boundary is a commit too: the request that asked for the summary had it.
  EXPECT_EQ(texts(kContext, "main@t-1"), (Texts{"One", "Two", "Three", "Four"}));
  const Context context = repository_.open_context(kContext).value();
  const auto summaries = context.select("[node_type='cb:summary']");
  const auto nodes = context.latest().value().nodes().value();
  EXPECT_TRUE(std::any_of(nodes.begin(), nodes.end(), [](const NodeView& node) {
    return std::any_of(node.attributes.begin(), node.attributes.end(),
                       [](const JsonMember& attribute) { return attribute.key == "data_covers"; });
  }));
}

TEST_F(SessionLog, WhatACompactionPreservesIsSentBehindTheSummary) {
  const std::string boundary =
      R"({"type":"system","subtype":"compact_boundary","uuid":"c","parentUuid":null,"logicalParentUuid":"a2","sessionId":"s1","timestamp":"2026-01-02T03:05:00Z","compactMetadata":{"preservedMessages":{"anchorUuid":"s","uuids":["u2","a2"]}}})";
  import_lines(ClaudeLog()
                   .user("u1", "", "One")
                   .says("a1", "u1", "Two")
                   .user("u2", "a1", "Three")
                   .says("a2", "u2", "Four")
                   .raw(boundary)
                   .user("s", "c", "Summary")
                   .user("u3", "a2", "Five")
                   .says("a3", "u3", "Six")
                   .lines());
  EXPECT_EQ(texts(kContext, "main"), (Texts{"Summary", "Three", "Four", "Five"}));
}

// ---- again, in pieces, interrupted ----

Lines long_log() {
  ClaudeLog log;
  log.user("u1", "", "One").says("a1", "u1", "Two").user("u2", "a1", "Three").says("a2", "u2", "Four");
  log.user("u3", "a1", "Other").assistant("a3", "u3", call("t1"), "m").assistant("b3", "a3", call("t2"), "m");
  log.result("r1", "a3", "t1").result("r2", "b3", "t2").says("a4", "r2", "Five").raw("no json").raw(kBoundary);
  log.user("s", "c", "Summary").user("u5", "s", "Six").says("a5", "u5", "Seven").in_agent("q").user("x1", "", "Task");
  log.says("x2", "x1", "Done").in_agent("").user("u6", "a5", "Eight").says("a6", "u6", "Nine");
  return log.lines();
}

std::set<std::string> commits_of(Repository& repository) {
  std::set<std::string> ids;
  for (const std::string& name : repository.contexts().value()) {
    for (const CommitInfo& commit : repository.log_all(name).value()) ids.insert(name + " " + commit.id.hex());
  }
  return ids;
}

std::size_t attempts_of(Repository& repository) {
  std::size_t count = 0;
  for (const std::string& name : repository.contexts().value()) {
    count += repository.context_contents(name).value().attempts;
  }
  return count;
}

TEST_F(SessionLog, ImportedTwiceIsImportedOnce) {
  import_lines(long_log());
  const auto before = commits_of(repository_);
  const std::size_t attempts = attempts_of(repository_);
  const SessionImport again = import_lines(long_log());
  for (const SessionContext& context : again.contexts) {
    EXPECT_EQ(context.commits, 0U) << context.name;
    EXPECT_EQ(context.attempts, 0U) << context.name;
    EXPECT_EQ(context.branches, 0U) << context.name;
  }
  EXPECT_EQ(commits_of(repository_), before);
  EXPECT_EQ(attempts_of(repository_), attempts);
}

TEST_F(SessionLog, AGrowingFileMakesTheSameCommits) {
  import_lines(long_log());
  const Lines lines = long_log();
  for (std::size_t step = 1; step <= 4; ++step) {
    Repository repository = Repository::open("memory:").value();
    SessionImporter importer(repository);
    const std::string path = file({}, "growing.jsonl");
    std::uint64_t told = 0;
    for (std::size_t count = step; count < lines.size() + step; count += step) {
      write_lines(path, lines, count);
      const auto done = importer.follow_file(path);
      if (!done && done.error().code == Code::Unsupported) continue;  // nothing yet that tells the format
      ASSERT_TRUE(done) << done.error().message;
      told += done->lines;
    }
    // Nothing is added any more: what waited for more of its answer is written.
    ASSERT_TRUE(importer.follow_file(path));
    EXPECT_EQ(told, lines.size()) << step;
    EXPECT_EQ(commits_of(repository), commits_of(repository_)) << step;
    EXPECT_EQ(attempts_of(repository), attempts_of(repository_)) << step;
  }
}

TEST_F(SessionLog, AnImportThatStoppedGoesOn) {
  import_lines(long_log());
  const Lines lines = long_log();
  for (std::size_t count = 1; count < lines.size(); ++count) {
    Repository repository = Repository::open("memory:").value();
    const std::string path = file({}, "stopped.jsonl");
    // A process that died has made the commits of some of the lines and not recorded their answers.
    write_lines(path, lines, count);
    {
      SessionImporter importer(repository, {.format = SessionFormat::ClaudeCode});
      ASSERT_TRUE(importer.follow_file(path));
    }
    write_lines(path, lines, lines.size());
    SessionImporter importer(repository);
    const auto done = importer.import_file(path);
    ASSERT_TRUE(done) << done.error().message;
    EXPECT_EQ(commits_of(repository), commits_of(repository_)) << count;
    EXPECT_EQ(attempts_of(repository), attempts_of(repository_)) << count;
    EXPECT_TRUE(repository.verify().value().is_sound());
  }
}

// ---- hostile logs ----

TEST_F(SessionLog, AUD_17_ASessionCannotChooseTheContextOfTheUser) {
  repository_.create_context("main").value();
  const std::vector<std::string> ids = {"main", "../main", "\\u001b[31mred", "a\\nb", std::string(5000, 'x')};
  for (const std::string& id : ids) {
    import_lines({R"({"type":"user","uuid":"u","sessionId":")" + id + R"(","message":{"role":"user","content":"x"}})",
                  R"({"type":"assistant","uuid":"a","parentUuid":"u","sessionId":")" + id +
                      R"(","message":{"role":"assistant","content":[{"type":"text","text":"y"}]}})"});
  }
  EXPECT_TRUE(repository_.context_contents("main").value().is_empty());
  for (const std::string& name : repository_.contexts().value()) {
    EXPECT_EQ(name.find_first_of("\x1b\n"), name.npos);
    EXPECT_TRUE(name == "main" || name.rfind("claude-code/", 0) == 0) << name;
  }
}

TEST_F(SessionLog, LinesThatAreNoMessagesAreNamed) {
  const std::string deep(100000, '[');
  const SessionImport done = import_lines(
      {R"({"type":"user","uuid":"u","sessionId":"s","message":{"role":"user","content":"x"}})", "", "7", deep,
       R"({"type":"user","uuid":"v","sessionId":"s","parentUuid":"v","message":"x"})",
       R"({"type":"user","uuid":"w","sessionId":"s","message":{"role":"user","content":[{"type":7}]}})",
       R"({"type":"user","sessionId":"s","message":{"role":"user","content":"x"}})",
       R"({"type":"assistant","uuid":"z","parentUuid":"z","sessionId":"s","message":{"role":"assistant","content":"y"}})"});
  EXPECT_EQ(done.lines, 8U);
  EXPECT_EQ(done.lines, done.imported + done.noted + done.unknown.size());
  std::vector<std::uint64_t> numbers;
  for (const LogLine& line : done.unknown) numbers.push_back(line.number);
  EXPECT_EQ(numbers, (std::vector<std::uint64_t>{3, 4, 5, 6, 7}));
}

TEST_F(SessionLog, AFileThatIsNoLogIsRefused) {
  SessionImporter importer(repository_);
  const auto text = importer.import_file(file({"some text"}, "text.jsonl"));
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().code, Code::Unsupported);
  EXPECT_FALSE(importer.import_file(folder_.path().string()));
  EXPECT_FALSE(importer.import_file((folder_.path() / "absent").string()));
  EXPECT_TRUE(repository_.contexts().value().empty());
}

TEST_F(SessionLog, TenThousandRequests) {
  ClaudeLog log;
  std::string last;
  for (int number = 0; number < 10000; ++number) {
    const std::string own = std::to_string(number);
    log.user("u" + own, last, "Question " + own).says("a" + own, "u" + own, "Answer " + own);
    last = "a" + own;
  }
  const SessionImport done = import_lines(log.lines());
  EXPECT_EQ(done.contexts.front().commits, 10000U);
  EXPECT_EQ(done.contexts.front().attempts, 10000U);
  EXPECT_EQ(repository_.branches(kContext).value().front().cycle, 10000U);
}

}  // namespace
}  // namespace latewood::test
