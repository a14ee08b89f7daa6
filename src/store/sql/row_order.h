// Checks that the rows of a list are in the requested order. A damaged index may return them in another order, or rows
// at or before the cursor; a caller that continues after the last row of a piece would then never end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "latewood/result.h"
#include "store/sql/session.h"

namespace latewood::store {

// The number of leading rows that ascend in `column` and are above `after`.
std::size_t count_ascending(const SqlResult& result, std::size_t column, std::uint64_t after);

// Corruption unless all rows do.
Result<void> expect_ascending(std::string_view table, const SqlResult& result, std::size_t column, std::uint64_t after);

// Like the first, for commits, which ascend by cycle and sequence: the columns 2 and 0.
std::size_t count_ascending(const SqlResult& commits, const CommitCursor& after);
Result<void> expect_ascending(const SqlResult& commits, const CommitCursor& after);

}  // namespace latewood::store
