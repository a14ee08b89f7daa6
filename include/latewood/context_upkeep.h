// Contexts of a store that go, or get another name.
#pragma once

#include <cstdint>
#include <string_view>

#include "latewood/repository.h"
#include "latewood/result.h"

namespace latewood {

// What goes with a context.
struct ContextContents {
  std::uint64_t commits = 0;  // collected ones included
  std::uint64_t branches = 0;
  std::uint64_t tags = 0;
  std::uint64_t edits = 0;  // that wait for a commit, of all branches
  std::uint64_t events = 0;
  std::uint64_t attempts = 0;
  bool is_empty() const { return commits + edits + events + attempts == 0; }
};
Result<ContextContents> contents_of_context(Repository& repository, std::string_view name);

// Removes a context with its branches, tags, commits, edits, events and attempts for good. Its contents stay in the
// store until they are collected, and those that other contexts use stay with them. Who has it open gets
// E_CONTEXT_NOT_FOUND. E_CONFLICT if others write to it meanwhile: it is still there then. A run that was cut short can
// be repeated.
Result<void> delete_context(Repository& repository, std::string_view name);

// Another name; who has it open goes on. E_CONFLICT if the name is taken, E_CONTEXT_NOT_FOUND if there is none.
Result<void> rename_context(Repository& repository, std::string_view name, std::string_view other);

}  // namespace latewood
