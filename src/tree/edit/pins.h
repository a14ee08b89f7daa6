// Pins: pairs of a node and a holder.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/result.h"
#include "tree/tree.h"

namespace latewood::tree {

// The pins of one node, which lie side by side.
std::span<const Pin> pins_of(const Pins& pins, std::string_view id);
inline bool is_pinned(const Pins& pins, std::string_view id) { return !pins_of(pins, id).empty(); }

// Sorted, each once.
std::vector<std::string> pinned_ids(const Pins& pins);
// The holders in the pins of one node.
std::vector<std::string> holders_in(std::span<const Pin> pins);

// A name that a holder may have: UTF-8 without NUL. E_OPTION_INVALID otherwise.
Result<void> check_holder(std::string_view holder);

// The bytes of a pin, wherever one is written: the id, and if the holder is not empty a NUL and the holder. An id holds
// no NUL, and pins sort as their bytes do (docs/format/node_header.md).
std::string pin_text(const Pin& pin);
std::size_t pin_text_size(const Pin& pin);
// InvalidArgument for what `pin_text` does not write.
Result<Pin> read_pin(std::string_view text);
// Reads one and adds it. InvalidArgument also if it does not sort after the last.
Result<void> add_read_pin(Pins& pins, std::string_view text);

}  // namespace latewood::tree
