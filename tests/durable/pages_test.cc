// The pages of checkpoints: encodings, hints, and where the turns of a tree are cut.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "canon/binary_writer.h"
#include "canon/blake3.h"
#include "canon/hasher_state.h"
#include "engine/branch/access.h"
#include "engine/branch/timeline.h"
#include "engine/care/needs.h"
#include "engine/stored/checkpoint.h"
#include "engine/stored/checkpoint_format.h"
#include "engine/stored/checkpoint_writer.h"
#include "engine/stored/hint_run.h"
#include "engine/stored/page_cache.h"
#include "engine/stored/page_index.h"
#include "history/snapshot_data.h"
#include "support/document/bundle_bytes.h"
#include "support/document/format.h"
#include "support/random/edits.h"
#include "support/store/history.h"
#include "tree/edit/permissions.h"

namespace latewood::engine {
namespace {

using test::Random;

// ---- hints ----

TEST(Pages, TheExampleOfTheFormatDocument) {
  const test::FormatDocument document("page.md");
  const auto run = encode_run({{hint_key(HintKind::Id, "cb:a"), 7}});
  ASSERT_EQ(run.size(), 1U);
  EXPECT_EQ(run.front().bytes, document.bytes("hints"));
}

TEST(Pages, AHintIsFoundInItsRunAndNoOther) {
  Random random(1);
  std::vector<Hint> hints;
  std::multimap<std::string, std::uint64_t> expected;
  for (int i = 0; i < 3000; ++i) {
    const std::string name = "cb:" + std::to_string(random.below(2000));
    const std::uint64_t turn = random.below(5);
    hints.push_back({hint_key(HintKind::Id, name), turn});
    expected.emplace(name, turn);
  }
  const auto run = HintRun::decode(encode_run(hints).front().bytes);
  ASSERT_TRUE(run);
  for (int i = 0; i < 2100; ++i) {
    const std::string name = "cb:" + std::to_string(i);
    std::vector<std::uint64_t> found;
    run->find(hint_key(HintKind::Id, name), found);
    std::set<std::uint64_t> turns;
    for (auto [at, end] = expected.equal_range(name); at != end; ++at) turns.insert(at->second);
    EXPECT_EQ(found, std::vector(turns.begin(), turns.end())) << name;
    found.clear();
    run->find(hint_key(HintKind::Holder, name), found);
    EXPECT_TRUE(found.empty());
  }
}

TEST(Pages, ARunOfAnotherFormIsCorruption) {
  const std::string bytes =
      encode_run({{hint_key(HintKind::Id, "cb:a"), 7}, {hint_key(HintKind::Id, "cb:b"), 9}}).front().bytes;
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    const auto run = HintRun::decode(bytes.substr(0, length));
    ASSERT_FALSE(run);
    EXPECT_EQ(run.error().code, Code::Corruption);
  }
  EXPECT_FALSE(HintRun::decode(bytes + "x"));
}

// A large run is searched by reading the page that has the key, or two where the key ends one page and
// begins the next.
TEST(Pages, ALargeRunIsCutByItsKeys) {
  std::vector<Hint> hints;
  for (std::uint64_t i = 0; i < 20000; ++i) {
    hints.push_back({hint_key(HintKind::Id, "cb:" + std::to_string(i % 700)), i});
  }
  const std::vector<store::Blob> run = encode_run(hints);
  ASSERT_TRUE(names_parts(run.front().bytes));
  const auto parts = decode_parts(run.front().bytes);
  ASSERT_TRUE(parts);
  ASSERT_EQ(parts->size() + 1, run.size());
  std::map<Blake3Digest, std::string> pages;
  for (const store::Blob& page : run) pages[page.digest] = page.bytes;
  for (int i = 0; i < 710; ++i) {
    const HintKey key = hint_key(HintKind::Id, "cb:" + std::to_string(i));
    std::vector<std::uint64_t> found;
    const auto few = parts_with(key, *parts);
    EXPECT_LE(few.size(), 2U);
    for (const RunPart& part : few) HintRun::decode(pages.at(part.page))->find(key, found);
    std::vector<std::uint64_t> expected;
    for (std::uint64_t turn = static_cast<std::uint64_t>(i); i < 700 && turn < 20000; turn += 700) {
      expected.push_back(turn);
    }
    EXPECT_EQ(found, expected) << i;
  }
  const std::string& head = run.front().bytes;
  for (std::size_t length = 0; length < head.size(); ++length) {
    const auto cut = decode_parts(head.substr(0, length));
    ASSERT_FALSE(cut);
    EXPECT_EQ(cut.error().code, Code::Corruption);
  }
}

// However long a history gets, there are few runs, and each hint is written a few times.
TEST(Pages, RunsAreMergedSoThatTheyStayFew) {
  std::vector<std::uint64_t> sizes;
  std::uint64_t written = 0;
  std::uint64_t all = 0;
  std::size_t most = 0;
  for (int i = 0; i < 16000; ++i) {
    std::uint64_t added = 256;
    all += added;
    for (std::size_t merged = runs_to_merge(sizes, added); merged > 0; --merged) {
      added += sizes.back();
      sizes.pop_back();
    }
    sizes.push_back(added);
    written += added;
    most = std::max(most, sizes.size());
  }
  EXPECT_LE(most, 100U);
  EXPECT_LE(written, 4 * all);
}

// ---- the hash ----

TEST(Pages, AHasherGoesOnFromItsBytes) {
  Random random(2);
  for (const std::size_t length : {0U, 1U, 64U, 65U, 1024U, 1025U, 5000U, 70000U}) {
    const std::string before = random.bytes(length);
    Blake3Hasher hasher;
    hasher.update(before);
    auto again = decode_hasher(encode_hasher(hasher));
    ASSERT_TRUE(again);
    const std::string after = random.bytes(3000);
    hasher.update(after);
    again->update(after);
    EXPECT_EQ(again->finish(), hasher.finish()) << length;
    const std::string bytes = encode_hasher(hasher);
    for (std::size_t cut = 0; cut < bytes.size(); ++cut) EXPECT_FALSE(decode_hasher(bytes.substr(0, cut)));
  }
}

TEST(Pages, AHasherBetweenChunksGoesOnFromItsBytes) {
  Blake3Hasher hasher;
  // With 6 chunks, then 8: more subtrees wait than the number of chunks has bits.
  for (const std::size_t chunks : {4U, 2U, 2U, 8U, 1U}) {
    hasher.update(std::string(chunks * 1024, 'x'));
    auto again = decode_hasher(encode_hasher(hasher));
    ASSERT_TRUE(again) << chunks;
    EXPECT_EQ(again->finish(), hasher.finish());
    hasher = *again;
  }
}

std::string hasher_bytes(std::uint64_t chunks, std::size_t in_block, std::size_t subtrees) {
  BinaryWriter out;
  for (int i = 0; i < 8; ++i) out.u32(0);
  out.u64(chunks);
  out.u8(0);
  out.sized(std::string(in_block, 'b'));
  out.sized(std::string(32 * subtrees, 's'));
  return out.take();
}

// It would read or write outside its stack.
TEST(Pages, AHasherHasOneSubtreeForEachBit) {
  EXPECT_TRUE(decode_hasher(hasher_bytes(0, 0, 0)));
  EXPECT_TRUE(decode_hasher(hasher_bytes(5, 1, 2)));
  EXPECT_TRUE(decode_hasher(hasher_bytes(8, 0, 2)));
  EXPECT_TRUE(decode_hasher(hasher_bytes(8, 0, 4)));
  EXPECT_TRUE(decode_hasher(hasher_bytes((1ULL << 54) - 1, 1, 54)));
  EXPECT_FALSE(decode_hasher(hasher_bytes(0, 0, 1)));
  EXPECT_FALSE(decode_hasher(hasher_bytes(0, 1, 1)));
  EXPECT_FALSE(decode_hasher(hasher_bytes(5, 1, 1)));
  EXPECT_FALSE(decode_hasher(hasher_bytes(5, 1, 3)));
  EXPECT_FALSE(decode_hasher(hasher_bytes(8, 0, 0)));
  EXPECT_FALSE(decode_hasher(hasher_bytes(8, 0, 1)));
  EXPECT_FALSE(decode_hasher(hasher_bytes(8, 0, 5)));
  EXPECT_FALSE(decode_hasher(hasher_bytes(1ULL << 54, 1, 1)));
  EXPECT_FALSE(decode_hasher(hasher_bytes(UINT64_MAX, 1, 55)));
}

// ---- turns ----

class PagesOfATree : public testing::Test {
 protected:
  PagesOfATree() : branch_({make_logical_clock()}) {}

  void commit(std::uint64_t seed) {
    Random random(seed);
    const tree::Permissions permissions{true, false, ""};
    for (std::size_t i = random.below(5); i > 0; --i) test::random_edit(random, branch_, permissions);
    ASSERT_TRUE(branch_.commit());
  }
  NodeSource source(tree::NodePool& pool) {
    return {pool, [this](const tree::PayloadDigest& digest) -> Result<const tree::Payload*> {
              return branch_.timeline().find_payload(digest);
            }};
  }

  Branch branch_;
};

TEST_F(PagesOfATree, TurnsComeBackNodeByNode) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) commit(seed);
  const tree::Tree& tree = branch_.head()->tree;
  std::vector<const tree::Subtree*> turns;
  for (const tree::Ring& ring : tree.rings) turns.push_back(&*ring);
  const std::string bytes = encode_turns(turns);
  tree::NodePool pool;
  const auto again = decode_turns(bytes, source(pool));
  ASSERT_TRUE(again) << again.error().message;
  ASSERT_EQ(again->size(), turns.size());
  std::vector<const tree::Subtree*> decoded;
  for (const tree::Subtree& turn : *again) decoded.push_back(&turn);
  EXPECT_EQ(encode_turns(decoded), bytes);
  EXPECT_EQ(facts_of(decoded, 3, {}), facts_of(turns, 3, {}));
}

TEST_F(PagesOfATree, CutBytesAreCorruptionAndNeverACrash) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) commit(seed);
  std::vector<const tree::Subtree*> turns;
  for (const tree::Ring& ring : branch_.head()->tree.rings) turns.push_back(&*ring);
  const std::string bytes = encode_turns(turns);
  tree::NodePool pool;
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    const auto again = decode_turns(bytes.substr(0, length), source(pool));
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().code, Code::Corruption) << again.error().message;
  }
}

// Whatever happens between two checkpoints, the pages of the second are those of its tree, and none that
// was written before is written again.
TEST_F(PagesOfATree, TheNextIndexHoldsExactlyTheTurnsAndWritesNothingTwice) {
  PageIndex index;
  std::map<Blake3Digest, std::string> store;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    commit(seed);
    if (seed % 7 != 6) continue;
    std::vector<store::Blob> blobs;
    const tree::Tree& tree = branch_.head()->tree;
    index = index.next(tree, blobs);
    for (const store::Blob& blob : blobs) store.emplace(blob.digest, blob.bytes);
    std::size_t at = 0;
    std::uint64_t group = 0;
    for (const tree::PageFacts& facts : index.pages()) {
      std::vector<const tree::Subtree*> turns;
      for (std::size_t i = 0; i < facts.size; ++i) turns.push_back(&*tree.rings[at + i]);
      ASSERT_EQ(store.at(facts.digest), encode_turns(turns));
      ASSERT_EQ(facts, facts_of(turns, facts.group, facts.digest));
      ASSERT_GE(facts.group, group);
      group = facts.group;
      at += facts.size;
    }
    ASSERT_EQ(at, tree.rings.size());
    ASSERT_EQ(index.top().has_value(), at > 0);
    // The index from scratch is the same one.
    std::vector<store::Blob> all;
    ASSERT_EQ(PageIndex().next(tree, all).top(), index.top());
    for (const store::Blob& blob : all) ASSERT_TRUE(store.contains(blob.digest));
  }
}

// ---- hostile pages ----

// Sixteen levels that name the next one a thousand times would be read for ever; twice is enough to be refused.
TEST(Pages, AnIndexNamesEachPageOnce) {
  const std::shared_ptr<store::Store> store = *store::open_store("memory:");
  test::StoredHistory history(store);
  history.grow(kCheckpointEvery);
  Needs needs;
  store::WriteBatch batch;
  for (const store::StoredCommit& commit : *store->list_all_commits(0, 1000)) {
    batch.context = commit.context;
    ASSERT_TRUE(add_needs(**store->find_patch(commit), needs));
  }
  ASSERT_EQ(needs.checkpoints.size(), 1U);
  const auto add = [&batch](std::string bytes) {
    const Blake3Digest digest = blake3_of(bytes);
    batch.pages.push_back({digest, std::move(bytes)});
    return digest;
  };
  PageCache cache(store, [] { return false; });
  RootPage root = *cache.load_root(*needs.checkpoints.begin());
  const Blake3Digest lowest = add(encode_index(std::vector<tree::PageFacts>()));
  root.links.turns = add(encode_index(std::vector<IndexEntry>{{lowest, 0}, {lowest, 1}}));
  root.turn_count = 0;
  const Blake3Digest page = add(encode_root(root));
  ASSERT_TRUE(store->write(batch));
  const auto loaded = load_checkpoint(cache, {page, {}, 0, 0, 0});
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().code, Code::Corruption);
  EXPECT_NE(loaded.error().message.find("twice"), std::string::npos) << loaded.error().message;
}

}  // namespace
}  // namespace latewood::engine
