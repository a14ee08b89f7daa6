// AUD-06: `why` says when a node leaves, pins and references considered, and is right.
#include <gtest/gtest.h>

#include <map>

#include "latewood/why.h"
#include "support/context_probe.h"
#include "support/law.h"
#include "support/random/history.h"

namespace latewood::test {
namespace {

Component with_ttl(const std::string& id, std::int64_t ttl) {
  return {.role = "user", .content = JsonValue("text of " + id), .id = id, .ttl = ttl};
}

Component refers_to(const std::string& id, const std::string& target, std::optional<std::int64_t> ttl = {}) {
  Component component = {.id = id, .ttl = ttl};
  component.attributes = {{"data_refs", JsonValue(JsonValue::Array{JsonValue(target)})}};
  return component;
}

WhyHere here_of(const Context& context, const std::string& id) { return must(why(context, id)).here.value(); }

// AUD-06
TEST(Forecast, AUD_06_AReferenceThatStaysHoldsTheNode) {
  Context context = open_context();
  must(context.insert(with_ttl("t", 2)));
  must(context.insert(refers_to("r", "t")));
  must(context.commit());
  const WhyHere here = here_of(context, "t");
  EXPECT_EQ(here.ttl_ends, 3U);
  EXPECT_FALSE(here.expires);
  EXPECT_EQ(here.held_by, std::vector<std::string>{"r"});
  for (int i = 0; i < 4; ++i) must(context.commit());
  EXPECT_NE(find_node(latest_nodes(context), "t"), nullptr);
  EXPECT_FALSE(here_of(context, "t").expires);
}

// AUD-06
TEST(Forecast, AUD_06_AReferenceThatLeavesLaterLetsGoThen) {
  Context context = open_context();
  must(context.insert(with_ttl("t", 1)));
  must(context.insert(refers_to("r", "t", 3)));
  must(context.commit());
  EXPECT_EQ(here_of(context, "t").ttl_ends, 2U);
  EXPECT_EQ(here_of(context, "t").expires, 4U);
  while (find_node(latest_nodes(context), "t") != nullptr) must(context.commit());
  EXPECT_EQ(context.cycle(), 4U);
}

// AUD-06
TEST(Forecast, AUD_06_WithoutAnyHoldTheTtlDecides) {
  Context context = open_context();
  must(context.insert(with_ttl("t", 2)));
  must(context.commit());
  EXPECT_EQ(here_of(context, "t").expires, 3U);
  EXPECT_TRUE(here_of(context, "t").held_by.empty());
  must(context.pin("t"));
  must(context.commit());
  EXPECT_FALSE(here_of(context, "t").expires);
  EXPECT_TRUE(here_of(context, "t").is_pinned);
}

// AUD-06: the forecast for every node of a random history is what commits then do.
TEST(Forecast, AUD_06_CommitsDoWhatWasForecast) {
  expect_law("a node leaves in the cycle that was forecast, and otherwise stays", [](Random& random) {
    RandomHistory history(random);
    history.grow(25);
    const Context& line = history.line();
    if (!line.latest()) return;
    Context context = *line.fork(line.cycle());
    must(context.set_policy(std::nullopt));
    constexpr std::uint64_t kAhead = 8;
    std::map<std::string, std::optional<std::uint64_t>> forecasts;
    for (const NodeView& node : latest_nodes(context)) {
      const auto answer = why(context, node.id);
      RC_ASSERT(answer.has_value());
      forecasts[node.id] = answer->here->expires;
    }
    const std::uint64_t start = context.cycle();
    for (std::uint64_t cycle = start + 1; cycle <= start + kAhead; ++cycle) {
      must(context.commit());
      const Nodes nodes = latest_nodes(context);
      for (const auto& [id, expires] : forecasts) {
        const bool is_here = find_node(nodes, id) != nullptr;
        if (is_here == (expires && *expires <= cycle)) RC_LOG() << id << " in cycle " << cycle << '\n';
        RC_ASSERT(is_here != (expires && *expires <= cycle));
      }
    }
  });
}

// AUD-06, R-12: a marker without a ttl goes with what it names, and `why` says so ahead.
TEST(Forecast, AUD_06_AMarkerWithoutATtlGoesWithItsNode) {
  for (const bool redacts : {false, true}) {
    Context context = open_context();
    Component passing = with_ttl("t", 3);
    passing.offset = 1;
    must(context.insert(passing));
    must(context.commit());
    Component marker = {.content = JsonValue("instead"), .id = "m"};
    marker.node_type = redacts ? "cb:redaction" : "cb:replacement";
    marker.attributes = {{redacts ? "data_redacts" : "data_replaces", JsonValue("t")}};
    must(context.insert(marker));
    must(context.commit());
    const WhyHere here = here_of(context, "m");
    EXPECT_FALSE(here.ttl_ends);
    EXPECT_EQ(here.expires, 4U);
    while (find_node(latest_nodes(context), "m") != nullptr && context.cycle() < 9) must(context.commit());
    EXPECT_EQ(context.cycle(), 4U);
  }
}

}  // namespace
}  // namespace latewood::test
