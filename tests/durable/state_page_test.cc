// Whole snapshots as pages: what is written is read back, and nothing else is.
#include "engine/record/state_page.h"

#include <gtest/gtest.h>

#include <map>

#include "canon/blake3.h"
#include "canon/hex.h"
#include "engine/branch/access.h"
#include "engine/record/commit_extras.h"
#include "support/context_probe.h"
#include "support/document/format.h"
#include "support/law.h"
#include "support/random/history.h"
#include "tree/edit/draft.h"
#include "tree/node_pool.h"

namespace latewood::test {
namespace {

using engine::decode_state;
using engine::encode_state;
using engine::StatePages;
using engine::StateRecord;

StateRecord record_of(const history::SnapshotData& snapshot) {
  StateRecord record;
  record.tree = snapshot.tree;
  record.position = snapshot.position;
  record.nodes = snapshot.nodes;
  record.bytes = snapshot.bytes;
  record.extras = engine::encode_extras(engine::extras_of(snapshot));
  record.past_ids = {"cb:gone", "mt:0"};
  return record;
}

// Reads pages back into a pool of its own.
class PageReader {
 public:
  explicit PageReader(const history::SnapshotData& content) {
    tree::for_each_node(content.tree, [this](const tree::Node& node, const tree::Node*) {
      if (node.payload() != nullptr) contents_.emplace(node.payload()->digest(), node.payload()->json());
    });
  }

  Result<StateRecord> read(const StatePages& pages) {
    std::map<Blake3Digest, std::string> by_digest;
    for (const store::Blob& page : pages.turns) by_digest.emplace(page.digest, page.bytes);
    by_digest.emplace(pages.state.digest, pages.state.bytes);
    const warp::PayloadLookup find_payload = [this](const tree::PayloadDigest& digest) -> Result<const tree::Payload*> {
      const auto found = contents_.find(digest);
      if (found == contents_.end()) return Error{Code::Corruption, "no such content", {}, {}};
      return pool_.add_payload(found->second);
    };
    const auto find_page = [&](const Blake3Digest& digest) -> Result<std::string> {
      const auto found = by_digest.find(digest);
      if (found == by_digest.end()) return Error{Code::Corruption, "no page " + digest.hex(), {}, {}};
      return found->second;
    };
    return decode_state(pages.state.digest, find_page, {pool_, find_payload});
  }

 private:
  tree::NodePool pool_;
  std::map<tree::PayloadDigest, std::string> contents_;
};

// A page whose bytes were changed by a program that also changed its name.
StatePages with_state(StatePages pages, std::string state) {
  pages.state.digest = blake3_of(state);
  pages.state.bytes = std::move(state);
  return pages;
}

TEST(StatePage, AnySnapshotComesBackWithItsRoot) {
  expect_law("decoding what was encoded gives the same tree", [](Random& random) {
    RandomHistory history(random);
    history.grow(30);
    if (history.snapshots().empty()) return;
    const history::SnapshotData& snapshot = engine::Access::data(history.pick());
    const StateRecord record = record_of(snapshot);
    const StatePages pages = encode_state(record);
    PageReader reader(snapshot);
    const auto read = reader.read(pages);
    if (!read) RC_LOG() << read.error().message << '\n';
    RC_ASSERT(read.has_value());
    RC_ASSERT(engine::whole_root(read->tree) == snapshot.state_root());
    RC_ASSERT(read->past_ids == record.past_ids && read->extras == record.extras);
    RC_ASSERT(read->nodes == record.nodes && read->bytes == record.bytes && read->position == record.position);
    const StatePages again = encode_state(*read);
    RC_ASSERT(again.state.bytes == pages.state.bytes);
  });
}

TEST(StatePage, TheExampleOfTheFormatDocument) {
  tree::NodePool pool;
  StateRecord record;
  record.tree = tree::empty_tree(pool);
  record.tree.set_pins({Pin{"cb:7", ""}});
  record.past_ids = {"cb:gone"};
  EXPECT_EQ(hex_of(encode_state(record).state.bytes), hex_of(FormatDocument("state_page.md").bytes("state_page")));
}

TEST(StatePage, TheRootFollowsFromTheTreeAlone) {
  Context context = open_context();
  for (int i = 0; i < 70; ++i) {
    ASSERT_TRUE(context.insert(block("cb:" + std::to_string(i))));
    ASSERT_TRUE(context.commit());
  }
  const Snapshot snapshot = *context.latest();
  EXPECT_EQ(engine::whole_root(engine::Access::data(snapshot).tree), snapshot.state_root());
}

class WholeState : public testing::Test {
 protected:
  // More than one page of turns.
  void SetUp() override {
    for (int i = 0; i < 66; ++i) {
      ASSERT_TRUE(context_.insert(block("cb:" + std::to_string(i))));
      ASSERT_TRUE(context_.commit());
    }
    ASSERT_TRUE(context_.pin("cb:3"));
    ASSERT_TRUE(context_.insert(block("cb:last")));
    ASSERT_TRUE(context_.commit());
  }
  const history::SnapshotData& back(std::uint64_t commits) {
    snapshots_.push_back(*context_.back(commits));
    return engine::Access::data(snapshots_.back());
  }

  Context context_ = open_context();
  std::vector<Snapshot> snapshots_;
};

TEST_F(WholeState, NeighboursShareThePagesOfTheTurnsThatDidNotChange) {
  const StatePages newer = encode_state(record_of(back(0)));
  const StatePages older = encode_state(record_of(back(1)));
  ASSERT_EQ(newer.turns.size(), 2U);
  EXPECT_EQ(newer.turns[0].digest, older.turns[0].digest);
  EXPECT_NE(newer.turns[1].digest, older.turns[1].digest);
  EXPECT_EQ(*engine::turn_pages_of(newer.state.bytes), (std::vector{newer.turns[0].digest, newer.turns[1].digest}));
}

TEST_F(WholeState, ANameOfAnotherPageIsFound) {
  StatePages pages = encode_state(record_of(back(0)));
  PageReader reader(back(0));
  pages.turns[1].bytes[100] ^= 1;
  const auto read = reader.read(pages);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, Code::Corruption);
  EXPECT_NE(read.error().message.find(pages.turns[1].digest.hex()), std::string::npos);
  pages.turns.pop_back();
  EXPECT_EQ(reader.read(pages).error().code, Code::Corruption);
}

// Whoever writes the bytes can compute their digest, so the reader trusts none of them.
TEST_F(WholeState, EveryFlippedByteIsRefusedOrGivesAnotherState) {
  const history::SnapshotData& snapshot = back(0);
  const StatePages pages = encode_state(record_of(snapshot));
  PageReader reader(snapshot);
  for (std::size_t at = 0; at < pages.state.bytes.size(); ++at) {
    std::string changed = pages.state.bytes;
    changed[at] = static_cast<char>(changed[at] ^ 0x21);
    const auto read = reader.read(with_state(pages, changed));
    if (!read) {
      EXPECT_TRUE(read.error().code == Code::Corruption || read.error().code == Code::Unsupported) << at;
    } else {
      EXPECT_EQ(encode_state(*read).state.bytes, changed) << at;
    }
  }
}

TEST_F(WholeState, EveryTruncationIsRefused) {
  const history::SnapshotData& snapshot = back(0);
  const StatePages pages = encode_state(record_of(snapshot));
  PageReader reader(snapshot);
  for (std::size_t length = 0; length < pages.state.bytes.size(); ++length) {
    EXPECT_FALSE(reader.read(with_state(pages, pages.state.bytes.substr(0, length)))) << length;
  }
  EXPECT_FALSE(reader.read(with_state(pages, pages.state.bytes + "x")));
}

TEST_F(WholeState, TurnsOutOfOrderAreRefused) {
  StateRecord record = record_of(back(0));
  const tree::Ring first = record.tree.rings[0];
  record.tree.rings = record.tree.rings.set(0, record.tree.rings[1]).set(1, first);
  PageReader reader(back(0));
  const auto read = reader.read(encode_state(record));
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().message.find("out of order"), std::string::npos) << read.error().message;
}

}  // namespace
}  // namespace latewood::test
