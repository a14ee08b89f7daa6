#include "exchange/quick_members.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace latewood::exchange {
namespace {

// The last bytes of a document are left to the full reader.
const std::string kMore(32, ' ');

// The result of a reader that expects `member`: the node, or the place at which it stopped.
struct Taken {
  std::unique_ptr<const std::string> document;
  bool is_taken = false;
  std::size_t at = 0;
  NodeDocument node;
};

Taken take(Member member, std::string_view text) {
  QuickMembers quick;
  quick.start_node();
  quick.note(member, {});
  quick.start_node();
  Taken taken;
  taken.document = std::make_unique<const std::string>(std::string(text) + kMore);
  JsonCursor cursor{*taken.document};
  taken.is_taken = quick.take(cursor, taken.node, true);
  taken.at = cursor.at;
  return taken;
}

TEST(QuickMembers, TakeWhatExportsWrite) {
  EXPECT_EQ(take(Member::Id, R"("id":"cb:1","kind")").node.fields.id, "cb:1");
  EXPECT_EQ(take(Member::Role, R"("role":"user"})").node.fields.traits.role, "user");
  EXPECT_EQ(take(Member::Content, R"("content":"a\nb"})").node.fields.content_json, R"("a\nb")");
  EXPECT_EQ(take(Member::Offset, R"("offset":-2,)").node.fields.traits.offset, -2);
  EXPECT_EQ(take(Member::Cycle, R"("cycle":7,)").node.fields.cycle, 7U);
  EXPECT_EQ(take(Member::Ttl, R"("ttl":3})").node.ttl, 3);
  const Taken none = take(Member::Ttl, R"("ttl":null})");
  EXPECT_TRUE(none.is_taken);
  EXPECT_TRUE(none.node.has(Member::Ttl));
  EXPECT_EQ(none.node.ttl, std::nullopt);
  EXPECT_EQ(none.at, 10U);
}

TEST(QuickMembers, LeaveTheRestAsItIs) {
  struct Case {
    Member member;
    std::string text;
  };
  const std::vector<Case> cases = {
      {Member::Id, R"("id": "a")"},
      {Member::Id, R"( "id":"a")"},
      {Member::Id, R"("id":"\u0061")"},
      {Member::Id, R"("id":null)"},
      {Member::Id, R"("id":"a)"},
      {Member::Id, R"("id":)"},
      {Member::Id, R"("ids":"a")"},
      {Member::Id, R"("kind":"a")"},
      {Member::Id, ""},
      {Member::Role, R"("role":null,)"},
      {Member::Cycle, R"("cycle":-1,)"},
      {Member::Cycle, R"("cycle":1.0,)"},
      {Member::Offset, R"("offset":1e3,)"},
      {Member::Offset, R"("offset":01,)"},
      {Member::Ttl, R"("ttl":nullx})"},
      {Member::Ttl, R"("ttl":null)"},
      {Member::Ttl, R"("ttl":true})"},
      {Member::Content, R"("content":1})"},
      {Member::Content, "\"content\":\"\xc3\xa9\"}"},
      {Member::Purged, R"("purged":true})"},
  };
  for (const Case& each : cases) {
    const Taken taken = take(each.member, each.text);
    EXPECT_FALSE(taken.is_taken) << each.text;
    EXPECT_EQ(taken.at, 0U) << each.text;
    EXPECT_EQ(taken.node.given, 0U) << each.text;
  }
}

TEST(QuickMembers, ExpectWhatFollowedLastTimeInNodesOfTheSameSort) {
  QuickMembers quick;
  NodeDocument leaf;
  NodeDocument holder;
  holder.note(Member::Children);
  quick.start_node();
  quick.note(Member::Id, leaf);
  quick.note(Member::Kind, leaf);
  quick.start_node();
  quick.note(Member::Id, holder);
  quick.note(Member::NodeType, holder);

  const std::string text = R"(,"kind":"text","nodeType":"mc")" + kMore;
  JsonCursor cursor{text};
  quick.start_node();
  quick.note(Member::Id, leaf);
  EXPECT_TRUE(quick.take(cursor, leaf, false));
  EXPECT_EQ(cursor.at, 14U);
  quick.start_node();
  quick.note(Member::Id, holder);
  EXPECT_TRUE(quick.take(cursor, holder, false));
  EXPECT_EQ(cursor.at, text.size() - kMore.size());
}

TEST(QuickMembers, AMemberIsNotTakenTwice) {
  QuickMembers quick;
  NodeDocument node;
  quick.start_node();
  quick.note(Member::Id, node);
  quick.start_node();
  node.note(Member::Id);
  const std::string text = R"("id":"a")" + kMore;
  JsonCursor cursor{text};
  EXPECT_FALSE(quick.take(cursor, node, true));
  EXPECT_EQ(cursor.at, 0U);
}

}  // namespace
}  // namespace latewood::exchange
