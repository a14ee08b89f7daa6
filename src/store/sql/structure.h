// The tables looked at as a whole: rows that nothing leads to, and how much there is.
#pragma once

#include <string>
#include <vector>

#include "latewood/ext/store_records.h"
#include "latewood/result.h"
#include "store/sql/session.h"

namespace latewood::store {

// Heads without a commit and chunks without a payload; one line each.
Result<std::vector<std::string>> find_loose_rows(SqlSession& session);

Result<std::vector<TableSize>> measure_tables(SqlSession& session);

}  // namespace latewood::store
