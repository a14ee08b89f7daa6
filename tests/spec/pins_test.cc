// R-09: pins have holders, and handles that pin while they live (REF-05).
#include <gtest/gtest.h>

#include <memory>
#include <optional>

#include "canon/hex.h"
#include "engine/branch/access.h"
#include "history/snapshot_data.h"
#include "latewood/exchange.h"
#include "latewood/selector.h"
#include "support/context_probe.h"
#include "support/document/format.h"
#include "tree/node_header.h"
#include "warp/mapping/tree_state.h"

namespace latewood {
namespace {

using test::block;
using test::block_with_ttl;
using test::has_node;
using test::Ids;
using test::latest_nodes;
using test::must;
using test::node_of;
using test::open_context;
using test::verdict;

using Pins = std::vector<Pin>;

TEST(Pins, R_09_ANodeIsPinnedUntilItsLastHolderLetsGo) {
  Context context = open_context();
  must(context.insert(block_with_ttl("a", 1)));
  must(context.pin("a", "ann"));
  must(context.pin("a", "bob"));
  must(context.pin("a"));
  must(context.commit());
  EXPECT_EQ(must(context.latest()).pin_holders(), (Pins{{"a", ""}, {"a", "ann"}, {"a", "bob"}}));
  EXPECT_EQ(must(context.latest()).pins(), Ids{"a"});
  must(context.unpin("a", "ann"));
  EXPECT_EQ(verdict(context.unpin("a", "ann")), "E_NODE_NOT_FOUND");
  must(context.unpin("a"));
  must(context.commit());
  must(context.commit());
  EXPECT_TRUE(has_node(latest_nodes(context), "a"));
  must(context.unpin("a", "bob"));
  must(context.commit());
  EXPECT_FALSE(has_node(latest_nodes(context), "a"));
}

TEST(Pins, R_09_TheHolderIsTheActorUnlessItIsGiven) {
  ContextOptions options;
  options.actor = "ann";
  Context context = open_context(options);
  must(context.insert(block("a")));
  must(context.pin("a"));
  must(context.pin(must(Selector::parse("#a")), ""));
  EXPECT_EQ(context.working_pin_holders(), (Pins{{"a", ""}, {"a", "ann"}}));
  EXPECT_EQ(node_of(context.working().value(), "a").pins, (Ids{"", "ann"}));
  const auto refused = context.unpin("a", "bob");
  EXPECT_EQ(verdict(refused), "E_NODE_NOT_FOUND");
  EXPECT_NE(refused.error().message.find("'ann'"), std::string::npos) << refused.error().message;
  EXPECT_EQ(verdict(context.pin("a", std::string("a\0b", 3))), "E_OPTION_INVALID");
  EXPECT_EQ(verdict(context.pin("a", "\xff")), "InvalidArgument");
}

// Pins of the empty holder are in the state as they always were.
TEST(Pins, R_09_TheEmptyHolderKeepsItsBytesAndOthersAreInTheRoot) {
  const auto root_with = [](const std::optional<std::string>& holder) {
    Context context = open_context();
    must(context.insert(block("a")));
    if (holder) must(context.pin("a", *holder));
    return must(context.commit()).state_root.hex();
  };
  EXPECT_EQ(root_with(""), "6b0d05524b9354b0eaefe76071364fb01ae06c5d55676b3d5391f605975d8ef7");
  EXPECT_NE(root_with("ann"), root_with(""));
  EXPECT_NE(root_with("ann"), root_with("bob"));
}

// docs/format/node_header.md, section 5.
TEST(Pins, R_09_TheExampleOfTheFormatDocument) {
  Context context = open_context();
  must(context.insert(block("cb:a")));
  must(context.pin("cb:a", "ann"));
  must(context.pin("cb:a", ""));
  must(context.commit());
  must(context.commit());
  const Snapshot latest = must(context.latest());
  const tree::Tree& tree = engine::Access::data(latest).tree;
  const std::string atom = warp::root_atom(tree).bytes;
  const test::FormatDocument document("node_header.md");
  EXPECT_EQ(hex_of(atom.substr(tree::header_size(*tree.root()))), hex_of(document.bytes("root_tail")));
}

TEST(Pins, R_09_DiffsTellWhoseHoldersChanged) {
  Context context = open_context();
  must(context.insert(block("a")));
  must(context.insert(block("b")));
  must(context.commit());
  must(context.pin("a", "ann"));
  must(context.commit());
  must(context.pin("a", "bob"));
  EXPECT_EQ(to_json(must(context.diff("@t-1", "@t0", "#a"))),
            R"({"added":[],"removed":[],"changed":[{"id":"a","fields":["pins"]}]})");
  EXPECT_EQ(to_json(must(context.diff("@t0", "working", ".cb"))),
            R"({"added":[],"removed":[],"changed":[{"id":"a","fields":["pins"]}]})");
  EXPECT_EQ(to_json(must(context.diff("@t-1", "@t0", "#b"))), R"({"added":[],"removed":[],"changed":[]})");
  EXPECT_NE(to_json(must(context.range_diff_latest("@t-1..@t0 .cb"))).find(R"("fields":["pins"])"), std::string::npos);
}

TEST(Pins, R_09_ExportsBringHoldersBack) {
  Context context = open_context();
  for (const char* id : {"a", "b", "c"}) must(context.insert(block(id)));
  must(context.pin("a", ""));
  must(context.pin("b", "bob"));
  must(context.pin("b", "ann"));
  must(context.pin("c", ""));
  must(context.pin("c", "ann"));
  must(context.commit());
  const std::string document = must(export_snapshot(must(context.latest())));
  EXPECT_NE(document.find(R"("pin_holders":{"b":["ann","bob"],"c":["","ann"]},"pins":["a","b","c"])"),
            std::string::npos)
      << document;
  const Context again = must(import_snapshot(document));
  EXPECT_EQ(must(again.latest()).pin_holders(), must(context.latest()).pin_holders());
  EXPECT_EQ(must(again.latest()).state_root(), must(context.latest()).state_root());
  EXPECT_EQ(must(export_snapshot(must(again.latest()))), document);
}

TEST(Pins, R_09_HoldersThatMakeNoSenseAreRefused) {
  for (const char* holders :
       {R"(["a"])", R"({"a":"ann"})", R"({"a":[]})", R"({"a":[1]})", R"({"b":["ann"]})", R"({"a":["x\u0000"]})"}) {
    const std::string document = R"({"pin_holders":)" + std::string(holders) + R"(,"pins":["a"],"root":{}})";
    EXPECT_EQ(verdict(import_snapshot(document)), "InvalidArgument") << holders;
  }
}

// ---- handles ----

TEST(Pins, REF_05_AHandlePinsWhileItLives) {
  Context context = open_context();
  must(context.insert(block_with_ttl("a", 0)));
  {
    const PinHandle handle = must(context.hold("a", "reader"));
    EXPECT_EQ(context.working_pin_holders(), (Pins{{"a", "reader"}}));
    must(context.commit());
    must(context.commit());
    ASSERT_TRUE(handle.node().has_value());
    EXPECT_EQ(handle.node()->content, JsonValue("text of a"));
    EXPECT_EQ(handle.ids(), Ids{"a"});
  }
  EXPECT_TRUE(context.working_pins().empty());
  must(context.commit());
  EXPECT_FALSE(has_node(latest_nodes(context), "a"));
  EXPECT_EQ(verdict(context.hold("a")), "E_NODE_NOT_FOUND");
}

TEST(Pins, R_09_TheLastHandleLetsGoAndAnOlderPinStays) {
  Context context = open_context();
  must(context.insert(block("a")));
  std::optional<PinHandle> first = must(context.hold("a", "reader"));
  std::optional<PinHandle> second = must(context.hold("a", "reader"));
  first.reset();
  EXPECT_EQ(context.working_pins(), Ids{"a"});
  must(second->release());
  EXPECT_TRUE(context.working_pins().empty());
  EXPECT_FALSE(second->node().has_value());
  must(context.pin("a", "reader"));
  must(must(context.hold("a", "reader")).release());
  EXPECT_EQ(context.working_pins(), Ids{"a"});
}

TEST(Pins, R_09_AHandleFollowsAMoveAndAReset) {
  Context context = open_context();
  must(context.insert(block("a", 1)));
  must(context.commit());
  PinHandle handle = must(context.hold("a", "reader"));
  must(context.commit());
  const Ids moved = must(context.move({"a"}, 0));
  EXPECT_EQ(handle.ids(), moved);
  EXPECT_TRUE(handle.node().has_value());
  must(context.reset());
  EXPECT_EQ(handle.ids(), Ids{"a"});
  EXPECT_EQ(context.working_pins(), Ids{"a"});
  must(context.move({"a"}, 0));
  must(handle.release());
  EXPECT_TRUE(context.working_pins().empty());
}

TEST(Pins, R_09_AHandleIsHarmlessWithoutItsContext) {
  auto context = std::make_unique<Context>(open_context());
  must(context->insert(block("a")));
  PinHandle handle = must(context->hold("a"));
  Context elsewhere = std::move(*context);
  context.reset();
  EXPECT_TRUE(handle.node().has_value());
  must(elsewhere.delete_nodes({"a"}));
  EXPECT_FALSE(handle.node().has_value());
  { const Context gone = std::move(elsewhere); }
  EXPECT_FALSE(handle.node().has_value());
  must(handle.release());
}

}  // namespace
}  // namespace latewood
