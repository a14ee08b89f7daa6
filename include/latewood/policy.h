// What a commit may prune, declared as data. The policy of a commit is part of its identity:
// `policy_id` is derived from the canonical JSON of its fields.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/result.h"

namespace latewood {

// Pruning starts above `trigger` and goes on until at most `target` is left and at least
// `at_least` is gone, so that it happens rarely and in one piece: a little every cycle would
// change the head of the prompt every time.
struct Budget {
  std::uint64_t trigger = 0;
  std::uint64_t target = 0;    // at most the trigger
  std::uint64_t at_least = 0;  // default 0
  friend bool operator==(const Budget&, const Budget&) = default;
};

// Budgets for the blocks of one region or one band of priorities. Both count what is there when their turn comes.
struct ShareBudgets {
  std::optional<Budget> bytes = {};   // default: none
  std::optional<Budget> tokens = {};  // default: none
  bool is_empty() const { return !bytes && !tokens; }
  friend bool operator==(const ShareBudgets&, const ShareBudgets&) = default;
};

// Units whose priority lies from `from` to `to`, both included. Bands must not overlap.
struct PriorityBand {
  std::optional<std::int64_t> from = {};  // default: no lower end
  std::optional<std::int64_t> to = {};    // default: no upper end
  bool keep = false;                      // no budget prunes them; default: false
  ShareBudgets budgets = {};              // must be empty if `keep` is true
  friend bool operator==(const PriorityBand&, const PriorityBand&) = default;
};

// A block that is created without saying whether it is removable is removable if a rule matches it. A rule matches if
// everything that it gives does, and gives at least one thing. The flag is set at creation and never changes.
struct RemovableRule {
  std::optional<std::string> type = {};  // the nodeType; default: any
  std::optional<std::string> zone = {};  // "pre", "core" or "post": an offset below, at or above 0; default: any
  friend bool operator==(const RemovableRule&, const RemovableRule&) = default;
};

// What is there is counted before the cycle's own turn is sealed: of turns those already sealed.
struct PrunePolicy {
  std::optional<Budget> bytes;                  // of content, as canonical JSON; default: none
  std::optional<Budget> tokens;                 // as the context's token counter counts; default: none
  std::optional<Budget> turns;                  // whole sealed turns; default: none
  std::optional<std::uint64_t> nodes_per_turn;  // blocks in one turn; default: none
  std::uint64_t keep_turns = 1;  // newest turns that are never pruned, the one being sealed first; default 1
  bool prune_system = false;     // whether blocks of `^sys` are candidates; default: false
  ShareBudgets sys = {};         // of the blocks of `^sys`, which needs `prune_system`; default: none
  ShareBudgets seq = {};         // of the blocks of sealed turns; default: none
  ShareBudgets ah = {};          // of the blocks of the turn being sealed, which needs `keep_turns` 0; default: none
  std::vector<PriorityBand> priority_bands = {};  // default: none
  std::vector<RemovableRule> removable = {};      // default: none
  friend bool operator==(const PrunePolicy&, const PrunePolicy&) = default;
};

// The policy as canonical JSON: every field, absent budgets as null. Regions, bands and rules for removable containers
// are left out where there are none, so that a policy without them has the policy_id it always had.
std::string policy_json(const PrunePolicy& policy);

// The policy that a JSON object describes. A field that is absent or null has its default, an unknown one is
// refused, and so is a target above its trigger.
Result<PrunePolicy> parse_policy(std::string_view json);

// Counts tokens of one block's content. Same text, same count: the result decides what stays.
class TokenCounter {
 public:
  virtual ~TokenCounter() = default;
  virtual std::uint64_t count(std::string_view content_json) = 0;
  // Counters of one name count alike, so that what one of them counted need not be counted again: "o200k_base 0.9".
  // Without a name, nothing is kept.
  virtual std::string_view name() const { return {}; }
};

}  // namespace latewood
