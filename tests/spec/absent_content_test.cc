// What says something: a block with content, be it empty (R-10), and a core with content of its own (R-11).
#include <gtest/gtest.h>

#include "latewood/exchange.h"
#include "support/document/documents.h"

namespace latewood {
namespace {

using test::kProfiles;
using test::must;
using test::open_context;
using test::open_system_context;
using test::request_bytes;
using test::with_turns;

Component user_block_with(std::string id, std::optional<JsonValue> content) {
  Component component;
  component.id = std::move(id);
  component.role = "user";
  component.content = std::move(content);
  return component;
}

// What a profile sends is the same whether a block without content is there or not.
TEST(AbsentContent, R_10_ABlockWithoutContentRendersNothingWithOrWithoutChildren) {
  const auto made = [](bool with_silent) {
    Context context = open_system_context();
    must(context.insert(user_block_with("a", "one")));
    if (with_silent) {
      must(context.insert(user_block_with("leaf", std::nullopt)));
      must(context.insert(user_block_with("silent", std::nullopt), -1));
      must(context.insert(user_block_with("holder", std::nullopt)));
    }
    must(context.insert_under(user_block_with("child", "two"), with_silent ? "holder" : "a"));
    must(context.commit());
    must(context.insert(user_block_with("b", "three")));
    must(context.commit());
    return context;
  };
  for (const std::string& profile : kProfiles) {
    for (const View view : {View::Effective, View::Structural}) {
      EXPECT_EQ(request_bytes(made(true), profile, view), request_bytes(made(false), profile, view)) << profile;
    }
    // The first versions said the empty text, or had to drop it where the vendor refuses it.
    const Rendered first = must(must(made(true).latest()).render(profile + "@1"));
    EXPECT_TRUE(first.bytes != request_bytes(made(true), profile) || !first.repairs.empty()) << profile;
    EXPECT_TRUE(must(must(made(true).latest()).render(profile)).repairs.empty()) << profile;
  }
  // The canonical thread is as the specification writes it.
  EXPECT_NE(must(must(made(true).latest()).provider_thread()).find(R"({"id":"leaf","role":"user","content":""})"),
            std::string::npos);
}

TEST(AbsentContent, R_10_TheEmptyTextRendersAsGiven) {
  Context context = open_context();
  must(context.insert(user_block_with("a", "one")));
  must(context.insert(user_block_with("empty", "")));
  must(context.commit());
  EXPECT_EQ(request_bytes(context, "openai"),
            R"({"messages":[{"role":"user","content":"one"},{"role":"user","content":""}]})");
  EXPECT_EQ(
      request_bytes(context, "openai-responses"),
      R"({"input":[{"type":"message","role":"user","content":"one"},{"type":"message","role":"user","content":""}]})");
}

// Markers change nothing about it: they hide, stand for or follow nothing.
TEST(AbsentContent, R_10_HoldsInTheEffectiveView) {
  Context context = open_context();
  must(context.insert(user_block_with("a", "one")));
  must(context.insert(user_block_with("leaf", std::nullopt)));
  must(context.insert(user_block_with("holder", std::nullopt)));
  must(context.insert_under(user_block_with("child", "secret"), "holder"));
  must(context.commit());
  must(context.delete_nodes(std::vector<std::string>{"leaf"}));
  must(context.delete_nodes(std::vector<std::string>{"holder"}));
  must(context.commit());
  EXPECT_EQ(request_bytes(context, "openai"),
            R"({"messages":[{"role":"user","content":"one"},{"role":"user","content":"[redacted]"}]})");
}

// ---- cores ----

Result<Context> imported_turn(const std::string& turn_members, const std::string& core_members) {
  const std::string turn =
      R"({"id":"t","nodeType":"mt")" + turn_members +
      R"(,"children":[{"id":"pre","offset":-1,"role":"user","content":"before"},{"id":"c","nodeType":"mc")" +
      core_members + R"(,"children":[{"id":"b","role":"user","content":"block"}]}]})";
  return import_snapshot(with_turns(turn));
}

TEST(CoreContent, R_11_RendersAsAUnitBeforeTheBlocksOfTheCore) {
  const Context context = must(imported_turn("", R"(,"role":"user","kind":"text","content":"body")"));
  EXPECT_EQ(must(must(context.latest()).provider_thread()),
            R"([{"id":"pre","role":"user","content":"before"},{"id":"c","role":"user","kind":"text","content":"body"},)"
            R"({"id":"b","role":"user","content":"block"}])");
  for (const std::string& profile : kProfiles) {
    const std::string request = request_bytes(context, profile);
    const std::size_t before = request.find("before");
    const std::size_t body = request.find("body");
    const std::size_t block = request.find("block");
    EXPECT_TRUE(before < body && body < block && block != std::string::npos) << request;
    EXPECT_EQ(request_bytes(context, profile + "@1").find("body"), std::string::npos) << profile;
    EXPECT_EQ(request_bytes(context, profile, View::Structural), request);
  }
  const Rendered rendered = must(must(context.latest()).render("openai"));
  ASSERT_EQ(rendered.units.size(), 3U);
  EXPECT_EQ(rendered.units[1].id, "c");
}

TEST(CoreContent, R_11_AnAssistantsBodyHasItsRole) {
  const Context context = must(imported_turn("", R"(,"role":"assistant","content":"body")"));
  EXPECT_NE(request_bytes(context, "openai").find(R"({"role":"assistant","content":"body"})"), std::string::npos);
}

TEST(CoreContent, R_11_IsExportedAsItCame) {
  const Context context = must(imported_turn("", R"(,"role":"user","content":"body")"));
  const std::string exported = must(export_snapshot(must(context.latest())));
  const Context again = must(import_snapshot(exported));
  EXPECT_EQ(must(export_snapshot(must(again.latest()))), exported);
  EXPECT_NE(exported.find(R"("content":"body")"), std::string::npos);
}

TEST(CoreContent, R_11_ATurnHasNoContent) {
  const auto refused = imported_turn(R"(,"content":"body")", "");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().rule, "E_PLACEMENT_INVALID");
  EXPECT_TRUE(imported_turn(R"(,"content":null)", R"(,"content":null)"));
  Context context = must(imported_turn("", ""));
  const auto edited = context.replace("t", {JsonValue("body"), {}});
  ASSERT_FALSE(edited);
  EXPECT_EQ(edited.error().rule, "E_PLACEMENT_INVALID");
}

// A move makes another turn of the blocks; the body would be lost on the way.
TEST(CoreContent, R_11_ATurnWithABodyDoesNotMove) {
  Context context = must(imported_turn("", R"(,"content":"body")"));
  must(context.commit());
  const auto moved = context.move(std::vector<std::string>{"t"}, 0);
  ASSERT_FALSE(moved);
  EXPECT_EQ(moved.error().rule, "E_PLACEMENT_INVALID");
  EXPECT_TRUE(must(imported_turn("", "")).move(std::vector<std::string>{"t"}, 0));
}

}  // namespace
}  // namespace latewood
