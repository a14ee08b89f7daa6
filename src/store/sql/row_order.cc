#include "store/sql/row_order.h"

#include <tuple>
#include <utility>

#include "store/record_seal.h"

namespace latewood::store {
namespace {

// Signed, as the database compares numbers.
std::int64_t number_in(const SqlRow& row, std::size_t column) { return static_cast<std::int64_t>(row.number(column)); }

template <class Place, class Rank>
std::size_t count_behind(const SqlResult& result, Place last, Rank rank) {
  std::size_t count = 0;
  for (const SqlRow& row : result.rows) {
    Place next = rank(row);
    if (!(last < next)) break;
    last = std::move(next);
    ++count;
  }
  return count;
}

Result<void> all_or_damage(std::string_view table, const SqlResult& result, std::size_t ascending) {
  if (ascending == result.rows.size()) return {};
  return corrupt(table, {result.rows[ascending].number(0)}, "the records are not in the order of their numbers");
}

}  // namespace

std::size_t count_ascending(const SqlResult& result, std::size_t column, std::uint64_t after) {
  return count_behind(result, static_cast<std::int64_t>(after),
                      [column](const SqlRow& row) { return number_in(row, column); });
}

Result<void> expect_ascending(std::string_view table, const SqlResult& result, std::size_t column,
                              std::uint64_t after) {
  return all_or_damage(table, result, count_ascending(result, column, after));
}

std::size_t count_ascending(const SqlResult& commits, const CommitCursor& after) {
  const std::pair start(static_cast<std::int64_t>(after.cycle), static_cast<std::int64_t>(after.sequence));
  return count_behind(commits, start,
                      [](const SqlRow& row) { return std::pair(number_in(row, 2), number_in(row, 0)); });
}

Result<void> expect_ascending(const SqlResult& commits, const CommitCursor& after) {
  return all_or_damage("commits", commits, count_ascending(commits, after));
}

}  // namespace latewood::store
