// Records whose hashes are computed late behave like all other records.
#include "tree/node_pool.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace latewood::tree {
namespace {

struct Example {
  NodeFields fields;

  NodeParts parts() const {
    NodeParts parts;
    parts.id = fields.id;
    parts.traits = {fields.type, fields.role, fields.kind, fields.provenance, fields.offset, fields.priority};
    parts.key = fields.key;
    parts.removable = fields.removable;
    parts.content_json = fields.content_json;
    parts.purged = fields.purged ? &*fields.purged : nullptr;
    parts.attributes = fields.attributes;
    parts.expiry = fields.expiry;
    parts.created_at_ns = fields.created_at_ns;
    parts.cycle = fields.cycle;
    parts.creation_index = fields.creation_index;
    return parts;
  }
};

std::vector<Example> examples() {
  NodeFields block;
  block.id = "cb:1";
  block.role = "user";
  block.kind = "text";
  block.content_json = "\"Hello\"";
  block.cycle = 3;
  NodeFields turn;
  turn.id = "mt:3";
  turn.type = "mt";
  turn.cycle = 3;
  NodeFields keyed;
  keyed.id = "cb:keyed";
  keyed.key = "k";
  NodeFields rich = block;
  rich.id = "cb:rich";
  rich.attributes = {{"data_x", JsonValue(true)}, {"app:y", JsonValue("z")}};
  rich.expiry = 9;
  rich.cycle = std::uint64_t{1} << 40;
  NodeFields purged = block;
  purged.id = "cb:purged";
  purged.content_json.reset();
  purged.purged = PurgedContent{payload_digest("\"gone\""), Sha256Digest{RawBytes32{1, 2, 3}}};
  return {{block}, {turn}, {keyed}, {rich}, {purged}};
}

void expect_same(const Node& late, const Node& now) {
  EXPECT_EQ(late.content_hash(), now.content_hash()) << now.id();
  EXPECT_EQ(late.node_hash(), now.node_hash()) << now.id();
  EXPECT_EQ(late.edge_hash(), now.edge_hash()) << now.id();
  EXPECT_EQ(digest_of(late.payload()), digest_of(now.payload())) << now.id();
  EXPECT_EQ(late.id(), now.id());
  EXPECT_EQ(late.type(), now.type());
  EXPECT_EQ(late.cycle(), now.cycle());
  EXPECT_EQ(late.expiry(), now.expiry());
}

// HASH-14.
TEST(NodePool, LateHashesAreThoseOfRecordsThatHaveThemAtOnce) {
  NodePool pool;
  for (Example& example : examples()) {
    const Node* late = *pool.add_late(example.parts());
    NodePool other;
    expect_same(*late, **other.add(example.fields));
    expect_same(*late, **other.add(example.fields));
  }
}

TEST(NodePool, ARecordMadeFromALateOneHasItsHashes) {
  NodePool pool;
  for (Example& example : examples()) {
    NodePool other;
    const Node& now = **other.add(example.fields);
    expect_same(*pool.with_expiry(**pool.add_late(example.parts()), 77), *other.with_expiry(now, 77));
  }
}

TEST(NodePool, ThreadsThatAskAtOnceGetTheSameHashes) {
  const std::vector<Example> all = examples();
  for (int round = 0; round < 200; ++round) {
    NodePool pool;
    NodePool other;
    std::vector<const Node*> late;
    std::vector<const Node*> now;
    for (const Example& example : all) {
      late.push_back(*pool.add_late(example.parts()));
      now.push_back(*other.add(example.fields));
    }
    std::vector<std::thread> readers;
    for (int i = 0; i < 4; ++i) {
      readers.emplace_back([&] {
        for (std::size_t at = 0; at < late.size(); ++at) expect_same(*late[at], *now[at]);
      });
    }
    for (std::thread& reader : readers) reader.join();
  }
}

}  // namespace
}  // namespace latewood::tree
