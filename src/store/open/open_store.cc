#include <algorithm>
#include <iterator>
#include <string>

#include "base/try.h"
#include "latewood/ext/store.h"
#include "store/memory/memory_store.h"
#include "store/postgres/postgres_store.h"
#include "store/sqlite/sqlite_store.h"

namespace latewood::store {

namespace {

// A plain path with a scheme is more likely a misspelt address than the name of a file.
bool looks_like_address(std::string_view url) {
  constexpr std::string_view kSchemes[] = {"file:", "memory:", "postgres:", "postgresql:"};
  const auto begins = [url](std::string_view scheme) { return url.starts_with(scheme); };
  return url.find("://") != std::string_view::npos || std::any_of(std::begin(kSchemes), std::end(kSchemes), begins);
}

}  // namespace

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
  if (path == url && looks_like_address(url)) {
    return Error{Code::Unsupported,
                 "'" + std::string(url) +
                     "': known are memory:, sqlite:PATH and postgres://; ./ before it makes it the name of a file",
                 {},
                 {}};
  }
  return open_sqlite_store(std::string(path), options);
}

}  // namespace latewood::store
