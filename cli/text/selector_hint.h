// Notes about selectors that cannot match, with suggestions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace latewood::cli {

// Notes of one line each about names outside quotes:
// - an attribute that is neither a header nor has the form of a custom attribute (`data_x`, `content_x`,
//   `prefix:name`);
// - a type whose last part resembles a pseudo-class: `.cb:frist` selects the type `cb:frist`.
std::vector<std::string> hints_for(std::string_view selector);

// Notes about members of nodes that are not attributes: `[content='x']` never matches.
std::vector<std::string> warnings_for(std::string_view selector);

// Prints the notes on standard error.
void note_hints(const std::vector<std::string>& hints);

}  // namespace latewood::cli
