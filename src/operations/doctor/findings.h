// The condition of a whole store. Looking at it writes nothing, not even indirectly.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "latewood/repository.h"
#include "latewood/result.h"

namespace latewood::operations {

// A store that is a file.
struct StoreFile {
  std::uint64_t bytes = 0;
  std::uint64_t free_bytes = 0;             // in unused pages
  std::uint64_t log_bytes = 0;              // size of the log beside it, with the last commits
  std::string permissions;                  // "rw-r--r--"
  std::vector<std::string> leftovers = {};  // incomplete files beside it
};

struct Findings {
  std::string store;
  std::optional<std::int64_t> schema;  // nullopt: unknown
  std::optional<StoreFile> file;
  std::uint64_t contexts = 0;
  std::vector<store::TableSize> tables;
  std::uint64_t collectable_bytes = 0;          // bytes that `gc` would remove
  std::uint64_t uploads = 0;                    // contents that were never completed
  std::vector<std::string> unfinished_imports;  // one line each
  std::vector<std::string> waiting;             // uncommitted edits, one line per branch
  std::vector<std::string> wrong;
  std::vector<std::string> advice;  // next steps, most urgent first; operations and arguments stand in backquotes
};

// The file of a store with that address, with advice about it. Nothing for a store that is no file.
void look_at_file(const std::string& url, Findings& found);

// The contents of the store. A fault is a finding, and no error.
Result<void> look_inside(Repository& repository, const Progress& progress, Findings& found);

}  // namespace latewood::operations
