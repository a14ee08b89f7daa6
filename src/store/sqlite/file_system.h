// The file system that SQLite uses for our stores: logs that gather what is written, and databases whose pages are
// sealed. Other files are those of SQLite's own system.
#pragma once

namespace latewood::store {

// Its name; null if SQLite did not take it.
const char* file_system_name();

}  // namespace latewood::store
