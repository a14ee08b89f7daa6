#include "tree/node_header.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "canon/hex.h"
#include "support/format_document.h"
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

std::string header_of(const NodeFields& fields) {
  NodePool pool;
  const Node* node = pool.add(fields);
  std::string bytes(header_size(*node), '\0');
  BinaryCursor out(bytes.data());
  encode_header(out, *node);
  EXPECT_EQ(out.at(), bytes.data() + bytes.size());
  return bytes;
}

TEST(NodeHeader, TheExampleOfTheFormatDocument) {
  const test::FormatDocument document("node_header.md");
  const std::string bytes = header_of(example_fields());
  EXPECT_EQ(hex_of(bytes), hex_of(document.bytes("node_header")));
  EXPECT_EQ(blake3_of(bytes).hex(), document.digest("node_header"));
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

}  // namespace
}  // namespace latewood::tree
