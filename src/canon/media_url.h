// Checks the form of the URL of an image or a document, without a request.
#pragma once

#include <string>
#include <string_view>

namespace latewood {

// A scheme and something behind it: `https://..`, `gs://..`, `data:..`.
bool has_scheme(std::string_view url);
// The scheme of the URL in small letters; empty if there is none.
std::string scheme_of(std::string_view url);

// Letters, digits, `+` and `/`, in groups of four with `=` at the end; at least one group.
bool is_base64(std::string_view data);

}  // namespace latewood
