// Contexts in SQL.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "latewood/ext/store_records.h"
#include "latewood/result.h"
#include "store/sql/session.h"

namespace latewood::store {

// E_CONFLICT if the name is taken.
Result<ContextKey> insert_context(SqlSession& session, std::string_view name, std::string_view settings);
// E_CONFLICT if the name is taken, E_CONTEXT_NOT_FOUND if there is no such context.
Result<void> rename_context(SqlSession& session, ContextKey context, std::string_view name);
Result<std::optional<ContextRecord>> find_context(SqlSession& session, std::string_view name);
// Removes the context with its commits. E_CONFLICT if it has any other record, such as a branch.
Result<Removed> remove_context(SqlSession& session, ContextKey context);
Result<std::vector<ContextRecord>> list_contexts(SqlSession& session, ContextKey after, std::size_t limit);

}  // namespace latewood::store
