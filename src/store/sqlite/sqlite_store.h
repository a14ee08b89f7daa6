// A store in one SQLite file.
#pragma once

#include <memory>
#include <string>

#include "latewood/ext/store.h"
#include "latewood/result.h"
#include "store/sql/driver.h"

namespace latewood::store {

// Opens the driver alone, for callers that put another layer between driver and store.
Result<std::unique_ptr<SqlDriver>> open_sqlite_driver(const std::string& path, const StoreOptions& options);

Result<std::unique_ptr<Store>> open_sqlite_store(const std::string& path, const StoreOptions& options);

}  // namespace latewood::store
