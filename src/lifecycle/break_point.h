// The place at which a commit changes the prompt before its end. A vendor's cache serves what is before it;
// everything behind it is paid anew.
#pragma once

#include <optional>

#include "latewood/policy.h"
#include "lifecycle/measure.h"
#include "tree/edit/draft.h"
#include "tree/tree.h"

namespace latewood::lifecycle {

// The first place in document order at which `tree` differs from `base`, the snapshot before, in what is sent: a block
// that left, changed or came. A marker or summary in the active head changes the place of the first node that it names.
// The place is one of `tree`; it may be one past the last node of a turn, or past the last turn. nullopt: everything
// new is at the end. Expiries make no difference. Cost: the parts that differ.
std::optional<tree::Place> find_break(const tree::Tree& base, const tree::Tree& tree, const tree::Surroundings& around);

// Whether a place of `^sys` or `^seq` is at the break or after it. The active head is not: nothing of it was sent
// before.
bool is_behind(const tree::Place& place, const tree::Place& break_point);

// What is at the break or after it and was not in the active head: nothing without a break.
Totals measure_behind(const tree::Tree& tree, const std::optional<tree::Place>& break_point, TokenCounter* counter);

}  // namespace latewood::lifecycle
