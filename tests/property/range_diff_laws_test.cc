// Questions across time against the slow way: every snapshot asked on its own, every pair of
// neighbours compared node by node.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <thread>

#include "latewood/selector.h"
#include "support/law.h"
#include "support/plain/diff.h"
#include "support/random/document.h"
#include "support/random/history.h"

namespace latewood::test {
namespace {

using Ids = std::vector<std::string>;

// Some depend on the node alone, some on its turn, some on other turns, some on the cycle.
const std::vector<std::string> kRangeSelectors = {".cb",
                                                  "*",
                                                  ".mt",
                                                  ".mc > .cb",
                                                  "^seq .mt .cb",
                                                  "^sys *",
                                                  ".cb[ttl<=1]",
                                                  ".cb[ttl!=null] *",
                                                  ".mt .cb:last",
                                                  ".cb:first",
                                                  ".mt:first .cb",
                                                  ".mt:nth(2)",
                                                  ".mt:depth(1) .cb",
                                                  ".mt:depth(1-3,5)",
                                                  ":last",
                                                  "^ah *",
                                                  ":pre .cb",
                                                  ":post",
                                                  "[role='user'], .cb:core",
                                                  "^seq > * > .cb",
                                                  ".cb[priority>0] .cb",
                                                  "^root > :first",
                                                  "^seq > :nth(1) *",
                                                  ".cb .cb:nth(1)"};

std::vector<Snapshot> newest_first(const Context& line) {
  std::vector<Snapshot> snapshots;
  for (std::uint64_t n = 0;; ++n) {
    const auto snapshot = line.back(n);
    if (!snapshot) return snapshots;
    snapshots.push_back(*snapshot);
  }
}

Ids plain_every(const Context& line, const Selector& selector) {
  Ids ids;
  for (const Snapshot& snapshot : newest_first(line)) {
    for (std::string& id : *snapshot.select(selector)) {
      if (std::find(ids.begin(), ids.end(), id) == ids.end()) ids.push_back(std::move(id));
    }
  }
  return ids;
}

std::function<bool(const NodeView& node)> test_of(const Snapshot& snapshot, const Selector& selector) {
  const Ids matches = *snapshot.select(selector);
  return [set = std::set<std::string>(matches.begin(), matches.end())](const NodeView& node) {
    return set.contains(node.id);
  };
}

std::vector<Diff> plain_range(const Context& line, const Selector& selector) {
  std::vector<Diff> diffs;
  const auto snapshots = newest_first(line);
  for (std::size_t i = 0; i + 1 < snapshots.size(); ++i) {
    const PlainFilter filter{test_of(snapshots[i], selector), test_of(snapshots[i + 1], selector)};
    diffs.push_back(plain_diff(snapshots[i].nodes().value(), snapshots[i + 1].nodes().value(), filter));
  }
  return diffs;
}

// SEL-44.
TEST(RangeDiffLaws, EverySnapshotIsWhatEachSnapshotGives) {
  std::size_t found = 0;
  EXPECT_TRUE(rc::check("@* agrees", [&found] {
    Random random(*rc::gen::noShrink(rc::gen::resize(100, rc::gen::arbitrary<std::uint64_t>())));
    RandomHistory history(random);
    history.grow(120);
    const Context& line = history.line();
    for (const std::string& text : kRangeSelectors) {
      RC_LOG() << text << '\n';
      const Ids expected = plain_every(line, *Selector::parse(text));
      RC_ASSERT(std::get<Ids>(*line.select("@* " + text)) == expected);
      found += expected.size();
    }
  }));
  EXPECT_GT(found, 1000U);
}

TEST(RangeDiffLaws, EverySnapshotOfAnImportedHistoryIsWhatEachGives) {
  EXPECT_TRUE(rc::check("@* of imports agrees", [] {
    Random random(*rc::gen::noShrink(rc::gen::resize(100, rc::gen::arbitrary<std::uint64_t>())));
    const Context line = RandomDocument(random).history(5);
    for (const std::string& text : kRangeSelectors) {
      RC_LOG() << text << '\n';
      RC_ASSERT(std::get<Ids>(*line.select("@* " + text)) == plain_every(line, *Selector::parse(text)));
    }
  }));
}

// RANGE-13, RANGE-19 to RANGE-24, RANGE-30, RANGE-39.
TEST(RangeDiffLaws, ARangeIsWhatItsNeighboursGive) {
  EXPECT_TRUE(rc::check("ranges agree", [] {
    Random random(*rc::gen::noShrink(rc::gen::resize(100, rc::gen::arbitrary<std::uint64_t>())));
    RandomHistory history(random);
    history.grow(80);
    const Context& line = history.line();
    for (const std::string& text : kRangeSelectors) {
      if (!line.latest()) continue;
      RC_LOG() << text << '\n';
      const auto range = *line.range_diff_latest("@c1..@c1000 " + text);
      const std::vector<Diff> expected = plain_range(line, *Selector::parse(text));
      RC_ASSERT(range.diffs.size() == expected.size());
      for (std::size_t i = 0; i < expected.size(); ++i) RC_ASSERT(range.diffs[i].diff == expected[i]);
    }
  }));
}

// RANGE-31, SEL-02: any number of threads get the same bytes.
TEST(RangeDiffLaws, ThreadsGetTheSameBytes) {
  Random random(11);
  RandomHistory history(random);
  history.grow(400);
  const Context& line = history.line();
  const auto answers = [&line] {
    std::string all;
    for (const std::string& text : kRangeSelectors) {
      all += to_json(*line.select("@* " + text)) + to_json(*line.select("@t-20..@t0 " + text));
      all += to_json(*line.diff_detail("@c1", "@t0", text));
    }
    return all;
  };
  const std::string expected = answers();
  std::vector<std::string> got(4);
  std::vector<std::thread> threads;
  for (std::string& each : got) threads.emplace_back([&each, &answers] { each = answers(); });
  for (std::thread& thread : threads) thread.join();
  for (const std::string& each : got) EXPECT_EQ(each, expected);
}

}  // namespace
}  // namespace latewood::test
