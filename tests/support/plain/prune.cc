// The model's pruning, read off D-16 and D-17: who goes together, who stands where in the
// line, and a loop that goes down the line until the budget is kept.
#include <algorithm>
#include <functional>
#include <tuple>

#include "canon/json_writer.h"
#include "support/plain/context.h"

namespace latewood::test {
namespace {

using IdSet = std::set<std::string>;

// D-17: the call that a block makes or answers, as a name that no node has.
std::string call_of(const NodeView& node) {
  const JsonValue* id = nullptr;
  if (node.kind == "call" && node.content) id = node.content->find("id");
  for (const JsonMember& attribute : node.attributes) {
    if (node.kind == "result" && attribute.key == "lw:call_id") id = &attribute.value;
  }
  return id != nullptr && id->as_string() != nullptr ? "the call " + *id->as_string() : "";
}

// PRUNE-07: a budget sets off above its trigger, and then wants its target and its least.
bool asks_for_more(const std::optional<Budget>& budget, std::uint64_t before, std::uint64_t now) {
  if (!budget || before <= budget->trigger) return false;
  return now > budget->target || before - now < budget->at_least;
}

}  // namespace

class PlainPruning {
 public:
  PlainPruning(PlainContext& context, CommitReport& report)
      : context_(context), report_(report), policy_(*context.policy_) {
    for (const auto& [id, plain] : context_.now_.nodes) sizes_[id] = size_of(plain.shown);
  }

  void run() {
    spared_ = blocks_of_kept_bands();
    const Size before = size_of_all();
    const std::size_t turns_before = context_.turn_count();
    go_down(line_of_turns(),
            [&](const Ids&) { return asks_for_more(policy_.turns, turns_before, context_.turn_count()); });
    go_down(line_of_units(), [this](const Ids& unit) { return is_crowded(unit); });
    for (const std::string region : {"sys", "seq", "ah"}) {
      keep_share(budgets_of(region), [&](const std::string& id) { return context_.is_within(id, region); });
    }
    for (const PriorityBand* band : bands_in_order()) {
      const IdSet blocks = blocks_in(*band);
      keep_share(band->budgets, [&](const std::string& id) { return blocks.contains(id); });
    }
    go_down(line_of_units(), [&](const Ids&) {
      const Size now = size_of_all();
      return asks_for_more(policy_.bytes, before.bytes, now.bytes) ||
             asks_for_more(policy_.tokens, before.tokens, now.tokens);
    });
    context_.cascade(report_, emptied_);
    for (const std::string& id : kept_) {
      const bool is_new = std::find(report_.kept.begin(), report_.kept.end(), id) == report_.kept.end();
      if (is_new && context_.is_in_tree(id)) report_.kept.push_back(id);
    }
  }

 private:
  // What goes whole or not at all.
  struct Lump {
    Ids named;    // the turn, or the blocks of the unit: what a report names if it has to stay
    IdSet going;  // all that has to go with them
  };

  // ---- who goes together ----

  using Links = std::map<std::string, IdSet>;

  // Parts of one call, and markers with what they name.
  Links links() const {
    Links links;
    const auto link = [&links](const std::string& a, const std::string& b) {
      links[a].insert(b);
      links[b].insert(a);
    };
    for (const auto& [id, plain] : context_.now_.nodes) {
      for (const std::string& named : named_by(plain.shown)) {
        if (context_.is_in_tree(named)) link(id, named);
      }
      if (const std::string call = call_of(plain.shown); !call.empty()) link(id, call);
    }
    return links;
  }

  // Everything that links lead to, and with `below` also what hangs below that, to the end.
  IdSet reached(const Ids& from, const Links& links, bool below) const {
    IdSet found;
    Ids open = from;
    while (!open.empty()) {
      const std::string id = open.back();
      open.pop_back();
      if (!found.insert(id).second) continue;
      if (links.contains(id)) open.insert(open.end(), links.at(id).begin(), links.at(id).end());
      if (!below || !context_.is_in_tree(id)) continue;
      const Ids inner = context_.subtree(id);
      open.insert(open.end(), inner.begin(), inner.end());
    }
    std::erase_if(found, [this](const std::string& id) { return !context_.is_in_tree(id); });
    return found;
  }

  // ---- who may go, and in which order ----

  // PRUNE-05, PRUNE-08. A turn goes with its core if it is in the line itself.
  bool may_go(const Lump& lump) const {
    return std::all_of(lump.going.begin(), lump.going.end(), [&](const std::string& id) {
      if (!context_.is_block(id) && !context_.is_within(id, lump.named[0])) return false;
      if (spared_.contains(id)) return false;
      const std::int64_t depth = context_.depth_of(id);
      return depth < 0 ? policy_.prune_system : static_cast<std::uint64_t>(depth) >= policy_.keep_turns;
    });
  }

  // a turn stands in line as its blocks together do, one without blocks by itself.
  std::vector<Ids> line_of_turns() const {
    std::vector<Ids> line;
    for (const std::string& turn : context_.children("seq")) line.push_back({turn});
    std::stable_sort(line.begin(), line.end(), [this](const Ids& a, const Ids& b) {
      return std::tuple(rank(members_of(a[0])), a[0]) < std::tuple(rank(members_of(b[0])), b[0]);
    });
    return line;
  }

  Ids members_of(const std::string& turn) const {
    Ids blocks = context_.subtree(turn);
    std::erase_if(blocks, [this](const std::string& id) { return !context_.is_block(id); });
    return blocks.empty() ? Ids{turn} : blocks;
  }

  // PRUNE-03, PRUNE-04.
  std::vector<Ids> line_of_units() const {
    std::vector<Ids> line;
    const Links all = links();
    const Ids document = context_.document();
    IdSet seen;
    for (const std::string& id : document) {
      if (!context_.is_block(id) || seen.contains(id)) continue;
      const IdSet unit = reached({id}, all, false);
      seen.insert(unit.begin(), unit.end());
      Ids blocks;
      for (const std::string& member : document) {
        if (unit.contains(member) && context_.is_block(member)) blocks.push_back(member);
      }
      line.push_back(blocks);
    }
    std::sort(line.begin(), line.end(), [this](const Ids& a, const Ids& b) { return rank(a) < rank(b); });
    return line;
  }

  // the highest priority of all, the age of the oldest, the id of the first.
  std::tuple<std::int64_t, std::int64_t, std::string> rank(const Ids& blocks) const {
    std::int64_t priority = context_.node(blocks[0]).priority;
    std::int64_t age = context_.node(blocks[0]).created_at_ns;
    for (const std::string& id : blocks) {
      priority = std::max(priority, context_.node(id).priority);
      age = std::min(age, context_.node(id).created_at_ns);
    }
    return {priority, age, blocks[0]};
  }

  // ---- regions and bands ----

  const ShareBudgets& budgets_of(const std::string& region) const {
    if (region == "sys") return policy_.sys;
    return region == "seq" ? policy_.seq : policy_.ah;
  }

  std::vector<const PriorityBand*> bands_in_order() const {
    std::vector<const PriorityBand*> bands;
    for (const PriorityBand& band : policy_.priority_bands) bands.push_back(&band);
    std::sort(bands.begin(), bands.end(), [](const PriorityBand* a, const PriorityBand* b) {
      return a->from.value_or(INT64_MIN) < b->from.value_or(INT64_MIN);
    });
    return bands;
  }

  // Blocks of units whose priority is in the band.
  IdSet blocks_in(const PriorityBand& band) const {
    IdSet blocks;
    for (const Ids& unit : line_of_units()) {
      const std::int64_t priority = std::get<0>(rank(unit));
      const bool is_in = priority >= band.from.value_or(INT64_MIN) && priority <= band.to.value_or(INT64_MAX);
      if (is_in) blocks.insert(unit.begin(), unit.end());
    }
    return blocks;
  }

  // Units go whole or not at all, so who belongs to them does not change while others go.
  IdSet blocks_of_kept_bands() const {
    IdSet kept;
    for (const PriorityBand& band : policy_.priority_bands) {
      if (band.keep) kept.merge(blocks_in(band));
    }
    return kept;
  }

  // Units with a block that counts go until what counts is within its budgets.
  void keep_share(const ShareBudgets& budgets, const std::function<bool(const std::string&)>& counts) {
    const auto size = [&] {
      Size sum;
      for (const auto& [id, plain] : context_.now_.nodes) {
        if (!context_.is_in_tree(id) || !counts(id)) continue;
        sum.bytes += sizes_.at(id).bytes;
        sum.tokens += sizes_.at(id).tokens;
      }
      return sum;
    };
    if (budgets.is_empty()) return;
    const Size before = size();
    go_down(line_of_units(), [&](const Ids& unit) {
      const auto is_here = [&](const std::string& id) { return context_.is_in_tree(id) && counts(id); };
      if (!std::any_of(unit.begin(), unit.end(), is_here)) return false;
      const Size now = size();
      return asks_for_more(budgets.bytes, before.bytes, now.bytes) ||
             asks_for_more(budgets.tokens, before.tokens, now.tokens);
    });
  }

  // ---- how much there is ----

  struct Size {
    std::uint64_t bytes = 0;
    std::uint64_t tokens = 0;
  };

  Size size_of(const NodeView& node) const {
    if (!node.content) return {};
    const std::string json = canonical_json(*node.content);
    return {json.size(), context_.tokens_ ? context_.tokens_->count(json) : 0};
  }

  Size size_of_all() const {
    Size sum;
    for (const auto& [id, plain] : context_.now_.nodes) {
      sum.bytes += sizes_.at(id).bytes;
      sum.tokens += sizes_.at(id).tokens;
    }
    return sum;
  }

  bool is_crowded(const Ids& unit) const {
    if (!policy_.nodes_per_turn) return false;
    return std::any_of(unit.begin(), unit.end(), [this](const std::string& id) {
      const std::string top = context_.top_of(id);
      const Ids all = context_.subtree(top);
      const auto blocks =
          std::count_if(all.begin(), all.end(), [this](const std::string& each) { return context_.is_block(each); });
      return top != "sys" && static_cast<std::uint64_t>(blocks) > *policy_.nodes_per_turn;
    });
  }

  // ---- going ----

  // D-16: with every step down the line one more may go, and what goes is the largest set
  // of those that nothing outside of it holds. Who is held waits.
  void go_down(const std::vector<Ids>& line, const std::function<bool(const Ids&)>& is_wanted) {
    std::vector<Lump> waiting;
    for (const Ids& next : line) {
      if (!context_.is_in_tree(next[0]) || !is_wanted(next)) continue;
      const Lump lump{next, reached(next, links(), true)};
      if (may_go(lump)) waiting.push_back(lump);
      std::erase_if(waiting,
                    [&](const Lump& other) { return !context_.is_in_tree(other.named[0]) || !is_wanted(other.named); });
      const IdSet leaving = largest_free(waiting);
      for (const Lump& each : waiting) {
        if (leaving.contains(each.named[0])) {
          remove(each);
        } else {
          kept_.insert(kept_.end(), each.named.begin(), each.named.end());
        }
      }
    }
  }

  IdSet largest_free(std::vector<Lump> lumps) const {
    for (;;) {
      IdSet leaving;
      for (const Lump& lump : lumps) leaving.insert(lump.going.begin(), lump.going.end());
      const auto has_to_stay = [&](const Lump& lump) {
        return std::any_of(lump.going.begin(), lump.going.end(), [&](const std::string& id) {
          return context_.is_in_tree(id) && context_.is_held(id, leaving);
        });
      };
      if (std::erase_if(lumps, has_to_stay) == 0) return leaving;
    }
  }

  void remove(const Lump& lump) {
    for (const std::string& id : context_.document()) {
      if (!lump.going.contains(id) || !context_.is_in_tree(id)) continue;
      emptied_.push_back(*context_.node(id).parent_id);
      context_.depart(report_, id, Cause::Prune);
    }
  }

  PlainContext& context_;
  CommitReport& report_;
  const PrunePolicy& policy_;
  std::map<std::string, Size> sizes_;
  IdSet spared_;  // blocks that no budget takes
  Ids emptied_;
  Ids kept_;
};

void PlainContext::prune(CommitReport& report) {
  if (policy_) PlainPruning(*this, report).run();
}

// A target above its trigger makes no sense, and tokens need somebody who counts them.
Result<void> PlainContext::set_policy(const std::optional<PrunePolicy>& policy) {
  const auto is_upside_down = [](const std::optional<Budget>& budget) {
    return budget && budget->target > budget->trigger;
  };
  if (policy) {
    const auto is_wrong_share = [&](const ShareBudgets& share) {
      return is_upside_down(share.bytes) || is_upside_down(share.tokens) || (share.tokens && !tokens_);
    };
    bool is_wrong = is_upside_down(policy->bytes) || is_upside_down(policy->tokens) || is_upside_down(policy->turns);
    is_wrong = is_wrong || is_wrong_share(policy->sys) || is_wrong_share(policy->seq) || is_wrong_share(policy->ah);
    is_wrong = is_wrong || ((policy->sys.bytes || policy->sys.tokens) && !policy->prune_system);
    is_wrong = is_wrong || ((policy->ah.bytes || policy->ah.tokens) && policy->keep_turns > 0);
    for (const PriorityBand& band : policy->priority_bands) is_wrong = is_wrong || is_wrong_share(band.budgets);
    if (is_wrong || (policy->tokens && !tokens_))
      return Error{Code::InvalidArgument, "refused", "E_OPTION_INVALID", {}};
    if (policy->prune_system && !system_) return Error{Code::InvalidArgument, "refused", "E_UNAUTHORIZED", {}};
  }
  policy_ = policy;
  return {};
}

}  // namespace latewood::test
