// Opens an SQLite file: checks that it is a store that this build can read, and configures the connection.
#pragma once

#include <memory>
#include <string>

#include "latewood/ext/store.h"
#include "latewood/result.h"
#include "store/sqlite/sqlite_session.h"

namespace latewood::store {

// The URI of a path for SQLITE_OPEN_URI, with all special characters escaped: SQLite would read a plain path that
// begins with "file:" as a URI.
std::string uri_of(const std::string& path);

// Opens a configured connection. Does not check the contents of the file.
Result<std::unique_ptr<SqliteSession>> connect_sqlite(const std::string& path, const StoreOptions& options);

// Makes sure that the file exists, is a Latewood store, and has the tables of this build's version;
// creates or migrates it as the options allow. Returns the connection it used.
Result<std::unique_ptr<SqliteSession>> open_sqlite_file(const std::string& path, const StoreOptions& options);

// Removes the log and the shared memory beside the file, which connections that only read make and may not remove. Not
// if commits wait in the log, or if another connection has the file open.
void remove_empty_log(const std::string& path);

}  // namespace latewood::store
