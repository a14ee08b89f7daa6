// The pruning of a commit, declared as data.
//
//   PrunePolicy policy;
//   policy.bytes = Budget{.trigger = 40000, .target = 30000};
//   policy.keep_turns = 2;
//   context.set_policy(policy).value();
//
// The policy of a commit is part of its identity: `policy_id` is derived from the canonical JSON of its members. All
// structs are plain values that own their members. `Context::set_policy` checks them: E_OPTION_INVALID.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/result.h"

namespace latewood {

// Pruning starts above `trigger` and continues until at most `target` is left and at least `at_least` is removed. So it
// happens rarely and in one piece: a little in every cycle would change the start of the prompt every time.
struct Budget {
  std::uint64_t trigger = 0;
  std::uint64_t target = 0;    // at most the trigger
  std::uint64_t at_least = 0;  // default: 0
  friend bool operator==(const Budget&, const Budget&) = default;
};

// Budgets for the blocks of one region or one band of priorities. They count what is left when it is their turn.
struct ShareBudgets {
  std::optional<Budget> bytes = {};   // default: none
  std::optional<Budget> tokens = {};  // default: none
  bool is_empty() const { return !bytes && !tokens; }
  friend bool operator==(const ShareBudgets&, const ShareBudgets&) = default;
};

// Units with a priority between `from` and `to`, both included. Bands must not overlap.
struct PriorityBand {
  std::optional<std::int64_t> from = {};  // default: no lower end
  std::optional<std::int64_t> to = {};    // default: no upper end
  bool keep = false;                      // no budget prunes them; default: false
  ShareBudgets budgets = {};              // must be empty if `keep` is true; default: none
  friend bool operator==(const PriorityBand&, const PriorityBand&) = default;
};

// Makes new blocks removable that do not set `removable` themselves. A rule matches a block that has everything that
// the rule gives; it must give something. The flag is set when the block is created and never changes.
struct RemovableRule {
  std::optional<std::string> type = {};  // the node type; default: any
  std::optional<std::string> zone = {};  // "pre", "core" or "post": an offset below, at or above 0; default: any
  friend bool operator==(const RemovableRule&, const RemovableRule&) = default;
};

// Pruning that a budget asks for happens only if it pays for itself within so many requests. What it costs: everything
// behind the first removed block that could have come from the vendor's cache is paid anew, once. What it saves: the
// removed blocks in each later request. Sizes are tokens with a counter, else bytes. Prices are thousandths of the
// price of a token that is neither cached nor written to a cache.
struct PayBack {
  std::uint64_t requests = 0;
  std::uint64_t cached = 100;    // a token from the cache; default: 100
  std::uint64_t written = 1000;  // a token that is sent anew, with the price for writing it to the cache; default: 1000
  friend bool operator==(const PayBack&, const PayBack&) = default;
};

// If a commit changes the prompt before its end for another reason, everything behind that place is paid anew. So
// blocks there leave in the same commit if a budget of bytes, tokens or turns is above its target, or if their ttl ends
// within `soon` cycles.
struct FreeRides {
  std::uint64_t soon = 0;  // default: 0, only what is over target
  friend bool operator==(const FreeRides&, const FreeRides&) = default;
};

// No snapshot is larger. A commit prunes to the target of the budget, or to the limit, whatever it costs, also in turns
// that `keep_turns` and bands keep; if pins, references or the turn being sealed do not allow it, it fails:
// E_LIMIT_EXCEEDED.
struct HardLimit {
  std::optional<std::uint64_t> bytes = {};   // size of content as canonical JSON; default: none
  std::optional<std::uint64_t> tokens = {};  // as the context's token counter counts; default: none
  bool is_empty() const { return !bytes && !tokens; }
  friend bool operator==(const HardLimit&, const HardLimit&) = default;
};

// Budgets are compared with the tree before the turn of the cycle is sealed.
struct PrunePolicy {
  std::optional<Budget> bytes;                    // size of content as canonical JSON; default: none
  std::optional<Budget> tokens;                   // as the context's token counter counts; default: none
  std::optional<Budget> turns;                    // whole sealed turns; default: none
  std::optional<std::uint64_t> nodes_per_turn;    // blocks in one turn; default: no limit
  std::uint64_t keep_turns = 1;                   // newest turns that stay, the one being sealed first; default: 1
  bool prune_system = false;                      // whether blocks of `^sys` may be pruned; default: false
  ShareBudgets sys = {};                          // for blocks of `^sys`; needs `prune_system`; default: none
  ShareBudgets seq = {};                          // for blocks of sealed turns; default: none
  ShareBudgets ah = {};                           // for the turn being sealed; needs `keep_turns` 0; default: none
  std::vector<PriorityBand> priority_bands = {};  // default: none
  std::vector<RemovableRule> removable = {};      // default: none
  // The ttl of a new block is lengthened so that it ends in a cycle that is a multiple of this; default: as given.
  std::optional<std::uint64_t> align = {};
  std::optional<FreeRides> free_rides = {};  // default: none
  std::optional<PayBack> pay_back = {};      // default: a budget prunes as soon as it is exceeded
  HardLimit limit = {};                      // default: none
  // `turns` counts and removes exchanges: a turn with a message of a user and the turns after it without one, such as
  // empty cycles and cycles of tools; default: false, every turn counts.
  bool count_exchanges = false;
  // A block that lands in front of sealed blocks is reported: W_PREFIX_BROKEN; default: false.
  bool stable_order = false;
  // The commit of a new `cb:summary` removes the blocks that it names in `data_covers`. A summary is kept until another
  // one covers it; `count_exchanges` has this effect on summaries too. Default: false.
  bool summaries = false;
  friend bool operator==(const PrunePolicy&, const PrunePolicy&) = default;
};

// The policy as canonical JSON: every member, absent budgets as null. Regions, bands, rules, and everything after them
// are left out where they have their defaults, so that a policy without them keeps the policy_id that it had before
// they existed.
std::string policy_json(const PrunePolicy& policy);

// The policy that a JSON object describes. An absent or null member has its default. E_OPTION_INVALID for an unknown
// member and for a target above its trigger.
Result<PrunePolicy> parse_policy(std::string_view json);

// An interface that a program implements to count tokens of one block's content. The result decides what is pruned, so
// equal texts must have equal counts in every process.
//
// A counter is owned by the contexts that use it (`ContextOptions::tokens`) and called on the thread that edits; one
// that several contexts share must be safe for several threads.
class TokenCounter {
 public:
  virtual ~TokenCounter() = default;
  virtual std::uint64_t count(std::string_view content_json) = 0;
  // Counters with the same name count alike, so that a store may keep their counts: "o200k_base 0.9". Default: empty,
  // counts are not kept.
  virtual std::string_view name() const { return {}; }
};

}  // namespace latewood
