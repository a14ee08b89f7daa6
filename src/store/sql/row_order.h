// Whether the rows of a list come as they were asked for. A damaged tree gives them in another order, or before the
// place that the caller goes on from, and who goes on behind the last row of a piece would then never end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "latewood/result.h"
#include "store/sql/session.h"

namespace latewood::store {

// How many of the rows, from the first on, ascend in `column` and are behind `after`.
std::size_t count_ascending(const SqlResult& result, std::size_t column, std::uint64_t after);

// Corruption if it is not all of them.
Result<void> expect_ascending(std::string_view table, const SqlResult& result, std::size_t column, std::uint64_t after);

// The same of commits, by cycle and sequence: the columns 2 and 0.
std::size_t count_ascending(const SqlResult& commits, const CommitCursor& after);
Result<void> expect_ascending(const SqlResult& commits, const CommitCursor& after);

}  // namespace latewood::store
