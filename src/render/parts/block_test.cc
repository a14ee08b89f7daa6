#include "render/parts/block.h"

#include <gtest/gtest.h>

#include "tree/node_pool.h"

namespace latewood::render {
namespace {

TEST(BlankText, IsWhiteSpaceOfAnyKindAndNothingElse) {
  for (const char* json : {R"("")", R"(" ")", R"("\n\t\r\f")", R"("\u000b")", R"("\u00a0 \u2003\u3000")"}) {
    EXPECT_TRUE(is_blank(json)) << json;
  }
  for (const char* json :
       {R"("a")", R"(" a")", R"("\\n")", R"("\"")", R"("\b")", R"("\u200b")", R"("\ud83d\ude00")", "{}", "7"}) {
    EXPECT_FALSE(is_blank(json)) << json;
  }
}

TEST(TrailingSpace, IsTakenOffAText) {
  EXPECT_EQ(without_trailing_space(R"("a \n")"), R"("a")");
  EXPECT_EQ(without_trailing_space(R"("a\\n\u3000")"), R"("a\\n")");
  EXPECT_EQ(without_trailing_space(R"(" a")"), std::nullopt);
  EXPECT_EQ(without_trailing_space("{}"), std::nullopt);
}

class BlockOfANode : public testing::Test {
 protected:
  const tree::Node& node(std::optional<std::string> role, std::optional<std::string> kind) {
    tree::NodeFields fields;
    fields.id = "n" + std::to_string(pool.size());
    fields.role = std::move(role);
    fields.kind = std::move(kind);
    fields.content_json = "\"words\"";
    fields.attributes = {{"lw:call_id", "c1"}, {"lw:name", "secret"}};
    return **pool.add(std::move(fields));
  }
  tree::NodePool pool;
};

TEST_F(BlockOfANode, HasItsRoleOrTheDefaultOfItsRegion) {
  EXPECT_EQ(block_of(node("assistant", "text"), Role::User).role, Role::Assistant);
  EXPECT_EQ(block_of(node(std::nullopt, "text"), Role::System).role, Role::System);
  EXPECT_EQ(block_of(node("other", "text"), Role::System).role, Role::User);
  EXPECT_EQ(block_of(node("x:judge", "text"), Role::System).role, Role::User);
}

TEST_F(BlockOfANode, IsTextUnlessItsKindHasAShape) {
  EXPECT_EQ(block_of(node("user", "summary"), Role::User).kind, Kind::Text);
  EXPECT_EQ(block_of(node("user", std::nullopt), Role::User).kind, Kind::Text);
  EXPECT_EQ(block_of(node("user", "image"), Role::User).kind, Kind::Image);
}

TEST_F(BlockOfANode, TellsOnlyWhatHoldsMessagesTogetherWhenItIsRedacted) {
  const Block block = redacted_block(node("tool", "result"), "marker", Role::User);
  EXPECT_EQ(block.id, "marker");
  EXPECT_EQ(block.kind, Kind::Result);
  EXPECT_EQ(block.json, "\"[redacted]\"");
  EXPECT_EQ(block.text_attribute("lw:call_id"), "c1");
  EXPECT_EQ(block.text_attribute("lw:name"), "");
  EXPECT_EQ(redacted_block(node(std::nullopt, "call"), "marker", Role::User).role, Role::Assistant);
}

TEST_F(BlockOfANode, GoesOutBetweenItsTags) {
  Block block = block_of(node("tool", "text"), Role::User);
  block.tag = "system";
  std::string out;
  append_text(out, block);
  EXPECT_EQ(out, R"("<system>\nwords\n</system>")");
}

}  // namespace
}  // namespace latewood::render
