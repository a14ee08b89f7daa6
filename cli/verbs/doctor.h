// What a look at a whole store finds. Nothing is written, not even by the way.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/open/where.h"
#include "latewood/repository.h"
#include "latewood/result.h"

namespace latewood::cli {

// Of a store that is a file.
struct StoreFile {
  std::uint64_t bytes = 0;
  std::uint64_t free_bytes = 0;             // pages that nothing uses
  std::uint64_t log_bytes = 0;              // of the log beside it, which holds the last commits
  std::string permissions;                  // "rw-r--r--"
  std::vector<std::string> leftovers = {};  // files beside it that were never finished
};

struct Findings {
  std::string store;
  std::optional<std::int64_t> schema;  // nothing: not known
  std::optional<StoreFile> file;
  std::uint64_t contexts = 0;
  std::vector<store::TableSize> tables;
  std::uint64_t collectable_bytes = 0;          // what `gc` would remove
  std::uint64_t uploads = 0;                    // contents whose writing was begun
  std::vector<std::string> unfinished_imports;  // one line each
  std::vector<std::string> waiting;             // edits that wait for a commit or a rebase, one line a branch
  std::vector<std::string> wrong;
  std::vector<std::string> advice;  // what to do next, most urgent first
};

// NotFound if there is no store. One that cannot be opened is a finding.
Result<Findings> examine(const Where& where, const Progress& progress);

}  // namespace latewood::cli
