// Answers of a limited size, and cursors for what follows.
//
// A result that is longer than a call permits is given in pages. Where a list of the result has the bulk, a page is the
// result with a part of that list. Else a page has a part of the result's JSON text; the texts of all pages in order
// are the whole. Nothing is kept between calls: a cursor holds the position and a digest of the whole result, which is
// computed again for each page.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/result.h"
#include "operations/table/schema.h"

namespace latewood::mcp {

inline constexpr std::size_t kFewestBytes = 1024;
inline constexpr std::size_t kMostBytes = 16 * 1024 * 1024;

// "cursor" and "max_bytes". Lists of operations have an argument of their own, `start`.
std::vector<operations::Member> page_arguments();
// The member `page` of an answer that is not the whole result.
operations::Schema page_schema();

// The page of `whole`, the JSON text of an object, that `cursor` names; the first one if `cursor` is empty. `whole`
// itself if it fits. At most `most_bytes` long. E_ARGUMENT_INVALID for a cursor of another result.
Result<std::string> page_of(std::string_view whole, std::string_view cursor, std::size_t most_bytes);

}  // namespace latewood::mcp
