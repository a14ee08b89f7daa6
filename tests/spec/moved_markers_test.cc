// What a marker redacts or replaces moves only together with it: a text that was taken back must
// not be sent again because it got another id on its way through history (D-25).
#include <gtest/gtest.h>

#include "support/context_probe.h"

namespace latewood {
namespace {

using test::block;
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

// Two sealed turns: `a` and `a post` with `a below` under it, and `b`.
Context open_two_turns() {
  Context context = open_context();
  must(context.insert(block("a")));
  must(context.insert(block("a post", 1)));
  must(context.insert_under(block("a below"), "a post"));
  must(context.commit());
  must(context.insert(block("b")));
  must(context.commit());
  return context;
}

std::string redact(Context& context, const std::string& id) { return must(context.delete_nodes({id})).at(0); }

bool previews_text(const Context& context, std::string_view text) {
  return must(context.preview("anthropic")).bytes.find(text) != std::string::npos;
}

const NodeView* find_text(const Nodes& nodes, const std::string& text) {
  const auto found =
      std::find_if(nodes.begin(), nodes.end(), [&](const NodeView& node) { return node.content == JsonValue(text); });
  return found == nodes.end() ? nullptr : &*found;
}

JsonValue attribute_of(const Nodes& nodes, std::string_view id, std::string_view name) {
  for (const JsonMember& attribute : node_of(nodes, id).attributes) {
    if (attribute.key == name) return attribute.value;
  }
  return {};
}

TEST(MovedMarkers, ARedactedBlockIsNotMovedAwayFromItsMarker) {
  for (const bool commits : {false, true}) {
    Context context = open_two_turns();
    const std::string marker = redact(context, "a post");
    if (commits) must(context.commit());
    const Nodes before = context.working().value();
    const auto refused = context.move({"a post"}, 1);
    EXPECT_EQ(verdict(refused), "E_SEALED_IMMUTABLE");
    EXPECT_NE(refused.error().message.find(marker), std::string::npos) << refused.error().message;
    EXPECT_EQ(context.working().value(), before);
    EXPECT_FALSE(previews_text(context, "text of a post"));
  }
}

TEST(MovedMarkers, AReplacedBlockIsNotMovedAwayFromItsReplacement) {
  Context context = open_two_turns();
  must(context.replace("a post", {"better", {}}));
  EXPECT_EQ(verdict(context.move({"a post"}, 1)), "E_SEALED_IMMUTABLE");
}

TEST(MovedMarkers, ARedactedBlockMovesTogetherWithItsMarker) {
  for (const bool marker_first : {false, true}) {
    Context context = open_two_turns();
    const std::string marker = redact(context, "a post");
    must(context.commit());
    const Ids ids = marker_first ? Ids{marker, "a post"} : Ids{"a post", marker};
    const Ids moved = must(context.move(ids, 1));
    ASSERT_EQ(moved.size(), 2U);
    EXPECT_EQ(attribute_of(context.working().value(), moved[marker_first ? 0 : 1], "data_redacts"),
              JsonValue(moved[marker_first ? 1 : 0]));
    EXPECT_FALSE(previews_text(context, "text of a post"));
    must(context.commit());
    EXPECT_FALSE(previews_text(context, "text of a post"));
    EXPECT_FALSE(previews_text(context, "text of a below"));
  }
}

// The marker of this cycle keeps its own id, and names the new one of what it redacts.
TEST(MovedMarkers, AMovedTurnKeepsItsRedaction) {
  for (const bool commits : {false, true}) {
    for (const std::int64_t depth : {0, 1, 2}) {
      Context context = open_two_turns();
      redact(context, "a");
      if (commits) must(context.commit());
      must(context.move({turn_of(context.working().value(), "a")}, depth));
      EXPECT_FALSE(has_node(context.working().value(), "a"));
      EXPECT_NE(find_text(context.working().value(), "text of a"), nullptr);
      EXPECT_FALSE(previews_text(context, "text of a\""));
      EXPECT_TRUE(previews_text(context, "text of a post"));
    }
  }
}

TEST(MovedMarkers, AMovedTurnKeepsItsReplacement) {
  Context context = open_two_turns();
  must(context.replace("a", {"better", {}}));
  must(context.commit());
  must(context.move({"mt:1"}, 1));
  EXPECT_FALSE(previews_text(context, "text of a\""));
  EXPECT_TRUE(previews_text(context, "better"));
}

// The turn is another one there, so the marker names what it held, and not itself.
TEST(MovedMarkers, TheRedactionOfATurnOrCoreNamesItsBlocksAfterAMove) {
  for (const std::string& id : {std::string("mt:1"), std::string("mc:1")}) {
    Context context = open_two_turns();
    redact(context, id);
    must(context.commit());
    const Ids moved = must(context.move({"mt:1"}, 1));
    const bool whole = id == "mt:1";
    EXPECT_FALSE(previews_text(context, "text of a\""));
    EXPECT_EQ(previews_text(context, "text of a post"), !whole);
    EXPECT_EQ(previews_text(context, "text of a below"), !whole);
    const Nodes nodes = context.working().value();
    const std::string core = find_text(nodes, "text of a")->id;
    const std::string post = find_text(nodes, "text of a post")->id;
    const JsonValue names = whole ? JsonValue(JsonValue::Array{core, post}) : JsonValue(core);
    EXPECT_EQ(attribute_of(nodes, moved.back(), "data_redacts"), names);
  }
}

// Again and again: a turn that moved this cycle is made anew each time.
TEST(MovedMarkers, ATurnThatMovedKeepsItsRedactionWhenItMovesAgain) {
  Context context = open_two_turns();
  must(context.move({"mt:1"}, 1));
  const std::string turn = child_ids(context.working().value(), "seq").back();
  redact(context, turn);
  must(context.move({turn}, 2));
  EXPECT_FALSE(previews_text(context, "text of a"));
  EXPECT_TRUE(previews_text(context, "text of b"));
}

// What is below a redacted node is redacted with it, and has no marker of its own to take along.
TEST(MovedMarkers, NothingMovesOutOfWhatIsRedacted) {
  for (const char* redacted : {"a post", "mt:1"}) {
    Context context = open_two_turns();
    const std::string marker = redact(context, redacted);
    must(context.insert_under(block("late"), "a post"));
    for (const Ids& ids : {Ids{"a below"}, Ids{"a below", marker}, Ids{"late"}}) {
      EXPECT_EQ(verdict(context.move(ids, 1)), "E_SEALED_IMMUTABLE");
    }
    EXPECT_EQ(verdict(context.reparent("late", "ah")), "E_SEALED_IMMUTABLE");
    EXPECT_FALSE(previews_text(context, "text of a below"));
  }
}

// A marker that moves alone still names the same block.
TEST(MovedMarkers, AMarkerMovesAlone) {
  Context context = open_two_turns();
  const std::string marker = redact(context, "a");
  must(context.commit());
  const std::string moved = must(context.move({marker}, 1)).at(0);
  EXPECT_EQ(attribute_of(context.working().value(), moved, "data_redacts"), JsonValue("a"));
  EXPECT_FALSE(previews_text(context, "text of a\""));
  EXPECT_EQ(verdict(context.move({"mt:1"}, 1)), "E_SEALED_IMMUTABLE");
}

// What no snapshot has seen keeps its id wherever it goes, and so its markers.
TEST(MovedMarkers, ABlockOfThisCycleMovesWithoutItsMarker) {
  Context context = open_two_turns();
  must(context.insert(block("new")));
  Component marker;
  marker.node_type = "cb:redaction";
  marker.attributes = {{"data_redacts", JsonValue("new")}};
  must(context.insert(marker));
  EXPECT_EQ(must(context.move({"new"}, 1)), Ids{"new"});
  EXPECT_FALSE(previews_text(context, "text of new"));
}

// An array keeps its shape, and ids that stay where they are.
TEST(MovedMarkers, AMarkerOfSeveralBlocksNamesThoseThatMovedByTheirNewIds) {
  Context context = open_two_turns();
  Component marker;
  marker.node_type = "cb:redaction";
  marker.offset = 1;
  marker.attributes = {{"data_redacts", JsonValue(JsonValue::Array{"a post", "b"})}};
  const std::string id = must(context.insert_under(marker, "mt:1"));
  const Ids moved = must(context.move({"a post", id}, 1));
  EXPECT_EQ(attribute_of(context.working().value(), moved.at(1), "data_redacts"),
            JsonValue(JsonValue::Array{moved.at(0), "b"}));
  EXPECT_FALSE(previews_text(context, "text of a post"));
  EXPECT_FALSE(previews_text(context, "text of b"));
}

// A redacted instance of a key is live; it cannot make way alone.
TEST(MovedMarkers, ARedactedInstanceOfAKeyIsNotDemotedAwayFromItsMarker) {
  ContextOptions options;
  options.demote_overlaps = true;
  Context context = open_context(options);
  must(context.insert(test::block_with_key("old", "k", 1)));
  must(context.commit());
  must(context.delete_nodes({"old"}));
  EXPECT_EQ(verdict(context.insert(test::block_with_key("new", "k"), 2)), "OverlapWouldViolateODI");
  EXPECT_FALSE(previews_text(context, "text of old"));
}

}  // namespace
}  // namespace latewood
