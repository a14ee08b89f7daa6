// Many processes that insert into one branch of one store: all blocks are there, and no call fails.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "latewood/json_text.h"
#include "latewood/session.h"
#include "support/operations/story.h"
#include "support/store/place.h"
#include "support/store/postgres_server.h"
#include "support/transcript.h"

namespace latewood::test {
namespace {

namespace fs = std::filesystem;

constexpr int kInserts = 12;

CommandResult run_in(const fs::path& folder, const std::string& url, const std::string& command) {
  return run_command(
      "latewood " + command, folder,
      {{"PATH", std::string(LATEWOOD_CLI_FOLDER) + ":/usr/bin:/bin"}, {"LC_ALL", "C.UTF-8"}, {"LATEWOOD_STORE", url}});
}

std::size_t count_of(const std::string& json, const std::string& member) {
  const auto value = parse_json_text(json);
  const JsonValue* list = value ? (member.empty() ? &*value : value->find(member)) : nullptr;
  return list == nullptr || list->as_array() == nullptr ? 0 : list->as_array()->size();
}

// The calls of one process: inserts, and a commit after each four.
std::string calls_of(int writer) {
  std::string lines;
  for (int i = 0; i < kInserts; ++i) {
    lines += R"({"op":"insert","args":{"role":"user","content":"x","id":"w)" + std::to_string(writer) + "-" +
             std::to_string(i) + "\"}}\n";
    if (i % 4 == 3) lines += "{\"op\":\"commit\"}\n";
  }
  return lines;
}

// Each writer is a process that stays open, or one process for each edit.
enum class Process { Stays, ForEachEdit };

void write_all(const fs::path& folder, const std::string& url, int writer, Process process) {
  const std::string name = "calls-" + std::to_string(writer);
  if (process == Process::Stays) {
    std::ofstream(folder / name) << calls_of(writer);
    const CommandResult done = run_in(folder, url, "call - < " + name);
    EXPECT_EQ(done.exit_code, 0) << done.output;
    EXPECT_EQ(done.output.find("\"error\""), std::string::npos) << done.output;
    return;
  }
  for (int i = 0; i < kInserts; ++i) {
    const std::string id = "w" + std::to_string(writer) + "-" + std::to_string(i);
    const CommandResult done = run_in(folder, url, "insert --role user --id " + id + " x");
    EXPECT_EQ(done.exit_code, 0) << done.output;
    if (i % 4 != 3) continue;
    const CommandResult committed = run_in(folder, url, "commit");
    EXPECT_EQ(committed.exit_code, 0) << committed.output;
  }
}

void expect_nothing_lost(const std::string& url, int writers, Process process) {
  const TempFolder folder;
  ASSERT_EQ(run_in(folder.path(), url, "init").exit_code, 0);
  std::vector<std::thread> threads;
  for (int writer = 0; writer < writers; ++writer) {
    threads.emplace_back([&, writer] { write_all(folder.path(), url, writer, process); });
  }
  for (std::thread& thread : threads) thread.join();
  Session session(url);
  called(session, "commit", "{}");
  const auto all = static_cast<std::size_t>(writers * kInserts);
  EXPECT_EQ(count_of(called(session, "select", R"({"selector":"@t0 .cb"})"), ""), all);
  EXPECT_EQ(count_of(called(session, "log", "{}"), "commits"), all / 4 + 1);
  EXPECT_EQ(count_of(called(session, "verify", "{}"), "wrong"), 0U);
}

TEST(ManyWriters, NothingIsLostOnAServer) {
  PostgresServer* server = PostgresServer::shared();
  ASSERT_NE(server, nullptr);
  for (const int writers : {2, 4, 8}) expect_nothing_lost(server->new_schema(), writers, Process::Stays);
  expect_nothing_lost(server->new_schema(), 3, Process::ForEachEdit);
}

TEST(ManyWriters, NothingIsLostInAFile) {
  const TempFolder folder;
  for (const int writers : {2, 8}) {
    expect_nothing_lost((folder.path() / (std::to_string(writers) + ".db")).string(), writers, Process::Stays);
  }
}

// Of two that expect one parent the second learns both ids, whatever the store.
TEST(ManyWriters, TheSecondWithOneExpectedParentGetsBothIdsOnAServer) {
  PostgresServer* server = PostgresServer::shared();
  ASSERT_NE(server, nullptr);
  const std::string url = server->new_schema();
  Session one(url);
  Session other(url);
  called(one, "init", "{}");
  const auto commit_id = [](const std::string& report) {
    return *parse_json_text(report)->find("commit_id")->as_string();
  };
  const std::string first = commit_id(called(one, "commit", R"({"expected_parent":null})"));
  const std::string expected = R"({"expected_parent":")" + first + "\"}";
  const std::string second = commit_id(called(other, "commit", expected));
  const auto refused = one.call("commit", expected);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().rule, "E_CONFLICT");
  EXPECT_NE(refused.error().message.find(first), std::string::npos) << refused.error().message;
  EXPECT_NE(refused.error().message.find(second), std::string::npos) << refused.error().message;
}

}  // namespace
}  // namespace latewood::test
