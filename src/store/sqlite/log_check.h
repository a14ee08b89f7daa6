// Whether the log beside an SQLite file ends where it was written to.
//
// SQLite reads a log up to the first frame whose checksum is wrong and takes what is behind for nothing. Whole
// transactions behind such a frame were committed and cannot be read any more: damage, or a power cut that took a
// transaction which did not wait for the disk.
#pragma once

#include <string>
#include <vector>

namespace latewood::store {

// One line for what is wrong with the log of the file at `path`; nothing if it is sound or not there.
std::vector<std::string> find_lost_frames(const std::string& path);

}  // namespace latewood::store
