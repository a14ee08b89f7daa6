#include "exchange/known_ends.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace latewood::exchange {
namespace {

// One document: nodes are read from their id on, `end` being what stands behind it.
class Nodes {
 public:
  // Whether the end was known; `node` is what was read. An end that is not known is what `says` makes of the node.
  template <class Says>
  bool read(std::string_view end, NodeDocument& node, Says says) {
    texts_.push_back(std::make_unique<const std::string>(R"({"id":"a")" + std::string(end)));
    JsonCursor cursor{*texts_.back(), 9};
    known_.start_node();
    node.note(Member::Id);
    const bool is_known = known_.take(cursor, node);
    if (!is_known) says(node);
    EXPECT_EQ(cursor.at, is_known ? cursor.text.size() - 1 : 9U) << end;
    cursor.at = cursor.text.size();
    known_.end_node(cursor, node);
    return is_known;
  }

  KnownEnds& known() { return known_; }

 private:
  KnownEnds known_;
  std::vector<std::unique_ptr<const std::string>> texts_;
};

constexpr std::string_view kEnd = R"(,"nodeType":"mc","priority":7,"role":"user","ttl":3})";

void say_end(NodeDocument& node) {
  node.set_type("mc");
  node.fields.traits.priority = 7;
  node.fields.traits.role = "user";
  node.ttl = 3;
  for (const Member member : {Member::NodeType, Member::Priority, Member::Role, Member::Ttl}) node.note(member);
}

TEST(KnownEnds, SayWhatTheySaidBefore) {
  Nodes nodes;
  NodeDocument first;
  NodeDocument second;
  EXPECT_FALSE(nodes.read(kEnd, first, say_end));
  EXPECT_TRUE(nodes.read(kEnd, second, say_end));
  EXPECT_EQ(second.given, first.given);
  EXPECT_EQ(second.node_class, tree::NodeClass::Core);
  EXPECT_EQ(second.fields.traits.type, "mc");
  EXPECT_EQ(second.fields.traits.role, "user");
  EXPECT_EQ(second.fields.traits.kind, std::nullopt);
  EXPECT_EQ(second.fields.traits.priority, 7);
  EXPECT_EQ(second.ttl, 3);
}

TEST(KnownEnds, AreKnownByAllOfTheirBytes) {
  Nodes nodes;
  NodeDocument node;
  ASSERT_FALSE(nodes.read(kEnd, node, say_end));
  for (const char* other : {R"(,"nodeType":"mc","priority":7,"role":"user","ttl":3)",
                            R"(,"nodeType":"mc","priority":7,"role":"user","ttl":3,)",
                            R"(,"nodeType":"mc","priority":7,"role":"user","ttl":33})", R"(})", ""}) {
    NodeDocument another;
    EXPECT_FALSE(nodes.read(other, another, [](NodeDocument& said) { said.fields.attributes.emplace_back(); }))
        << other;
  }
}

// A member that was there before would stand twice, and the full reader has to say so.
TEST(KnownEnds, AreNotTakenByNodesThatSaidSomeOfItAlready) {
  Nodes nodes;
  NodeDocument node;
  ASSERT_FALSE(nodes.read(kEnd, node, say_end));
  NodeDocument twice;
  twice.note(Member::Role);
  EXPECT_FALSE(nodes.read(kEnd, twice, say_end));
}

// Members that differ from node to node, or that need the full reader, are not learned.
TEST(KnownEnds, AreLearnedOnlyFromMembersThatNodesHaveInCommon) {
  const auto attribute = [](NodeDocument& node) { node.fields.attributes.emplace_back(); };
  const auto key = [](NodeDocument& node) { node.note(Member::Key); };
  const auto children = [](NodeDocument& node) { node.note(Member::Children); };
  Nodes nodes;
  for (int i = 0; i < 2; ++i) {
    NodeDocument with_attribute;
    NodeDocument with_key;
    NodeDocument with_children;
    EXPECT_FALSE(nodes.read(R"(,"x":1})", with_attribute, attribute));
    EXPECT_FALSE(nodes.read(R"(,"key":"k"})", with_key, key));
    EXPECT_FALSE(nodes.read(R"(,"children":[]})", with_children, children));
  }
}

TEST(KnownEnds, OfANodeWithChildrenBehindItsIdAreNotLearned) {
  Nodes nodes;
  const auto open_child = [&nodes](NodeDocument&) { nodes.known().start_node(); };
  for (int i = 0; i < 2; ++i) {
    NodeDocument node;
    EXPECT_FALSE(nodes.read(R"(,"priority":1})", node, open_child));
  }
}

TEST(KnownEnds, AreForgottenFromTheOldestOn) {
  Nodes nodes;
  const auto end = [](int priority) { return ",\"priority\":" + std::to_string(priority) + "}"; };
  const auto priority = [](NodeDocument& node) { node.note(Member::Priority); };
  for (int i = 0; i < 9; ++i) {
    NodeDocument node;
    EXPECT_FALSE(nodes.read(end(i), node, priority));
  }
  NodeDocument newest;
  NodeDocument oldest;
  EXPECT_TRUE(nodes.read(end(8), newest, priority));
  EXPECT_FALSE(nodes.read(end(0), oldest, priority));
}

}  // namespace
}  // namespace latewood::exchange
