// Contexts, refs and tags.
#include <atomic>
#include <thread>

#include "latewood/ext/store_names.h"
#include "store/suite.h"

namespace latewood::test {
namespace {

INSTANTIATE_TEST_SUITE_P(Stores, StoreSuite, ::testing::Values(Backend::Memory, Backend::Sqlite, Backend::Postgres),
                         [](const auto& backend) {
                           return std::string(backend.param == Backend::Memory   ? "memory"
                                              : backend.param == Backend::Sqlite ? "sqlite"
                                                                                 : "postgres");
                         });

TEST_P(StoreSuite, AContextIsFoundByItsNameAndTheNameIsTakenOnce) {
  const ContextKey other = new_context("other");
  const auto found = store().find_context("other");
  ASSERT_TRUE(found && *found);
  EXPECT_EQ((*found)->key, other);
  EXPECT_EQ((*found)->settings, "settings of other");
  EXPECT_EQ(outcome_of(store().create_context("other", "")), "E_CONFLICT");
  const auto missing = store().find_context("missing");
  ASSERT_TRUE(missing);
  EXPECT_FALSE(*missing);
}

TEST_P(StoreSuite, ContextsAreListedInPieces) {
  for (int i = 0; i < 5; ++i) new_context("c" + std::to_string(i));
  std::vector<std::string> names;
  for (ContextKey after{};;) {
    const auto piece = store().list_contexts(after, 2);
    ASSERT_TRUE(piece);
    if (piece->empty()) break;
    EXPECT_LE(piece->size(), 2U);
    for (const ContextRecord& record : *piece) names.push_back(record.name);
    after = piece->back().key;
  }
  EXPECT_EQ(names, (std::vector<std::string>{"demo", "c0", "c1", "c2", "c3", "c4"}));
}

TEST_P(StoreSuite, NamesThatNoDatabaseKeepsAreRefused) {
  const std::string_view with_nul("a\0b", 3);
  for (const std::string& name : {std::string(), std::string(256, 'x'), std::string(with_nul), std::string("\xff")}) {
    EXPECT_EQ(outcome_of(store().create_context(name, "")), "InvalidArgument");
    EXPECT_EQ(outcome_of(store().find_ref(context_, name)), "InvalidArgument");
    WriteBatch tags = batch();
    tags.tags.push_back({name, std::nullopt});
    EXPECT_EQ(outcome_of(store().write(tags)), "InvalidArgument");
  }
  EXPECT_EQ(outcome_of(store().create_context(std::string(255, 'x'), "")), "ok");
  EXPECT_EQ(outcome_of(store().create_context("\xe2\x9c\x93 it's \"quoted\"; --", "")), "ok");
}

TEST_P(StoreSuite, ATagStaysWhereItIs) {
  const auto tag = [this](std::optional<Head> head) {
    WriteBatch write = batch();
    write.tags.push_back({"release", head});
    return outcome_of(store().write(write));
  };
  EXPECT_EQ(tag(Head{commit_id_of(1), 1}), "ok");
  EXPECT_EQ(tag(Head{commit_id_of(1), 1}), "ok");
  EXPECT_EQ(tag(Head{commit_id_of(2), 2}), "E_CONFLICT");
  EXPECT_EQ((*store().find_tag(context_, "release"))->id, commit_id_of(1));
  EXPECT_EQ(tag(std::nullopt), "ok");
  EXPECT_EQ(tag(Head{commit_id_of(2), 2}), "ok");
}

TEST_P(StoreSuite, ABatchIsWrittenOnlyWhileStatesAreAsExpected) {
  const auto write = [this](std::optional<std::string> expected, std::optional<std::string> next) {
    WriteBatch change = batch();
    change.expected_states.push_back({"lock", std::move(expected)});
    change.states.push_back({"lock", std::move(next)});
    return outcome_of(store().write(change));
  };
  EXPECT_EQ(write("a", "b"), "E_CONFLICT");
  EXPECT_EQ(write(std::nullopt, "a"), "ok");
  EXPECT_EQ(write(std::nullopt, "b"), "E_CONFLICT");
  EXPECT_EQ(*store().find_state(context_, "lock"), "a");
  EXPECT_EQ(write("a", std::nullopt), "ok");
  EXPECT_EQ(write(std::nullopt, "c"), "ok");
  WriteBatch refused = turn_batch(context_, "main", std::nullopt, 1);
  refused.expected_states.push_back({"lock", "a"});
  const auto result = store().write(refused);
  EXPECT_EQ(result.error().message, "state lock is 'c', not 'a'");
  EXPECT_FALSE(*store().find_ref(context_, "main"));
}

// Of writers that expect the same, one goes through.
TEST_P(StoreSuite, OfTwoWritersThatExpectTheSameOneWins) {
  std::atomic<int> won{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      WriteBatch write = batch();
      write.expected_states.push_back({"lock", std::nullopt});
      write.states.push_back({"lock", std::to_string(i)});
      if (store().write(write)) ++won;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(won, 1);
}

TEST_P(StoreSuite, ABranchIsReadAtOneMoment) {
  write_turns(1);
  WriteBatch more = batch();
  more.edits.push_back({"main", 0, {"one", "two"}});
  more.edits.push_back({"side", 0, {"three"}});
  more.states.push_back({"known", "value"});
  expect_ok(store().write(more));
  const auto found = store().find_branch(context_, "main", {"known", "unknown"});
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->head, *store().find_ref(context_, "main"));
  EXPECT_EQ(found->edits, *store().list_edits(context_, "main"));
  EXPECT_EQ(found->states, (std::vector<std::optional<std::string>>{"value", std::nullopt}));
  EXPECT_EQ(*store().list_journals(context_), (std::vector<std::string>{"main", "side"}));
  EXPECT_FALSE(store().find_branch(context_, "side", {})->head);

  // Every head has one edit, which names it.
  std::atomic<bool> is_done{false};
  std::thread writer([&] {
    for (std::uint64_t cycle = 2; cycle < 60; ++cycle) {
      WriteBatch turn = turn_batch(context_, "main", turn_id(context_, "main", cycle - 1), cycle);
      turn.edits_taken.push_back({"main", cycle == 2 ? 2U : 1U});
      turn.edits.push_back({"main", 0, {turn.commits.front().id.hex()}});
      expect_ok(store().write(turn));
    }
    is_done = true;
  });
  while (!is_done) {
    const auto now = store().find_branch(context_, "main", {});
    ASSERT_TRUE(now) << now.error().message;
    if (now->head->cycle > 1) {
      EXPECT_EQ(now->edits.front().value, now->head->id.hex());
    }
  }
  writer.join();
}

TEST_P(StoreSuite, ARefMovesOnlyFromWhereTheWriterSawIt) {
  write_turns(1);
  WriteBatch late = turn_batch(context_, "main", commit_id_of(7), 2);
  const auto refused = store().write(late);
  EXPECT_EQ(outcome_of(refused), "E_CONFLICT");
  EXPECT_EQ(refused.error().code, Code::Conflict);
  EXPECT_NE(refused.error().message.find(turn_id(context_, "main", 1).hex()), std::string::npos)
      << refused.error().message;
  EXPECT_NE(refused.error().message.find(commit_id_of(7).hex()), std::string::npos);
  late.refs.front().expected = turn_id(context_, "main", 1);
  expect_ok(store().write(late));
  EXPECT_EQ((*store().find_ref(context_, "main"))->cycle, 2U);
}

TEST_P(StoreSuite, ANewBranchMustBeNew) {
  write_turns(1);
  WriteBatch fork = batch();
  fork.refs.push_back({"side", std::nullopt, Head{turn_id(context_, "main", 1), 1}});
  expect_ok(store().write(fork));
  EXPECT_EQ(outcome_of(store().write(fork)), "E_CONFLICT");
  const auto refs = store().list_refs(context_);
  ASSERT_TRUE(refs);
  ASSERT_EQ(refs->size(), 2U);
  EXPECT_EQ((*refs)[0].branch, "main");
  EXPECT_EQ((*refs)[1].head, (*refs)[0].head);
}

TEST_P(StoreSuite, ARefGoesAwayOnlyFromWhereTheWriterSawIt) {
  write_turns(2);
  WriteBatch drop = batch();
  drop.refs.push_back({"main", turn_id(context_, "main", 1), std::nullopt});
  EXPECT_EQ(outcome_of(store().write(drop)), "E_CONFLICT");
  drop.refs.front().expected = turn_id(context_, "main", 2);
  expect_ok(store().write(drop));
  EXPECT_EQ(*store().find_ref(context_, "main"), std::nullopt);
}

TEST_P(StoreSuite, AMoveWithEqualSidesOnlyGuards) {
  write_turns(1);
  WriteBatch guarded = batch();
  guarded.refs.push_back({"main", turn_id(context_, "main", 1), Head{turn_id(context_, "main", 1), 1}});
  guarded.states.push_back({"note", "kept"});
  expect_ok(store().write(guarded));
  write_turns(1);
  guarded.states.front().value = "late";
  EXPECT_EQ(outcome_of(store().write(guarded)), "E_CONFLICT");
  EXPECT_EQ(*store().find_state(context_, "note"), "kept");
}

TEST_P(StoreSuite, ContextsDoNotSeeEachOther) {
  write_turns(1);
  const ContextKey other = new_context("other");
  EXPECT_EQ(*store().find_ref(other, "main"), std::nullopt);
  expect_ok(store().write(turn_batch(other, "main", std::nullopt, 1)));
  EXPECT_NE((*store().find_ref(other, "main"))->id, (*store().find_ref(context_, "main"))->id);
}

TEST_P(StoreSuite, TagsAreSetReplacedAndRemoved) {
  WriteBatch tags = batch();
  tags.tags = {{"a", Head{commit_id_of(1), 1}}, {"b", Head{commit_id_of(2), 2}}};
  expect_ok(store().write(tags));
  tags.tags = {{"a", std::nullopt}, {"a", Head{commit_id_of(3), 3}}, {"b", std::nullopt}, {"never", std::nullopt}};
  expect_ok(store().write(tags));
  EXPECT_EQ(*store().list_tags(context_), (std::vector<Tag>{{"a", {commit_id_of(3), 3}}}));
  EXPECT_EQ(*store().find_tag(context_, "b"), std::nullopt);
}

TEST_P(StoreSuite, EverythingIsThereAfterReopening) {
  write_turns(3);
  const std::string before = dump(store());
  reopen();
  EXPECT_EQ(dump(store()), before);
}

TEST_P(StoreSuite, StatesOfTheWholeStoreBelongToNoContext) {
  WriteBatch whole;
  whole.context = kWholeStore;
  whole.states.push_back({"settings", "{}"});
  whole.expected_states.push_back({"settings", std::nullopt});
  expect_ok(store().write(whole));
  EXPECT_EQ(outcome_of(store().write(whole)), "E_CONFLICT");
  const auto found = store().find_state(kWholeStore, "settings");
  ASSERT_TRUE(found && *found);
  EXPECT_EQ(**found, "{}");
  const auto of_context = store().find_state(context_, "settings");
  ASSERT_TRUE(of_context);
  EXPECT_FALSE(*of_context);
  const auto contexts = store().list_contexts({}, 10);
  ASSERT_TRUE(contexts);
  EXPECT_EQ(contexts->size(), 1U);
  const auto faults = store().check();
  ASSERT_TRUE(faults);
  EXPECT_EQ(*faults, std::vector<std::string>());
  whole.tags.push_back({"release", std::nullopt});
  EXPECT_EQ(outcome_of(store().write(whole)), "InvalidArgument");
}

}  // namespace
}  // namespace latewood::test
