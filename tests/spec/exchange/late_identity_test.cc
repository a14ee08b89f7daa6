// Snapshots from outside get their digests when somebody asks, and nobody can tell.
#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "engine/branch/access.h"
#include "history/snapshot_data.h"
#include "support/document/documents.h"
#include "warp/commit_header.h"
#include "warp/graph/state_encoding.h"
#include "warp/mapping/tree_state.h"

namespace latewood {
namespace {

using test::block;
using test::export_of;
using test::must;
using test::must_import;

std::string three_turns_document() {
  Context context = test::open_context();
  for (const char* id : {"a", "b", "c"}) {
    must(context.insert(block(id)));
    must(context.commit());
  }
  return export_of(context);
}

// HASH-14: hashing is lazy, and once.
TEST(LateIdentity, ThreadsThatAskAtOnceGetTheSameAnswer) {
  const Snapshot expected = *must_import(three_turns_document()).latest();
  for (int round = 0; round < 20; ++round) {
    const Context context = must_import(three_turns_document());
    const Snapshot snapshot = *context.latest();
    std::vector<CommitReport> reports(4);
    std::vector<std::thread> readers;
    for (CommitReport& report : reports) readers.emplace_back([&] { report = snapshot.report(); });
    for (std::thread& reader : readers) reader.join();
    for (const CommitReport& report : reports) {
      EXPECT_EQ(report.commit_id, expected.commit_id());
      EXPECT_EQ(report.state_root, expected.state_root());
      EXPECT_EQ(report.patch_digest, expected.patch_digest());
    }
  }
}

TEST(LateIdentity, TheNextCommitDoesNotDependOnWhoAskedBefore) {
  const auto go_on = [](Context context) {
    must(context.insert(block("next")));
    must(context.insert({.content = JsonValue("without an id")}));
    must(context.commit());
    return std::pair(*context.latest()->parent(), context.latest()->commit_id());
  };
  Context asked = must_import(three_turns_document());
  const CommitId parent = asked.latest()->commit_id();
  const auto after_asking = go_on(std::move(asked));
  const auto without = go_on(must_import(three_turns_document()));
  EXPECT_EQ(after_asking.first, parent);
  EXPECT_EQ(without, after_asking);
}

TEST(LateIdentity, AnEmptyCommitAndAForkGoOnFromIt) {
  Context context = must_import(three_turns_document());
  Context fork = must(context.fork(3));
  for (Context* line : {&fork, &context}) {
    must(line->commit());
    EXPECT_EQ(line->latest()->parent(), line->back(1)->commit_id());
    const tree::Tree& tree = engine::Access::data(*line->latest()).tree;
    EXPECT_EQ(line->latest()->state_root(), warp::state_root(warp::state_of(tree), warp::root_key(tree)));
  }
}

TEST(LateIdentity, TheIdNamesTheRootAndThePatch) {
  const Snapshot snapshot = *must_import(three_turns_document()).latest();
  const CommitReport report = snapshot.report();
  EXPECT_FALSE(snapshot.parent().has_value());
  EXPECT_EQ(warp::commit_id({{}, report.state_root, report.patch_digest, report.policy_id}), report.commit_id);
}

}  // namespace
}  // namespace latewood
