// Opening an SQLite file: whether it is ours, whether this build can read it, and how it is set up.
#pragma once

#include <memory>
#include <string>

#include "latewood/ext/store.h"
#include "latewood/result.h"
#include "store/sqlite/sqlite_session.h"

namespace latewood::store {

// The name under which SQLite opens the file with SQLITE_OPEN_URI. It takes a plain path that begins with "file:" for
// such a name, and other signs within one for its own.
std::string uri_of(const std::string& path);

// A connection that is ready for use. Does not look at what the file holds.
Result<std::unique_ptr<SqliteSession>> connect_sqlite(const std::string& path, const StoreOptions& options);

// Makes sure that the file exists, is a Latewood store, and has the tables of this build's version;
// creates or migrates it as the options allow. Returns the connection it used.
Result<std::unique_ptr<SqliteSession>> open_sqlite_file(const std::string& path, const StoreOptions& options);

// Removes the log and the shared memory beside the file, which connections that only read make and may not remove. Not
// if commits wait in the log, or if another connection has the file open.
void remove_empty_log(const std::string& path);

}  // namespace latewood::store
