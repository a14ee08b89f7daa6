// Export and the reference serialization: which members, in which order, and that writing them
// changes nothing.
#include <gtest/gtest.h>

#include <set>

#include "canon/json_reader.h"
#include "canon/json_writer.h"
#include "support/document/documents.h"

namespace latewood {
namespace {

using test::block;
using test::export_of;
using test::import_fixture;
using test::must;
using test::must_import;
using test::open_system_context;
using test::read_json_data;

// Calls fn(node) for every node of a parsed tree, in the order of the document.
template <class Fn>
void for_each_node(const JsonValue& node, Fn fn) {
  fn(node);
  const JsonValue* children = node.find("children");
  if (children == nullptr) return;
  for (const JsonValue& child : *children->as_array()) for_each_node(child, fn);
}

Context rich_history() {
  Context context = open_system_context();
  must(context.insert(block("s"), -1));
  Component rich = block("a");
  rich.role = "user";
  rich.kind = "text";
  rich.key = "k";
  rich.provenance = "tool:x";
  rich.removable = false;
  rich.ttl = 4;
  rich.attributes = {{"data_x", JsonValue(std::int64_t{1})}, {"Z:first", JsonValue("z")}};
  must(context.insert(rich));
  must(context.insert(block("pre", -1)));
  must(context.insert(block("post", 1)));
  must(context.insert_under(block("inner"), "a"));
  must(context.pin("post"));
  must(context.commit());
  must(context.commit());
  return context;
}

std::vector<std::string> ids_in_document(const std::string& document) {
  std::vector<std::string> ids;
  const JsonValue parsed = must(parse_json(document));
  for_each_node(*parsed.find("root"), [&](const JsonValue& node) { ids.push_back(*node.find("id")->as_string()); });
  return ids;
}

// EXPORT-01, EXPORT-03, EXPORT-04: every node, its id, document order.
TEST(Export, HasEveryNodeInDocumentOrder) {
  const Context context = rich_history();
  EXPECT_EQ(ids_in_document(export_of(context)), test::ids_of(test::latest_nodes(context)));
}

// EXPORT-02.
TEST(Export, EXPORT_02_EveryNodeHasTheNineHeaders) {
  const JsonValue parsed = must(parse_json(export_of(rich_history())));
  for_each_node(*parsed.find("root"), [](const JsonValue& node) {
    for (const char* header : {"id", "nodeType", "offset", "ttl", "priority", "cycle", "created_at_ns",
                               "created_at_iso", "creation_index"}) {
      EXPECT_NE(node.find(header), nullptr) << header << " of " << canonical_json(node);
    }
  });
}

// EXPORT-05, VER-01, E-02.
TEST(Export, TheEnvelopeSaysVersionCycleAndPins) {
  const JsonValue parsed = must(parse_json(export_of(rich_history())));
  EXPECT_EQ(*parsed.find("spec_version"), JsonValue("PACT/0.1.0"));
  EXPECT_EQ(*parsed.find("cycle"), JsonValue(std::int64_t{2}));
  EXPECT_EQ(*parsed.find("pins"), JsonValue(JsonValue::Array{JsonValue("post")}));
  EXPECT_EQ(parsed.as_object()->size(), 4U);
}

TEST(Export, ThereIsNoMemberForNoPins) {
  EXPECT_EQ(export_of(must_import(R"({"root":{}})")).find("pins"), std::string::npos);
}

TEST(Export, EXPORT_06_EveryMemberOfANodeIsWritten) {
  EXPECT_NE(export_of(rich_history()).find(R"({"Z:first":"z","children":[{"content":"text of inner","created_at_iso")"),
            std::string::npos);
  const JsonValue parsed = must(parse_json(export_of(rich_history())));
  for_each_node(*parsed.find("root"), [](const JsonValue& node) {
    if (*node.find("id") != JsonValue("a")) return;
    EXPECT_EQ(*node.find("content"), JsonValue("text of a"));
    EXPECT_EQ(*node.find("role"), JsonValue("user"));
    EXPECT_EQ(*node.find("kind"), JsonValue("text"));
    EXPECT_EQ(*node.find("key"), JsonValue("k"));
    EXPECT_EQ(*node.find("provenance"), JsonValue("tool:x"));
    EXPECT_EQ(*node.find("removable"), JsonValue(false));
    EXPECT_EQ(*node.find("data_x"), JsonValue(std::int64_t{1}));
    EXPECT_EQ(*node.find("ttl"), JsonValue(std::int64_t{3}));
    EXPECT_EQ(node.find("content_hash"), nullptr);
  });
}

// EXPORT-06, D-01, PLACE-04.
TEST(Export, AVirtualCoreIsNotWritten) {
  EXPECT_EQ(export_of(import_fixture("golden_selectors.snapshot.json")).find(R"("nodeType":"mc")"), std::string::npos);
}

// E-07.
TEST(Export, ContainersAlwaysHaveChildrenAndBlocksOnlyIfTheyHaveAny) {
  const JsonValue parsed = must(parse_json(export_of(rich_history())));
  for_each_node(*parsed.find("root"), [](const JsonValue& node) {
    const std::string& type = *node.find("nodeType")->as_string();
    const JsonValue* children = node.find("children");
    if (type == "cb") {
      EXPECT_TRUE(children == nullptr || !children->as_array()->empty());
    } else {
      EXPECT_NE(children, nullptr);
    }
  });
}

// EXPORT-07, HDR-16: canonical JSON, and equal for equal snapshots.
TEST(Export, IsCanonicalJson) {
  const std::string exported = export_of(rich_history());
  EXPECT_EQ(canonical_json(must(parse_json(exported))), exported);
  EXPECT_EQ(export_of(rich_history()), exported);
}

// EXPORT-08, SER-06, SNAP-05: writing changes nothing, and later work changes no snapshot.
TEST(Export, ChangesNothing) {
  Context context = rich_history();
  const Snapshot snapshot = must(context.latest());
  const std::string exported = export_snapshot(snapshot).value();
  const std::string reference = serialize_snapshot(snapshot).value();
  const std::vector<NodeView> working = context.working().value();
  must(context.insert(block("later")));
  must(context.delete_nodes({"post"}));
  must(context.commit());
  EXPECT_EQ(export_snapshot(snapshot).value(), exported);
  EXPECT_EQ(serialize_snapshot(snapshot).value(), reference);
  ASSERT_TRUE(context.reset());
  EXPECT_EQ(export_snapshot(must(context.at(2))).value(), exported);
}

// DEBUG-03: what was stamped at creation is the same in every export; the ttl counts down.
TEST(Export, CreationMetadataStaysAndTheTtlCounts) {
  const Context context = rich_history();
  const NodeView before = test::node_of(context.at(1)->nodes().value(), "a");
  NodeView after = test::node_of(context.at(2)->nodes().value(), "a");
  EXPECT_EQ(before.ttl, 4);
  EXPECT_EQ(after.ttl, 3);
  after.ttl = before.ttl;
  EXPECT_EQ(after, before);
}

// ---- pieces ----

TEST(Export, APieceIsPassedOnLongBeforeTheEnd) {
  Context context = open_system_context();
  for (int i = 0; i < 3000; ++i) must(context.insert(block("b" + std::to_string(i))));
  must(context.commit());
  std::size_t largest = 0;
  std::string whole;
  must(export_snapshot(*context.latest(), [&](std::string_view piece) {
    largest = std::max(largest, piece.size());
    whole.append(piece);
    return Result<void>();
  }));
  EXPECT_EQ(whole, export_of(context));
  EXPECT_LT(largest, 70000U);
  EXPECT_GT(whole.size(), 10 * largest / 2);
}

TEST(Export, ASinkThatRefusesEndsTheWriting) {
  Context context = open_system_context();
  for (int i = 0; i < 3000; ++i) must(context.insert(block("b" + std::to_string(i))));
  must(context.commit());
  int calls = 0;
  const auto result = export_snapshot(*context.latest(), [&](std::string_view) -> Result<void> {
    ++calls;
    return Error{Code::Unavailable, "full", {}, {}};
  });
  EXPECT_EQ(test::verdict(result), "Unavailable");
  EXPECT_EQ(calls, 1);
}

// ---- the reference serialization ----

// SER-08: in pieces, of which none grows with the tree.
TEST(Serialize, SER_08_ALargeTreeIsStreamed) {
  Context context = open_system_context();
  for (int i = 0; i < 3000; ++i) must(context.insert(block("b" + std::to_string(i))));
  must(context.commit());
  std::size_t largest = 0;
  std::string whole;
  must(serialize_snapshot(*context.latest(), [&](std::string_view piece) {
    largest = std::max(largest, piece.size());
    whole.append(piece);
    return Result<void>();
  }));
  EXPECT_EQ(whole, serialize_snapshot(*context.latest()).value());
  EXPECT_LT(largest, 70000U);
  EXPECT_GT(whole.size(), 5 * largest);
}

// SER-07.
TEST(Serialize, SER_07_TheVectorReproduces) {
  const JsonValue vector = read_json_data("fixtures/serialize_snapshot.vectors.json");
  const std::string root = canonical_json(*vector.find("input"));
  const std::string& expected = *vector.find("expected_utf8")->as_string();
  for (const std::string& document : {root, R"({"root":)" + root + "}", R"({"cycle":1,"root":)" + root + "}"}) {
    EXPECT_EQ(serialize_snapshot(*must_import(document).latest()).value(), expected);
  }
}

// SER-01, SER-04: these members and no others, sorted.
TEST(Serialize, HasTheListedMembersInOrder) {
  const std::set<std::string> listed = {"children", "content",  "created_at_iso", "created_at_ns", "cycle", "id",
                                        "kind",     "nodeType", "offset",         "priority",      "role",  "ttl"};
  const std::string bytes = serialize_snapshot(*rich_history().latest()).value();
  const JsonValue parsed = must(parse_json(bytes));
  EXPECT_EQ(canonical_json(parsed), bytes);
  std::set<std::string> seen;
  for_each_node(parsed, [&](const JsonValue& node) {
    for (const JsonMember& member : *node.as_object()) seen.insert(member.key);
  });
  EXPECT_EQ(seen, listed);
}

// SER-02: a null ttl is written, an absent role is not.
TEST(Serialize, NullIsWrittenAndAbsentIsNot) {
  const std::string bytes = serialize_snapshot(*must_import(test::with_block(R"({"id":"a"})")).latest()).value();
  EXPECT_NE(bytes.find(R"("id":"a","nodeType":"cb","offset":0,"priority":0,"ttl":null})"), std::string::npos);
}

// SER-03, SER-05: whatever the order of the text.
TEST(Serialize, ChildrenAreSortedWhateverTheirOrderWas) {
  const auto bytes = [](const std::string& blocks) {
    return serialize_snapshot(*must_import(test::with_block(blocks)).latest()).value();
  };
  const std::string a = R"({"id":"a","created_at_ns":1,"creation_index":0})";
  const std::string b = R"({"id":"b","created_at_ns":2,"creation_index":0})";
  EXPECT_EQ(bytes(a + "," + b), bytes(b + "," + a));
}

// PLACE-06.
TEST(Serialize, TheTurnOfTheSpecificationIsAcceptedInItsOrder) {
  const Context context = must_import(test::with_turns(test::read_data("fixtures/turn_offsets.node.json")));
  EXPECT_EQ(test::child_ids(test::latest_nodes(context), "mt:42"), (test::Ids{"cb:pre1", "mc:42", "cb:post1"}));
  const JsonValue expected = read_json_data("fixtures/turn_offsets.expect.json");
  EXPECT_EQ(must(parse_json(context.latest()->provider_thread().value())),
            *expected.find("derived")->find("provider_thread"));
  EXPECT_EQ(test::node_of(test::latest_nodes(context), "cb:u42").offset, 0);
}

}  // namespace
}  // namespace latewood
