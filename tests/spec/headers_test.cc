// What every node carries, what may change and what may not.
#include <gtest/gtest.h>

#include "latewood/exchange.h"
#include "support/context_probe.h"

namespace latewood {
namespace {

using test::block;
using test::block_with_ttl;
using test::has_node;
using test::latest_nodes;
using test::must;
using test::node_of;
using test::Nodes;
using test::open_context;
using test::open_system_context;
using test::verdict;

constexpr std::int64_t kStep = std::int64_t{1} << 20;  // of the logical clock

// A context with every class of node, committed.
Context open_full_context() {
  Context context = open_system_context();
  must(context.insert(block("system"), -1));
  must(context.insert(block("pre", -1)));
  must(context.insert(block("core")));
  must(context.commit());
  return context;
}

// HDR-01.
TEST(Headers, HDR_01_EveryNodeHasIdTypeAndStamps) {
  const Nodes nodes = latest_nodes(open_full_context());
  ASSERT_EQ(nodes.size(), 9U);
  for (const NodeView& node : nodes) {
    EXPECT_FALSE(node.id.empty());
    EXPECT_FALSE(node.node_type.empty()) << node.id;
    EXPECT_EQ(node.created_at_iso.size(), std::string("1970-01-01T00:00:00.000000000Z").size()) << node.id;
    const bool is_frame = node.node_type.starts_with('^');
    EXPECT_EQ(node.cycle, is_frame ? 0U : 1U) << node.id;
    EXPECT_EQ(node.created_at_ns >= kStep, !is_frame) << node.id;
  }
}

TEST(Headers, HDR_03_IdsThatDifferInCaseAreDifferent) {
  Context context = open_context();
  must(context.insert(block("node")));
  must(context.insert(block("NODE")));
  must(context.commit());
  EXPECT_TRUE(has_node(latest_nodes(context), "node"));
  EXPECT_TRUE(has_node(latest_nodes(context), "NODE"));
}

// HDR-03. Neither sealing nor later cycles give a node another id.
TEST(Headers, AnIdStaysWithItsNode) {
  Context context = open_context();
  Component component;
  component.content = "hello";
  const std::string id = must(context.insert(component));
  for (int i = 0; i < 3; ++i) must(context.commit());
  EXPECT_EQ(node_of(latest_nodes(context), id).content, JsonValue("hello"));
}

Component described(std::string id) {
  Component component = block_with_ttl(std::move(id), 7, 3);
  component.node_type = "cb:note";
  component.role = "tool";
  component.kind = "result";
  component.priority = 4;
  component.removable = true;
  component.key = "K";
  component.provenance = "test";
  return component;
}

// The same view with content, attributes and hash of the other.
NodeView with_content_of(NodeView view, const NodeView& other) {
  view.content = other.content;
  view.attributes = other.attributes;
  view.content_hash = other.content_hash;
  return view;
}

// HDR-05, HDR-06, HDR-07, HDR-08, CASCADE-05.
TEST(Headers, ReplacingChangesContentAndNothingElse) {
  Context context = open_context();
  must(context.insert(described("a")));
  const NodeView before = node_of(context.working().value(), "a");
  must(context.replace("a", {"other", {}}));
  const NodeView after = node_of(context.working().value(), "a");
  EXPECT_NE(after.content, before.content);
  EXPECT_EQ(with_content_of(after, before), before);
}

// HDR-05, HDR-07, HDR-08: in `^sys` as well, cycles later.
TEST(Headers, ReplacingASystemBlockKeepsItsHeaders) {
  Context context = open_system_context();
  must(context.insert(described("a"), -1));
  must(context.commit());
  const NodeView before = node_of(context.working().value(), "a");
  must(context.replace("a", {"other", {}}));
  EXPECT_EQ(with_content_of(node_of(context.working().value(), "a"), before), before);
}

// HDR-05. Time only moves the remaining ttl.
TEST(Headers, CommitsChangeNothingOfANodeButItsTtl) {
  Context context = open_context();
  must(context.insert(described("a")));
  must(context.commit());
  NodeView first = node_of(latest_nodes(context), "a");
  must(context.commit());
  first.ttl = 6;
  EXPECT_EQ(node_of(latest_nodes(context), "a"), first);
}

// HDR-06.
TEST(Headers, ReparentingKeepsTheOffset) {
  Context context = open_system_context();
  must(context.insert(block("a", 5)));
  must(context.reparent("a", "sys"));
  EXPECT_EQ(node_of(context.working().value(), "a").offset, 5);
}

// HDR-09.
TEST(Headers, TheCycleOfANodeIsThatOfTheCommitThatIntroducedIt) {
  Context context = open_context();
  const std::string turn = must(context.commit()).turn_id;
  must(context.commit());
  must(context.insert_under(block("attached", 1), turn));
  must(context.insert(block("spliced"), 2));
  must(context.insert(block("new")));
  must(context.commit());
  must(context.commit());
  for (const char* id : {"attached", "spliced", "new", "mt:3", "mc:3"}) {
    EXPECT_EQ(node_of(latest_nodes(context), id).cycle, 3U) << id;
  }
}

// HDR-10.
TEST(Headers, TheContentHashFollowsTheContent) {
  Context context = open_context();
  must(context.insert(block("a")));
  const Sha256Digest before = node_of(context.working().value(), "a").content_hash;
  must(context.replace("a", {"other", {}}));
  EXPECT_NE(node_of(context.working().value(), "a").content_hash, before);
  must(context.replace("a", {"text of a", {}}));
  EXPECT_EQ(node_of(context.working().value(), "a").content_hash, before);
}

// HDR-11.
TEST(Headers, HDR_11_ProvenanceIsOptional) {
  Context context = open_context();
  Component named = block("named");
  named.provenance = "model:x";
  must(context.insert(named));
  must(context.insert(block("plain")));
  EXPECT_EQ(node_of(context.working().value(), "named").provenance, "model:x");
  EXPECT_EQ(node_of(context.working().value(), "plain").provenance, std::nullopt);
}

// HDR-11.
TEST(Headers, HDR_11_ProvenanceDefaultsToTheActor) {
  ContextOptions options;
  options.actor = "agent:7";
  Context context = open_context(options);
  must(context.insert(block("a")));
  EXPECT_EQ(node_of(context.working().value(), "a").provenance, "agent:7");
}

std::string verdict_on_attribute(const std::string& name) {
  Component component = block("a");
  component.attributes = {{name, JsonValue("x")}};
  return verdict(open_context().insert(component));
}

TEST(Headers, HDR_12_NamespacedAttributesAreKeptSortedByName) {
  Context context = open_context();
  Component component = block("a");
  component.attributes = {{"lw:x", "1"}, {"data_x", JsonValue(std::int64_t{2})}, {"content_x", nullptr}};
  must(context.insert(component));
  must(context.commit());
  const std::vector<JsonMember> expected = {
      {"content_x", nullptr}, {"data_x", JsonValue(std::int64_t{2})}, {"lw:x", "1"}};
  EXPECT_EQ(node_of(latest_nodes(context), "a").attributes, expected);
}

// VER-04: an addition has a namespace.
TEST(Headers, HDR_12_OtherAttributeNamesAreRefused) {
  for (const char* name : {"", "name", "data", "contents", ":x", "x:", "Data_x"}) {
    EXPECT_EQ(verdict_on_attribute(name), "E_ATTR_NAME") << name;
  }
}

// VER-04, TREE-10.
TEST(Headers, RolesAreKnownOrHaveAPrefix) {
  const auto verdict_on = [](const std::string& role) {
    Context context = open_context();
    Component component = block("a");
    component.role = role;
    return verdict(context.insert(component));
  };
  for (const char* role : {"user", "assistant", "tool", "other", "x:critic"})
    EXPECT_EQ(verdict_on(role), "done") << role;
  for (const char* role : {"", "dev", "User", "a b", ":x", "x:"}) EXPECT_EQ(verdict_on(role), "E_ATTR_VALUE") << role;
}

// HDR-12.
TEST(Headers, AReplacementIsHeldToTheSameNames) {
  Context context = open_context();
  must(context.insert(block("a")));
  const Nodes before = context.working().value();
  EXPECT_EQ(verdict(context.replace("a", {"other", {{"name", "x"}}})), "E_ATTR_NAME");
  EXPECT_EQ(context.working().value(), before);
}

// What profiles read of a node is of the type that they read, or nothing would come of it without a word.
TEST(Headers, AttributesThatProfilesReadHaveTheirTypes) {
  Context context = open_context();
  const auto verdict_on = [&context](const std::string& name, const JsonValue& value) {
    Component component = block("a");
    component.attributes = {{name, value}};
    return verdict(context.insert(component));
  };
  for (const char* name :
       {"lw:message", "lw:call_id", "lw:call_type", "lw:name", "lw:vendor", "lw:signature", "lw:role", "lw:content"}) {
    EXPECT_EQ(verdict_on(name, JsonValue(std::int64_t{123})), "E_ATTR_VALUE") << name;
    EXPECT_EQ(verdict_on(name, true), "E_ATTR_VALUE") << name;
  }
  for (const char* name : {"lw:is_error", "lw:parts", "lw:members", "lw:message_members"}) {
    EXPECT_EQ(verdict_on(name, "true"), "E_ATTR_VALUE") << name;
  }
  EXPECT_EQ(context.working().value().size(), open_context().working().value().size());
  Component component = block("a");
  component.attributes = {{"lw:call_id", "123"}, {"lw:is_error", true},       {"lw:members", make_object({})},
                          {"lw:name", nullptr},  {"lw:x", std::int64_t{123}}, {"data_lw", std::int64_t{123}}};
  must(context.insert(component));
  EXPECT_EQ(verdict(context.replace("a", {"other", {{"lw:call_id", std::int64_t{1}}}})), "E_ATTR_VALUE");
  must(context.replace("a", {"other", {{"lw:call_id", nullptr}}}));
}

// HDR-13, CASCADE-05, VER-03: nothing that is added means what a header means.
TEST(Headers, HeadersAreNotAttributes) {
  for (const char* name : {"id", "nodeType", "offset", "ttl", "priority", "cycle", "created_at_ns", "created_at_iso",
                           "creation_index", "content_hash", "role", "kind", "content", "children", "parent",
                           "parent_id", "removable", "provenance", "key"}) {
    EXPECT_EQ(verdict_on_attribute(name), "E_ATTR_NAME") << name;
  }
}

// HDR-16.
TEST(Headers, TheOrderInWhichAttributesAreGivenIsNotVisible) {
  const auto root_with = [](std::vector<JsonMember> attributes) {
    Context context = open_context();
    Component component = block("a");
    component.attributes = std::move(attributes);
    must(context.insert(component));
    return must(context.commit()).state_root;
  };
  EXPECT_EQ(root_with({{"data_a", "1"}, {"data_b", "2"}}), root_with({{"data_b", "2"}, {"data_a", "1"}}));
}

// HDR-17 for what is made here; stamps are always issued.
TEST(Headers, PriorityIsZeroAndTtlNullUnlessGiven) {
  Context context = open_context();
  must(context.insert(block("a")));
  must(context.commit());
  for (const NodeView& node : latest_nodes(context)) {
    EXPECT_EQ(node.priority, 0) << node.id;
    EXPECT_EQ(node.ttl, std::nullopt) << node.id;
  }
}

// HDR-19.
TEST(Headers, RootAndRegionsHaveConstantHeaders) {
  const Nodes nodes = latest_nodes(open_full_context());
  const std::vector<std::pair<const char*, const char*>> frame = {
      {"root", "^root"}, {"sys", "^sys"}, {"seq", "^seq"}, {"ah", "^ah"}};
  for (std::size_t i = 0; i < frame.size(); ++i) {
    NodeView expected;
    expected.id = frame[i].first;
    expected.node_type = frame[i].second;
    expected.created_at_ns = static_cast<std::int64_t>(i);
    expected.created_at_iso = "1970-01-01T00:00:00.00000000" + std::to_string(i) + "Z";
    expected.creation_index = i;
    if (i > 0) expected.parent_id = "root";
    const NodeView node = node_of(nodes, frame[i].first);
    EXPECT_EQ(with_content_of(node, expected), expected) << frame[i].first;
    EXPECT_EQ(node.content, std::nullopt);
  }
}

class FixedClock final : public Clock {
 public:
  explicit FixedClock(std::int64_t first) : next_(first) {}
  std::int64_t stamp_after(std::int64_t) override { return next_++; }

 private:
  std::int64_t next_;
};

// HDR-20.
TEST(Headers, TheReadableTimeIsDerivedFromTheStamp) {
  ContextOptions options;
  options.clock = std::make_shared<FixedClock>(1'234'567'890'123'456'788);
  Context context(options);
  must(context.insert(block("a")));
  EXPECT_EQ(node_of(context.working().value(), "a").created_at_ns, 1'234'567'890'123'456'789);
  EXPECT_EQ(node_of(context.working().value(), "a").created_at_iso, "2009-02-13T23:31:30.123456789Z");
}

// HDR-04. What a snapshot has seen is another node at another place; the snapshot does not notice.
TEST(Headers, HDR_04_NewIdsLeaveEmittedSnapshotsAsTheyWere) {
  std::vector<std::string> new_ids[2];
  for (auto& ids : new_ids) {
    Context context = open_context();
    for (const char* id : {"a", "b"}) {
      must(context.insert(block(id)));
      must(context.commit());
    }
    const Nodes before = latest_nodes(context);
    const std::string thread = must(must(context.latest()).provider_thread());
    ids = must(context.move({"mt:1"}, 1));
    must(context.commit());
    EXPECT_FALSE(has_node(latest_nodes(context), "a"));
    EXPECT_EQ(must(must(context.at(2)).nodes()), before);
    EXPECT_EQ(must(must(context.at(2)).provider_thread()), thread);
  }
  EXPECT_EQ(new_ids[0], new_ids[1]);
  EXPECT_NE(new_ids[0], std::vector<std::string>{"a"});
}

// HDR-14. In history no attribute changes its value or its type: the marker takes the new one.
TEST(Headers, HDR_14_AttributesOfASealedNodeStayAsTheyAre) {
  Context context = open_context();
  Component given = block("a");
  given.attributes = {{"content_lines", JsonValue(std::int64_t{1})}, {"data_source", "web"}};
  must(context.insert(given));
  must(context.commit());
  const std::string marker =
      must(context.replace("a", {.content = "two\nlines", .attributes = {{"content_lines", "2"}}}));
  must(context.commit());
  EXPECT_EQ(node_of(latest_nodes(context), "a").attributes, given.attributes);
  const std::vector<JsonMember> expected = {{"content_lines", "2"}, {"data_replaces", "a"}};
  EXPECT_EQ(node_of(latest_nodes(context), marker).attributes, expected);
}

// HDR-14. While a node can be changed, its attributes change only by name.
TEST(Headers, HDR_14_NewContentLeavesDataAttributesAlone) {
  Context context = open_context();
  Component given = block("a");
  given.attributes = {{"content_lines", JsonValue(std::int64_t{1})}, {"data_source", "web"}};
  must(context.insert(given));
  must(context.replace("a", {.content = "two\nlines", .attributes = {{"content_lines", JsonValue(std::int64_t{2})}}}));
  const std::vector<JsonMember> expected = {{"content_lines", JsonValue(std::int64_t{2})}, {"data_source", "web"}};
  EXPECT_EQ(node_of(must(context.working()), "a").attributes, expected);
}

// Values that are alike and of different types.
std::vector<JsonMember> attributes_of_every_type() {
  return {{"content_a", JsonValue(std::int64_t{1})},
          {"content_b", JsonValue(1.0)},
          {"content_c", "1"},
          {"content_d", JsonValue(true)},
          {"data_a", "true"},
          {"data_b", JsonValue(BigInteger{"18446744073709551616"})},
          {"data_c", JsonValue(JsonValue::Array{JsonValue(std::int64_t{0}), JsonValue(-0.0), JsonValue()})},
          {"data_d", make_object({{"x", JsonValue(1e21)}, {"y", ""}})}};
}

// HDR-14. Whatever happens to a node, its attributes keep their values and the types of these: 1 is not 1.0.
TEST(Headers, HDR_14_AttributesKeepTheirTypesThroughEverything) {
  Context context = open_system_context();
  Component given = block("a");
  given.attributes = attributes_of_every_type();
  given.ttl = 9;
  must(context.insert(given));
  given.id = "s";
  must(context.insert(given, -1));
  const auto expect_kept = [](const Context& held, const char* when) {
    for (const char* id : {"a", "s"}) {
      EXPECT_EQ(node_of(must(held.working()), id).attributes, attributes_of_every_type()) << id << " " << when;
    }
  };
  expect_kept(context, "inserted");
  must(context.replace("s", {.content = "other"}));
  must(context.replace("a", {.content = "other"}));
  expect_kept(context, "replaced");
  must(context.commit());
  expect_kept(context, "sealed");
  must(context.pin("a"));
  must(context.replace("s", {.content = "third"}));
  for (int i = 0; i < 10; ++i) must(context.commit());
  EXPECT_EQ(node_of(must(context.working()), "a").attributes, attributes_of_every_type()) << "deferred";
  const Context again = must(import_history(must(export_history(context))));
  EXPECT_EQ(node_of(must(again.working()), "a").attributes, attributes_of_every_type()) << "imported";
  expect_kept(must(again.fork(1)), "forked");
}

}  // namespace
}  // namespace latewood
