// A tree made directly from nodes, without an engine: also trees that no commit makes, such as
// turns with a virtual core.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/json_value.h"
#include "latewood/node.h"
#include "selector/matcher.h"
#include "tree/node_pool.h"
#include "tree/tree.h"

namespace latewood::test {

struct SampleNode {
  tree::NodeFields fields;
  std::vector<SampleNode> children;  // in any order
};

class SampleTree {
 public:
  // `root` holds the regions; those it lacks are there and empty. Expiries are absolute.
  SampleTree(SampleNode root, std::uint64_t cycle);

  // A snapshot document. What is missing has its default, and creation indices follow the text.
  static SampleTree from_json(const JsonValue& document);

  const tree::Tree& tree() const { return tree_; }
  std::uint64_t cycle() const { return cycle_; }
  selector::Scope scope() const;
  std::vector<NodeView> views() const;
  // In document order.
  const std::vector<tree::Place>& places() const { return places_; }
  std::string id_at(const tree::Place& place) const;
  std::vector<std::string> ids_at(const std::vector<tree::Place>& places) const;

  // The ids a selector means; its moments are not looked at. Fails the test if it does not parse.
  std::vector<std::string> select(std::string_view text) const;

 private:
  tree::Subtree subtree_of(const SampleNode& node);
  void add_region(const SampleNode& region);
  void add_missing_regions();
  void list_places();

  std::unique_ptr<tree::NodePool> pool_;
  tree::Tree tree_;
  std::uint64_t cycle_;
  std::vector<tree::Place> places_;
  std::map<std::string, tree::Place, std::less<>> place_of_;
};

struct SelectorExample {
  std::string selector;
  std::vector<std::string> ids;
};

// Each selector means exactly these ids, in this order.
void expect_selects(const SampleTree& tree, const std::vector<SelectorExample>& examples);

// A query that has to parse.
selector::Query parsed(std::string_view text);

}  // namespace latewood::test
