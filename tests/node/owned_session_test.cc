// The part of the addon for Node.js that does not know of Node.js.
#include "node/native/owned_session.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "latewood/errors.h"
#include "support/store/place.h"

namespace latewood::node {
namespace {

std::string store_in(const test::TempFolder& folder) { return (folder.path() / "suite.db").string(); }

// What the forked process says as its exit status.
enum ForkStatus : int { kRefused = 3, kAllowed = 4 };

TEST(OwnedSession, IsRefusedInAForkedProcessAndStaysGoodInTheFirst) {
  const test::TempFolder folder;
  OwnedSession session(store_in(folder), {});
  ASSERT_TRUE(session.call("init", "{}", {}));
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const auto answer = session.call("insert", R"({"content":"from the fork"})", {});
    ::_exit(!answer && answer.error().code == Code::Unsupported ? kRefused : kAllowed);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(WEXITSTATUS(status), kRefused);
  EXPECT_TRUE(session.call("insert", R"({"content":"from the first"})", {}));
  const auto all = session.call("select", R"({"selector":".cb","working":true})", {});
  ASSERT_TRUE(all) << all.error().message;
  EXPECT_EQ(all->find(','), std::string::npos) << *all;
}

// A destructor in the fork would close the connection of SQLite and remove its log.
TEST(OwnedSession, OfAForkedProcessIsLeftAloneByItsEnd) {
  const test::TempFolder folder;
  auto session = std::make_unique<OwnedSession>(store_in(folder), SessionOptions{});
  ASSERT_TRUE(session->call("init", "{}", {}));
  const auto log = std::filesystem::path(store_in(folder) + "-wal");
  ASSERT_TRUE(std::filesystem::exists(log));
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    session.reset();
    ::_exit(0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(std::filesystem::exists(log));
  EXPECT_TRUE(session->call("insert", R"({"content":"still open"})", {}));
}

TEST(SessionOptionsText, IsCheckedMemberByMember) {
  struct Case {
    const char* json;
    const char* message;
  };
  const Case cases[] = {
      {R"({"scope":"all"})", R"(option "scope" must be read, write or admin)"},
      {R"({"system":"yes"})", R"(option "system" must be refuse, request or allow)"},
      {R"({"clock":"sun"})", R"(option "clock" must be host or logical)"},
      {R"({"actor":7})", R"(option "actor" must be a text)"},
      {R"({"colour":"green"})",
       R"(option "colour" must be one of actor, branch, clock, context, profile, scope, system and tokens)"},
  };
  for (const Case& one : cases) {
    const auto options = read_session_options(one.json);
    ASSERT_FALSE(options) << one.json;
    EXPECT_EQ(options.error().rule, errors::kOptionInvalid) << one.json;
    EXPECT_EQ(options.error().message, one.message);
  }
  const auto options = read_session_options(
      R"({"actor":"a","branch":"b","clock":"logical","context":"c","profile":"p","scope":"write","system":"allow"})");
  ASSERT_TRUE(options);
  EXPECT_EQ(options->actor + options->branch + options->context + options->profile, "abcp");
  EXPECT_EQ(options->scope, Scope::Write);
  EXPECT_EQ(options->system, SystemText::Allow);
  EXPECT_NE(options->clock, nullptr);
}

}  // namespace
}  // namespace latewood::node
