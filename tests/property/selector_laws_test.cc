// Laws of the selector language on generated selectors and trees.
#include "selector/language/normal_form.h"
#include "selector/language/parser.h"
#include "selector/language/printer.h"
#include "support/law.h"
#include "support/plain/matcher.h"
#include "support/random/selector.h"
#include "support/random/views.h"

namespace latewood {
namespace {

using selector::parse_selector;
using selector::print;
using selector::Query;

Query random_question(test::Random& random, const std::vector<NodeView>& nodes) {
  Query query = test::random_query(random, nodes);
  query.time = test::random_time(random);
  return query;
}

TEST(SelectorLaws, PrintThenParseIsIdentity) {
  test::expect_law("print then parse is identity", [](test::Random& random) {
    const Query query = random_question(random, test::random_views(random));
    const std::string text = print(query);
    RC_LOG() << text << '\n';
    const auto again = parse_selector(text);
    RC_ASSERT(again.has_value());
    RC_ASSERT(*again == query);
    RC_ASSERT(print(*again) == text);
  });
}

TEST(SelectorLaws, TheNormalFormIsItsOwnAndCanBeWritten) {
  test::expect_law("the normal form is its own and can be written", [](test::Random& random) {
    const Query query = normalize(random_question(random, test::random_views(random)));
    RC_LOG() << print(query) << '\n';
    RC_ASSERT(normalize(query) == query);
    RC_ASSERT(*parse_selector(print(query)) == query);
  });
}

TEST(SelectorLaws, TheNormalFormMeansTheSameNodes) {
  test::expect_law("the normal form means the same nodes", [](test::Random& random) {
    const auto nodes = test::random_views(random);
    const Query query = test::random_query(random, nodes);
    RC_LOG() << print(query) << "\n" << print(normalize(query)) << '\n';
    RC_ASSERT(test::plain_match(normalize(query), nodes) == test::plain_match(query, nodes));
  });
}

// Otherwise the law above would compare nothing with nothing.
TEST(SelectorLaws, GeneratedSelectorsMostlyMatchSomething) {
  std::size_t found = 0;
  constexpr std::size_t kTries = 1000;
  for (std::uint64_t seed = 0; seed < kTries; ++seed) {
    test::Random random(seed);
    const auto nodes = test::random_views(random);
    found += test::plain_match(test::random_query(random, nodes), nodes).empty() ? 0 : 1;
  }
  EXPECT_GT(found, kTries / 2);
}

// What is left may mean something else or nothing; a fault is inside it.
TEST(SelectorLaws, CuttingATextAnywhereNeverCrashes) {
  test::expect_law("cutting a text anywhere never crashes", [](test::Random& random) {
    std::string text = print(random_question(random, test::random_views(random)));
    text.resize(random.below(text.size() + 1));
    if (!text.empty() && random.chance(50)) text[random.below(text.size())] = static_cast<char>(random.number());
    const auto query = parse_selector(text);
    if (query) return;
    RC_ASSERT(query.error().place.has_value());
    RC_ASSERT(query.error().place->offset + query.error().place->length <= text.size());
  });
}

}  // namespace
}  // namespace latewood
