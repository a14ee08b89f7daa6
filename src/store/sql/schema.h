// The tables, as steps from one schema version to the next. A new store runs all steps, an older
// one those it lacks.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace latewood::store {

// The versions this build writes. Raise one only with a new step, a new row in docs/format/store.md,
// section 8, and for SQLite a store of the old version under tests/data.
inline constexpr std::int64_t kSqliteVersion = 3;
inline constexpr std::int64_t kPostgresVersion = 4;

// "LWOD" as a big-endian integer: SQLite's application_id of our files.
inline constexpr std::int64_t kApplicationId = 0x4c574f44;

enum class Dialect : std::uint8_t { Sqlite, Postgres };

constexpr std::int64_t newest_version(Dialect dialect) {
  return dialect == Dialect::Sqlite ? kSqliteVersion : kPostgresVersion;
}

// The statements that lead from version `from` to `from` + 1.
const std::vector<std::string_view>& schema_step(Dialect dialect, std::int64_t from);

// Returns true if a store of version `from` has the tables of the newest version and can be read without migration.
constexpr bool has_newest_tables(std::int64_t from) { return from >= 1; }

// Every table of the newest version.
const std::vector<std::string_view>& table_names();

}  // namespace latewood::store
