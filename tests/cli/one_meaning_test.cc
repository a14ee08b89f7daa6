// R-18: the same edits mean the same on every road. A conversation that is typed, made by library calls, and imported
// as a log ends in the same state_root.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "canon/json_reader.h"
#include "canon/json_writer.h"
#include "latewood/chat_log.h"
#include "latewood/context.h"
#include "latewood/exchange.h"
#include "support/context_probe.h"
#include "support/random/random.h"
#include "support/transcript.h"

namespace latewood::test {
namespace {

namespace fs = std::filesystem;

struct Message {
  std::string role;
  std::string text;
};
using Conversation = std::vector<Message>;

Conversation random_conversation(Random& random) {
  Conversation messages;
  if (random.chance(60)) messages.push_back({"system", "Answer briefly."});
  for (std::size_t count = 1 + random.below(4); count > 0; --count) {
    messages.push_back({"user", "question " + std::to_string(random.below(100))});
    messages.push_back({"assistant", "answer " + std::to_string(random.below(100))});
  }
  return messages;
}

// Whether a turn of an imported log ends before this message.
bool opens_turn(const Conversation& messages, std::size_t at) {
  return messages[at].role == "assistant" && at > 0 && messages[at - 1].role != "system";
}

std::string root_of(const Context& context) { return context.latest()->report().state_root.hex(); }

std::string root_by_library(const Conversation& messages) {
  Context context = open_system_context();
  for (std::size_t at = 0; at < messages.size(); ++at) {
    if (opens_turn(messages, at)) context.commit().value();
    Component component;
    component.role = messages[at].role;
    component.content = JsonValue(messages[at].text);
    context.insert(component, messages[at].role == "system" ? -1 : 0).value();
  }
  context.commit().value();
  return root_of(context);
}

std::string log_of(const Conversation& messages) {
  JsonValue::Array list;
  for (const Message& message : messages) {
    list.push_back(make_object({{"role", JsonValue(message.role)}, {"content", JsonValue(message.text)}}));
  }
  return canonical_json(JsonValue(std::move(list)));
}

std::string root_by_import(const Conversation& messages) {
  Context context = open_system_context();
  const auto logs = parse_chat_logs(log_of(messages), ChatFormat::OpenAi);
  import_chat(context, logs->conversations.front()).value();
  return root_of(context);
}

class CommandLine {
 public:
  CommandLine() {
    std::string name = (fs::temp_directory_path() / "latewood-XXXXXX").string();
    EXPECT_NE(mkdtemp(name.data()), nullptr) << name;
    folder_ = name;
  }
  ~CommandLine() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  const fs::path& folder() const { return folder_; }

  std::string run(const std::string& arguments) const {
    const CommandResult done = run_command("latewood " + arguments, folder_,
                                           {{"PATH", std::string(LATEWOOD_CLI_FOLDER) + ":/usr/bin:/bin"},
                                            {"LC_ALL", "C.UTF-8"},
                                            {"LATEWOOD_CLOCK", "logical"}});
    EXPECT_EQ(done.exit_code, 0) << arguments << ": " << done.output;
    return done.output;
  }

  std::string root(const std::string& options = "") const {
    const auto shown = parse_json(run("show @t0 --json " + options));
    return *shown->find("state_root")->as_string();
  }

 private:
  fs::path folder_;
};

std::string root_by_typing(const Conversation& messages) {
  const CommandLine line;
  line.run("init");
  for (std::size_t at = 0; at < messages.size(); ++at) {
    if (opens_turn(messages, at)) line.run("commit");
    const Message& message = messages[at];
    const std::string where = message.role == "system" ? "--depth -1 --system " : "";
    line.run("insert " + where + "--role " + message.role + " '" + message.text + "'");
  }
  line.run("commit");
  return line.root();
}

std::string root_by_typed_import(const Conversation& messages) {
  const CommandLine line;
  std::ofstream(line.folder() / "log.json") << log_of(messages);
  line.run("import --log openai log.json");
  return line.root();
}

TEST(OneMeaning, R_18_AConversationHasOneRootOnEveryRoad) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    Random random(seed);
    const Conversation messages = random_conversation(random);
    const std::string expected = root_by_library(messages);
    EXPECT_EQ(root_by_import(messages), expected) << seed;
    EXPECT_EQ(root_by_typing(messages), expected) << seed;
    EXPECT_EQ(root_by_typed_import(messages), expected) << seed;
  }
}

// The flat log of the specification names its blocks, so the other roads name them too.
TEST(OneMeaning, R_18_AFlatLogIsWhatItsEntriesAre) {
  const std::string log = R"([{"role":"user","content":"hi"},{"role":"tool","content":{"n":1}}])";
  Context imported = open_system_context();
  insert_flat_log(imported, log).value();
  imported.commit().value();
  const CommandLine line;
  line.run("init");
  line.run("insert --id cb:u1 --role user hi");
  line.run(R"(insert --id cb:t1 --role tool --json-content '{"n":1}')");
  line.run("commit");
  EXPECT_EQ(line.root(), root_of(imported));
}

// Every option of an edit, beside the member of the component that it stands for.
TEST(OneMeaning, R_18_OptionsAreTheMembersOfAComponent) {
  Context context = open_system_context();
  Component component;
  component.id = "a";
  component.role = "user";
  component.content = JsonValue("text");
  context.insert(component).value();
  context
      .insert({.content = JsonValue("s"), .id = "b", .ttl = 3, .offset = 1, .priority = 2, .node_type = "cb:summary"})
      .value();
  context.insert({.id = "c", .offset = -1, .removable = true, .key = "k", .provenance = "p"}).value();
  context.insert({.kind = "note", .content = JsonValue(std::int64_t{7}), .id = "d", .offset = 2}).value();
  context.commit().value();
  context.replace("a", {JsonValue("other"), {}}).value();
  context.delete_nodes({"d"}).value();
  context.move({"b"}, 0).value();
  context.commit().value();

  const CommandLine line;
  line.run("init");
  line.run("insert --id a --role user text");
  line.run("insert --id b --type cb:summary --offset 1 --ttl 3 --priority 2 s");
  line.run("insert --id c --offset -1 --removable --key k --provenance p --empty");
  line.run("insert --id d --offset 2 --kind note --json-content 7");
  line.run("commit");
  line.run("replace a other");
  line.run("delete d");
  line.run("move b --depth 0");
  line.run("commit");
  EXPECT_EQ(line.root(), root_of(context));
}

}  // namespace
}  // namespace latewood::test
