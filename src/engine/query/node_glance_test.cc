#include "latewood/node_glance.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "latewood/context.h"
#include "latewood/json_text.h"
#include "latewood/repository.h"
#include "latewood/selector.h"

namespace latewood::test {
namespace {

// A ttl, a node without content, JSON and text.
Context varied_context(Repository& repository) {
  Context context = repository.open_context("main").value();
  context.insert({.role = "user", .content = "Leaflet", .id = "leaflet", .ttl = 3}).value();
  context.insert({.content = make_object({{"celsius", JsonValue(20.5)}}), .id = "measured"}).value();
  context.insert({.role = "tool", .id = "empty", .node_type = "cb:summary"}).value();
  context.commit().value();
  context.insert({.role = "assistant", .content = "Secret", .id = "secret"}).value();
  context.commit().value();
  return context;
}

std::string shown(const NodeGlance& node) {
  return std::string(node.id) + '|' + std::string(node.node_type) + '|' + std::string(node.role.value_or("-")) + '|' +
         std::string(node.kind.value_or("-")) + '|' + std::string(node.content_json) + '|' +
         std::to_string(node.ttl.value_or(-1));
}

std::string shown(const NodeView& node) {
  return node.id + '|' + node.node_type + '|' + node.role.value_or("-") + '|' + node.kind.value_or("-") + '|' +
         (node.content ? json_text_of(*node.content) : std::string()) + '|' + std::to_string(node.ttl.value_or(-1));
}

TEST(NodeGlance, ShowsWhatTheViewOfTheNodeHas) {
  Repository repository = Repository::open("memory:").value();
  Context context = varied_context(repository);
  for (const std::uint64_t back : {0U, 1U}) {
    const Snapshot snapshot = context.back(back).value();
    for (const char* text : {"*", ".cb", "#measured", "^seq .mt:first *", ".cb[ttl]", "#nothing"}) {
      const Selector selector = Selector::parse(text).value();
      std::vector<std::string> glances;
      for_each_glance(snapshot, selector, [&glances](const NodeGlance& node) {
        glances.push_back(shown(node));
        return true;
      }).value();
      std::vector<std::string> views;
      snapshot
          .for_each_node(selector,
                         [&views](const NodeView& node) {
                           views.push_back(shown(node));
                           return true;
                         })
          .value();
      EXPECT_EQ(glances, views) << text;
    }
  }
}

TEST(NodeGlance, EndsWhenTheVisitorSaysSo) {
  Repository repository = Repository::open("memory:").value();
  const Context context = varied_context(repository);
  int visited = 0;
  for_each_glance(context.latest().value(), Selector::parse("*").value(), [&visited](const NodeGlance&) {
    return ++visited < 2;
  }).value();
  EXPECT_EQ(visited, 2);
}

TEST(NodeGlance, RefusesASelectorThatNamesASnapshot) {
  Repository repository = Repository::open("memory:").value();
  const Context context = varied_context(repository);
  const auto refused = for_each_glance(context.latest().value(), Selector::parse("@t-1 .cb").value(),
                                       [](const NodeGlance&) { return true; });
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().rule, "E_SELECTOR_INVALID");
}

}  // namespace
}  // namespace latewood::test
