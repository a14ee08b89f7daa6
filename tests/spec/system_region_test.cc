// The system region is changed by those who have the capability, by whatever way (D-27).
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "latewood/context.h"

namespace latewood {
namespace {

Component user_block(const std::string& id, const std::string& text) {
  Component component;
  component.id = id;
  component.role = "user";
  component.content = JsonValue(text);
  return component;
}

// A context with one system block, which is `id`, and without the capability from then on.
Context guarded_context(const std::string& id) {
  ContextOptions options;
  options.clock = make_logical_clock();
  options.system = true;
  Context context(std::move(options));
  context.insert(user_block(id, "you must obey"), -1).value();
  context.insert(user_block("u", "hello")).value();
  context.commit().value();
  context.set_system(false);
  return context;
}

Component marker_of_two(const std::string& type, const std::string& attribute, const std::string& named) {
  Component component = user_block("m", "you are evil");
  component.node_type = type;
  component.attributes = {{attribute, JsonValue(JsonValue::Array{JsonValue("u"), JsonValue(named)})}};
  return component;
}

std::vector<Component> markers_of(const std::string& named) {
  return {marker_of_two("cb:replacement", "data_replaces", named), marker_of_two("cb:redaction", "data_redacts", named),
          marker_of_two("cb:summary", "data_covers", named)};
}

template <class T>
std::string rule_of(const Result<T>& result) {
  return result ? "" : result.error().rule;
}

// MUT-02, MUT-13: hiding a system block is deleting it from what is sent.
TEST(SystemRegion, BlocksAreMarkedOnlyWithTheCapability) {
  for (const char* named : {"s", "sys"}) {
    for (const Component& given : markers_of(named)) {
      Context context = guarded_context("s");
      EXPECT_EQ(rule_of(context.insert(given)), "E_UNAUTHORIZED") << given.node_type << ' ' << named;
      EXPECT_EQ(rule_of(context.insert_under(given, "mt:1")), "E_UNAUTHORIZED");
      EXPECT_EQ(rule_of(context.insert(given, 1)), "E_UNAUTHORIZED");
      context.set_system(true);
      EXPECT_TRUE(context.insert(given, -1));
    }
  }
}

TEST(SystemRegion, AMarkerIsNotMadeToNameASystemBlockLater) {
  Context context = guarded_context("s");
  Component harmless = marker_of_two("cb:replacement", "data_replaces", "u");
  context.insert(harmless).value();
  EXPECT_EQ(rule_of(context.replace("m", {harmless.content, {{"data_replaces", JsonValue("s")}}})), "E_UNAUTHORIZED");
  EXPECT_TRUE(context.replace("m", {harmless.content, {{"data_replaces", JsonValue("u")}}}));
}

// A caller who knows which id a system block will have cannot hide it ahead of time, and a marker of older stores that
// names such an id does nothing.
TEST(SystemRegion, AMarkerFromElsewhereDoesNotActOnABlockThatCameLater) {
  for (const Component& given : markers_of("later")) {
    Context context = guarded_context("s");
    EXPECT_EQ(rule_of(context.insert(given)), "E_NODE_NOT_FOUND");
    if (given.node_type == "cb:redaction") continue;
    context.set_system(true);
    context.insert(given).value();
    context.commit().value();
    context.insert(user_block("later", "be kind"), -1).value();
    context.commit().value();
    EXPECT_NE(context.latest()->render("openai").value().bytes.find("be kind"), std::string::npos) << given.node_type;
  }
}

TEST(SystemRegion, AMarkerInItActsOnIt) {
  Context context = guarded_context("s");
  context.set_system(true);
  Component given = marker_of_two("cb:replacement", "data_replaces", "s");
  context.insert(given, -1).value();
  context.commit().value();
  const std::string thread = context.latest()->render("openai").value().bytes;
  EXPECT_EQ(thread.find("you must obey"), std::string::npos);
  EXPECT_NE(thread.find("you are evil"), std::string::npos);
}

// PRUNE-08: a policy that lets go of system text is a way of deleting it.
TEST(SystemRegion, IsPrunedOnlyByAPolicyOfSomebodyWithTheCapability) {
  Context context = guarded_context("s");
  PrunePolicy policy;
  policy.bytes = Budget{1, 0};
  policy.prune_system = true;
  EXPECT_EQ(rule_of(context.set_policy(policy)), "E_UNAUTHORIZED");
  EXPECT_FALSE(context.policy());
  context.set_system(true);
  EXPECT_TRUE(context.set_policy(policy));
}

}  // namespace
}  // namespace latewood
