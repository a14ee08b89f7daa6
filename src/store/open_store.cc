#include <string>

#include "base/try.h"
#include "latewood/ext/store.h"
#include "store/memory/memory_store.h"
#include "store/postgres/postgres_store.h"
#include "store/sqlite/sqlite_store.h"

namespace latewood::store {

Result<std::unique_ptr<Store>> open_store(std::string_view url, const StoreOptions& options) {
  constexpr std::string_view kSqlite = "sqlite:";
  if (url == "memory:") return make_memory_store();
  if (url.starts_with("postgres://") || url.starts_with("postgresql://")) {
    return open_postgres_store(std::string(url), options);
  }
  const std::string_view path = url.starts_with(kSqlite) ? url.substr(kSqlite.size()) : url;
  // SQLite's own name for a database that lives in one connection only.
  if (path == ":memory:") return make_memory_store();
  if (path.empty() || path.find('\0') != std::string_view::npos) {
    return Error{Code::InvalidArgument, "'" + std::string(url) + "' names no store", {}, {}};
  }
  // A plain path with a scheme is more likely a misspelt address than the name of a file.
  if (path.find("://") != std::string_view::npos) {
    return Error{
        Code::Unsupported, "'" + std::string(url) + "': known are memory:, sqlite:PATH and postgres://", {}, {}};
  }
  return open_sqlite_store(std::string(path), options);
}

}  // namespace latewood::store
