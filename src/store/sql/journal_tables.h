// States, edits, attempts and events in SQL: the records of a context beside its commits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/ext/store_records.h"
#include "latewood/result.h"
#include "store/sql/session.h"

namespace latewood::store {

Result<std::optional<std::string>> find_state(SqlSession& session, ContextKey context, std::string_view name);
Result<std::vector<std::string>> list_states(SqlSession& session, ContextKey context);
Result<StateList> find_states(SqlSession& session, std::string_view prefix);
// E_CONFLICT if the list of states differs.
Result<void> expect_list(SqlSession& session, const StateList& expected);
// E_CONFLICT if the state has another value.
Result<void> expect_state(SqlSession& session, ContextKey context, const StateExpectation& expected);
Result<void> change_state(SqlSession& session, ContextKey context, const StateChange& change);

// The number of the newest edit; 0 for an empty journal.
Result<std::uint64_t> last_edit(SqlSession& session, ContextKey context, std::string_view branch);
Result<std::vector<Edit>> list_edits(SqlSession& session, ContextKey context, std::string_view branch);
Result<std::vector<std::string>> list_journals(SqlSession& session, ContextKey context);
// E_CONFLICT if the last edit of the journal is not the one the writer has seen.
Result<void> take_edits(SqlSession& session, ContextKey context, const EditsTaken& taken);
Result<void> append_edits(SqlSession& session, ContextKey context, const EditAppend& append);

Result<std::vector<LogEntry>> list_log(SqlSession& session, ContextKey context, Log log, std::uint64_t after,
                                       std::size_t limit);
Result<std::uint64_t> last_in_log(SqlSession& session, ContextKey context, Log log);
// E_CONFLICT if the log has changed.
Result<void> expect_log(SqlSession& session, ContextKey context, const LogExpectation& expected);
Result<void> write_log(SqlSession& session, ContextKey context, const LogWrite& write);
Result<Removed> remove_log(SqlSession& session, const LogRange& range);

}  // namespace latewood::store
