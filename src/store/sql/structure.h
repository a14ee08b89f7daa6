// Checks across whole tables: missing tables, rows without an owner, and counts.
#pragma once

#include <string>
#include <vector>

#include "latewood/ext/store_records.h"
#include "latewood/result.h"
#include "store/sql/schema.h"
#include "store/sql/session.h"

namespace latewood::store {

// Finds tables and indexes of the schema that are missing. Returns one text line for each.
Result<std::vector<std::string>> find_missing_objects(SqlSession& session, Dialect dialect);

// Finds heads without a commit and chunks without a payload. Returns one text line for each.
Result<std::vector<std::string>> find_loose_rows(SqlSession& session);

Result<std::vector<TableSize>> measure_tables(SqlSession& session);

}  // namespace latewood::store
