// The canonical provider thread: chapter 02 section 12, and D-47.
#include <gtest/gtest.h>

#include "canon/json_reader.h"
#include "latewood/exchange.h"
#include "support/context_probe.h"
#include "support/test_files.h"

namespace latewood::test {
namespace {

std::string fixture(const std::string& name) { return read_data("fixtures/" + name); }

std::string thread_of(const std::string& snapshot) {
  return must(must(import_snapshot(fixture(snapshot))).latest()).provider_thread().value();
}

Component x_block(const std::string& id, std::int64_t offset = 0) {
  Component component = block(id, offset);
  component.content = "x";
  return component;
}

// The ids of the units, in order.
Ids ids_of_units(const std::string& thread) {
  Ids ids;
  const JsonValue units = must(parse_json(thread));
  for (const JsonValue& unit : *units.as_array()) ids.push_back(*unit.find("id")->as_string());
  return ids;
}

// RENDER-12, RENDER-14.
TEST(ProviderThread, TheFirstNormativeThreadByteForByte) {
  EXPECT_EQ(thread_of("provider_thread_1.snapshot.json"), fixture("provider_thread_1.canonical.json"));
  EXPECT_EQ(must(parse_json(thread_of("provider_thread_1.snapshot.json"))),
            must(parse_json(fixture("provider_thread_1.expect.json"))));
}

// RENDER-13, RENDER-14.
TEST(ProviderThread, TheSecondNormativeThreadByteForByte) {
  EXPECT_EQ(thread_of("provider_thread_2.snapshot.json"), fixture("provider_thread_2.canonical.json"));
  EXPECT_EQ(must(parse_json(thread_of("provider_thread_2.snapshot.json"))),
            must(parse_json(fixture("provider_thread_2.expect.json"))));
}

// RENDER-01, RENDER-02, RENDER-06, RENDER-08.
TEST(ProviderThread, SystemThenTurnsThenHeadEachFromPreToPost) {
  Context context = open_system_context();
  must(context.insert(x_block("post1", 1)));
  must(context.insert(x_block("core1")));
  must(context.insert(x_block("pre1", -1)));
  must(context.commit());
  must(context.insert(x_block("cb:sys"), -1));
  must(context.insert(x_block("core2")));
  must(context.insert(x_block("pre2", -2)));
  must(context.commit());
  EXPECT_EQ(ids_of_units(must(context.latest()).provider_thread().value()),
            (Ids{"cb:sys", "pre1", "core1", "post1", "pre2", "core2"}));
}

// RENDER-03, RENDER-04, RENDER-05, RENDER-07.
TEST(ProviderThread, RolesAreKeptOrHaveTheDefaultOfTheirRegionAndKindIsTextOfText) {
  Context context = open_system_context();
  must(context.insert(x_block("s"), -1));
  must(context.insert(x_block("u")));
  Component other = x_block("o");
  other.role = "x:judge";
  other.kind = "text";
  must(context.insert(other));
  Component number = x_block("n");
  number.content = JsonValue(std::int64_t{7});
  must(context.insert(number));
  must(context.commit());
  EXPECT_EQ(must(context.latest()).provider_thread().value(),
            R"([{"id":"s","role":"system","kind":"text","content":"x"},)"
            R"({"id":"u","role":"user","kind":"text","content":"x"},)"
            R"({"id":"o","role":"x:judge","kind":"text","content":"x"},{"id":"n","role":"user","content":7}])");
  for (const NodeView& node : latest_nodes(context)) {
    const bool is_without = node.id == "s" || node.id == "u";
    EXPECT_TRUE(!is_without || !node.role) << node.id;
  }
}

// RENDER-09.
TEST(ProviderThread, ContainersShowTheirChildrenAndLeavesAlwaysSomething) {
  Context context = open_system_context();
  Component container = x_block("container");
  container.content.reset();
  must(context.insert(container));
  must(context.insert_under(x_block("inside"), "container"));
  must(context.insert(x_block("parent")));
  must(context.insert_under(x_block("child"), "parent"));
  Component leaf = x_block("leaf");
  leaf.content.reset();
  must(context.insert(leaf));
  must(context.commit());
  const std::string thread = must(context.latest()).provider_thread().value();
  EXPECT_EQ(ids_of_units(thread), (Ids{"inside", "parent", "child", "leaf"}));
  EXPECT_TRUE(thread.ends_with(R"({"id":"leaf","role":"user","content":""}])"));
}

// RENDER-14: content that is not a text is canonical JSON, text is escaped to ASCII.
TEST(ProviderThread, ContentIsCanonicalJson) {
  Context context = open_context();
  Component object = x_block("o");
  object.content = make_object({{"b", JsonValue(std::int64_t{1})}, {"a", "\u00e9"}});
  must(context.insert(object));
  must(context.commit());
  EXPECT_EQ(must(context.latest()).provider_thread().value(),
            "[{\"id\":\"o\",\"role\":\"user\",\"content\":{\"a\":\"\\u00e9\",\"b\":1}}]");
}

// RENDER-10, RENDER-11.
TEST(ProviderThread, RenderingTwiceGivesTheSameAndChangesNothing) {
  Context context = open_context();
  must(context.insert(x_block("u")));
  must(context.commit());
  const Snapshot snapshot = must(context.latest());
  const StateRoot before = snapshot.state_root();
  const std::string thread = snapshot.provider_thread().value();
  must(snapshot.render("openai"));
  EXPECT_EQ(snapshot.provider_thread().value(), thread);
  EXPECT_EQ(must(context.latest()).state_root(), before);
}

}  // namespace
}  // namespace latewood::test
