// Nothing leaves without standing in the report of its commit.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "latewood/context.h"
#include "support/context_probe.h"

namespace latewood {
namespace {

using test::open_system_context;

Component ten_byte_block_at(const std::string& id, std::int64_t offset = 0) {
  Component component = test::ten_byte_block(id);
  component.offset = offset;
  return component;
}

using Gone = std::vector<Departure>;

TEST(CommitReport, TellsWhatWasDeleted) {
  Context context = open_system_context();
  context.insert(ten_byte_block_at("s"), -1).value();
  context.insert(ten_byte_block_at("u")).value();
  context.insert(ten_byte_block_at("post", 1)).value();
  context.commit().value();
  context.delete_nodes({"s"}).value();
  ASSERT_TRUE(context.detach("post"));
  context.insert(ten_byte_block_at("next")).value();
  context.insert(ten_byte_block_at("gone again")).value();
  context.delete_nodes({"gone again"}).value();

  const CommitReport report = context.commit().value();
  EXPECT_EQ(report.departures, (Gone{{"s", Cause::Delete, 10}, {"post", Cause::Delete, 10}}));
  EXPECT_EQ(report.nodes_before, 4) << "three of before, one that came";
  EXPECT_EQ(report.bytes_before, 40);
  EXPECT_EQ(report.nodes_after, 2);
  EXPECT_EQ(report.bytes_after, 20);
  EXPECT_EQ(context.latest()->report().departures, report.departures) << "also later";
  EXPECT_TRUE(context.commit()->departures.empty()) << "once";
}

// D-10: what moves through history goes on under another id.
TEST(CommitReport, TellsWhichIdsEndedWithAMove) {
  Context context = open_system_context();
  context.insert(ten_byte_block_at("u")).value();
  context.insert(ten_byte_block_at("post", 1)).value();
  context.commit().value();
  context.commit().value();
  const auto moved = context.move({"post"}, 0).value();
  const CommitReport report = context.commit().value();
  EXPECT_EQ(report.departures, (Gone{{"post", Cause::Delete, 10}}));
  EXPECT_EQ(report.nodes_before, 3);
  EXPECT_EQ(report.nodes_after, 2);
  EXPECT_EQ(moved.size(), 1U);
}

TEST(CommitReport, ARedactionDeletesNothing) {
  Context context = open_system_context();
  context.insert(ten_byte_block_at("u")).value();
  context.commit().value();
  context.delete_nodes({"u"}).value();
  EXPECT_TRUE(context.commit()->departures.empty());
}

// What was held back by a reference may be pruned with its turn in the same commit.
TEST(CommitReport, WhatLeftIsNotCalledDeferred) {
  Context context = open_system_context();
  Component fleeting = ten_byte_block_at("fleeting");
  fleeting.ttl = 1;
  context.insert(fleeting).value();
  Component referrer = ten_byte_block_at("referrer");
  referrer.attributes = {{"data_refs", JsonValue("fleeting")}};
  context.insert(referrer).value();
  context.commit().value();
  for (int i = 0; i < 3; ++i) context.commit().value();
  PrunePolicy policy;
  policy.turns = Budget{2, 2};
  policy.keep_turns = 0;
  ASSERT_TRUE(context.set_policy(policy));
  const CommitReport report = context.commit().value();
  for (const Departure& departure : report.departures) {
    for (const std::string& deferred : report.deferred) EXPECT_NE(departure.id, deferred);
  }
  EXPECT_FALSE(report.departures.empty());
}

}  // namespace
}  // namespace latewood
