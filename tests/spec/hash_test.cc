// The specification's content_hash, of documents and of nodes in a context.
#include <gtest/gtest.h>

#include "canon/content_hash.h"
#include "canon/json_writer.h"
#include "canon/sha256.h"
#include "latewood/hash.h"
#include "support/document/documents.h"

namespace latewood {
namespace {

using test::must;
using test::read_json_data;
using test::verdict;

constexpr const char* kOfNothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

std::string hash_of(const std::string& node) { return must(content_hash_of_json(node)).digest.hex(); }

// HASH-01, HASH-02, HASH-03, HASH-04, HASH-05, HASH-06, HASH-07, HASH-08, HASH-10, HASH-13: as the
// vectors say, for a document and for the same node in a tree.
TEST(ContentHash, HASH_13_TheVectorsReproduce) {
  const JsonValue vectors = read_json_data("fixtures/content_hash.vectors.json");
  ASSERT_FALSE(vectors.find("vectors")->as_array()->empty());
  for (const JsonValue& vector : *vectors.find("vectors")->as_array()) {
    const std::string& expected = *vector.find("sha256")->as_string();
    EXPECT_EQ(hash_of(canonical_json(*vector.find("node"))), expected) << *vector.find("name")->as_string();
    std::vector<JsonMember> members = *vector.find("node")->as_object();
    members.push_back({"id", JsonValue("the-node")});
    const Context context = test::must_import(test::with_block(canonical_json(make_object(members))));
    EXPECT_EQ(test::node_of(test::latest_nodes(context), "the-node").content_hash.hex(), expected)
        << *vector.find("name")->as_string();
  }
}

// HASH-04.
TEST(ContentHash, HASH_04_ItIsNoInputToItself) {
  EXPECT_EQ(hash_of(R"({"content":"x","content_hash":"y"})"), hash_of(R"({"content":"x"})"));
}

TEST(ContentHash, HASH_08_HeadersAreNoInput) {
  const std::string plain = hash_of(R"({"content":"x"})");
  for (const char* header : {R"("ttl":1)", R"("priority":2)", R"("cycle":3)", R"("created_at_ns":4)",
                             R"("created_at_iso":"5")", R"("creation_index":6)", R"("id":"7")", R"("nodeType":"mt")",
                             R"("offset":8)", R"("parent_id":"9")", R"("children":[{}])", R"("app:x":1)"}) {
    EXPECT_EQ(hash_of(R"({"content":"x",)" + std::string(header) + "}"), plain) << header;
  }
  EXPECT_NE(hash_of(R"({"content":"x","data_y":1})"), plain);
}

// D-48: null role and kind are missing, null content is not.
TEST(ContentHash, NullContentIsContent) {
  EXPECT_EQ(hash_of(R"({"role":null,"kind":null})"), hash_of("{}"));
  EXPECT_NE(hash_of(R"({"content":null})"), hash_of("{}"));
}

// HASH-11, E-12.
TEST(ContentHash, HASH_11_InvalidContentHashesAsNothingWithAWarning) {
  std::string deep = R"({"content":)";
  deep += std::string(600, '[') + std::string(600, ']') + "}";
  for (const std::string& node : {std::string(R"({"content":"\ud800"})"), std::string(R"({"content":NaN})"),
                                  std::string(R"({"content":[-Infinity]})"), deep}) {
    const auto hash = content_hash_of_json(node);
    ASSERT_EQ(verdict(hash), "done");
    EXPECT_EQ(hash->digest.hex(), kOfNothing);
    EXPECT_FALSE(hash->warning.empty());
  }
  EXPECT_TRUE(must(content_hash_of_json(R"({"content":"fine"})")).warning.empty());
}

// HASH-03, D-50, D-53: what the hash does not look at cannot make content invalid, and what is no JSON otherwise is
// refused.
TEST(ContentHash, OnlyFaultsOfTheContentMakeItInvalid) {
  const std::string plain = hash_of(R"({"content":"hi","role":"user"})");
  EXPECT_EQ(hash_of(R"({"content":"hi","role":"user","note:x":"\ud800"})"), plain);
  EXPECT_EQ(hash_of(R"({"content":"hi","role":"user","ttl":-Infinity,"x":[NaN]})"), plain);
  const std::string deep = std::string(600, '[') + std::string(600, ']');
  EXPECT_EQ(hash_of(R"({"content":"hi","role":"user","x":)" + deep + "}"), plain);
  EXPECT_FALSE(must(content_hash_of_json(R"({"content":"hi","data_x":)" + deep + "}")).warning.empty());
  EXPECT_EQ(verdict(content_hash_of_json(R"({"content":"hi","x":)" + deep + "} x")), "InvalidArgument");
  EXPECT_FALSE(must(content_hash_of_json(R"({"content":["a",-Infinity]})")).warning.empty());
  EXPECT_FALSE(must(content_hash_of_json(R"({"content":"a","data_x":"\udc00"})")).warning.empty());
  for (const char* document : {R"({"content":NaN)", R"({"content":NaN,"content":1} zzz)", R"({"content":NaNo})",
                               R"({"content":NaN} x)", R"([NaN])"}) {
    EXPECT_EQ(verdict(content_hash_of_json(document)), "InvalidArgument") << document;
  }
}

TEST(ContentHash, WhatIsNoNodeIsRefused) {
  for (const char* document : {"", "[]", "\"x\"", R"({"content":1e400})", "{\"content\":\"\xff\"}", R"({"role":1})",
                               R"({"content":1,"content":1})", R"({"content":Nan})"}) {
    EXPECT_EQ(verdict(content_hash_of_json(document)), "InvalidArgument") << document;
  }
}

// HASH-09.
TEST(ContentHash, MovesAndRunningTtlsDoNotChangeIt) {
  Context context = test::open_system_context();
  Component component = test::block_with_ttl("a", 5, 1);
  component.priority = 1;
  component.role = "user";
  must(context.insert(component));
  must(context.commit());
  const Sha256Digest hash = test::node_of(test::latest_nodes(context), "a").content_hash;
  must(context.commit());
  EXPECT_EQ(test::node_of(test::latest_nodes(context), "a").content_hash, hash);
  const std::string moved = must(context.move({"a"}, -1)).at(0);
  must(context.commit());
  const NodeView after = test::node_of(test::latest_nodes(context), moved);
  EXPECT_EQ(after.content_hash, hash);
  EXPECT_NE(after.created_at_ns, test::node_of(must(context.at(1)).nodes().value(), "a").created_at_ns);
  component.id = "b";
  component.priority = 9;
  component.ttl.reset();
  must(context.insert(component));
  EXPECT_EQ(test::node_of(context.working().value(), "b").content_hash, hash);
}

// HASH-01: long contents are hashed in parts, and the parts are those of the whole.
TEST(ContentHash, HASH_01_LongContentsHashAsTheirWholeText) {
  for (const std::size_t size : {4093U, 4094U, 4095U, 10000U}) {
    const std::string json = '"' + std::string(size, 'x') + '"';
    const std::vector<JsonMember> attributes = {{"content_a", JsonValue("b")}, {"other", JsonValue("c")}};
    HashedContent hashed;
    hashed.content_json = json;
    hashed.kind = "text";
    hashed.attributes = &attributes;
    EXPECT_EQ(content_hash(hashed), sha256_of(hashed_json(hashed))) << size;
  }
}

// R-16: of a document as it stands. What another runtime left out is absent, siblings are sorted by what is there, and
// members that the reference does not name are left out.
TEST(ReferenceSerialization, R_16_CompletesNothing) {
  const JsonValue vectors = read_json_data("fixtures/serialize_snapshot.vectors.json");
  EXPECT_EQ(must(serialize_document(canonical_json(*vectors.find("input")))),
            *vectors.find("expected_utf8")->as_string());
  EXPECT_EQ(must(serialize_document(R"({"root":{"id":"r","nodeType":"^root","created_at_iso":"1999-01-01T00:00:00Z",
                                       "created_at_ns":5,"children":[{"offset":2,"id":"a"},{"id":"z","data_x":1},
                                       {"offset":-1.5,"id":"m"}]},"cycle":7})")),
            R"({"children":[{"id":"m","offset":-1.5},{"id":"z"},{"id":"a","offset":2}],)"
            R"("created_at_iso":"1999-01-01T00:00:00Z","created_at_ns":5,"id":"r","nodeType":"^root"})");
  EXPECT_EQ(must(serialize_document("{}")), "{}");
  EXPECT_EQ(verdict(serialize_document(R"({"children":[{"offset":"x"},{}]})")), "InvalidArgument");
}

}  // namespace
}  // namespace latewood
