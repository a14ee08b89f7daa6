// A store in a PostgreSQL database.
#pragma once

#include <memory>
#include <string>

#include "latewood/ext/store.h"
#include "latewood/result.h"
#include "store/postgres/libpq.h"
#include "store/sql/driver.h"

namespace latewood::store {

// `url` is in libpq's syntax. The tables are in the first schema of the search path. Unavailable (E_LIBRARY_ABSENT) if
// libpq cannot be loaded; tests load it from another file.
Result<std::unique_ptr<SqlDriver>> open_postgres_driver(const std::string& url, const StoreOptions& options,
                                                        const char* libpq_file = kLibpqFile);
Result<std::unique_ptr<Store>> open_postgres_store(const std::string& url, const StoreOptions& options,
                                                   const char* libpq_file = kLibpqFile);

}  // namespace latewood::store
