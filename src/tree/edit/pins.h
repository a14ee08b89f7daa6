// Pins: pairs of a node and a holder.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/result.h"
#include "tree/tree.h"

namespace latewood::tree {

// The pins of one node, which are adjacent.
std::span<const Pin> pins_of(const Pins& pins, std::string_view id);
inline bool is_pinned(const Pins& pins, std::string_view id) { return !pins_of(pins, id).empty(); }

// The ids of all pinned nodes, sorted, each once.
std::vector<std::string> pinned_ids(const Pins& pins);
// The holders in the pins of one node.
std::vector<std::string> holders_in(std::span<const Pin> pins);

// Checks the name of a holder: UTF-8 without NUL. E_OPTION_INVALID if it is not.
Result<void> check_holder(std::string_view holder);

// The bytes of a pin in every format: the id and, if the holder is not empty, a NUL and the holder. An id has no NUL,
// and pins sort like their bytes (docs/format/node_header.md).
std::string pin_text(const Pin& pin);
std::size_t pin_text_size(const Pin& pin);
// InvalidArgument if `pin_text` cannot have written the text.
Result<Pin> read_pin(std::string_view text);
// Reads a pin and adds it. InvalidArgument also if it does not sort after the last one.
Result<void> add_read_pin(Pins& pins, std::string_view text);

}  // namespace latewood::tree
