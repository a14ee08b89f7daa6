// The operations of a database besides running statements.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "latewood/result.h"
#include "store/sql/session.h"

namespace latewood::store {

class SqlDriver {
 public:
  virtual ~SqlDriver() = default;

  // May be called from any thread. A session may be used by one thread at a time.
  virtual Result<std::unique_ptr<SqlSession>> open(Transaction purpose) = 0;

  // The text of `TellsChanges::change_mark`, read in a session that never writes and is used for nothing else.
  virtual Result<std::string> change_mark(SqlSession& session) = 0;

  // Like the functions of `Store` with the same names. `check` checks only the database's own structure.
  virtual Result<void> scrub() = 0;
  virtual Result<void> compact() = 0;
  virtual Result<void> backup(const std::string& path) = 0;
  virtual Result<std::vector<std::string>> check() = 0;
};

}  // namespace latewood::store
