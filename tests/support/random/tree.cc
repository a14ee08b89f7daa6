#include "support/random/tree.h"

#include <string>
#include <utility>
#include <vector>

namespace latewood::test {
namespace {

using tree::NodeFields;

const std::vector<JsonValue> kValues = {
    JsonValue(std::int64_t{5}),
    JsonValue("5"),
    JsonValue(5.0),
    JsonValue(2.5),
    JsonValue("x"),
    JsonValue(true),
    JsonValue(""),
    JsonValue(),
    JsonValue("true"),
    JsonValue(std::int64_t{-3}),
    JsonValue("10"),
    JsonValue(false),
    JsonValue("2.50"),
    JsonValue(JsonValue::Array{JsonValue("x")}),
    JsonValue(BigInteger{"123456789012345678901234567890"}),
    JsonValue(1e300),
};

class TreeMaker {
 public:
  explicit TreeMaker(Random& random) : random_(random), cycle_(random.below(6)) {}

  SampleTree make() {
    SampleNode root = container("^root");
    root.children = {region("^sys"), container("^seq"), region("^ah")};
    const std::size_t turns = random_.below(7);
    for (std::size_t i = 0; i < turns; ++i) {
      root.children[1].children.push_back(region(random_.chance(15) ? "mt:side" : "mt"));
    }
    return SampleTree(std::move(root), cycle_);
  }

 private:
  NodeFields fields(std::string type) {
    NodeFields fields;
    fields.id = "n" + std::to_string(count_++);
    fields.type = std::move(type);
    fields.creation_index = random_.chance(2) ? ~std::uint64_t{0} : count_;
    fields.created_at_ns = random_.chance(50) ? static_cast<std::int64_t>(count_) * 1500000000 : 0;
    fields.cycle = random_.below(cycle_ + 1);
    return fields;
  }

  SampleNode container(std::string type) {
    SampleNode node;
    node.fields = fields(std::move(type));
    return node;
  }

  SampleNode block(std::int64_t offset, int nesting) {
    static const std::vector<std::string> kTreeTypes = {"cb", "cb", "cb", "cb:summary", "custom:note", "cb:a:b"};
    static const std::vector<std::string> kTreeRoles = {"user", "assistant", "tool", ""};
    SampleNode node = container(random_.pick(kTreeTypes));
    NodeFields& made = node.fields;
    made.offset = offset;
    if (random_.chance(60)) made.role = random_.pick(kTreeRoles);
    if (random_.chance(40)) made.kind = random_.chance(50) ? "text" : "call";
    if (random_.chance(15)) made.provenance = "agent";
    if (random_.chance(40)) made.expiry = static_cast<std::int64_t>(cycle_ + random_.below(5)) - 1;
    if (random_.chance(30)) made.priority = static_cast<std::int64_t>(random_.below(4)) - 1;
    if (random_.chance(40)) made.content_json = "\"" + std::to_string(random_.below(3)) + "\"";
    if (random_.chance(10)) made.removable = random_.chance(50);
    if (random_.chance(10)) made.key = random_.chance(50) ? "k" : "5";
    if (random_.chance(40)) made.attributes.push_back({"data_x", random_.pick(kValues)});
    if (random_.chance(10)) made.attributes.push_back({"app:note", random_.pick(kValues)});
    add_blocks(node, nesting);
    return node;
  }

  // Blocks inside a block or a core, where any offset may stand.
  void add_blocks(SampleNode& node, int nesting) {
    const std::size_t count = random_.below(nesting == 0 ? 4 : 3) * (nesting > 2 ? 0 : 1);
    for (std::size_t i = 0; i < count; ++i) node.children.push_back(block(any_offset(), nesting + 1));
  }

  std::int64_t any_offset() { return static_cast<std::int64_t>(random_.below(4)) - 1; }

  // A turn or a region. With an explicit core no block beside it has offset 0.
  SampleNode region(std::string type) {
    SampleNode node = container(std::move(type));
    const bool has_core = node.fields.type != "^sys" && random_.chance(50);
    if (has_core) {
      node.children.push_back(container(random_.chance(20) ? "mc:own" : "mc"));
      add_blocks(node.children.back(), 0);
    }
    const std::size_t count = random_.below(5);
    for (std::size_t i = 0; i < count; ++i) {
      const std::int64_t offset = any_offset();
      if (!has_core || offset != 0) node.children.push_back(block(offset, 1));
    }
    return node;
  }

  Random& random_;
  std::uint64_t cycle_;
  std::uint64_t count_ = 0;
};

}  // namespace

SampleTree random_tree(Random& random) { return TreeMaker(random).make(); }

}  // namespace latewood::test
