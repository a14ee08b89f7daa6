// Names above those of the contexts: the key of the store itself, and stores that can rename a context.
#pragma once

#include <string_view>

#include "latewood/ext/store_records.h"
#include "latewood/result.h"

namespace latewood::store {

// The key for states that belong to the store and to no context. No context has it. A batch for it has states and
// expected states only; InvalidArgument if it has anything else.
inline constexpr ContextKey kWholeStore{};

// An optional interface of a Store. All stores of this library implement it; with another store
// `Repository::rename_context` may be Unsupported. Threads and failures as for Store.
class RenamesContexts {
 public:
  virtual ~RenamesContexts() = default;
  // E_CONFLICT if another context has the name, E_CONTEXT_NOT_FOUND if there is no such context.
  virtual Result<void> rename_context(ContextKey context, std::string_view name) = 0;
};

}  // namespace latewood::store
