// Any bytes as a tree and a selector: the first byte grows a tree, the rest is the text. What
// parses must match without a crash, in document order, and its calls must agree.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/require.h"
#include "selector/language/parser.h"
#include "selector/language/printer.h"
#include "selector/matcher.h"
#include "tree/node_pool.h"
#include "tree/tree.h"

namespace latewood::fuzz {
namespace {

using selector::Plan;
using selector::Scope;
using tree::Place;
using tree::Region;
using tree::Subtree;

// A small tree whose shape follows from one byte: turns with explicit and virtual cores, nested
// blocks, attributes of several types.
class Garden {
 public:
  explicit Garden(std::uint8_t seed) : state_(seed) {
    tree_.set_root(add("^root", 0));
    tree_.set_seq(add("^seq", 0));
    tree_.sys = tree::Ring(grown("^sys"));
    tree_.ah = tree::Ring(grown("^ah"));
    for (std::uint32_t turns = below(5); turns > 0; --turns)
      tree_.rings = tree_.rings.push_back(tree::Ring(grown("mt")));
    list_places();
  }

  Scope scope() const {
    return {tree_, 2, [this](std::string_view id) -> std::optional<Place> {
              const auto found = std::find_if(places_.begin(), places_.end(),
                                              [&](const Place& place) { return node_at(tree_, place).id() == id; });
              return found == places_.end() ? std::nullopt : std::optional(*found);
            }};
  }
  const std::vector<Place>& places() const { return places_; }

 private:
  std::uint32_t below(std::uint32_t end) {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::uint32_t>(state_ >> 33) % end;
  }

  const tree::Node* add(std::string type, std::int64_t offset) {
    tree::NodeFields fields;
    fields.id = "n" + std::to_string(count_);
    fields.type = std::move(type);
    fields.offset = offset;
    fields.creation_index = count_++;
    if (below(2) == 0) fields.role = below(2) == 0 ? "user" : "assistant";
    if (below(3) == 0) fields.expiry = below(5);
    if (below(3) == 0) fields.attributes.push_back({"data_x", JsonValue(static_cast<std::int64_t>(below(3)))});
    if (below(4) == 0) fields.attributes.push_back({"data_y", JsonValue(below(2) == 0 ? "2" : "x")});
    if (below(4) == 0) fields.attributes.push_back({"data_z", JsonValue(2.5)});
    return *pool_.add(fields);
  }

  Subtree block(std::int64_t offset, std::uint32_t depth) {
    Subtree made(add(below(3) == 0 ? "cb:note" : "cb", offset));
    for (std::uint32_t children = depth == 0 ? 0 : below(3); children > 0; --children) {
      made = made.with_child(0, block(static_cast<std::int64_t>(below(3)) - 1, depth - 1));
    }
    return made;
  }

  Subtree grown(const std::string& type) {
    Subtree made(add(type, 0));
    const bool has_core = type != "^sys" && below(2) == 0;
    if (has_core) made = made.with_child(0, Subtree(add("mc", 0)).with_child(0, block(0, 2)));
    for (std::uint32_t children = below(5); children > 0; --children) {
      const std::int64_t offset = static_cast<std::int64_t>(below(3)) - 1;
      if (!has_core || offset != 0) made = made.with_child(0, block(offset, 1));
    }
    return made;
  }

  void list(const Subtree& subtree, Region region, std::size_t ring) {
    for (Subtree::Index at = 0; at < subtree.entries().size(); ++at) places_.push_back({region, ring, at});
  }

  void list_places() {
    places_.push_back({Region::Frame, 0, tree::kRootAt});
    list(*tree_.sys, Region::Sys, 0);
    places_.push_back({Region::Frame, 0, tree::kSeqAt});
    for (std::size_t ring = 0; ring < tree_.rings.size(); ++ring) list(*tree_.rings[ring], Region::Seq, ring);
    list(*tree_.ah, Region::Ah, 0);
  }

  tree::NodePool pool_;
  tree::Tree tree_;
  std::uint64_t state_;
  std::uint64_t count_ = 0;
  std::vector<Place> places_;  // in document order
};

void check_match(const Garden& garden, const selector::Query& query) {
  const Scope scope = garden.scope();
  const Plan plan(query);
  std::vector<Place> expected;
  for (const Place& place : garden.places()) {
    if (plan.matches(scope, place)) expected.push_back(place);
  }
  const std::vector<Place> matched = plan.match(scope);
  require(matched == expected, "the matches are the nodes that match, in document order");
  std::vector<Place> streamed;
  plan.for_each(scope, [&](const Place& place) {
    streamed.push_back(place);
    return streamed.size() < 3;
  });
  require(streamed.size() == std::min<std::size_t>(matched.size(), 3), "a stream stops where it is told");
  require(std::equal(streamed.begin(), streamed.end(), matched.begin()), "a stream is a prefix of the matches");
  const auto again = selector::parse_selector(selector::print(query));
  require(again && Plan(*again).match(scope) == matched, "the printed selector means the same");
}

}  // namespace
}  // namespace latewood::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace latewood;
  if (size == 0) return 0;
  const auto query = selector::parse_selector({reinterpret_cast<const char*>(data + 1), size - 1});
  if (query) fuzz::check_match(fuzz::Garden(data[0]), *query);
  return 0;
}
