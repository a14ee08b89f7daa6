// Every operation, in one list.
#pragma once

#include <string_view>
#include <vector>

#include "operations/table/row.h"

namespace latewood::operations {

// In the order of the documents. Lives as long as the process.
const std::vector<const Row*>& table();

// Null if there is none of that name.
const Row* find_row(std::string_view name);

}  // namespace latewood::operations
