// What fsck says of a store whose rows are sound and do not fit together.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <algorithm>
#include <string>
#include <vector>

#include "support/store/history.h"
#include "support/store/place.h"
#include "support/store/sqlite_vandal.h"

namespace latewood::test {
namespace {

using Lines = std::vector<std::string>;

class FsckNames : public testing::Test {
 protected:
  void SetUp() override { history_.grow(2); }

  store::WriteBatch batch() {
    store::WriteBatch batch;
    batch.context = history_.store().find_context("main")->value().key;
    return batch;
  }
  store::Head head() { return history_.store().find_ref(batch().context, "main")->value(); }

  Lines found_after(const store::WriteBatch& batch) {
    EXPECT_TRUE(history_.store().write(batch));
    return *history_.repository().fsck();
  }

  StoredHistory history_;
};

TEST_F(FsckNames, ABranchWithAnotherCycleThanItsCommit) {
  store::WriteBatch wrong = batch();
  wrong.refs.push_back({"main", head().id, store::Head{head().id, 7}});
  EXPECT_EQ(found_after(wrong),
            Lines{"context main, branch main: it names cycle 7 for commit " + head().id.hex() + ", which has cycle 2"});
}

TEST_F(FsckNames, ATagWithAnotherCycleThanItsCommit) {
  store::WriteBatch wrong = batch();
  wrong.tags.push_back({"good", store::Head{head().id, 7}});
  EXPECT_EQ(found_after(wrong),
            Lines{"context main, tag good: it names cycle 7 for commit " + head().id.hex() + ", which has cycle 2"});
}

TEST_F(FsckNames, ABranchInUseThatIsNotThere) {
  store::WriteBatch wrong = batch();
  wrong.states.push_back({"branch", "gone"});
  EXPECT_EQ(found_after(wrong), Lines{"context main, branch gone: it is the current branch and is missing"});
}

// Whatever has a meaning is read.
TEST_F(FsckNames, StatesThatMeanNothing) {
  store::WriteBatch wrong = batch();
  wrong.states.push_back({"policy/main", "{"});
  wrong.states.push_back({"admission/main", "nothing"});
  wrong.states.push_back({"of somebody else", "{"});
  const Lines found = found_after(wrong);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_TRUE(found[0].starts_with("context main, state admission/main: ")) << found[0];
  EXPECT_TRUE(found[1].starts_with("context main, state policy/main: ")) << found[1];
  const auto opened = history_.repository().open_context("main", logical());
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, Code::Corruption);
  EXPECT_TRUE(opened.error().message.starts_with("state policy/main: ")) << opened.error().message;
}

// The note of it is gone, and there is no main, which it would be without one.
TEST_F(FsckNames, ABranchInUseThatIsNotNoted) {
  ASSERT_TRUE(history_.repository().create_branch("main", "try", "@t0"));
  ASSERT_TRUE(history_.repository().switch_branch("main", "try"));
  ASSERT_TRUE(history_.repository().delete_branch("main", "main"));
  history_.expect_sound();
  store::WriteBatch wrong = batch();
  wrong.states.push_back({"branch", std::nullopt});
  EXPECT_EQ(found_after(wrong), Lines{"context main, branch main: it is the current branch and is missing"});
}

TEST_F(FsckNames, AJournalOfNoBranch) {
  ASSERT_TRUE(history_.open().insert(says("user", "waits")));
  store::WriteBatch wrong = batch();
  wrong.edits.push_back({"stranded", 0, {history_.store().list_edits(wrong.context, "main")->front().value}});
  EXPECT_EQ(found_after(wrong), Lines{"context main, journal of stranded: there is no such branch"});
}

// AUD-20: a commit that starts over has what came before it noted down, here the last commit. Every walk back ends.
TEST_F(FsckNames, AUD_20_CommitsThatFollowEachOtherInACircle) {
  history_.grow(2);
  const auto first = history_.repository().log("main", "main", 10)->back();
  store::WriteBatch wrong = batch();
  wrong.states.push_back({"before/" + first.id.hex(), head().id.hex()});
  EXPECT_FALSE(found_after(wrong).empty());
  Repository& repository = history_.repository();
  const auto code_of = [](const auto& result) { return result ? Code::NotFound : result.error().code; };
  EXPECT_EQ(code_of(repository.log("main", "main", 1000)), Code::Corruption);
  EXPECT_EQ(code_of(repository.find_commit("main", "@t-100")), Code::Corruption);
  EXPECT_EQ(code_of(repository.load("main", "main")), Code::Corruption);
  EXPECT_EQ(code_of(repository.collect({.retention = {.last = 1}})), Code::Corruption);
  const auto report = repository.verify();
  EXPECT_TRUE(!report || !report->is_sound());
}

// AUD-21: what is outside of commits is verified, too.
TEST(VerifyFile, AUD_21_AnEditThatCannotBeReadIsFound) {
  const TempFolder folder;
  const std::string path = (folder.path() / "store.db").string();
  {
    StoredHistory history(*store::open_store(path));
    history.grow(2);
    ASSERT_TRUE(history.open().insert(says("user", "waits")));
    history.expect_sound();
  }
  SqliteVandal(path).run("UPDATE edits SET value = x'0011'");
  const VerifyReport report = StoredHistory(*store::open_store(path)).verified();
  ASSERT_EQ(report.wrong.size(), 1U);
  EXPECT_EQ(report.wrong.front().object, "journal of main");
}

// In a file of its own, after a statement that nobody but a vandal runs.
std::string found_in_file(const std::string& sql) {
  const TempFolder folder;
  const std::string path = (folder.path() / "store.db").string();
  {
    StoredHistory history(*store::open_store(path));
    history.grow(70);
    history.expect_sound();
  }
  { SqliteVandal(path).run(sql); }
  StoredHistory history(*store::open_store(path));
  const auto lines = history.repository().fsck();
  EXPECT_TRUE(lines) << lines.error().message;
  std::string text;
  for (const std::string& line : lines ? *lines : Lines()) text += line + "\n";
  return text;
}

TEST(FsckFile, AnIndexThatWasDropped) {
  for (const std::string index : {"commits_by_id", "commits_by_cycle", "pages_by_digest", "payloads_by_digest"}) {
    EXPECT_EQ(found_in_file("DROP INDEX " + index), "the index " + index + " is missing\n");
  }
}

// Neither a question for all commits nor one for the line leaves it out.
TEST(FsckFile, ACommitThatIsLostIsMissedByTheLog) {
  const TempFolder folder;
  const std::string path = (folder.path() / "store.db").string();
  StoredHistory(*store::open_store(path)).grow(5);
  for (const std::string seq : {"3", "5"}) {
    SqliteVandal(path).run("DELETE FROM commits WHERE cycle = " + seq);
    const auto all = StoredHistory(*store::open_store(path)).repository().log_all("main");
    ASSERT_FALSE(all);
    EXPECT_EQ(all.error().code, Code::Corruption);
  }
}

TEST(FsckFile, ATableThatWasDropped) {
  for (const std::string table : {"contexts", "events", "chunks", "states"}) {
    EXPECT_NE(found_in_file("DROP TABLE " + table).find("the table " + table + " is missing\n"), std::string::npos);
  }
}

TEST(FsckFile, ARecordOfALogWithoutANumber) {
  EXPECT_EQ(found_in_file("INSERT INTO events (context, number, value) VALUES (1, 0, x'00')"),
            "events: a number below 1 in context 1\n");
  EXPECT_EQ(found_in_file("INSERT INTO attempts (context, number, value) VALUES (1, -5, x'00')"),
            "attempts: a number below 1 in context 1\n");
}

TEST(FsckFile, ARecordThatItsCommitDoesNotHave) {
  const TempFolder folder;
  const std::string path = (folder.path() / "store.db").string();
  {
    StoredHistory history(*store::open_store(path));
    OpenOptions options = logical();
    options.context.receipts = false;
    ASSERT_TRUE(history.open("main", options).commit());
    history.expect_sound();
  }
  SqliteVandal(path).run("UPDATE commits SET receipt = x'00', admission = x'00'");
  EXPECT_EQ(*StoredHistory(*store::open_store(path)).repository().fsck(),
            (Lines{"receipts: there is one of a commit without, at sequence 1",
                   "admissions: there is one of a commit without, at sequence 1"}));
}

TEST(FsckFile, AChunkThatItsPayloadDoesNotHave) {
  EXPECT_EQ(found_in_file("INSERT INTO chunks (seq, value) SELECT min(seq) * 1048576 + 7, x'00' FROM payloads"),
            "chunks: the payload at sequence 1 has 0 and there are 1\n");
}

TEST(FsckFile, ARowIdThatWasChanged) {
  const std::string found = found_in_file("UPDATE commits SET seq = 100 WHERE seq = (SELECT min(seq) FROM commits)");
  EXPECT_NE(found.find("it has sequence number 2, but the commit before it, "), std::string::npos) << found;
  EXPECT_NE(found.find(", has number 100"), std::string::npos) << found;
  EXPECT_NE(found_in_file("UPDATE contexts SET seq = 100").find("commits: there is no context 1"), std::string::npos);
}

TEST(FsckFile, WhatStandsTwice) {
  EXPECT_NE(found_in_file("INSERT INTO payloads (digest, value) SELECT digest, value FROM payloads LIMIT 1")
                .find("payloads: one digest stands twice, also at sequence "),
            std::string::npos);
  EXPECT_NE(found_in_file("INSERT INTO pages (digest, value) SELECT digest, value FROM pages LIMIT 1")
                .find("pages: one digest stands twice, also at sequence "),
            std::string::npos);
  EXPECT_NE(found_in_file("INSERT INTO commits (context, cycle, id, value, patch, receipt, admission) "
                          "SELECT context, cycle, id, value, patch, receipt, admission FROM commits LIMIT 1")
                .find("commits: one commit stands twice in context 1"),
            std::string::npos);
}

}  // namespace
}  // namespace latewood::test
