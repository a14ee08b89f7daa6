// Without the tools that write, nothing changes a store.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "mcp/exchange.h"
#include "operations/table/table.h"
#include "support/operations/story.h"

namespace latewood::test {
namespace {

using Files = std::map<std::string, std::string>;

Files files_of(const std::filesystem::path& folder) {
  Files files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream in(entry.path(), std::ios::binary);
    files[entry.path().filename()] = {std::istreambuf_iterator<char>(in), {}};
  }
  return files;
}

class McpReading : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "latewood_mcp_XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
    { const Session story = story_session(url()); }
    before_ = files_of(folder_);
    ASSERT_FALSE(before_.empty());
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string url() const { return (folder_ / "store.db").string(); }

  std::filesystem::path folder_;
  Files before_;
};

// Every name of a tool and of an operation is called with good arguments, by a server that offers only what reads and
// by one that wrongly offers what writes: the session refuses.
TEST_F(McpReading, NoCallChangesAByte) {
  for (const Scope offered : {Scope::Read, Scope::Admin}) {
    {
      Session session(url(), {.scope = Scope::Read, .system = SystemText::Refuse});
      const McpServer server(session, {.scope = offered});
      for (const operations::Row* row : operations::table()) {
        const JsonValue answer = called_tool(server, std::string(row->name), std::string(row->example));
        if (row->scope == Scope::Read) continue;
        const bool is_refused = fault_code(answer) == -32602 || at(answer, "result", "isError") == JsonValue(true);
        EXPECT_TRUE(is_refused) << row->name << json_text_of(answer);
      }
      for (const std::string& name : mcp_tool_names()) called_tool(server, name);
      asked(server, "resources/list");
      asked(server, "resources/read", R"({"uri":"latewood://main/@t0/thread"})");
    }
    EXPECT_EQ(files_of(folder_), before_);
  }
}

TEST_F(McpReading, SeesWhatAnotherWriterCommits) {
  Session reading(url(), {.scope = Scope::Read, .system = SystemText::Refuse});
  const McpServer server(reading);
  const auto commits = [&server] {
    return at(called_tool(server, "log"), "result", "structuredContent", "commits").as_array()->size();
  };
  Session writing(url());
  const std::size_t before = commits();
  called(writing, "insert", R"({"content":"later"})");
  called(writing, "commit", "{}");
  EXPECT_EQ(commits(), before + 1);
}

}  // namespace
}  // namespace latewood::test
