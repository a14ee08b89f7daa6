// Marks that tell whether anything was written, and the tip of a branch.
#include "latewood/ext/store_changes.h"
#include "latewood/ext/store_names.h"
#include "store/suite.h"

namespace latewood::test {
namespace {

TellsChanges& changes_of(Store& store) {
  auto* telling = dynamic_cast<TellsChanges*>(&store);
  EXPECT_NE(telling, nullptr);
  return *telling;
}

std::string mark_of(Store& store) {
  const auto mark = changes_of(store).change_mark();
  EXPECT_TRUE(mark) << mark.error().message;
  return mark ? *mark : std::string();
}

// A server may have work of its own, so equal marks need a moment without it.
bool is_steady(Store& store) {
  for (int tries = 0; tries < 20; ++tries) {
    if (mark_of(store) == mark_of(store)) return true;
  }
  return false;
}

TEST_P(StoreSuite, AMarkStaysWhileNobodyWrites) {
  write_turns(2);
  EXPECT_TRUE(is_steady(store()));
  EXPECT_TRUE(store().list_refs(context_));
  EXPECT_TRUE(is_steady(store()));
}

TEST_P(StoreSuite, AMarkDiffersAfterEveryWriteOfThisObjectAndOfAnother) {
  const std::shared_ptr<Store> other = open();
  ASSERT_NE(other, nullptr);
  std::vector<std::string> marks = {mark_of(store())};
  const auto expect_new = [&](const char* what) {
    marks.push_back(mark_of(store()));
    EXPECT_NE(marks.back(), marks[marks.size() - 2]) << what;
  };
  write_turns(1);
  expect_new("a commit");
  WriteBatch edit = batch();
  edit.edits.push_back({"main", 0, {"edit"}});
  expect_ok(other->write(edit));
  expect_new("an edit of another object");
  WriteBatch whole;
  whole.context = kWholeStore;
  whole.states.push_back({"settings", "{}"});
  expect_ok(other->write(whole));
  expect_new("a state of the whole store");
  ASSERT_TRUE(other->create_context("more", ""));
  expect_new("a new context");
  auto* renaming = dynamic_cast<RenamesContexts*>(other.get());
  ASSERT_NE(renaming, nullptr);
  expect_ok(renaming->rename_context(context_, "renamed"));
  expect_new("a new name");
  Removal removal;
  const auto second = other->find_context("more");
  ASSERT_TRUE(second && *second);
  removal.contexts.push_back((*second)->key);
  ASSERT_TRUE(other->remove(removal));
  expect_new("a removal");
}

TEST_P(StoreSuite, ATipIsTheBranchWithoutItsEdits) {
  write_turns(2);
  WriteBatch edits = batch();
  edits.edits.push_back({"main", 0, {"one", "two", "three"}});
  edits.states.push_back({"life/main", "1"});
  expect_ok(store().write(edits));
  for (const std::string& branch : {std::string("main"), std::string("nobody")}) {
    const auto whole = store().find_branch(context_, branch, {"life/main", "absent"});
    const auto tip = changes_of(store()).find_tip(context_, branch, {"life/main", "absent"});
    ASSERT_TRUE(whole && tip);
    EXPECT_EQ(tip->head, whole->head);
    EXPECT_EQ(tip->states, whole->states);
    EXPECT_EQ(tip->last_edit, whole->edits.empty() ? 0 : whole->edits.back().number);
  }
  EXPECT_EQ(outcome_of(changes_of(store()).find_tip(context_, "", {})), "InvalidArgument");
}

}  // namespace
}  // namespace latewood::test
