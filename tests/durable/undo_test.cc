// Undo, and contexts that go or get another name (AUD-16).
#include "latewood/undo.h"

#include <gtest/gtest.h>

#include "latewood/repository.h"
#include "support/context_probe.h"
#include "support/store/history.h"

namespace latewood {
namespace {

using test::ids_of;
using test::must;
using test::verdict;

Context open(Repository& repository) { return must(repository.open_context("main", test::logical())); }

Component user_block(std::string id) { return {.role = "user", .content = "text", .id = std::move(id)}; }

// The working state after `n` edits is the one that undoing all later ones gives, node by node.
TEST(Undo, AUD_16_EditsGoOneByOneToWhatWasBefore) {
  Repository repository = test::open_memory();
  std::vector<test::Nodes> states;
  {
    Context context = open(repository);
    must(context.insert(user_block("kept")));
    must(context.commit());
    states.push_back(must(context.working()));
    must(context.insert(user_block("a")));
    states.push_back(must(context.working()));
    must(context.insert_under(user_block("b"), "a"));
    states.push_back(must(context.working()));
    must(context.replace("a", {.content = "other"}));
    states.push_back(must(context.working()));
    must(context.delete_nodes({"kept"}));
    states.push_back(must(context.working()));
    must(context.pin("a"));
  }
  const std::vector<std::string> rules = {"pin", "delete", "replace", "insert", "insert"};
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const Undone undone = must(undo(repository, "main"));
    EXPECT_EQ(undone.rule, rules[i]);
    EXPECT_EQ(undone.left, rules.size() - 1 - i);
    EXPECT_FALSE(undone.is_commit());
    EXPECT_EQ(must(open(repository).working()), states[states.size() - 1 - i]);
  }
}

TEST(Undo, AUD_16_ACommitKeepsATagAndIsNeverLost) {
  Repository repository = test::open_memory();
  {
    Context context = open(repository);
    must(context.insert(user_block("a")));
    must(context.commit({.message = "one"}));
    must(context.insert(user_block("b")));
    must(context.commit({.message = "two"}));
  }
  const CommitInfo newest = must(repository.find_commit("main", "@t0"));
  const Undone looked = must(undo(repository, "main", {.dry_run = DryRun::Yes}));
  EXPECT_EQ(must(repository.find_commit("main", "@t0")).id, newest.id) << "a dry run changes nothing";
  const Undone undone = must(undo(repository, "main"));
  ASSERT_TRUE(undone.is_commit());
  EXPECT_EQ(undone.tag, looked.tag);
  EXPECT_EQ(undone.commit->id, newest.id);
  EXPECT_EQ(must(repository.find_commit("main", "@t0")).note.message, "one");
  must(repository.collect({.retention = {.last = 1}}));
  EXPECT_EQ(must(repository.find_commit("main", undone.tag)).id, newest.id);
  const Context kept = must(repository.load("main", undone.tag));
  EXPECT_TRUE(test::has_node(must(must(kept.latest()).nodes()), "b"));
  EXPECT_TRUE(must(repository.verify()).is_sound());
  EXPECT_TRUE(must(repository.fsck()).empty());
  // The branch goes on, with the same ids as if the commit had not been.
  Context context = open(repository);
  must(context.insert(user_block("b")));
  must(context.commit({.message = "another two"}));
  EXPECT_TRUE(must(repository.verify()).is_sound());
}

TEST(Undo, AUD_16_WhatCannotBeUndoneSaysSoAndChangesNothing) {
  Repository repository = test::open_memory();
  must(repository.create_context("main"));
  EXPECT_EQ(verdict(undo(repository, "main")), "E_NOTHING_TO_UNDO");
  Context context = open(repository);
  must(context.insert(user_block("a")));
  must(context.commit());
  EXPECT_EQ(verdict(undo(repository, "main")), "E_NOTHING_TO_UNDO");
  EXPECT_EQ(verdict(undo(repository, "nobody")), "E_CONTEXT_NOT_FOUND");
  EXPECT_EQ(verdict(undo(repository, "main", {.branch = "nobody"})), "E_BRANCH_NOT_FOUND");
  must(context.insert(user_block("b")));
  must(context.commit());
  must(context.begin_attempt({}));
  EXPECT_EQ(verdict(undo(repository, "main")), "E_UNCOMMITTED");
  must(context.end_attempt(1, {.status = AttemptStatus::Canceled}));
  must(repository.collect({.retention = {.last = 1}}));
  EXPECT_EQ(verdict(undo(repository, "main")), "E_SNAPSHOT_COLLECTED");
  EXPECT_EQ(must(repository.find_commit("main", "@t0")).cycle, 2U);
}

// Who has the branch open learns that it moved.
TEST(Undo, AUD_16_OthersThatHaveTheBranchOpenGetAConflict) {
  Repository repository = test::open_memory();
  Context context = open(repository);
  must(context.insert(user_block("a")));
  must(context.commit());
  must(context.insert(user_block("b")));
  must(context.commit());
  must(undo(repository, "main"));
  EXPECT_EQ(verdict(context.insert(user_block("c"))), "E_CONFLICT");
  must(context.insert(user_block("c")).error().rule == "E_CONFLICT" ? context.rebase() : Result<void>());
  EXPECT_EQ(verdict(context.insert(user_block("c"))), "done");
  must(context.commit());
  must(undo(repository, "main"));
  EXPECT_EQ(must(repository.tags("main")).size(), 2U);
}

// AUD-14.
TEST(Undo, AUD_14_ABranchAndATagNeverShareAName) {
  Repository repository = test::open_memory();
  Context context = open(repository);
  must(context.insert(user_block("a")));
  must(context.commit());
  must(repository.create_branch("main", "b", "@t0"));
  must(repository.create_tag("main", "t", "@t0"));
  EXPECT_EQ(verdict(repository.create_tag("main", "b", "@t0")), "E_CONFLICT");
  EXPECT_EQ(verdict(repository.create_tag("main", "main", "@t0")), "E_CONFLICT");
  EXPECT_EQ(verdict(repository.create_branch("main", "t", "@t0")), "E_CONFLICT");
  EXPECT_EQ(verdict(repository.put_history("main", "t", context)), "E_CONFLICT");
  EXPECT_EQ(verdict(repository.create_tag("main", "t", "@t0")), "done") << "the same tag again";
  must(repository.delete_tag("main", "t"));
  EXPECT_EQ(verdict(repository.create_branch("main", "t", "@t0")), "done");
}

TEST(ContextUpkeep, AUD_16_AContextIsRenamedWithAllItHas) {
  for (const char* url : {"memory:", "sqlite:"}) {
    const std::string path = testing::TempDir() + "rename.db";
    std::remove(path.c_str());
    Repository repository = must(Repository::open(url == std::string("memory:") ? url : "sqlite:" + path));
    Context context = open(repository);
    must(context.insert(user_block("a")));
    must(context.commit());
    must(context.insert(user_block("waits")));
    must(repository.create_context("other"));
    EXPECT_EQ(verdict(repository.rename_context("main", "other")), "E_CONFLICT");
    EXPECT_EQ(verdict(repository.rename_context("nobody", "x")), "E_CONTEXT_NOT_FOUND");
    EXPECT_FALSE(repository.rename_context("main", ""));
    must(repository.rename_context("main", "renamed"));
    EXPECT_EQ(verdict(repository.open_context("main", {.create = false})), "E_CONTEXT_NOT_FOUND");
    const Context again = must(repository.open_context("renamed", {.create = false}));
    EXPECT_TRUE(test::has_node(must(again.working()), "waits"));
    must(context.commit());
    EXPECT_EQ(must(repository.find_commit("renamed", "@t0")).cycle, 2U) << "who has it open goes on";
    EXPECT_TRUE(must(repository.fsck()).empty());
    EXPECT_TRUE(must(repository.verify()).is_sound());
  }
}

TEST(ContextUpkeep, AUD_16_ADeletedContextLeavesOthersWhole) {
  Repository repository = test::open_memory();
  Context context = open(repository);
  must(context.insert(user_block("a")));
  must(context.commit());
  must(repository.put_history("copy", "main", context));
  must(repository.create_tag("main", "t", "@t0"));
  must(repository.create_branch("main", "b", "@t0"));
  must(context.begin_attempt({}));
  must(context.insert(user_block("waits")));
  const ContextContents contents = must(repository.context_contents("main"));
  EXPECT_EQ(contents.commits, 1U);
  EXPECT_EQ(contents.branches, 2U);
  EXPECT_EQ(contents.edits, 1U);
  EXPECT_EQ(contents.attempts, 1U);
  must(repository.delete_context("main"));
  EXPECT_EQ(must(repository.contexts()), std::vector<std::string>{"copy"});
  EXPECT_FALSE(context.commit());
  must(repository.collect());
  EXPECT_TRUE(must(repository.verify()).is_sound());
  EXPECT_TRUE(must(repository.fsck()).empty());
  EXPECT_EQ(verdict(repository.delete_context("main")), "E_CONTEXT_NOT_FOUND");
}

}  // namespace
}  // namespace latewood
