// A selector on the command line is obeyed or refused (AUD-05), and what `select` notes beside its answer is true
// (AUD-12).
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "cli/command_output.h"

namespace latewood::test {
namespace {

namespace fs = std::filesystem;

class Selectors : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::string name = ::testing::UnitTest::GetInstance()->current_test_info()->name();
    folder_ = fs::path(::testing::TempDir()) / ("selectors_" + name);
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    run("init");
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string run(const std::string& arguments) const {
    return output_of(arguments + " --store '" + (folder_ / "s.db").string() + "'");
  }
  bool is_refused(const std::string& arguments) const { return run(arguments).find("error[") != std::string::npos; }

  void insert(const std::string& id, const std::string& role) const {
    EXPECT_EQ(run("insert --id " + id + " --role " + role + " 'text of " + id + "'"), id + "\n");
  }

  // `diff` reports a question of the user and an answer of the assistant.
  void expect_limited(const std::string& diff) const {
    EXPECT_NE(run(diff).find("question"), std::string::npos) << diff;
    const std::string limited = run(diff + " \".cb[role='assistant']\"");
    EXPECT_NE(limited.find("answer"), std::string::npos) << diff << ": " << limited;
    EXPECT_EQ(limited.find("question"), std::string::npos) << diff << ": " << limited;
    EXPECT_TRUE(is_refused(diff + " '.cb['")) << diff;
    EXPECT_TRUE(is_refused(diff + " '@t0 .cb'")) << diff;
  }

  const std::vector<std::string> forms_ = {"",           " --detail",        " --stat", " --stat --json",
                                           " --unified", " --unified --json"};

 private:
  fs::path folder_;
};

TEST_F(Selectors, AUD_05_ADiffIsLimitedToThemInEveryForm) {
  insert("first", "user");
  run("commit");
  insert("question", "user");
  insert("answer", "assistant");
  run("commit");
  for (const std::string& form : forms_) expect_limited("diff @t-1 @t0" + form);
}

TEST_F(Selectors, AUD_05_ADiffBeforeTheFirstCommitIsLimitedToThem) {
  insert("question", "user");
  insert("answer", "assistant");
  for (const std::string& form : forms_) expect_limited("diff @t0 working" + form);
}

TEST_F(Selectors, AUD_05_ADiffOfUnitsIsLimitedToThem) {
  insert("first", "user");
  run("commit");
  insert("question", "user");
  insert("answer", "assistant");
  run("commit");
  const std::string limited = run("diff @t-1 @t0 --units \".cb[role='assistant']\"");
  EXPECT_NE(limited.find("answer"), std::string::npos) << limited;
  EXPECT_EQ(limited.find("question"), std::string::npos) << limited;
  EXPECT_TRUE(is_refused("diff @t-1 @t0 --units '.cb['"));
}

TEST_F(Selectors, AUD_12_OnlyEditsAreNotCommittedYet) {
  const std::string note = "not committed yet";
  insert("question", "user");
  EXPECT_NE(run("select \".cb[role='user']\"").find(note), std::string::npos);
  EXPECT_EQ(run("select \".cb[role='tool']\"").find(note), std::string::npos);
  run("commit");
  for (const char* selector : {"^ah *", ".mt:depth(1)", ".mt:last", ":depth(2)", "^ah .mt", ".cb", "*"}) {
    EXPECT_EQ(run("select '" + std::string(selector) + "'").find(note), std::string::npos) << selector;
  }
}

TEST_F(Selectors, AUD_12_AMisspeltNameGetsAHint) {
  insert("question", "user");
  run("commit");
  EXPECT_EQ(run("select .cb:frist"), "note: 'cb:frist' is a type; did you mean '.cb:first'?\n[]\n");
  EXPECT_EQ(run("select \".cb[rol='user']\""), "note: no node has an attribute 'rol'; did you mean 'role'?\n[]\n");
  EXPECT_EQ(run("select .cb:first"), "[\"question\"]\n");
}

TEST_F(Selectors, AUD_12_ContentIsSearchedByAnotherVerb) {
  insert("question", "user");
  run("commit");
  EXPECT_EQ(run("select \"[content='text of question']\""),
            "note: [content] never matches: content is not an attribute; `latewood grep` searches content\n[]\n");
  EXPECT_NE(run("grep 'text of question'").find("question"), std::string::npos);
}

}  // namespace
}  // namespace latewood::test
