// Nobody can tell whether a turn was rendered before: the bytes, units, breakpoints, repairs and
// refusals are those of a render that knows nothing.
#include "render/cache/piece_cache.h"

#include <algorithm>
#include <thread>
#include <utility>
#include <vector>

#include "engine/branch/access.h"
#include "history/snapshot_data.h"
#include "render/cache/divergence.h"
#include "render/profile.h"
#include "render/provider_thread.h"
#include "support/context_probe.h"
#include "support/law.h"
#include "support/random/conversation.h"

namespace latewood::test {
namespace {

const tree::Tree& tree_of(const Snapshot& snapshot) { return engine::Access::data(snapshot).tree; }

void check_same_request(const Result<Rendered>& cached, const Result<Rendered>& plain) {
  RC_ASSERT(cached.has_value() == plain.has_value());
  if (!plain) {
    RC_ASSERT(cached.error().rule == plain.error().rule);
    RC_ASSERT(cached.error().message == plain.error().message);
    return;
  }
  RC_ASSERT(cached->bytes == plain->bytes);
  RC_ASSERT(cached->units == plain->units);
  RC_ASSERT(cached->marks == plain->marks);
  RC_ASSERT(cached->repairs == plain->repairs);
}

void check_all_products(const Snapshot& snapshot) {
  for (const ProfileName& profile : profiles()) {
    for (const View view : {View::Effective, View::Structural}) {
      RC_LOG() << to_string(profile) << " of cycle " << snapshot.cycle() << '\n';
      check_same_request(snapshot.render(to_string(profile), {view}),
                         render::render_profile(tree_of(snapshot), to_string(profile), {view}));
    }
  }
  const render::MappedThread mapped = render::mapped_provider_thread(tree_of(snapshot));
  RC_ASSERT(snapshot.provider_thread().value() == render::provider_thread(tree_of(snapshot)));
  RC_ASSERT(snapshot.provider_thread().value() == mapped.bytes);
}

// Expiry, pruning, redaction, replacement and summaries are among the steps.
TEST(RenderCacheLaws, ACachedRenderIsAnUncachedOne) {
  expect_law("cached is uncached", [](Random& random) {
    Context context = open_system_context();
    for (std::size_t i = 4 + random.below(40); i > 0; --i) {
      random_step(random, context);
      const auto latest = context.latest();
      if (latest && random.chance(50)) check_all_products(*latest);
    }
    must(context.commit());
    for (std::uint64_t back = 0; back < context.cycle() && back < 4; ++back)
      check_all_products(must(context.back(back)));
  });
}

// Long enough that most turns are settled when markers, results and halves of items come that change them.
TEST(RenderCacheLaws, ACachedRenderOfALongConversationIsAnUncachedOne) {
  expect_law("long cached is uncached", [](Random& random) {
    Context context = open_system_context();
    for (std::size_t i = 0; i < 150; ++i) {
      random_step(random, context);
      const auto latest = context.latest();
      if (latest && random.chance(10)) check_all_products(*latest);
    }
  });
}

TEST(RenderCacheLaws, ACachedRenderWithItemsOfTheVendorIsAnUncachedOne) {
  for (const std::string vendor : {"anthropic", "openai-responses", "gemini"}) {
    expect_law("cached is uncached for " + vendor, [&vendor](Random& random) {
      Context context = open_system_context();
      for (std::size_t i = 4 + random.below(60); i > 0; --i) {
        random_step(random, context, vendor);
        const auto latest = context.latest();
        if (!latest || !random.chance(30)) continue;
        for (const View view : {View::Effective, View::Structural}) {
          check_same_request(latest->render(vendor, {view}), render::render_profile(tree_of(*latest), vendor, {view}));
        }
      }
    });
  }
}

// Two contexts in the same state, one of which rendered all the way.
TEST(RenderCacheLaws, AForkRendersWhatItsOriginRenders) {
  expect_law("fork is origin", [](Random& random) {
    Context context = open_system_context();
    for (std::size_t i = 4 + random.below(30); i > 0; --i) {
      random_step(random, context);
      ignore(context.preview("anthropic"), "only to fill the cache");
    }
    must(context.commit());
    const Context fork = must(context.fork(context.cycle()));
    for (const ProfileName& profile : profiles()) {
      check_same_request(must(context.latest()).render(to_string(profile)),
                         must(fork.latest()).render(to_string(profile)));
    }
  });
}

using Products = std::vector<std::pair<const render::Profile*, View>>;

// The canonical thread, and every profile in both views.
Products every_product() {
  Products products = {{nullptr, View::Effective}};
  for (const ProfileName& name : profiles()) {
    for (const View view : {View::Effective, View::Structural}) {
      products.emplace_back(render::find_profile(name.id, name.version), view);
    }
  }
  return products;
}

Result<render::Outline> outline_of(const Snapshot& snapshot, const Products::value_type& product,
                                   render::PieceCache& cache) {
  if (product.first == nullptr) return render::outline_thread(tree_of(snapshot), &cache);
  return render::outline_profile(tree_of(snapshot), *product.first, {product.second}, cache);
}

void check_same_request(const render::Divergence& a, const render::Divergence& b) {
  RC_ASSERT(a.relation == b.relation);
  RC_ASSERT(a.unchanged == b.unchanged);
  RC_ASSERT(a.older_bytes == b.older_bytes);
  RC_ASSERT(a.newer_bytes == b.newer_bytes);
  RC_ASSERT(a.offset == b.offset);
  RC_ASSERT(a.older_unit == b.older_unit);
  RC_ASSERT(a.newer_unit == b.newer_unit);
}

// What is compared where pieces were given up is what is compared where all are there.
TEST(RenderCacheLaws, ACacheThatGivesPiecesUpGivesTheSameReports) {
  expect_law("small is large", [](Random& random) {
    Context context = open_system_context();
    render::PieceCache small(500 + random.below(4000));
    for (std::size_t i = 4 + random.below(30); i > 0; --i) random_step(random, context);
    must(context.commit());
    for (std::uint64_t newer = 2; newer <= context.cycle(); ++newer) {
      const Snapshot before = must(context.at(newer - 1 - random.below(std::min<std::uint64_t>(newer - 1, 3))));
      const Snapshot after = must(context.at(newer));
      for (const auto& product : every_product()) {
        render::PieceCache fresh;
        const auto older = outline_of(before, product, fresh);
        const auto thin_older = outline_of(before, product, small);
        const auto later = outline_of(after, product, fresh);
        const auto thin_later = outline_of(after, product, small);
        RC_ASSERT(older.has_value() == thin_older.has_value());
        RC_ASSERT(later.has_value() == thin_later.has_value());
        if (!older || !later) continue;
        check_same_request(render::find_divergence(*thin_older, *thin_later), render::find_divergence(*older, *later));
        RC_ASSERT(render::joined(*thin_later).bytes == render::joined(*later).bytes);
      }
    }
  });
}

Context long_chat(std::size_t turns) {
  Context context = open_system_context();
  for (std::size_t i = 0; i < turns; ++i) {
    must(context.insert({.role = "user", .content = "question " + std::to_string(i)}));
    must(context.insert({.role = "assistant", .content = "answer " + std::to_string(i)}));
    must(context.commit());
  }
  return context;
}

TEST(RenderCache, KeepsNoMoreThanItsLimit) {
  const Context context = long_chat(200);
  const tree::Tree& tree = tree_of(must(context.latest()));
  constexpr std::size_t kLimit = 20000;
  render::PieceCache cache(kLimit);
  const std::string plain = render::provider_thread(tree);
  EXPECT_EQ(render::provider_thread(tree, &cache), plain);
  EXPECT_EQ(render::provider_thread(tree, &cache), plain);
  EXPECT_GT(cache.size("thread"), kLimit / 2);
  EXPECT_LE(cache.size("thread"), kLimit);
}

std::size_t spelled_out(const render::Outline& outline) {
  std::size_t pieces = 0;
  for (const render::Strip& strip : outline.strips) pieces += strip.piece != nullptr;
  return pieces;
}

// Beyond the limit a thread that goes on from the latest one makes the pieces of its last few turns and no others.
TEST(RenderCache, BeyondItsLimitAThreadStillCostsWhatIsNew) {
  Context context = long_chat(400);
  constexpr std::size_t kLimit = 27000;
  constexpr std::size_t kFew = 12;  // openings, unsettled turns, the active head
  for (const auto& product : every_product()) {
    render::PieceCache cache(kLimit);
    const Snapshot before = must(context.back(1));
    const Snapshot after = must(context.latest());
    must(outline_of(before, product, cache));
    const auto older = must(outline_of(before, product, cache));
    const auto newer = must(outline_of(after, product, cache));
    ASSERT_GT(newer.end().bytes, kLimit + kLimit / 4);
    std::size_t within = 0;
    for (const render::Strip& strip : newer.strips) within += strip.end.bytes <= kLimit;
    EXPECT_LE(spelled_out(older), within + kFew);
    EXPECT_LE(spelled_out(newer), within + kFew);
    EXPECT_GE(spelled_out(newer), within);
    EXPECT_EQ(render::find_divergence(older, newer).relation, render::Relation::Appended);
  }
}

// Turns say the same node by node, but two profiles do not spell them alike.
TEST(RenderCache, StripsOfOneTurnByTwoProfilesAreNotTheSame) {
  const Context context = long_chat(20);
  const Snapshot latest = must(context.latest());
  render::PieceCache cache;
  const auto openai = must(outline_of(latest, {render::find_profile("openai", 1), View::Effective}, cache));
  const auto gemini = must(outline_of(latest, {render::find_profile("gemini", 1), View::Effective}, cache));
  EXPECT_EQ(render::find_divergence(openai, gemini).relation, render::Relation::Diverged);
}

TEST(RenderCache, KnowsTurnsAgainAfterOthersWentOrCameBeforeThem) {
  Context context = long_chat(50);
  render::PieceCache cache;
  render::provider_thread(tree_of(must(context.latest())), &cache);
  PrunePolicy policy;
  policy.turns = Budget{40, 30, 0};
  must(context.set_policy(policy));
  must(context.insert({.role = "user", .content = "spliced"}, 5));
  must(context.commit());
  const tree::Tree& tree = tree_of(must(context.latest()));
  std::size_t known = 0;
  for (const auto& turn : cache.find("thread", tree.rings)) known += turn != nullptr;
  EXPECT_LT(tree.rings.size(), 40U);
  EXPECT_EQ(known, tree.rings.size() - 2);  // all but the spliced turn and the newest
}

void expect_plain(const Snapshot& snapshot) {
  for (const ProfileName& profile : profiles()) {
    const Rendered cached = must(snapshot.render(profile.id));
    const Rendered plain = must(render::render_profile(tree_of(snapshot), profile.id));
    EXPECT_EQ(cached.bytes, plain.bytes);
    EXPECT_EQ(cached.units, plain.units);
    EXPECT_EQ(cached.marks, plain.marks);
    EXPECT_EQ(cached.repairs, plain.repairs);
  }
  EXPECT_EQ(must(snapshot.provider_thread()), render::provider_thread(tree_of(snapshot)));
}

// Long enough for runs, which are made when a text comes the second time.
TEST(RenderCache, ALongThreadIsTheSameEveryTime) {
  Context context = long_chat(200);
  const auto expect_plain_thrice = [&context] {
    for (int round = 0; round < 3; ++round) expect_plain(must(context.latest()));
  };
  expect_plain_thrice();
  must(context.insert({.role = "user", .content = "a late attachment", .offset = 1}, 100));
  must(context.commit());
  expect_plain_thrice();
  must(context.insert({.role = "user", .content = "one more"}));
  must(context.commit());
  expect_plain_thrice();
}

TEST(RenderCache, ServesManyReadersWhileOthersCommit) {
  Context context = long_chat(20);
  const Snapshot snapshot = must(context.latest());
  const std::string expected = render::provider_thread(tree_of(snapshot));
  std::vector<std::thread> readers;
  for (int i = 0; i < 4; ++i) {
    readers.emplace_back([&snapshot, &expected] {
      for (int round = 0; round < 50; ++round) {
        EXPECT_EQ(snapshot.provider_thread().value(), expected);
        EXPECT_TRUE(snapshot.render("openai").has_value());
      }
    });
  }
  for (int i = 0; i < 50; ++i) {
    must(context.insert({.role = "user", .content = "more"}));
    must(context.commit());
    EXPECT_TRUE(must(context.latest()).render("openai").has_value());
  }
  for (std::thread& reader : readers) reader.join();
}

}  // namespace
}  // namespace latewood::test
