// What a selector asks for that no node can have, and what was probably meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace latewood::cli {

// Notes for people, one line each. They are about names outside quotes:
// - an attribute that is neither a header of nodes nor of the forms that custom attributes have (`data_x`, `content_x`,
//   `prefix:name`);
// - a type whose last part is nearly a pseudo-class: `.cb:frist` asks for the type `cb:frist`.
std::vector<std::string> hints_for(std::string_view selector);

// The same for members of nodes that are no attributes: `[content='x']` matches no node whatever its content is.
std::vector<std::string> warnings_for(std::string_view selector);

// Prints them on standard error.
void note_hints(const std::vector<std::string>& hints);

}  // namespace latewood::cli
