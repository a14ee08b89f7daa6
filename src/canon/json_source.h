// JSON text as it was written. A `JsonValue` sorts the members of objects, which is right for hashing; a model that
// reads a schema or arguments reads their order too, so where that matters the text itself is kept.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace latewood {

// All texts here must be JSON that the reader has accepted.

// Calls `fn(key, value)` for each member of an object, in the order of the text; `value` is a view of it.
void for_each_member(std::string_view object,
                     const std::function<void(const std::string& key, std::string_view value)>& fn);

// The text of one member; nothing if there is none.
std::optional<std::string_view> member_source(std::string_view object, std::string_view key);

// The texts of the items of an array.
std::vector<std::string_view> item_sources(std::string_view array);

// The same value in one spelling that keeps the order of members and the digits of numbers: no white space, strings as
// canonical JSON writes them.
std::string json_in_order(std::string_view text);

}  // namespace latewood
