// Every operation of the table, one file each. A new operation is a new line here and in `table.cc`.
#pragma once

#include "operations/table/row.h"

namespace latewood::operations {

// ---- edits ----
extern const Row kApply;
extern const Row kCommit;
extern const Row kInsert;

// ---- reading a history ----
extern const Row kLog;
extern const Row kRender;
extern const Row kSelect;

// ---- the store ----
extern const Row kContexts;
extern const Row kInit;

}  // namespace latewood::operations
