// The matcher agrees with the plain one on random trees and selectors, and its calls agree
// with each other.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "engine/branch/branch.h"
#include "engine/query/node_view.h"
#include "latewood/clock.h"
#include "selector/language/printer.h"
#include "selector/matcher.h"
#include "support/law.h"
#include "support/plain/matcher.h"
#include "support/random/edits.h"
#include "support/random/selector.h"
#include "support/random/tree.h"
#include "tree/edit/permissions.h"

namespace latewood::test {
namespace {

using selector::Plan;
using selector::Query;
using selector::Scope;
using tree::Place;

constexpr int kSelectorsPerTree = 5;

// How many selectors were run and how many of them found something: a law about empty
// results proves nothing.
struct SelectorTally {
  std::size_t runs = 0;
  std::size_t hits = 0;
};

TEST(MatcherLaw, TheMatcherAgreesWithThePlainOne) {
  SelectorTally tally;
  expect_law("match == plain match", [&tally](Random& random) {
    const SampleTree sample = random_tree(random);
    const std::vector<NodeView> nodes = sample.views();
    const Scope scope = sample.scope();
    for (int i = 0; i < kSelectorsPerTree; ++i) {
      const Query query = random_query(random, nodes);
      RC_LOG() << selector::print(query) << '\n';
      const auto expected = plain_match(query, nodes);
      RC_ASSERT(sample.ids_at(Plan(query).match(scope)) == expected);
      ++tally.runs;
      tally.hits += expected.empty() ? 0 : 1;
    }
  });
  EXPECT_GT(tally.hits, tally.runs / 10);
  EXPECT_LT(tally.hits, tally.runs);
}

TEST(MatcherLaw, TheMatcherAgreesWithThePlainOneOnTreesOfTheEngine) {
  expect_law("match == plain match", [](Random& random) {
    engine::Branch branch{{make_logical_clock()}};
    const std::size_t edits = random.below(40);
    for (std::size_t i = 0; i < edits; ++i) {
      random_edit(random, branch, {true, true, ""});
      if (random.chance(20)) RC_ASSERT(branch.commit().has_value());
    }
    const tree::Tree& tree = branch.working();
    const std::vector<NodeView> nodes = engine::views_of(tree, 3);
    std::map<std::string, Place, std::less<>> places;
    const Scope scope{tree, 3, [&places](std::string_view id) {
                        const auto found = places.find(id);
                        return found == places.end() ? std::nullopt : std::optional(found->second);
                      }};
    for (const Place& place : Plan(parsed("*")).match(scope)) {
      places.emplace(std::string(tree::node_at(tree, place).id()), place);
    }
    for (int i = 0; i < kSelectorsPerTree; ++i) {
      const Query query = random_query(random, nodes);
      RC_LOG() << selector::print(query) << '\n';
      std::vector<std::string> ids;
      for (const Place& place : Plan(query).match(scope)) ids.emplace_back(tree::node_at(tree, place).id());
      RC_ASSERT(ids == plain_match(query, nodes));
    }
  });
}

// The node-by-node answer is computed along another way than the whole.
TEST(MatcherLaw, ANodeMatchesIfAndOnlyIfItIsAmongTheMatches) {
  expect_law("matches(place) == place in match", [](Random& random) {
    const SampleTree sample = random_tree(random);
    const Scope scope = sample.scope();
    for (int i = 0; i < kSelectorsPerTree; ++i) {
      const Query query = random_query(random, sample.views());
      RC_LOG() << selector::print(query) << '\n';
      const Plan plan(query);
      std::vector<Place> matching;
      for (const Place& place : sample.places()) {
        if (plan.matches(scope, place)) matching.push_back(place);
      }
      RC_ASSERT(sample.ids_at(matching) == sample.ids_at(plan.match(scope)));
    }
  });
}

// SEL-02, SEL-04
TEST(MatcherLaw, MatchesComeOnceInDocumentOrderAndAlwaysTheSame) {
  expect_law("order", [](Random& random) {
    const SampleTree sample = random_tree(random);
    const Scope scope = sample.scope();
    const Plan plan(random_query(random, sample.views()));
    const std::vector<Place> matched = plan.match(scope);
    RC_ASSERT(plan.match(scope) == matched);
    auto at = sample.places().begin();
    for (const Place& place : matched) {
      at = std::find(at, sample.places().end(), place);
      RC_ASSERT(at != sample.places().end());
      ++at;
    }
  });
}

TEST(MatcherLaw, StreamingStopsAfterAnyPrefix) {
  expect_law("for_each gives a prefix", [](Random& random) {
    const SampleTree sample = random_tree(random);
    const Scope scope = sample.scope();
    const Plan plan(random_query(random, sample.views()));
    std::vector<Place> matched = plan.match(scope);
    const std::size_t wanted = random.below(matched.size() + 2);
    std::vector<Place> streamed;
    plan.for_each(scope, [&](const Place& place) {
      RC_ASSERT(streamed.size() < std::max<std::size_t>(wanted, 1));
      streamed.push_back(place);
      return streamed.size() < wanted;
    });
    matched.resize(std::min(matched.size(), std::max<std::size_t>(wanted, 1)));
    RC_ASSERT(streamed == matched);
  });
}

TEST(MatcherLaw, ExplainKeepsAsManyAsMatchFindsAndVisitsNoFewer) {
  expect_law("explain", [](Random& random) {
    const SampleTree sample = random_tree(random);
    const Scope scope = sample.scope();
    Query query = random_query(random, sample.views());
    query.groups.resize(1);
    RC_LOG() << selector::print(query) << '\n';
    const Plan plan(query);
    const auto costs = plan.explain(scope);
    RC_ASSERT(costs.size() == query.groups[0].steps.size());
    RC_ASSERT(costs.back().kept == plan.match(scope).size());
    for (const auto& cost : costs) RC_ASSERT(cost.visited >= cost.kept);
  });
}

}  // namespace
}  // namespace latewood::test
