// Contexts, refs and tags.
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

}  // namespace
}  // namespace latewood::test
