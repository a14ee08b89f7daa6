// AUD-01: whatever an import accepts can be opened, verified and exported again, whatever its stamps do from one
// snapshot to the next; what cannot be opened is found by fsck.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "latewood/exchange.h"
#include "support/document/foreign.h"
#include "support/law.h"
#include "support/store/copy.h"
#include "support/store/history.h"
#include "support/store/place.h"
#include "support/test_files.h"

namespace latewood::test {
namespace {

using Ids = std::vector<std::string>;

ImportOptions logical_import() {
  ImportOptions options;
  options.context.clock = make_logical_clock();
  return options;
}

// Every id of a snapshot finds its node.
void check_ids(const Context& context) {
  for (std::uint64_t back = 0; context.back(back); ++back) {
    const std::string moment = "@t-" + std::to_string(back);
    for (const NodeView& node : context.back(back)->nodes().value()) {
      const auto found = context.select((back == 0 ? "@t0" : moment) + " #" + node.id);
      RC_ASSERT(found.has_value());
      if (std::get<Ids>(*found) != Ids{node.id}) RC_LOG() << moment << " #" << node.id << '\n';
      RC_ASSERT(std::get<Ids>(*found) == Ids{node.id});
    }
  }
}

void check_sound(Repository& repository) {
  const auto report = repository.verify();
  RC_ASSERT(report.has_value());
  for (const WrongObject& wrong : report->wrong) RC_LOG() << wrong.object << ": " << wrong.message << '\n';
  RC_ASSERT(report->wrong.empty());
  const auto found = repository.fsck();
  RC_ASSERT(found.has_value());
  for (const std::string& line : *found) RC_LOG() << line << '\n';
  RC_ASSERT(found->empty());
}

// What was put into a store, as a process finds it that opens the store.
void check_stored(const Context& imported, const std::string& url) {
  const std::string exported = export_history(imported).value();
  {
    Repository repository = *Repository::open(url);
    const auto put = repository.put_history("main", "main", imported);
    if (!put) RC_LOG() << put.error().message << '\n';
    RC_ASSERT(put.has_value());
  }
  Repository repository = *Repository::open(url);
  check_sound(repository);
  {
    auto context = repository.open_context("main", logical());
    if (!context) RC_LOG() << context.error().message << '\n';
    RC_ASSERT(context.has_value());
    RC_ASSERT(export_history(*context).value() == exported);
    check_ids(*context);
    // Work goes on, and what follows can be opened as well.
    const auto inserted = context->insert(says("user", "and now?"));
    const auto committed = inserted ? context->commit() : Result<CommitReport>(inserted.error());
    if (!committed) RC_LOG() << committed.error().message << '\n';
    RC_ASSERT(committed.has_value());
  }
  check_sound(repository);
  RC_ASSERT(repository.open_context("main", logical()).has_value());
}

struct Tally {
  std::size_t documents = 0;
  std::size_t accepted = 0;
};

TEST(ForeignHistories, AUD_01_WhateverIsAcceptedOpensVerifiesAndIsExportedAgain) {
  Tally tally;
  expect_law("an import can be opened", [&tally](Random& random) {
    const std::string document = ForeignDocument(random).text(6);
    const auto imported = import_document(document, logical_import());
    ++tally.documents;
    if (!imported) return;
    ++tally.accepted;
    RC_LOG() << document << '\n';
    check_ids(*imported);
    const std::string exported = export_history(*imported).value();
    const auto again = import_document(exported, logical_import());
    if (!again) RC_LOG() << again.error().message << '\n';
    RC_ASSERT(again.has_value());
    RC_ASSERT(export_history(*again).value() == exported);
    RC_ASSERT(again->latest()->state_root() == imported->latest()->state_root());
    if (!random.chance(30)) return;
    const TempFolder folder;
    check_stored(*imported, (folder.path() / "store.db").string());
  });
  EXPECT_GT(tally.accepted, tally.documents * 3 / 4) << "of " << tally.documents;
}

// The smallest document, one more block in `^sys` and no `creation_index`.
constexpr const char* kSmallest =
    R"({"snapshots":[{"cycle":1,"root":{"children":[{"nodeType":"^seq","children":[{"id":"t","nodeType":"mt",)"
    R"("children":[{"id":"c","nodeType":"mc"}]}]}]}},{"cycle":2,"root":{"children":[{"nodeType":"^sys","children":)"
    R"([{"id":"s"}]},{"nodeType":"^seq","children":[{"id":"t","nodeType":"mt","cycle":1,"children":[{"id":"c",)"
    R"("nodeType":"mc","cycle":1}]}]}]}}]})";

TEST(ForeignHistories, AUD_01_ATurnWhoseStampsGrowIsNotTwoTurns) {
  StoredHistory history;
  const auto imported = import_document(std::string_view(kSmallest), logical_import());
  ASSERT_TRUE(imported) << imported.error().message;
  ASSERT_TRUE(history.repository().put_history("main", "main", *imported));
  history.expect_sound();
  const Context context = history.open();
  EXPECT_EQ(export_history(context).value(), export_history(*imported).value());
  EXPECT_EQ(std::get<Ids>(*context.select("@t0 #c")), Ids{"c"});
}

// tests/data/grown_stamps/store.db was written by a build that could not open it again.
TEST(ForeignHistories, AUD_01_AStoreThatCouldNotBeOpenedIsReadable) {
  const TempFolder folder;
  std::filesystem::copy_file(source_root() / "tests/data/grown_stamps/store.db", folder.path() / "store.db");
  StoredHistory history(*store::open_store((folder.path() / "store.db").string()));
  history.expect_sound();
  {
    const Context context = history.open();
    EXPECT_EQ(context.cycle(), 2U);
    EXPECT_TRUE(context.latest()->commit_id().hex().starts_with("9b79e0913a85"));
    EXPECT_EQ(std::get<Ids>(*context.select("@t0 .mc")), Ids{"c"});
  }
  history.grow(2);
  history.expect_sound();
}

// ---- fsck ----

// Every name leads to something that is there, and a commit has the patch of another.
TEST(ForeignHistories, AUD_01_FsckFindsWhatCannotBeOpened) {
  StoredHistory history;
  history.grow(3);
  store::Store& store = history.store();
  const store::ContextKey key = store.find_context("main")->value().key;
  const store::Head head = store.find_ref(key, "main")->value();
  const store::StoredCommit newest = store.find_commit(key, head.id)->value();
  const std::string patch = store.find_patch(newest)->value().bytes;
  StoredHistory damaged(copied(store, {.commit = [&](store::NewCommit& commit) {
                                 if (commit.cycle == 2) commit.patch = patch;
                               }}));
  EXPECT_FALSE(damaged.repository().open_context("main", logical()));
  const auto found = damaged.repository().fsck();
  ASSERT_TRUE(found) << found.error().message;
  ASSERT_EQ(found->size(), 1U);
  EXPECT_TRUE(found->front().starts_with("context main, branch main: it cannot be opened: ")) << found->front();
}

}  // namespace
}  // namespace latewood::test
