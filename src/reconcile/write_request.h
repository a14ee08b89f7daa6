// Makes the commit for a request: the edits by which the working state of a branch becomes the request, and the commit,
// as one step.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "latewood/commit.h"
#include "latewood/context.h"
#include "latewood/result.h"
#include "reconcile/held_line.h"
#include "reconcile/hunks.h"
#include "reconcile/request.h"

namespace latewood::reconcile {

struct WriteCounts {
  std::uint64_t added = 0;
  std::uint64_t taken = 0;
  std::uint64_t covered = 0;
  std::uint64_t system_added = 0;
  std::uint64_t system_removed = 0;
};

struct WriteOptions {
  std::optional<CommitNote> note = {};              // nullopt: no commit, the new blocks stay in the active head
  const std::vector<MaskedText>* masked = nullptr;  // recorded on the first new block; null: none
};

// Whether the system region of the line is that of the request.
bool has_same_system(const HeldLine& line, const Request& request);

// Appends the blocks of the request from number `from` on to the line. Blocks of the active head that are among them
// stay; its other blocks are removed.
Result<WriteCounts> write_appended(Context& context, const HeldLine& line, const Request& request, std::size_t from,
                                   const WriteOptions& options);

// Changes the line so that it renders to the request: blocks of the line that the request does not have are covered.
Result<WriteCounts> write_compacted(Context& context, const HeldLine& line, const std::vector<std::string>& ids,
                                    const Request& request, const std::vector<Hunk>& hunks, const UnitReader& reader,
                                    const WriteOptions& options);

// The first words of the blocks from number `from` on, for the message of a commit.
std::string first_words_of(const Request& request, std::size_t from);

}  // namespace latewood::reconcile
