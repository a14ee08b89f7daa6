// Visits the lists of a store. Each list is read in pieces, so that a long one is never in memory as a whole, and no
// transaction is open while a visitor works.
//
// A visitor takes one item, which it may change or move from. It returns `Result<void>`, or `Result<Next>` to end the
// visit early. An error of the visitor or of the store ends the visit and is returned. Items that are added meanwhile
// are visited if they come later in the order of the list.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "base/try.h"
#include "latewood/ext/store.h"
#include "latewood/result.h"

namespace latewood::store {

// How many rows of a list are read at a time.
inline constexpr std::size_t kListPiece = 1024;

enum class Next : std::uint8_t { Continue, Stop };

// Calls `visit` for the items of all pieces. `list(after)` gives the next piece, an empty one at the end; `cursor_of`
// gives the cursor behind an item.
template <class Cursor, class List, class CursorOf, class Visit>
Result<void> for_each_in_pieces(Cursor after, const List& list, const CursorOf& cursor_of, Visit& visit) {
  for (;;) {
    LW_TRY_ASSIGN(auto piece, list(after));
    if (piece.empty()) return {};
    after = cursor_of(piece.back());
    for (auto& item : piece) {
      if constexpr (std::is_same_v<decltype(visit(item)), Result<Next>>) {
        LW_TRY_ASSIGN(const Next next, visit(item));
        if (next == Next::Stop) return {};
      } else {
        LW_TRY(visit(item));
      }
    }
  }
}

// In the order in which the contexts were created. `visit` takes a `ContextRecord&`.
template <class Visit>
Result<void> for_each_context(Store& store, Visit visit) {
  return for_each_in_pieces(
      ContextKey{}, [&](ContextKey after) { return store.list_contexts(after, kListPiece); },
      [](const ContextRecord& record) { return record.key; }, visit);
}

// The commits of a context behind `after` and up to `last_cycle`, by cycle, then by sequence. `visit` takes a
// `StoredCommit&`.
template <class Visit>
Result<void> for_each_commit_between(Store& store, ContextKey context, CommitCursor after, std::uint64_t last_cycle,
                                     Visit visit) {
  return for_each_in_pieces(
      after, [&](CommitCursor at) { return store.list_commits(context, at, last_cycle, kListPiece); },
      [](const StoredCommit& commit) {
        return CommitCursor{commit.cycle, commit.sequence};
      },
      visit);
}

// All commits of a context in that order.
template <class Visit>
Result<void> for_each_commit(Store& store, ContextKey context, Visit visit) {
  return for_each_commit_between(store, context, {}, INT64_MAX, std::move(visit));
}

// The commits of all contexts with a sequence above `after` and up to `last`, by sequence. `visit` takes a
// `StoredCommit&` and returns `Result<void>`.
template <class Visit>
Result<void> for_each_commit_of_all(Store& store, std::uint64_t after, std::uint64_t last, Visit visit) {
  static_assert(std::is_same_v<decltype(visit(std::declval<StoredCommit&>())), Result<void>>);
  if (after >= last) return {};
  const auto visit_up_to_last = [&](StoredCommit& commit) -> Result<Next> {
    const std::uint64_t sequence = commit.sequence;
    if (sequence <= last) LW_TRY(visit(commit));
    return sequence < last ? Next::Continue : Next::Stop;
  };
  return for_each_in_pieces(
      after, [&](std::uint64_t at) { return store.list_all_commits(at, kListPiece); },
      [](const StoredCommit& commit) { return commit.sequence; }, visit_up_to_last);
}

// The entries of a log with a number above `after`, by number. `visit` takes a `LogEntry&`.
template <class Visit>
Result<void> for_each_log_entry(Store& store, ContextKey context, Log log, std::uint64_t after, Visit visit) {
  return for_each_in_pieces(
      after, [&](std::uint64_t at) { return store.list_log(context, log, at, kListPiece); },
      [](const LogEntry& entry) { return entry.number; }, visit);
}

// All pages, in the order in which they were written. `visit` takes a `PageInfo&`.
template <class Visit>
Result<void> for_each_page(Store& store, Visit visit) {
  return for_each_in_pieces(
      std::uint64_t{0}, [&](std::uint64_t at) { return store.list_pages(at, kListPiece); },
      [](const PageInfo& page) { return page.sequence; }, visit);
}

// All payloads, purged ones too, in the order in which they were written. `visit` takes a `PayloadInfo&`.
template <class Visit>
Result<void> for_each_payload(Store& store, Visit visit) {
  return for_each_in_pieces(
      std::uint64_t{0}, [&](std::uint64_t at) { return store.list_payloads(at, kListPiece); },
      [](const PayloadInfo& payload) { return payload.sequence; }, visit);
}

}  // namespace latewood::store
