// Free rides, pay-back and the hard limit against a slow model: lists of blocks, and the rules read off the header.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "latewood/selector.h"
#include "latewood/why.h"
#include "support/context_probe.h"
#include "support/law.h"

namespace latewood::test {
namespace {

struct PlainBlock {
  std::string id;
  std::uint64_t size = 0;
  std::optional<std::uint64_t> expiry;  // the cycle whose commit removes it
  friend bool operator==(const PlainBlock&, const PlainBlock&) = default;
};

using Turn = std::vector<PlainBlock>;

// A conversation whose blocks are removed one by one, the oldest first.
class PlainConversation {
 public:
  explicit PlainConversation(PrunePolicy policy) : policy_(std::move(policy)) {}

  std::uint64_t cycle() const { return turns_.size() + 1; }
  void insert(const PlainBlock& block) { head_.push_back(block); }

  // False if the hard limit cannot be kept; then nothing changes.
  bool commit() {
    const auto saved = turns_;
    const Turn before = flat();
    for (Turn& turn : turns_) std::erase_if(turn, [&](const PlainBlock& block) { return is_due(block, cycle()); });
    prune_to_budget(before);
    if (!prune_to_limit()) {
      turns_ = saved;
      return false;
    }
    if (policy_.free_rides) ride_along(before);
    turns_.push_back(head_);
    head_.clear();
    return true;
  }

  Ids ids() const {
    Ids all;
    for (const PlainBlock& block : flat()) all.push_back(block.id);
    return all;
  }
  std::uint64_t size() const { return size_of(flat()) + size_of(head_); }

 private:
  static bool is_due(const PlainBlock& block, std::uint64_t cycle) { return block.expiry && *block.expiry <= cycle; }
  static std::uint64_t size_of(const Turn& blocks) {
    std::uint64_t size = 0;
    for (const PlainBlock& block : blocks) size += block.size;
    return size;
  }
  Turn flat() const {
    Turn all;
    for (const Turn& turn : turns_) all.insert(all.end(), turn.begin(), turn.end());
    return all;
  }

  // How many of the blocks before the commit come first in the prompt after it as they did before.
  std::size_t kept_start(const Turn& before) const {
    const Turn now = flat();
    std::size_t same = 0;
    while (same < before.size() && same < now.size() && before[same] == now[same]) ++same;
    return same;
  }
  bool has_break(const Turn& before) const { return kept_start(before) < before.size(); }
  std::uint64_t sent_anew(const Turn& before) const {
    const Turn now = flat();
    if (!has_break(before)) return 0;
    const auto first = now.begin() + static_cast<std::ptrdiff_t>(kept_start(before));
    return size_of(Turn(first, now.end()));
  }

  // Removes the oldest blocks behind the first `start` ones, except in the newest turns, while `wants`.
  template <class Wants>
  void remove_oldest(std::uint64_t keep_turns, std::size_t start, Wants wants) {
    std::size_t index = 0;
    for (std::size_t turn = 0; turn < turns_.size(); ++turn) {
      const bool is_kept = turns_.size() - turn < keep_turns;
      for (std::size_t at = 0; at < turns_[turn].size();) {
        const bool may_go = !is_kept && index >= start && wants();
        ++index;
        if (may_go) {
          turns_[turn].erase(turns_[turn].begin() + static_cast<std::ptrdiff_t>(at));
        } else {
          ++at;
        }
      }
    }
  }

  void prune_to_budget(const Turn& before) {
    if (!policy_.bytes || size() <= policy_.bytes->trigger) return;
    const auto unpruned = turns_;
    const std::uint64_t old_size = size();
    const std::uint64_t old_price = sent_anew(before);
    remove_oldest(policy_.keep_turns, 0, [&] { return size() > policy_.bytes->target; });
    if (!policy_.pay_back || size() == old_size) return;
    const std::uint64_t new_price = sent_anew(before);
    const std::uint64_t cost = new_price > old_price ? new_price - old_price : 0;
    const PayBack& rule = *policy_.pay_back;
    const bool pays = cost * (rule.written - rule.cached) <= (old_size - size()) * rule.cached * rule.requests;
    if (!pays) turns_ = unpruned;
  }

  bool prune_to_limit() {
    if (!policy_.limit.bytes || size() <= *policy_.limit.bytes) return true;
    const std::uint64_t limit = *policy_.limit.bytes;
    const std::uint64_t target = policy_.bytes ? std::min(policy_.bytes->target, limit) : limit;
    remove_oldest(policy_.keep_turns, 0, [&] { return size() > target; });
    if (size() > limit) remove_oldest(1, 0, [&] { return size() > target; });
    return size() <= limit;
  }

  void ride_along(const Turn& before) {
    if (!has_break(before)) return;
    const std::size_t start = kept_start(before);
    const std::uint64_t until = cycle() + policy_.free_rides->soon;
    std::size_t index = 0;
    for (std::size_t turn = 0; turn < turns_.size(); ++turn) {
      const bool is_kept = turns_.size() - turn < policy_.keep_turns;
      Turn left;
      for (const PlainBlock& block : turns_[turn]) {
        const bool goes = index >= start && !is_kept && is_due(block, until);
        if (!goes) left.push_back(block);
        ++index;
      }
      turns_[turn] = left;
    }
    if (policy_.bytes) remove_oldest(policy_.keep_turns, start, [&] { return size() > policy_.bytes->target; });
  }

  PrunePolicy policy_;
  std::vector<Turn> turns_;
  Turn head_;
};

PrunePolicy priced_policy(Random& random) {
  PrunePolicy policy;
  if (random.chance(85)) {
    policy.bytes = Budget{};
    policy.bytes->trigger = 20 + random.below(300);
    policy.bytes->target = random.below(policy.bytes->trigger + 1);
  }
  policy.keep_turns = 1 + random.below(4);
  if (random.chance(60)) policy.free_rides = FreeRides{random.below(4)};
  if (random.chance(60)) policy.pay_back = PayBack{random.below(20), random.below(300), 1000 + random.below(300)};
  if (random.chance(40)) policy.limit.bytes = 60 + random.below(400);
  return policy;
}

Ids blocks_of(const Context& context) {
  Ids ids;
  for (const NodeView& node : latest_nodes(context)) {
    if (node.node_type == "cb") ids.push_back(node.id);
  }
  return ids;
}

std::uint64_t bytes_of(const Context& context) {
  std::uint64_t bytes = 0;
  for (const NodeView& node : latest_nodes(context)) {
    if (node.content) bytes += node.content->as_string()->size() + 2;
  }
  return bytes;
}

TEST(PriceRules, AgreeWithASlowModel) {
  std::uint64_t commits = 0;
  std::uint64_t refused = 0;
  expect_law("price rules", [&](Random& random) {
    const PrunePolicy policy = priced_policy(random);
    Context context = open_context();
    must(context.set_policy(policy));
    PlainConversation model(policy);
    std::uint64_t number = 0;
    for (std::size_t step = 0; step < 40; ++step) {
      for (std::size_t left = random.below(4); left > 0; --left) {
        PlainBlock block{"b" + std::to_string(number++), 3 + random.below(40), std::nullopt};
        Component component{.role = "user", .content = std::string(block.size - 2, 'x'), .id = block.id};
        if (random.chance(40)) {
          component.ttl = static_cast<std::int64_t>(1 + random.below(8));
          block.expiry = model.cycle() + static_cast<std::uint64_t>(*component.ttl);
        }
        must(context.insert(component));
        model.insert(block);
      }
      const auto made = context.commit();
      RC_ASSERT(made.has_value() == model.commit());
      if (!made) {
        RC_ASSERT(made.error().rule == "E_LIMIT_EXCEEDED");
        ++refused;
        break;
      }
      ++commits;
      RC_ASSERT(blocks_of(context) == model.ids());
      if (policy.limit.bytes) RC_ASSERT(bytes_of(context) <= *policy.limit.bytes);
    }
  });
  EXPECT_GT(commits, 20'000U);
  EXPECT_GT(refused, 0U);
}

// ---- by example ----

Component spoken(const std::string& id, std::optional<std::int64_t> ttl = {}, const std::string& role = "user") {
  return {.role = role, .content = "text of " + id, .id = id, .ttl = ttl};
}

TEST(PriceRules, AnAlignedTtlEndsInAMultiple) {
  Context context = open_context();
  PrunePolicy policy;
  policy.align = 8;
  must(context.set_policy(policy));
  for (int turn = 0; turn < 4; ++turn) must(context.commit());
  must(context.insert(spoken("a", 2)));  // cycle 5: 7 becomes 8
  must(context.insert(spoken("b", 3)));  // 8 stays
  must(context.insert(spoken("c", 4)));  // 9 becomes 16
  must(context.commit());
  EXPECT_EQ(must(why(context, "a")).here->expires, 8U);
  EXPECT_EQ(must(why(context, "b")).here->expires, 8U);
  EXPECT_EQ(must(why(context, "c")).here->expires, 16U);
}

TEST(PriceRules, AnInsertionInFrontOfSealedBlocksIsReportedOnRequest) {
  std::vector<std::string> warned;
  ContextOptions options;
  options.warn = [&warned](const Warning& warning) { warned.emplace_back(to_string(warning.code)); };
  Context context = open_context(std::move(options));
  must(context.insert(spoken("a")));
  must(context.commit());
  Component quiet = spoken("quiet");
  quiet.offset = 1;
  must(context.insert_under(quiet, must(context.latest()).report().turn_id));
  PrunePolicy policy;
  policy.stable_order = true;
  must(context.set_policy(policy));
  must(context.insert(spoken("end")));
  EXPECT_TRUE(warned.empty());
  Component late = spoken("late");
  late.offset = 1;
  must(context.insert_under(late, must(context.latest()).report().turn_id));
  EXPECT_EQ(warned, std::vector<std::string>{"W_PREFIX_BROKEN"});
  Component below = spoken("below");
  below.offset = 2;
  must(context.insert_under(below, must(Selector::parse("^seq .mt:depth(1)"))));
  EXPECT_EQ(warned.size(), 2U) << "an edit by selector too";
}

TEST(PriceRules, ExchangesOfPeopleCountAndCyclesOfToolsDoNot) {
  Context context = open_context();
  PrunePolicy policy;
  policy.turns = Budget{.trigger = 2, .target = 1};
  policy.count_exchanges = true;
  must(context.set_policy(policy));
  const auto cycle = [&context](const std::string& id, const std::string& role) {
    must(context.insert(spoken(id, {}, role)));
    must(context.commit());
  };
  cycle("q1", "user");
  cycle("t1", "tool");
  must(context.commit());
  cycle("q2", "user");
  cycle("t2", "tool");
  cycle("t3", "tool");
  EXPECT_EQ(blocks_of(context), (Ids{"q1", "t1", "q2", "t2", "t3"}));
  cycle("q3", "user");
  EXPECT_EQ(blocks_of(context).size(), 6U) << "two sealed exchanges are not above the trigger";
  must(context.commit());
  EXPECT_EQ(blocks_of(context), (Ids{"q3"}));
}

Component summary_of(const std::string& id, const Ids& covered) {
  Component summary = spoken(id);
  summary.node_type = "cb:summary";
  JsonValue::Array covers;
  for (const std::string& each : covered) covers.emplace_back(each);
  summary.attributes = {{"data_covers", JsonValue(std::move(covers))}};
  return summary;
}

TEST(PriceRules, WhatANewSummaryCoversLeavesInItsCommit) {
  Context context = open_context();
  PrunePolicy policy;
  policy.summaries = true;
  must(context.set_policy(policy));
  for (const char* id : {"a", "b", "c"}) {
    must(context.insert(spoken(id)));
    must(context.commit());
  }
  must(context.insert(summary_of("s", {"a", "b"})));
  const CommitReport report = must(context.commit());
  EXPECT_EQ(blocks_of(context), (Ids{"c"}));
  ASSERT_FALSE(report.departures.empty());
  for (const Departure& left : report.departures) EXPECT_EQ(left.cause, Cause::Prune);
  EXPECT_NE(find_node(latest_nodes(context), "s"), nullptr);
}

TEST(PriceRules, ASummaryStaysUntilAnotherOneCoversIt) {
  Context context = open_context();
  PrunePolicy policy;
  policy.summaries = true;
  policy.bytes = Budget{.trigger = 60, .target = 20};
  must(context.set_policy(policy));
  must(context.insert(spoken("a")));
  must(context.commit());
  must(context.insert(summary_of("s", {"a"})));
  must(context.commit());
  for (int turn = 0; turn < 10; ++turn) {
    must(context.insert(spoken("m" + std::to_string(turn))));
    must(context.commit());
    EXPECT_NE(find_node(latest_nodes(context), "s"), nullptr) << turn;
  }
  must(context.insert(summary_of("s2", {"s"})));
  must(context.commit());
  EXPECT_EQ(find_node(latest_nodes(context), "s"), nullptr);
  EXPECT_NE(find_node(latest_nodes(context), "s2"), nullptr);
}

TEST(PriceRules, AWindowOfExchangesKeepsTheSummaryToo) {
  Context context = open_context();
  PrunePolicy policy;
  policy.turns = Budget{.trigger = 1, .target = 1};
  policy.count_exchanges = true;
  must(context.set_policy(policy));
  must(context.insert(spoken("old")));
  must(context.commit());
  must(context.insert(spoken("q0")));
  must(context.insert(summary_of("s", {"old"})));
  must(context.commit());
  for (int turn = 1; turn < 5; ++turn) {
    must(context.insert(spoken("q" + std::to_string(turn))));
    must(context.commit());
  }
  EXPECT_NE(find_node(latest_nodes(context), "s"), nullptr);
}

// Policies that were stored before have the same text, and so the same id.
TEST(PriceRules, APolicyWithoutThemHasTheTextItHadBefore) {
  PrunePolicy policy;
  policy.bytes = Budget{.trigger = 10, .target = 5};
  EXPECT_EQ(policy_json(policy),
            R"({"bytes":{"at_least":0,"target":5,"trigger":10},"keep_turns":1,"nodes_per_turn":null,)"
            R"("prune_system":false,"tokens":null,"turns":null})");
}

TEST(PriceRules, AreReadBackAsTheyWereWritten) {
  PrunePolicy policy;
  policy.turns = Budget{.trigger = 10, .target = 5};
  policy.align = 8;
  policy.free_rides = FreeRides{2};
  policy.pay_back = PayBack{10, 100, 1250};
  policy.limit.bytes = 1000;
  policy.count_exchanges = policy.stable_order = policy.summaries = true;
  EXPECT_EQ(must(parse_policy(policy_json(policy))), policy);
}

}  // namespace
}  // namespace latewood::test
