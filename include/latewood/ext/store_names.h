// Stores that can give a context another name. All of ours can; one that cannot makes `rename_context` Unsupported.
#pragma once

#include <string_view>

#include "latewood/ext/store_records.h"
#include "latewood/result.h"

namespace latewood::store {

class RenamesContexts {
 public:
  virtual ~RenamesContexts() = default;
  // Conflict (E_CONFLICT) if another context has the name, NotFound (E_CONTEXT_NOT_FOUND) if there is no such context.
  virtual Result<void> rename_context(ContextKey context, std::string_view name) = 0;
};

}  // namespace latewood::store
