// Checks that the log beside an SQLite file is readable to its end.
//
// SQLite reads a log up to the first frame with a wrong checksum and ignores the rest. Whole transactions after such a
// frame were committed and are lost: because of damage, or of a power cut during a transaction that did not wait for
// the disk.
#pragma once

#include <string>
#include <vector>

namespace latewood::store {

// Returns one text line for each fault of the log of the file at `path`; empty if the log is sound or does not exist.
std::vector<std::string> find_lost_frames(const std::string& path);

}  // namespace latewood::store
