// Stores that can rename a context. All stores of this library can; for one that does not implement this,
// `Repository::rename_context` is Unsupported.
#pragma once

#include <string_view>

#include "latewood/ext/store_records.h"
#include "latewood/result.h"

namespace latewood::store {

// An interface that a Store may implement besides. Threads and failures as for Store.
class RenamesContexts {
 public:
  virtual ~RenamesContexts() = default;
  // E_CONFLICT if another context has the name, E_CONTEXT_NOT_FOUND if there is no such context.
  virtual Result<void> rename_context(ContextKey context, std::string_view name) = 0;
};

}  // namespace latewood::store
