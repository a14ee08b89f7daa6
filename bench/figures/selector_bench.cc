#include "figures/selector_bench.h"

#include <cstdint>
#include <cstdlib>
#include <pugixml.hpp>
#include <random>
#include <string>

#include "engine/branch/branch.h"
#include "engine/branch/branch_edit.h"
#include "engine/query/scope.h"
#include "latewood/clock.h"
#include "selector/language/parser.h"
#include "selector/matcher.h"

namespace latewood::bench {
namespace {

using Ids = std::vector<std::string>;

// Short enough that most batches run without losing the processor.
constexpr int kSelectorBatch = 100;

constexpr const char* kRecentTurns = "^seq .mt:depth(1-3) .cb[role='assistant']";
constexpr const char* kShortLived = ".cb[ttl<=1]";

// A chat with two messages a turn, four nodes in all. One message in fifty leaves with the next
// commit after the last turn, one in ten lives a little longer.
class SelectedHistory {
 public:
  explicit SelectedHistory(std::uint64_t turns) {
    for (std::uint64_t turn = 0; turn < turns; ++turn) {
      for (const char* role : {"user", "assistant"}) say(role, turns - turn);
      if (!branch_.commit()) std::abort();
    }
  }

  const tree::Tree& tree() const { return branch_.head()->tree; }
  std::uint64_t cycle() const { return branch_.head()->tree.cycle; }

  // The whole call, from the text to the ids.
  Ids select(std::string_view text) const {
    const auto query = selector::parse_selector(text);
    if (!query) std::abort();
    Ids ids;
    for (const tree::Place& place : selector::Plan(*query).match(engine::scope_of(*branch_.head()))) {
      ids.emplace_back(tree::node_at(tree(), place).id());
    }
    return ids;
  }

  // The id of a message of the turn that many turns back.
  std::string id_of(std::uint64_t back) const {
    const tree::Subtree& turn = *tree().rings[tree().rings.size() - 1 - static_cast<std::size_t>(back)];
    return std::string(turn.node(static_cast<tree::Subtree::Index>(turn.entries().size() - 1)).id());
  }

 private:
  void say(const char* role, std::uint64_t cycles_left) {
    Component block;
    block.role = role;
    block.kind = "text";
    block.content = JsonValue("message " + std::to_string(count_));
    if (count_ % 50 == 0) block.ttl = static_cast<std::int64_t>(cycles_left);
    if (count_ % 10 == 1) block.ttl = static_cast<std::int64_t>(cycles_left) + 100;
    ++count_;
    if (!branch_.edit({}, [&block](tree::Editor& editor) { return editor.insert(block, 0); })) std::abort();
  }

  engine::Branch branch_{{make_logical_clock()}};
  std::uint64_t count_ = 0;
};

// ---- the plain ways ----

// The same search written by hand: follow the pointers, test one integer.
Ids walk(const SelectedHistory& history) {
  const auto limit = static_cast<std::int64_t>(history.cycle()) + 1;
  Ids ids;
  const auto look_at = [&](const tree::Subtree& subtree) {
    for (const tree::Subtree::Entry& entry : subtree.entries()) {
      if (entry.node->expiry() <= limit) ids.emplace_back(entry.node->id());
    }
  };
  look_at(*history.tree().sys);
  for (const tree::Ring& ring : history.tree().rings) look_at(*ring);
  look_at(*history.tree().ah);
  return ids;
}

// An equal document, and the same questions in XPath.
class Document {
 public:
  explicit Document(const SelectedHistory& history) {
    const tree::Tree& tree = history.tree();
    pugi::xml_node root = document_.append_child("root");
    add(root, *tree.sys, "sys", history.cycle());
    pugi::xml_node seq = root.append_child("seq");
    for (const tree::Ring& ring : tree.rings) add(seq, *ring, "mt", history.cycle());
    add(root, *tree.ah, "ah", history.cycle());
  }

  Ids select(const std::string& xpath) const {
    Ids ids;
    for (const pugi::xpath_node& found : document_.select_nodes(xpath.c_str())) {
      ids.emplace_back(found.node().attribute("id").value());
    }
    return ids;
  }

 private:
  static void add(pugi::xml_node parent, const tree::Subtree& subtree, const char* name, std::uint64_t cycle) {
    std::vector<pugi::xml_node> made;
    for (const tree::Subtree::Entry& entry : subtree.entries()) {
      const bool is_container = made.empty();
      const std::string type = is_container ? name : entry.node->type();
      pugi::xml_node node = (is_container ? parent : made[entry.parent]).append_child(type.c_str());
      node.append_attribute("id") = std::string(entry.node->id()).c_str();
      if (entry.node->role() != nullptr) node.append_attribute("role") = entry.node->role()->c_str();
      if (entry.node->expiry() != tree::kNever) {
        node.append_attribute("ttl") = static_cast<long long>(entry.node->expiry() - static_cast<std::int64_t>(cycle));
      }
      made.push_back(node);
    }
  }

  pugi::xml_document document_;
};

// ---- the figures ----

// Looks ids up, one call each; the last turns over and over, or any.
class Lookups {
 public:
  Lookups(const SelectedHistory& history, std::uint64_t turns, std::uint64_t among) : history_(history) {
    std::mt19937_64 random(turns);
    for (int i = 0; i < kSelectorBatch; ++i) texts_.push_back("#" + history.id_of(random() % among));
  }
  void run() {
    for (const std::string& text : texts_) is_correct_ = is_correct_ && "#" + history_.select(text).at(0) == text;
  }
  bool is_correct() const { return is_correct_; }

 private:
  const SelectedHistory& history_;
  Ids texts_;
  bool is_correct_ = true;
};

Figure lookup_figure(const Run& run, const std::string& name, Lookups large, Lookups small, double target) {
  const Pair pair = time_pair([&] { large.run(); }, [&] { small.run(); }, kSelectorBatch, run.repeats());
  return {name, pair, "at 1,000,000 nodes", "at 10,000 nodes", target, large.is_correct() && small.is_correct()};
}

Figure depth_figure(const Run& run, const SelectedHistory& large, const SelectedHistory& small) {
  bool is_correct = true;
  const auto ask = [&is_correct](const SelectedHistory& history) {
    for (int i = 0; i < kSelectorBatch; ++i) {
      const Ids ids = history.select(kRecentTurns);
      is_correct = is_correct && ids.size() == 3 && ids[2] == history.id_of(0);
    }
  };
  const Pair pair = time_pair([&] { ask(large); }, [&] { ask(small); }, kSelectorBatch, run.repeats());
  return {kRecentTurns, pair, "at 1,000,000 nodes", "at 10,000 nodes", 1.2, is_correct};
}

// One question asked in two ways, which must give the same ids.
template <class First, class Second>
Figure compared(const Run& run, const std::string& name, First first, Second second, const std::string& second_name,
                double target) {
  Ids one;
  Ids other;
  const Pair pair = time_pair([&] { one = first(); }, [&] { other = second(); }, 1, run.repeats());
  return {name, pair, "select", second_name, target, !one.empty() && one == other};
}

}  // namespace

Report selector_figures(const Run& run) {
  const std::uint64_t many = run.pick(250000, 2500);
  const std::uint64_t few = run.pick(2500, 250);
  const SelectedHistory large(many);
  const SelectedHistory small(few);
  Report report;
  std::vector<Figure>& figures = report.figures;
  figures.push_back(lookup_figure(run, "#id of a recent node", {large, many, 100}, {small, few, 100}, 1.2));
  figures.push_back(lookup_figure(run, "#id of any node", {large, many, many}, {small, few, few}, kReportedOnly));
  figures.push_back(depth_figure(run, large, small));
  const auto short_lived = [&large] { return large.select(kShortLived); };
  const std::string over_all = std::string(kShortLived) + " over 1,000,000 nodes";
  figures.push_back(compared(
      run, over_all, short_lived, [&large] { return walk(large); }, "plain pointer walk", 2.0));

  const Document document(large);
  const auto xpath = [&document](const std::string& text) {
    return [&document, text] { return document.select(text); };
  };
  const std::string id = large.id_of(many / 2);
  figures.push_back(compared(
      run, "#id, against pugixml", [&] { return large.select("#" + id); }, xpath("//*[@id='" + id + "']"), "XPath",
      kReportedOnly));
  figures.push_back(compared(
      run, "recent turns, against pugixml", [&] { return large.select(kRecentTurns); },
      xpath("/root/seq/mt[position()>last()-3]//cb[@role='assistant']"), "XPath", kReportedOnly));
  figures.push_back(compared(run, "short-lived blocks, against pugixml", short_lived, xpath("//cb[@ttl<=1]"), "XPath",
                             kReportedOnly));
  return report;
}

}  // namespace latewood::bench
