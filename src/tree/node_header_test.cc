#include "tree/node_header.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "canon/hex.h"
#include "support/document/format.h"
#include "tree/node_pool.h"

namespace latewood::tree {
namespace {

NodeFields example_fields() {
  NodeFields fields;
  fields.id = "cb:u1";
  fields.role = "user";
  fields.kind = "text";
  fields.provenance = "cli";
  fields.content_json = "\"Hello!\"";
  fields.offset = -1;
  fields.expiry = 5;
  fields.priority = 2;
  fields.cycle = 3;
  fields.created_at_ns = 4194304;
  fields.creation_index = 1;
  fields.attributes = {{"data_x", JsonValue(std::int64_t{7})}};
  return fields;
}

std::string header_of(const Node& node) {
  std::string bytes(header_size(node), '\0');
  BinaryCursor out(bytes.data());
  encode_header(out, node);
  EXPECT_EQ(out.at(), bytes.data() + bytes.size());
  return bytes;
}

std::string header_of(const NodeFields& fields) {
  NodePool pool;
  return header_of(**pool.add(fields));
}

// The encoded header of the node with this header, and with the content of the example if it has any.
std::string header_again(DecodedHeader&& header) {
  NodePool pool;
  const Payload* content = header.has_content ? *pool.add_payload(*example_fields().content_json) : nullptr;
  return header_of(*add_node(pool, std::move(header), content));
}

TEST(NodeHeader, TheExampleOfTheFormatDocument) {
  const test::FormatDocument document("node_header.md");
  const std::string bytes = header_of(example_fields());
  EXPECT_EQ(hex_of(bytes), hex_of(document.bytes("node_header")));
  EXPECT_EQ(blake3_of(bytes).hex(), document.digest("node_header"));
}

// The same node, whose moment another runtime wrote in the time of its own place.
NodeFields spelled_fields() {
  NodeFields fields = example_fields();
  fields.iso = "1970-01-01T01:00:00.004194304+01:00";
  return fields;
}

TEST(NodeHeader, R_01_TheSpelledExampleOfTheFormatDocument) {
  const test::FormatDocument document("node_header.md");
  const std::string bytes = header_of(spelled_fields());
  EXPECT_EQ(hex_of(bytes), hex_of(document.bytes("node_header_spelled")));
  EXPECT_EQ(blake3_of(bytes).hex(), document.digest("node_header_spelled"));
}

// only what is written otherwise has another layout, and has one encoding.
TEST(NodeHeader, R_01_ASpellingIsReadAgain) {
  const std::string bytes = header_of(spelled_fields());
  auto header = decode_header(bytes);
  ASSERT_TRUE(header.has_value()) << header.error().message;
  EXPECT_EQ(header->parts.iso, spelled_fields().iso);
  EXPECT_EQ(hex_of(header_again(*std::move(header))), hex_of(bytes));
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_FALSE(decode_header(bytes.substr(0, length)).has_value()) << length;
  }
  for (const char* iso : {"1970-01-01T00:00:00.004194304Z", "1970-01-01T01:00:00.004194304+02:00", "", "\xff"}) {
    NodeFields fields = spelled_fields();
    fields.iso = iso;
    const auto refused = decode_header(header_of(fields));
    ASSERT_FALSE(refused.has_value()) << iso;
    EXPECT_EQ(refused.error().place->offset, 168U) << iso;
  }
}

TEST(NodePool, R_01_ASpellingStaysWithItsMoment) {
  NodePool pool;
  const Node& node = **pool.add(spelled_fields());
  EXPECT_EQ(node.created_at_iso(), spelled_fields().iso);
  EXPECT_EQ((*pool.with_attributes(node, {}))->created_at_iso(), spelled_fields().iso);
  EXPECT_EQ(pool.with_expiry(node, 9)->created_at_iso(), spelled_fields().iso);
  EXPECT_EQ(pool.with_identity(node, "cb:u2", 3, 0, 1)->created_at_iso(), "1970-01-01T00:00:00.000000000Z");
  EXPECT_EQ(node.content_hash(), (*pool.add(example_fields()))->content_hash());
}

// WARP-21: changing any member changes the bytes.
TEST(NodeHeader, EveryMemberIsInTheBytes) {
  const std::vector<std::function<void(NodeFields&)>> changes = {
      [](NodeFields& f) { f.id = "cb:u2"; },
      [](NodeFields& f) { f.type = "cb:x"; },
      [](NodeFields& f) { f.role = "tool"; },
      [](NodeFields& f) { f.role.reset(); },
      [](NodeFields& f) { f.kind.reset(); },
      [](NodeFields& f) { f.provenance.reset(); },
      [](NodeFields& f) { f.key = "k"; },
      [](NodeFields& f) { f.removable = false; },
      [](NodeFields& f) { f.removable = true; },
      [](NodeFields& f) { f.content_json = "\"Hello?\""; },
      [](NodeFields& f) { f.content_json.reset(); },
      [](NodeFields& f) { f.attributes.clear(); },
      [](NodeFields& f) {
        f.attributes = {{"app:x", JsonValue(std::int64_t{7})}};
      },
      [](NodeFields& f) { f.offset = 1; },
      [](NodeFields& f) { f.expiry = kNever; },
      [](NodeFields& f) { f.expiry = 0; },
      [](NodeFields& f) { f.priority = -2; },
      [](NodeFields& f) { f.cycle = 4; },
      [](NodeFields& f) { f.created_at_ns = -1; },
      [](NodeFields& f) { f.creation_index = 2; },
      [](NodeFields& f) { f.iso = spelled_fields().iso; },
  };
  std::vector<std::string> seen = {header_of(example_fields())};
  for (const auto& change : changes) {
    NodeFields fields = example_fields();
    change(fields);
    const std::string bytes = header_of(fields);
    for (const std::string& other : seen) EXPECT_NE(bytes, other) << "change " << seen.size();
    seen.push_back(bytes);
  }
}

TEST(NodeHeader, AbsentAndEmptyContentDiffer) {
  EXPECT_NE(payload_digest(std::nullopt), payload_digest("\"\""));
  EXPECT_NE(payload_digest(std::nullopt), payload_digest(""));
}

// ---- reading ----

TEST(NodeHeader, DecodingGivesTheFields) {
  const std::string bytes = header_of(example_fields());
  auto header = decode_header(bytes);
  ASSERT_TRUE(header.has_value()) << header.error().message;
  EXPECT_TRUE(header->has_content);
  EXPECT_EQ(header->payload, payload_digest("\"Hello!\""));
  NodePool pool;
  EXPECT_EQ(header->content_hash, (*pool.add(example_fields()))->content_hash());
  EXPECT_EQ(hex_of(header_again(*std::move(header))), hex_of(bytes));
}

TEST(NodeHeader, EveryTruncationAndExtensionIsRefused) {
  const std::string bytes = header_of(example_fields());
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_FALSE(decode_header(bytes.substr(0, length)).has_value()) << length;
  }
  EXPECT_FALSE(decode_header(bytes + "x").has_value());
}

// A header has one encoding: what a changed byte leaves readable is another header.
TEST(NodeHeader, AFlippedByteIsRefusedOrSaysSomethingElse) {
  const std::string bytes = header_of(example_fields());
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string changed = bytes;
      changed[at] = static_cast<char>(changed[at] ^ (1 << bit));
      auto header = decode_header(changed);
      if (!header) continue;
      std::string again = header_again(*std::move(header));
      // The digests are the content's.
      again.replace(50, 64, changed, 50, 64);
      EXPECT_EQ(hex_of(again), hex_of(changed)) << "byte " << at;
    }
  }
}

TEST(NodeHeader, WhatIsNotCanonicalIsRefused) {
  const auto with = [](std::size_t at, std::string_view bytes) {
    std::string changed = header_of(example_fields());
    return changed.replace(at, bytes.size(), bytes);
  };
  const std::string absent(reinterpret_cast<const char*>(payload_digest(std::nullopt).bytes.data()), 32);
  struct Case {
    std::string bytes;
    std::uint64_t offset;
  };
  const std::vector<Case> cases = {
      {with(1, "\xd7"), 1},                                // removable, but not given
      {with(1, "\xc6"), 10},                               // an expiry without its flag
      {with(10, "\xff\xff\xff\xff\xff\xff\xff\x7f"), 10},  // the expiry that means none
      {with(50, absent), 50},                              // content with the digest of none
      {with(118, std::string_view("\0", 1)), 114},         // NUL in an id
      {with(133, "\xff"), 129},                            // no UTF-8
      {with(156, "{\"data_x\" :7"), 152},                  // no JSON
      {with(156, "[\"data_x\",7]"), 152},                  // no object
  };
  for (const Case& each : cases) {
    const auto header = decode_header(each.bytes);
    ASSERT_FALSE(header.has_value()) << each.offset;
    EXPECT_EQ(header.error().code, Code::InvalidArgument);
    EXPECT_EQ(header.error().place->offset, each.offset) << header.error().message;
  }
  EXPECT_EQ(decode_header(with(0, "\x03")).error().code, Code::Unsupported);
}

}  // namespace
}  // namespace latewood::tree
