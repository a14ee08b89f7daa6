// Mutations of what a selector matches in the working state.
#include <gtest/gtest.h>

#include <type_traits>

#include "latewood/selector.h"
#include "support/context_probe.h"

namespace latewood {
namespace {

using test::block;
using test::block_with_key;
using test::child_ids;
using test::depth_of;
using test::has_node;
using test::Ids;
using test::must;
using test::node_of;
using test::Nodes;
using test::open_context;
using test::turn_of;
using test::verdict;

using Mutated = std::vector<MutatedNode>;

// An id is never taken for a selector, nor a selector for an id.
static_assert(!std::is_convertible_v<const char*, Selector>);
static_assert(!std::is_convertible_v<std::string, Selector>);
static_assert(!std::is_convertible_v<Selector, std::string_view>);

Selector where(std::string_view text) { return must(Selector::parse(text)); }

// Two turns with `a`, `a-post` and `b`, `b-post`; `c` and `d` in the head, `below` under `d`.
Context open_turns_and_head() {
  Context context = open_context();
  for (const char* id : {"a", "b"}) {
    must(context.insert(block(id)));
    must(context.insert(block(std::string(id) + "-post", 1)));
    must(context.commit());
  }
  for (const char* id : {"c", "d"}) must(context.insert(block(id)));
  must(context.insert_under(block("below"), "d"));
  return context;
}

// Every mutation by selector, so that none of them forgets a rule.
std::vector<std::string> verdicts(Context& context, const Selector& selector) {
  Component component;
  component.offset = 1;
  return {verdict(context.insert_under(component, selector)),
          verdict(context.replace(selector, {"x", {}})),
          verdict(context.delete_nodes(selector)),
          verdict(context.detach(selector)),
          verdict(context.move(selector, 1)),
          verdict(context.pin(selector)),
          verdict(context.unpin(selector))};
}

// MUT-15. Snapshots never change, so no mutation is about one.
TEST(MutationsBySelector, ASnapshotPrefixIsRefused) {
  for (const char* text : {"@t0 .cb", "@t-1 .cb", "@c1 .cb", "@* .cb", "@t-1..@t0 .cb", "@c1..@c2 .cb", "@t-9 .cb"}) {
    SCOPED_TRACE(text);
    Context context = open_turns_and_head();
    const Nodes before = context.working().value();
    EXPECT_EQ(verdicts(context, where(text)), Ids(7, "E_SNAPSHOT_READONLY"));
    EXPECT_EQ(context.working().value(), before);
  }
}

// MUT-15. The error says where in the selector the snapshot is.
TEST(MutationsBySelector, TheRefusalOfASnapshotHasAPlace) {
  Context context = open_turns_and_head();
  const auto refused = context.delete_nodes(where("  @t-1 .cb"));
  ASSERT_FALSE(refused);
  ASSERT_TRUE(refused.error().place);
  EXPECT_EQ(refused.error().place->offset, 2U);
  EXPECT_EQ(refused.error().place->length, 4U);
}

// MUT-15, D-28: without a prefix it is the working state, where `c` is and no snapshot has it.
TEST(MutationsBySelector, ASelectorWithoutPrefixMeansTheWorkingState) {
  Context context = open_turns_and_head();
  EXPECT_TRUE(std::get<Ids>(must(context.select("#c"))).empty());
  EXPECT_EQ(must(context.delete_nodes(where("#c"))), (Mutated{{"c", {}}}));
  EXPECT_FALSE(has_node(context.working().value(), "c"));
}

// MUT-16.
TEST(MutationsBySelector, NoMatchIsNotFound) {
  Context context = open_turns_and_head();
  const Nodes before = context.working().value();
  EXPECT_EQ(verdicts(context, where(".cb[role='nobody']")), Ids(7, "E_NODE_NOT_FOUND"));
  EXPECT_EQ(context.working().value(), before);
}

// MUT-16. The last of the matches is refused, and nothing remains of the others.
TEST(MutationsBySelector, OneRefusalIsTheRefusalOfAll) {
  Context context = open_turns_and_head();
  must(context.pin("a"));
  const Nodes before = context.working().value();
  const Ids pins = {"a"};
  Component given = block("given");
  EXPECT_EQ(verdict(context.insert_under(given, where("^ah .cb"))), "E_DUPLICATE_ID");
  EXPECT_EQ(verdict(context.replace(where(".cb, ^ah"), {"x", {}})), "E_PLACEMENT_INVALID");
  EXPECT_EQ(verdict(context.replace(where("#a, #b-post, ^ah .mc"), {"x", {}})), "E_PLACEMENT_INVALID");
  EXPECT_EQ(verdict(context.delete_nodes(where(".mt, ^ah"))), "E_PLACEMENT_INVALID");
  EXPECT_EQ(verdict(context.detach(where("#a-post, #b"))), "E_SEALED_IMMUTABLE");
  EXPECT_EQ(verdict(context.move(where("#a-post, #b"), 1)), "E_SEALED_IMMUTABLE");
  EXPECT_EQ(verdict(context.unpin(where("#a, #b"))), "E_NODE_NOT_FOUND");
  EXPECT_EQ(verdict(context.pin(where("#b, ^seq"))), "E_PLACEMENT_INVALID");
  EXPECT_EQ(context.working().value(), before);
  must(context.commit());
  EXPECT_EQ(must(context.latest()).pins(), pins);
}

TEST(MutationsBySelector, AnInsertionGoesBelowEveryMatch) {
  Context context = open_turns_and_head();
  Component note;
  note.content = "see above";
  note.offset = 1;
  const Mutated made = must(context.insert_under(note, where(".mt")));
  ASSERT_EQ(made.size(), 2U);
  for (const MutatedNode& each : made) {
    ASSERT_EQ(each.new_ids.size(), 1U);
    EXPECT_EQ(node_of(context.working().value(), each.new_ids[0]).parent_id, each.id);
  }
  EXPECT_EQ(made[0].id, "mt:1");
  EXPECT_EQ(made[1].id, "mt:2");
}

// ODI-02. The second instance sees the first one, though they come in one call.
TEST(MutationsBySelector, AKeyIsNotHeldTwiceByOneInsertion) {
  Context context = open_turns_and_head();
  const Nodes before = context.working().value();
  Component keyed = block_with_key("x", "k");
  keyed.id.reset();
  EXPECT_EQ(verdict(context.insert_under(keyed, where("^ah .cb"))), "OverlapWouldViolateODI");
  EXPECT_EQ(context.working().value(), before);
}

TEST(MutationsBySelector, AReplacementChangesTheHeadAndMarksHistory) {
  Context context = open_turns_and_head();
  const Mutated made = must(context.replace(where("#a, #c"), {"better", {}}));
  ASSERT_EQ(made.size(), 2U);
  EXPECT_EQ(made[0].id, "a");
  ASSERT_EQ(made[0].new_ids.size(), 1U);
  EXPECT_EQ(node_of(context.working().value(), made[0].new_ids[0]).node_type, "cb:replacement");
  EXPECT_EQ(made[1], (MutatedNode{"c", {}}));
  EXPECT_EQ(node_of(context.working().value(), "c").content, JsonValue("better"));
}

TEST(MutationsBySelector, ADeletionTakesWhatIsBelowAMatchWithIt) {
  Context context = open_turns_and_head();
  const Mutated made = must(context.delete_nodes(where("^ah .cb, #a-post")));
  ASSERT_EQ(made.size(), 4U);
  EXPECT_EQ(made[0].id, "a-post");
  EXPECT_EQ(node_of(context.working().value(), made[0].new_ids.at(0)).node_type, "cb:redaction");
  EXPECT_EQ(Mutated(made.begin() + 1, made.end()), (Mutated{{"c", {}}, {"d", {}}, {"below", {}}}));
  EXPECT_TRUE(child_ids(context.working().value(), "mc:3").empty());
}

TEST(MutationsBySelector, DetachingTakesPostContextOutOfHistory) {
  Context context = open_turns_and_head();
  EXPECT_EQ(must(context.detach(where(".mt > .cb"))), (Mutated{{"a-post", {}}, {"b-post", {}}}));
  EXPECT_FALSE(has_node(context.working().value(), "a-post"));
  EXPECT_FALSE(has_node(context.working().value(), "b-post"));
}

TEST(MutationsBySelector, AMoveTellsWhereEachMatchWent) {
  Context context = open_turns_and_head();
  const Mutated moved = must(context.move(where(".mt:depth(2), ^ah .cb"), 1));
  ASSERT_EQ(moved.size(), 4U);
  EXPECT_EQ(moved[0].id, "mt:1");
  EXPECT_EQ(moved[0].new_ids.size(), 2U);
  EXPECT_EQ(Mutated(moved.begin() + 1, moved.end()), (Mutated{{"c", {"c"}}, {"d", {"d"}}, {"below", {"below"}}}));
  for (const MutatedNode& each : moved) {
    for (const std::string& id : each.new_ids) EXPECT_EQ(depth_of(context.working().value(), id), 1U) << id;
  }
  EXPECT_EQ(node_of(context.working().value(), moved[0].new_ids[0]).content, JsonValue("text of a"));
}

TEST(MutationsBySelector, PinsAreSetAndTakenForAllMatches) {
  Context context = open_turns_and_head();
  const Mutated matched = {{"a", {}}, {"a-post", {}}};
  EXPECT_EQ(must(context.pin(where(".mt:depth(2) .cb"))), matched);
  must(context.commit());
  EXPECT_EQ(must(context.latest()).pins(), (Ids{"a", "a-post"}));
  EXPECT_EQ(must(context.unpin(where(".mt:depth(3) .cb"))), matched);
  must(context.commit());
  EXPECT_TRUE(must(context.latest()).pins().empty());
}

}  // namespace
}  // namespace latewood
