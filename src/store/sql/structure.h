// The tables looked at as a whole: rows that nothing leads to, and how much there is.
#pragma once

#include <string>
#include <vector>

#include "latewood/ext/store_records.h"
#include "latewood/result.h"
#include "store/sql/schema.h"
#include "store/sql/session.h"

namespace latewood::store {

// Tables and indexes that the schema should have and has not; one line each.
Result<std::vector<std::string>> find_missing_objects(SqlSession& session, Dialect dialect);

// Heads without a commit and chunks without a payload; one line each.
Result<std::vector<std::string>> find_loose_rows(SqlSession& session);

Result<std::vector<TableSize>> measure_tables(SqlSession& session);

}  // namespace latewood::store
