// Every row of the table, by each of its doors: the C++ session, `call`, `call -`, the `--json` of its verb, and MCP.
// They give the same bytes.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "latewood/json_text.h"
#include "latewood/mcp.h"
#include "latewood/operation.h"
#include "support/operations/story.h"
#include "support/store/place.h"
#include "support/transcript.h"

namespace latewood::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStore = "latewood.db";

// The command whose `--json` is the row, called with the arguments of its example.
const std::map<std::string, std::string>& commands() {
  static const std::map<std::string, std::string> kCommands = {
      {"init", "init --context planner"},
      {"contexts", "context"},
      {"create_context", "context create planner"},
      {"rename_context", "context rename main garden"},
      {"delete_context", "context delete main --force"},
      {"branches", "branch"},
      {"create_branch", "branch try @t-1"},
      {"delete_branch", "branch -d other"},
      {"switch", "switch other"},
      {"fork", "fork again @t-1"},
      {"tags", "tag"},
      {"create_tag", "tag good @t-1"},
      {"delete_tag", "tag -d start"},
      {"policy", "policy"},
      {"set_policy", "policy set --turns 40:30"},
      {"overlaps", "overlaps"},
      {"set_overlaps", "overlaps demote"},
      {"config", "config"},
      {"set_config", "config profile anthropic"},
      {"insert", "insert 'Why does the oak drop leaves in July?' --role user"},
      {"replace", "replace question 'Why does the beech drop leaves in July?'"},
      {"delete", "delete thanks"},
      {"move", "move thanks --depth 1"},
      {"pin", "pin question --holder planner"},
      {"unpin", "unpin prompt --holder planner"},
      {"restore", "restore draft"},
      {"append", R"(append '[{"role":"user","content":"And the beech?"}]')"},
      {"commit", "commit -m 'first turn'"},
      {"apply", R"(apply '[{"op":"insert","args":{"role":"user","content":"Hello"}},)"
                R"({"op":"insert","args":{"role":"assistant","content":"Hi","attributes":{"data_refs":["$0.id"]}}}]')"
                " -m greetings"},
      {"reset", "reset"},
      {"rebase", "rebase"},
      {"undo", "undo --dry-run"},
      {"request", R"(request --profile openai --model large --params '{"max_tokens":200}')"},
      {"complete", "complete answer.json"},
      {"attempts", "attempt list"},
      {"begin_attempt", "attempt begin --provider acme --model large"},
      {"end_attempt", "attempt end 1 --reply 'You are welcome.'"},
      {"append_event", "event add mail 'You have mail' --kind tool"},
      {"streams", "event list"},
      {"events", "event list mail"},
      {"admit", R"(admit --policy '{"max_events":2}')"},
      {"doctor", "doctor"},
      {"hash", "hash content node.json"},
      {"import", "import --log openai --context chat chat.json"},
      {"propose", R"(propose --proposer reviewer '[{"op":"delete","args":{"nodes":["answer"]}}]')"},
      {"admission", "show --admission @t0"},
      {"explain", "explain '^seq .mt:depth(1) .cb'"},
      {"log", "log -n 10"},
      {"map", "map answer --profile openai"},
      {"plan", "plan --profile openai"},
      {"simulate", R"(simulate --profile openai --policy '{"turns":{"trigger":8,"target":4}}')"},
      {"spans", "export --otlp"},
      {"report", "report --profile openai"},
      {"recommend_policy", "policy recommended --limit 32000 --profile anthropic"},
      {"prefix", "prefix @t-1 @t0 --profile anthropic"},
      {"preview", "preview --profile openai"},
      {"proposals", "show --proposals @t0"},
      {"receipt", "show --receipt @t0"},
      {"render", "render --profile openai"},
      {"select", "select \"@t0 .cb[role='user']\""},
      {"show", "show answer @t0"},
      {"slice", "why --slice answer"},
      {"stats", "stats -n 10"},
      {"status", "status"},
      {"why", "why answer"},
      {"verify", "verify"},
      {"replay", "replay @t-1"},
      {"fsck", "fsck --tables"},
      {"gc", "gc --dry-run"},
      {"purge", "purge question --dry-run"},
      {"backup", "backup monday.db"},
      {"blame", "blame @t0"},
      {"diff", "diff @t-1 @t0 --unified"},
      {"grep", "grep soil -i @c1..@t0"},
      {"tree", "tree @t0 -n 2"},
  };
  return kCommands;
}

// Rows that no verb prints, with the reason.
const std::map<std::string, std::string>& without_verb() {
  static const std::map<std::string, std::string> kRows = {
      {"export", "the verb prints the document itself"},
      {"reconcile", "`append --full` reads the request from a file"},
      {"repair", "`fsck --repair` prints it before the answer of `fsck`"},
      {"warp", "the verb has a name for each product"},
      {"outline", "`tree` is for people"},
      {"timeline", "`stats` and `log` are for people"},
  };
  return kRows;
}

// Rows whose command has no option for a member of the example; the command stands for the arguments here.
const std::map<std::string, std::string>& other_arguments() {
  static const std::map<std::string, std::string> kArguments = {
      {"blame", R"({"moment":"@t0"})"},
      {"grep", R"({"pattern":"soil","ignore_case":true,"moment":"@c1..@t0"})"},
      {"plan", R"({"profile":"openai"})"},
      {"simulate", R"({"profile":"openai","settings":[{"name":"{\"turns\":{\"trigger\":8,\"target\":4}}",)"
                   R"("policy":{"turns":{"trigger":8,"target":4}}}]})"},
      {"spans", "{}"},
      {"tree", R"({"moment":"@t0","turns":2})"},
  };
  return kArguments;
}

// A folder with the store of the story and the files that commands read; what a command makes of it.
class EveryDoor : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    story_ = new TempFolder();
    { const Session story = story_session((story_->path() / kStore).string()); }
    const auto complete = find_operation("complete");
    const auto example = parse_json_text(complete->example);
    std::ofstream(story_->path() / "answer.json") << json_text_of(*example->find("response"));
    const auto import = parse_json_text(find_operation("import")->example);
    std::ofstream(story_->path() / "chat.json") << *import->find("text")->as_string();
    std::ofstream(story_->path() / "node.json") << R"({"role":"user","content":"Hello"})";
    std::ofstream(story_->path() / "cases.json") << R"([{"name":"none","rule_ids":[]}])";
  }
  static void TearDownTestSuite() { delete story_; }

  // What `act` gives in a copy of the folder.
  template <class Act>
  static std::string in_copy(Act act) {
    const TempFolder folder;
    fs::copy(story_->path(), folder.path(), fs::copy_options::recursive);
    return act(folder.path());
  }

  static std::string by_session(const std::string& operation, const std::string& arguments) {
    return in_copy([&](const fs::path& folder) {
      const fs::path before = fs::current_path();
      fs::current_path(folder);
      std::string answer;
      {
        Session session(kStore, {.clock = make_logical_clock()});
        answer = called(session, operation, arguments);
      }
      fs::current_path(before);
      return answer + "\n";
    });
  }

  static std::string by_command(const std::string& command, const std::string& input = {}) {
    return in_copy([&](const fs::path& folder) {
      if (!input.empty()) std::ofstream(folder / "input") << input;
      const std::string redirected = command + (input.empty() ? " < /dev/null" : " < input") + " 2> /dev/null";
      return run_command(redirected, folder,
                         {{"PATH", std::string(LATEWOOD_CLI_FOLDER) + ":/usr/bin:/bin"},
                          {"LC_ALL", "C.UTF-8"},
                          {"LATEWOOD_CLOCK", "logical"}})
          .output;
    });
  }

  // The text of the tool's answer; nullopt if there is no such tool.
  static std::optional<std::string> by_mcp(const std::string& operation, const std::string& arguments) {
    const std::vector<std::string> tools = mcp_tool_names();
    if (std::find(tools.begin(), tools.end(), operation) == tools.end()) return std::nullopt;
    return in_copy([&](const fs::path& folder) {
      Session session((folder / kStore).string(), {.scope = Scope::Write, .clock = make_logical_clock()});
      const McpServer server(session, {.scope = Scope::Write});
      const auto answer =
          server.answer(read_mcp_message(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":")" +
                                         operation + R"(","arguments":)" + arguments + "}}"));
      const auto value = answer ? parse_json_text(*answer) : JsonValue();
      const JsonValue* result = value ? value->find("result") : nullptr;
      const JsonValue* content = result == nullptr ? nullptr : result->find("content");
      if (content == nullptr) return "no content: " + answer.value_or("");
      return *content->as_array()->front().find("text")->as_string() + "\n";
    });
  }

  static TempFolder* story_;
};

TempFolder* EveryDoor::story_ = nullptr;

std::string quoted(const std::string& text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

// The result as the command line prints it: a list on lines of its own.
std::string as_lines(const std::string& result, const std::string& member) {
  const auto value = parse_json_text(result);
  const JsonValue* list = member.empty() || !value ? nullptr : value->find(member);
  if (list == nullptr || list->as_array() == nullptr) return result;
  std::string lines;
  for (const JsonValue& one : *list->as_array()) lines += json_text_of(one) + "\n";
  return lines;
}

TEST_F(EveryDoor, CallGivesTheBytesOfTheSession) {
  for (const Operation& row : list_operations()) {
    const std::string expected = by_session(row.name, row.example);
    EXPECT_EQ(by_command("latewood call " + row.name + " " + quoted(row.example)), expected) << row.name;
    const std::string line = R"({"op":")" + row.name + R"(","args":)" + row.example + "}\n";
    const std::string result = expected.substr(0, expected.size() - 1);
    EXPECT_EQ(by_command("latewood call -", line), R"({"result":)" + result + "}\n") << row.name;
  }
}

TEST_F(EveryDoor, TheVerbPrintsTheRow) {
  for (const Operation& row : list_operations()) {
    const auto command = commands().find(row.name);
    if (command == commands().end()) {
      EXPECT_TRUE(without_verb().contains(row.name)) << row.name << " has neither a verb here nor a reason";
      continue;
    }
    const auto other = other_arguments().find(row.name);
    const std::string arguments = other == other_arguments().end() ? row.example : other->second;
    const std::string expected = as_lines(by_session(row.name, arguments), row.lines);
    EXPECT_EQ(by_command("latewood " + command->second + " --json"), expected) << row.name;
  }
}

TEST_F(EveryDoor, AToolGivesTheBytesOfTheSession) {
  for (const Operation& row : list_operations()) {
    const auto answer = by_mcp(row.name, row.example);
    if (!answer) continue;
    const std::string expected = by_session(row.name, row.example);
    // A result that is not always an object of named members stands in the member `result`.
    const std::string wrapped = R"({"result":)" + expected.substr(0, expected.size() - 1) + "}\n";
    EXPECT_TRUE(*answer == expected || *answer == wrapped) << row.name << "\n" << *answer << expected;
  }
}

TEST_F(EveryDoor, VerbsThatPrintAPartOfARowPrintItsBytes) {
  const std::string document = by_session("export", R"({"moment":"@t-1"})");
  EXPECT_EQ(by_command("latewood export @t-1"), *parse_json_text(document)->find("document")->as_string() + "\n");
  EXPECT_EQ(by_command("latewood warp rule-pack cases.json --json"),
            as_lines(by_session("warp", find_operation("warp")->example), "cases"));
  EXPECT_EQ(by_command("latewood fsck --repair --json"), by_session("repair", "{}") + by_session("fsck", "{}"));
}

}  // namespace
}  // namespace latewood::test
