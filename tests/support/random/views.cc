#include "support/random/views.h"

#include <optional>
#include <string>

#include "base/iso_time.h"
#include "canon/sha256.h"

namespace latewood::test {
namespace {

JsonValue random_attribute_value(Random& random) {
  static const std::vector<JsonValue> kViewValues = {
      JsonValue(),
      JsonValue(true),
      JsonValue(false),
      JsonValue(std::int64_t{5}),
      JsonValue(std::int64_t{-2}),
      JsonValue(std::int64_t{9007199254740993}),
      JsonValue(BigInteger{"99999999999999999999999999"}),
      JsonValue(5.0),
      JsonValue(0.1),
      JsonValue(1e300),
      JsonValue(9007199254740992.0),
      JsonValue(""),
      JsonValue("5"),
      JsonValue("007"),
      JsonValue("-1.50"),
      JsonValue("user"),
      JsonValue("true"),
      JsonValue("it's \"so\" \\"),
      JsonValue(JsonValue::Array{JsonValue(std::int64_t{1})}),
      make_object({{"a", JsonValue("b")}}),
  };
  return random.pick(kViewValues);
}

// Grows a list in document order.
class Growing {
 public:
  explicit Growing(Random& random) : random_(random) {}

  std::string add(std::string id, const std::string& type, const std::optional<std::string>& parent,
                  std::int64_t offset = 0) {
    NodeView node;
    node.id = std::move(id);
    node.node_type = type;
    node.offset = offset;
    node.cycle = random_.below(4);
    node.created_at_ns = static_cast<std::int64_t>(nodes_.size());
    node.created_at_iso = iso_time(node.created_at_ns);
    node.creation_index = nodes_.size();
    node.content_hash = sha256_of(node.id);
    node.parent_id = parent;
    nodes_.push_back(node);
    return node.id;
  }

  void add_block(const std::string& parent, std::int64_t offset) {
    static const std::vector<std::string> kViewTypes = {"cb",           "cb",          "cb:summary",
                                                        "cb:summary:x", "custom:note", "cb:first"};
    const std::string id = "cb:" + std::to_string(nodes_.size());
    add(random_.chance(10) ? std::to_string(nodes_.size()) + " odd" : id, random_.pick(kViewTypes), parent, offset);
    decorate(nodes_.back());
    const std::string own = nodes_.back().id;
    while (random_.chance(15)) add_block(own, static_cast<std::int64_t>(random_.below(3)) - 1);
  }

  // Blocks before the core, the core or what stands for it, and blocks after it.
  void fill_turn(const std::string& turn) {
    for (std::size_t count = random_.below(3); count > 0; --count) add_block(turn, -static_cast<std::int64_t>(count));
    const std::string core = random_.chance(50) ? add("mc:" + turn, "mc", turn) : turn;
    for (std::size_t count = random_.below(4); count > 0; --count) add_block(core, 0);
    for (std::size_t count = 0; count < random_.below(3); ++count)
      add_block(turn, static_cast<std::int64_t>(count) + 1);
  }

  std::vector<NodeView> nodes() && { return std::move(nodes_); }

 private:
  void decorate(NodeView& node) {
    static const std::vector<std::string> kViewRoles = {"user", "assistant", "tool", "5", ""};
    if (random_.chance(70)) node.role = random_.pick(kViewRoles);
    if (random_.chance(50)) node.kind = random_.chance(50) ? "text" : "call";
    if (random_.chance(40)) node.ttl = static_cast<std::int64_t>(random_.below(4));
    if (random_.chance(30)) node.priority = static_cast<std::int64_t>(random_.below(5)) - 2;
    if (random_.chance(20)) node.removable = random_.chance(50);
    if (random_.chance(20)) node.key = random_.chance(50) ? "k" : "5";
    if (random_.chance(20)) node.provenance = "tool:search";
    for (const char* name : {"cb:foo", "data_x", "data_y"}) {
      if (random_.chance(40)) node.attributes.push_back({name, random_attribute_value(random_)});
    }
  }

  Random& random_;
  std::vector<NodeView> nodes_;
};

}  // namespace

std::vector<NodeView> random_views(Random& random) {
  Growing tree(random);
  const std::string root = tree.add("root", "^root", std::nullopt);
  const std::string sys = tree.add("sys", "^sys", root);
  for (std::size_t count = random.below(3); count > 0; --count) tree.add_block(sys, 0);
  const std::string seq = tree.add("seq", "^seq", root);
  for (std::size_t turn = 1, last = random.below(5); turn <= last; ++turn) {
    tree.fill_turn(tree.add("mt:" + std::to_string(turn), "mt", seq));
  }
  tree.fill_turn(tree.add("ah", "^ah", root));
  return std::move(tree).nodes();
}

}  // namespace latewood::test
