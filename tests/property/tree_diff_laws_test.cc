// The engine's diffs against the plain ones, on random histories with forks.
#include <gtest/gtest.h>

#include <string>

#include "diff/detail_diff.h"
#include "diff/id_diff.h"
#include "engine/branch/access.h"
#include "history/snapshot_data.h"
#include "support/law.h"
#include "support/plain/diff.h"
#include "support/random/document.h"
#include "support/random/history.h"

namespace latewood::test {
namespace {

diff::TreeSide side_of(const Snapshot& snapshot) { return {engine::Access::data(snapshot).tree, snapshot.cycle()}; }

// Any test of nodes serves as a filter, if both see the same nodes. This one takes some of them.
bool is_reported(std::string_view id, const std::optional<std::int64_t>& ttl) {
  return (id.size() + static_cast<unsigned char>(id.back())) % 3 == 0 || ttl == 1;
}

PlainFilter plain_filter() {
  const auto test = [](const NodeView& node) { return is_reported(node.id, node.ttl); };
  return {test, test};
}

diff::DiffFilter engine_filter(const Snapshot& newer, const Snapshot& older) {
  const auto test = [](const Snapshot& snapshot) {
    return [side = side_of(snapshot)](const tree::Place& place) {
      const tree::Node& node = node_at(side.tree, place);
      return is_reported(node.id(), tree::shown_ttl(node, side.at()));
    };
  };
  return {test(newer), test(older)};
}

std::string detail_text(const DiffDetail& detail) {
  RangeDiffLatestResult shown;
  shown.diffs.push_back({{}, {}, detail.components, {}});
  return to_json(shown) + "\n" + to_json(detail);
}

// DIFF-01 to DIFF-03, DIFF-06, DIFF-09 to DIFF-12, DIFF-15: what the engine finds by what two
// trees do not share is what a comparison of all nodes finds.
TEST(TreeDiffLaws, TheEngineAgreesWithThePlainComparison) {
  std::size_t changes = 0;
  EXPECT_TRUE(rc::check("diffs agree", [&changes] {
    Random random(*rc::gen::noShrink(rc::gen::resize(100, rc::gen::arbitrary<std::uint64_t>())));
    RandomHistory history(random);
    history.grow(150);
    for (int i = 0; i < 12 && !history.snapshots().empty(); ++i) {
      const Snapshot& newer = history.pick();
      const Snapshot& older = history.pick();
      const DiffDetail expected = plain_diff_detail(newer.nodes().value(), older.nodes().value());
      const DiffDetail found = diff::detail_diff(side_of(newer), side_of(older));
      changes += expected.components.changed.size();
      if (found == expected) continue;
      RC_LOG() << "engine " << detail_text(found) << "\nplain  " << detail_text(expected);
      RC_FAIL("diffs differ");
    }
  }));
  EXPECT_GT(changes, 100U);
}

// The same where nodes change places and turns change their order.
TEST(TreeDiffLaws, TheEngineAgreesOnImportedHistories) {
  std::size_t other_parents = 0;
  EXPECT_TRUE(rc::check("diffs of imports agree", [&other_parents] {
    Random random(*rc::gen::noShrink(rc::gen::resize(100, rc::gen::arbitrary<std::uint64_t>())));
    const Context context = RandomDocument(random).history(4);
    for (int i = 0; i < 16; ++i) {
      const Snapshot newer = *context.back(static_cast<std::uint64_t>(i) % 4);
      const Snapshot older = *context.back(static_cast<std::uint64_t>(i) / 4);
      const DiffDetail expected = plain_diff_detail(newer.nodes().value(), older.nodes().value());
      const DiffDetail found = diff::detail_diff(side_of(newer), side_of(older));
      other_parents += expected.parent_changed.size();
      if (found == expected) continue;
      RC_LOG() << "engine " << detail_text(found) << "\nplain  " << detail_text(expected);
      RC_FAIL("diffs differ");
    }
  }));
  EXPECT_GT(other_parents, 1000U);
}

// DIFF-08, D-40.
TEST(TreeDiffLaws, AFilterLimitsTheReportToNodesThatPassOnEitherSide) {
  EXPECT_TRUE(rc::check("filtered diffs agree", [] {
    Random random(*rc::gen::noShrink(rc::gen::resize(100, rc::gen::arbitrary<std::uint64_t>())));
    RandomHistory history(random);
    history.grow(150);
    for (int i = 0; i < 6 && !history.snapshots().empty(); ++i) {
      const Snapshot& newer = history.pick();
      const Snapshot& older = history.pick();
      const DiffDetail expected = plain_diff_detail(newer.nodes().value(), older.nodes().value(), plain_filter());
      const DiffDetail found = diff::detail_diff(side_of(newer), side_of(older), engine_filter(newer, older));
      if (found == expected) continue;
      RC_LOG() << "engine " << detail_text(found) << "\nplain  " << detail_text(expected);
      RC_FAIL("diffs differ");
    }
  }));
}

}  // namespace
}  // namespace latewood::test
