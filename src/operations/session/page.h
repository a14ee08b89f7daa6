// Lists in pages. A cursor names the moment that a list belongs to and the place where the next page starts, so that
// pages fit together while another process commits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "latewood/json_value.h"
#include "latewood/result.h"
#include "latewood/snapshot.h"
#include "operations/session/session_state.h"
#include "operations/table/arguments.h"
#include "operations/table/schema.h"

namespace latewood::operations {

struct Cursor {
  std::string moment;    // a commit id, or `kWorkingMoment`
  std::string position;  // the operation decides its meaning
};

inline constexpr std::string_view kWorkingMoment = "working";

// "MOMENT/POSITION".
std::string text_of(const Cursor& cursor);
// The argument "start"; nullopt if there is none. E_ARGUMENT_INVALID for a text that is not a cursor.
Result<std::optional<Cursor>> cursor_of(const Arguments& arguments);
// E_ARGUMENT_INVALID: the cursor does not belong to this call.
Error foreign_cursor();

// "limit" and "start"; `fallback` is the default of the limit.
std::vector<Member> page_members(const std::string& fallback = "all");
// "next" of a result.
Member next_member();

// How many elements a page has at most.
std::uint64_t page_limit(const Arguments& arguments, std::uint64_t fallback = INT64_MAX);

// The moment of the argument "moment", or the one that the cursor goes on with.
Result<Snapshot> moment_of_page(const ReadHistory& history, const std::string& moment,
                                const std::optional<Cursor>& cursor);

// The place of the page in a list of that size, when positions are counted from 0. E_ARGUMENT_INVALID if the cursor is
// not in the list.
struct PageRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};
Result<PageRange> page_range(std::uint64_t size, const std::optional<Cursor>& cursor, std::uint64_t limit);

}  // namespace latewood::operations
