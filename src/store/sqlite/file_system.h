// The file system that SQLite uses for our stores: logs that gather writes (log_file.h), and databases with sealed
// pages (page_file.h). All other files go to SQLite's own system.
#pragma once

namespace latewood::store {

// The name of the file system; null if SQLite refused to register it.
const char* file_system_name();

}  // namespace latewood::store
