// An SQLite database as a file with sealed pages (page_seal.h). A page gets its seal when it is written; reading a page
// with a wrong seal fails (SQLITE_IOERR_DATA).
//
// Pages in the log have no seals: SQLite's own checksums protect the log, and a page is sealed when the log is copied
// into the file. A file of an older version is read and written without seals.
#pragma once

#include <cstdint>

#include <sqlite3.h>

namespace latewood::store {

int open_page_file(sqlite3_vfs* system, const char* name, sqlite3_file* file, int flags, int* used);

// Makes SQLite reserve room for seals in a new file. For a file with pages this takes effect at the next VACUUM.
void reserve_seals(sqlite3* database);

// Returns true if the file has room for seals, as this connection sees it.
bool has_seals(sqlite3* database);

// The number of the last page with a wrong seal that this connection has read; 0: none.
std::uint64_t damaged_page(sqlite3* database);

// Seals all pages written to a new file from now on, even before its first page is written.
void seal_from_the_first(sqlite3* database);

}  // namespace latewood::store
