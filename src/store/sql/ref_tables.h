// Refs and tags in SQL.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "latewood/ext/store_records.h"
#include "latewood/result.h"
#include "store/sql/session.h"

namespace latewood::store {

Result<std::optional<Head>> find_ref(SqlSession& session, ContextKey context, std::string_view branch);
Result<std::vector<Ref>> list_refs(SqlSession& session, ContextKey context);

// Compare and swap. E_CONFLICT if the ref does not have the expected head.
Result<void> move_ref(SqlSession& session, ContextKey context, const RefMove& move);

Result<std::optional<Head>> find_tag(SqlSession& session, ContextKey context, std::string_view name);
Result<std::vector<Tag>> list_tags(SqlSession& session, ContextKey context);
// E_CONFLICT if the context has other branches or tags.
Result<void> expect_names(SqlSession& session, ContextKey context, const Names& expected);
Result<void> change_tag(SqlSession& session, ContextKey context, const TagChange& change);

}  // namespace latewood::store
