// What a commit may prune, declared as data. The policy of a commit is part of its identity:
// `policy_id` is derived from the canonical JSON of its fields.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

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

// What is there is counted before the cycle's own turn is sealed: of turns those already sealed.
struct PrunePolicy {
  std::optional<Budget> bytes;                  // of content, as canonical JSON; default: none
  std::optional<Budget> tokens;                 // as the context's token counter counts; default: none
  std::optional<Budget> turns;                  // whole sealed turns, oldest first; default: none
  std::optional<std::uint64_t> nodes_per_turn;  // blocks in one turn; default: none
  std::uint64_t keep_turns = 1;  // newest turns that are never pruned, the one being sealed first; default 1
  bool prune_system = false;     // whether blocks of `^sys` are candidates; default: false
  friend bool operator==(const PrunePolicy&, const PrunePolicy&) = default;
};

// The policy as canonical JSON: every field, absent budgets as null.
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
