// An SQLite database as a file whose pages have seals (page_seal.h): each gets its seal when it is written, and one
// with a wrong seal is not read (SQLITE_IOERR_DATA).
//
// Pages that wait in the log have none. SQLite's own checksums guard the log, and the seal comes when the log is copied
// into the file. A file of an older version has no seals and is read and written as it is.
#pragma once

#include <cstdint>

#include <sqlite3.h>

namespace latewood::store {

int open_page_file(sqlite3_vfs* system, const char* name, sqlite3_file* file, int flags, int* used);

// What to tell SQLite before a file is made: leave room for seals. Of a file with pages it is what VACUUM goes by.
void reserve_seals(sqlite3* database);

// Whether the file of the database leaves that room, as this connection sees it.
bool has_seals(sqlite3* database);

// The number of the last page with a wrong seal that this connection met; 0: none.
std::uint64_t damaged_page(sqlite3* database);

// The pages that are written to a new file are sealed from the first, whichever it is.
void seal_from_the_first(sqlite3* database);

}  // namespace latewood::store
