// A page of a checkpoint that is damaged: what follows from the patches can be edited all the same, and made again.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <fstream>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/care/needs.h"
#include "engine/stored/checkpoint_format.h"
#include "latewood/why.h"
#include "support/store/figure_pages.h"
#include "support/store/history.h"
#include "support/store/place.h"
#include "support/store/sqlite_vandal.h"
#include "support/test_files.h"

namespace latewood::test {
namespace {

// More than one checkpoint, and commits behind the last.
class DamagedPages : public testing::Test {
 protected:
  void SetUp() override {
    history().grow(150);
    sound_ = history().open().latest()->provider_thread().value();
    history().expect_sound();
    std::set<Blake3Digest> needed;
    for (const store::StoredCommit& commit : *history().store().list_all_commits(0, 1000)) {
      const auto patch = *history().store().find_patch(commit);
      if (patch->dictionary) needed.insert(*patch->dictionary);
    }
    const std::set<Blake3Digest> derived = figure_pages(history().store(), "main", "main");
    for (const store::PageInfo& page : *history().store().list_pages(0, 1000)) {
      pages_.push_back(page.sequence);
      if (needed.contains(page.digest)) dictionaries_.insert(page.sequence);
      if (derived.contains(page.digest)) figures_.insert(page.sequence);
    }
    ASSERT_GT(pages_.size(), 5U);
    ASSERT_EQ(dictionaries_.size(), 2U);
  }

  // As the next process finds it.
  StoredHistory& history() {
    if (!history_) history_ = std::make_unique<StoredHistory>(*store::open_store(path_));
    return *history_;
  }

  void damage(std::uint64_t page, const std::string& how) {
    history_.reset();
    SqliteVandal(path_).run(how + " WHERE seq = " + std::to_string(page));
  }

  bool patches_need(std::uint64_t page) const { return dictionaries_.contains(page); }

  // The root page of the newest checkpoint, and the topmost index page below it.
  std::vector<store::PageInfo> pages_of_opening() {
    std::optional<Blake3Digest> root;
    for (const store::StoredCommit& commit : *history().store().list_all_commits(0, 1000)) {
      engine::Needs needs;
      EXPECT_TRUE(engine::add_needs(**history().store().find_patch(commit), needs));
      if (!needs.checkpoints.empty()) root = *needs.checkpoints.begin();
    }
    if (!root) return {};
    const auto links = engine::decode_links(**history().store().find_page(*root));
    std::vector<store::PageInfo> found;
    for (const store::PageInfo& page : *history().store().list_pages(0, 1000)) {
      if (page.digest == *root || page.digest == links->turns) found.push_back(page);
    }
    EXPECT_EQ(found.size(), 2U);
    history_.reset();
    return found;
  }

  // Opens the context in both ways: each warns once, and the history is whole.
  void expect_told_at_opening() {
    std::vector<Warning> warnings;
    OpenOptions options = logical();
    options.context.warn = [&warnings](const Warning& warning) { warnings.push_back(warning); };
    Context context = history().open("main", options);
    ASSERT_TRUE(context.damage());
    ASSERT_EQ(warnings.size(), 1U);
    EXPECT_EQ(to_string(warnings.front().code), "W_STORE_DAMAGED");
    EXPECT_TRUE(warnings.front().message.starts_with(*context.damage())) << warnings.front().message;
    EXPECT_TRUE(context.latest()->provider_thread().value() == sound_);
    ASSERT_TRUE(history().repository().load("main", "main", options.context));
    EXPECT_EQ(warnings.size(), 2U);
    ASSERT_TRUE(context.insert(says("user", "more")));
    EXPECT_TRUE(context.commit());
  }

  // One after the other, of those that no patch needs; the store is sound again afterwards.
  void with_each_page_damaged(const std::function<void()>& work) {
    for (const std::uint64_t page : pages_) {
      if (patches_need(page)) continue;
      SCOPED_TRACE("page " + std::to_string(page));
      history_.reset();
      const std::string copy = read_file(path_);
      damage(page, "UPDATE pages SET value = x'ff' || value");
      work();
      history_.reset();
      std::ofstream(path_, std::ios::binary) << copy;
    }
  }

  TempFolder folder_;
  const std::string path_ = (folder_.path() / "store.db").string();
  std::unique_ptr<StoredHistory> history_;
  std::string sound_;
  std::vector<std::uint64_t> pages_;
  std::set<std::uint64_t> dictionaries_;
  std::set<std::uint64_t> figures_;  // computed again when they are read; a repair of pages leaves them
};

TEST_F(DamagedPages, DoNotKeepAContextFromBeingEdited) {
  std::size_t noticed = 0;
  with_each_page_damaged([&] {
    Context context = history().open();
    for (const char* turn : {"mt:2", "mt:70", "mt:140"}) {
      const auto deleted = context.delete_nodes({turn});
      ASSERT_TRUE(deleted) << deleted.error().message;
    }
    ASSERT_TRUE(context.insert(says("user", "more")));
    const auto report = context.commit();
    ASSERT_TRUE(report) << report.error().message;
    if (context.damage()) ++noticed;
  });
  EXPECT_GT(noticed, 0U);
}

// AUD-11: W_STORE_DAMAGED comes exactly when the history is read from its patches, and names the damage.
TEST_F(DamagedPages, AUD_11_AreToldToTheHostByItsCallback) {
  std::size_t warned = 0;
  with_each_page_damaged([&] {
    std::vector<Warning> warnings;
    OpenOptions options = logical();
    options.context.warn = [&warnings](const Warning& warning) { warnings.push_back(warning); };
    Context context = history().open("main", options);
    ASSERT_TRUE(context.delete_nodes({"mt:2", "mt:70", "mt:140"}));
    ASSERT_EQ(warnings.size(), context.damage() ? 1U : 0U);
    for (const Warning& warning : warnings) {
      EXPECT_EQ(to_string(warning.code), "W_STORE_DAMAGED");
      EXPECT_TRUE(warning.message.starts_with(*context.damage())) << warning.message;
      ++warned;
    }
  });
  EXPECT_GT(warned, 0U);
}

// AUD-11: the root page of the newest checkpoint and the index page below it are read when a context is opened.
TEST_F(DamagedPages, AUD_11_ThatOpeningReadsAreToldByTheWarningAndByTheContext) {
  for (const store::PageInfo& page : pages_of_opening()) {
    for (const std::string how : {"UPDATE pages SET value = x'ff' || value", "DELETE FROM pages"}) {
      SCOPED_TRACE("page " + page.digest.hex() + ": " + how);
      const std::string copy = read_file(path_);
      damage(page.sequence, how);
      expect_told_at_opening();
      history_.reset();
      std::ofstream(path_, std::ios::binary) << copy;
    }
  }
}

// A repaired store is read from its checkpoint again.
TEST_F(DamagedPages, AUD_11_AreNotToldAfterARepair) {
  for (const store::PageInfo& page : pages_of_opening()) damage(page.sequence, "DELETE FROM pages");
  ASSERT_TRUE(history().repository().repair());
  EXPECT_FALSE(history().open().damage());
}

// Past the next checkpoint, which builds on those before it.
TEST_F(DamagedPages, DoNotKeepACheckpointFromBeingWritten) {
  with_each_page_damaged([this] {
    history().grow(60);
    EXPECT_EQ(history().open().cycle(), 210U);
  });
}

TEST_F(DamagedPages, AreMadeAgainByARepair) {
  for (const std::uint64_t page : pages_) {
    if (figures_.contains(page)) continue;
    SCOPED_TRACE("page " + std::to_string(page));
    for (const std::string how : {"UPDATE pages SET value = x'ff' || value", "DELETE FROM pages"}) {
      damage(page, how);
      EXPECT_FALSE(history().repository().fsck()->empty()) << how;
      const auto repaired = history().repository().repair();
      ASSERT_TRUE(repaired) << repaired.error().message;
      EXPECT_EQ(repaired->pages.size(), 1U) << how;
      history().expect_sound();
      EXPECT_EQ(history().open().latest()->provider_thread().value(), sound_);
    }
  }
}

// What patches of a shortened history are compressed against follows from a commit that is still there.
TEST_F(DamagedPages, ThatPatchesNeedAreMadeAgainInAShortenedHistory) {
  ASSERT_TRUE(history().repository().collect({.retention = {.last = 60}}));
  const store::StoredCommit newest = history().store().list_all_commits(0, 1000)->back();
  const auto sample = (*history().store().find_patch(newest))->dictionary;
  ASSERT_TRUE(sample);
  std::uint64_t page = 0;
  for (const store::PageInfo& each : *history().store().list_pages(0, 1000)) {
    if (each.digest == *sample) page = each.sequence;
  }
  for (const std::string how : {"UPDATE pages SET value = x'ff' || value", "DELETE FROM pages"}) {
    damage(page, how);
    EXPECT_FALSE(history().repository().open_context("main", logical())) << how;
    const auto repaired = history().repository().repair();
    ASSERT_TRUE(repaired) << repaired.error().message;
    EXPECT_EQ(repaired->pages, std::vector<Blake3Digest>{*sample}) << how;
    history().expect_sound();
    EXPECT_EQ(history().open().latest()->provider_thread().value(), sound_);
  }
}

// The root of a checkpoint has a stamp that a reader may not find again; the other pages do not depend on it.
TEST(DamagedPagesOfHosts, AreMadeAgainAllButRoots) {
  const TempFolder folder;
  const std::string path = (folder.path() / "store.db").string();
  std::vector<std::uint64_t> pages;
  std::set<Blake3Digest> roots;
  {
    StoredHistory history(*store::open_store(path));
    Context context = history.open();
    for (int i = 0; i < 150; ++i) {
      ASSERT_TRUE(context.insert(says("user", "question " + std::to_string(i))));
      const auto taken_back = context.insert(says("user", "never mind"));
      ASSERT_TRUE(context.delete_nodes({*taken_back}));
      ASSERT_TRUE(context.commit());
    }
    for (const store::StoredCommit& commit : *history.store().list_all_commits(0, 1000)) {
      engine::Needs needs;
      ASSERT_TRUE(engine::add_needs(**history.store().find_patch(commit), needs));
      roots.insert(needs.checkpoints.begin(), needs.checkpoints.end());
    }
    const std::set<Blake3Digest> derived = figure_pages(history.store(), "main", "main");
    for (const store::PageInfo& page : *history.store().list_pages(0, 1000)) {
      if (!roots.contains(page.digest) && !derived.contains(page.digest)) pages.push_back(page.sequence);
    }
  }
  ASSERT_GT(pages.size(), 4U);
  for (const std::uint64_t page : pages) {
    SCOPED_TRACE("page " + std::to_string(page));
    SqliteVandal(path).run("DELETE FROM pages WHERE seq = " + std::to_string(page));
    StoredHistory history(*store::open_store(path));
    const auto repaired = history.repository().repair();
    ASSERT_TRUE(repaired) << repaired.error().message;
    EXPECT_EQ(repaired->pages.size(), 1U);
    history.expect_sound();
  }
}

// An answer is the right one or none at all.
TEST_F(DamagedPages, QuestionsAreAnsweredRightlyOrNotAtAll) {
  std::string id;
  for (const NodeView& node : history().open().at(2)->nodes().value()) {
    if (node.node_type == "cb" && node.cycle == 2) id = node.id;
  }
  ASSERT_FALSE(id.empty());
  const auto reason = [&]() -> Result<Why> {
    const auto context = history().repository().open_context("main", logical());
    return context ? why(*context, id) : context.error();
  };
  const auto lines = [&]() -> Result<std::vector<BlameLine>> {
    const auto context = history().repository().open_context("main", logical());
    return context ? blame(*context) : context.error();
  };
  const std::string right_reason = to_json(reason().value());
  const std::string right_lines = to_json(lines().value());
  std::size_t refused = 0;
  for (const std::uint64_t page : pages_) {
    SCOPED_TRACE("page " + std::to_string(page));
    damage(page, "UPDATE pages SET value = x'ff' || value");
    const auto reason_now = reason();
    const auto lines_now = lines();
    EXPECT_EQ(reason_now ? to_json(*reason_now) : right_reason, right_reason);
    EXPECT_EQ(lines_now ? to_json(*lines_now) : right_lines, right_lines);
    if (!reason_now) {
      EXPECT_EQ(reason_now.error().code, Code::Corruption) << reason_now.error().message;
    }
    if (!lines_now) {
      EXPECT_EQ(lines_now.error().rule, "E_PAGE_DAMAGED") << lines_now.error().message;
    }
    refused += lines_now ? 0 : 1;
    damage(page, "UPDATE pages SET value = substr(value, 2)");
  }
  EXPECT_GT(refused, 0U);
}

TEST_F(DamagedPages, ARepairOfASoundStoreChangesNothing) {
  EXPECT_TRUE(history().repository().repair()->pages.empty());
}

// Edits that wait are made again when the context is opened, and may need the page.
TEST_F(DamagedPages, DoNotKeepAContextWithEditsFromBeingOpened) {
  ASSERT_TRUE(history().open().delete_nodes({"mt:2"}));
  for (const std::uint64_t page : pages_) {
    if (!patches_need(page)) damage(page, "UPDATE pages SET value = x'ff' || value");
  }
  Context context = history().open();
  const auto report = context.commit();
  ASSERT_TRUE(report) << report.error().message;
}

// Without a page that patches are compressed against, they cannot be read either; who asks learns what to do.
TEST_F(DamagedPages, ThatPatchesNeedAreNamed) {
  for (const std::uint64_t page : pages_) {
    if (patches_need(page)) damage(page, "UPDATE pages SET value = x'ff' || value");
  }
  EXPECT_EQ(history().repository().open_context("main", logical()).error().rule, "E_PAGE_DAMAGED");
  EXPECT_FALSE(history().repository().repair()->pages.empty());
  history().expect_sound();
}

}  // namespace
}  // namespace latewood::test
