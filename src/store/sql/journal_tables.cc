#include "store/sql/journal_tables.h"

#include "base/try.h"
#include "store/batch_rules.h"
#include "store/packing.h"
#include "store/record_seal.h"
#include "store/sql/row_order.h"

namespace latewood::store {
namespace {

constexpr std::string_view kStates = "states";
constexpr std::string_view kEdits = "edits";

// The statements of each log. They are literals, so that sessions can cache the prepared statements.
struct LogStatements {
  std::string_view list;
  std::string_view find;
  std::string_view last;
  std::string_view append;
  std::string_view replace;
  std::string_view size;
  std::string_view remove;
};

const LogStatements& statements_of(Log log) {
  static constexpr LogStatements kAttempts = {
      "SELECT number, value FROM attempts WHERE context = $1 AND number > $2 ORDER BY number LIMIT $3",
      "SELECT value FROM attempts WHERE context = $1 AND number = $2",
      "SELECT coalesce(max(number), 0) FROM attempts WHERE context = $1",
      "INSERT INTO attempts (context, number, value) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
      "UPDATE attempts SET value = $3 WHERE context = $1 AND number = $2",
      "SELECT CAST(coalesce(sum(length(value)), 0) AS BIGINT) FROM attempts "
      "WHERE context = $1 AND number >= $2 AND number <= $3",
      "DELETE FROM attempts WHERE context = $1 AND number >= $2 AND number <= $3"};
  static constexpr LogStatements kEvents = {
      "SELECT number, value FROM events WHERE context = $1 AND number > $2 ORDER BY number LIMIT $3",
      "SELECT value FROM events WHERE context = $1 AND number = $2",
      "SELECT coalesce(max(number), 0) FROM events WHERE context = $1",
      "INSERT INTO events (context, number, value) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
      "UPDATE events SET value = $3 WHERE context = $1 AND number = $2",
      "SELECT CAST(coalesce(sum(length(value)), 0) AS BIGINT) FROM events "
      "WHERE context = $1 AND number >= $2 AND number <= $3",
      "DELETE FROM events WHERE context = $1 AND number >= $2 AND number <= $3"};
  return log == Log::Attempts ? kAttempts : kEvents;
}

}  // namespace

Result<std::optional<std::string>> find_state(SqlSession& session, ContextKey context, std::string_view name) {
  LW_TRY_ASSIGN(const SqlResult result, session.run("SELECT value FROM states WHERE context = $1 AND name = $2",
                                                    {context, SqlParam::text(name)}));
  if (result.rows.empty()) return std::optional<std::string>();
  LW_TRY_ASSIGN(const std::string_view value, unsealed(kStates, {context, name}, result.rows.front().bytes(0)));
  return std::optional<std::string>(value);
}

Result<std::vector<std::string>> list_states(SqlSession& session, ContextKey context) {
  LW_TRY_ASSIGN(const SqlResult result,
                session.run("SELECT name, value FROM states WHERE context = $1 ORDER BY name", {context}));
  std::vector<std::string> names;
  for (const SqlRow& row : result.rows) {
    LW_TRY(unsealed(kStates, {context, row.bytes(0)}, row.bytes(1)));
    names.emplace_back(row.bytes(0));
  }
  return names;
}

Result<StateList> find_states(SqlSession& session, std::string_view prefix) {
  LW_TRY_ASSIGN(const SqlResult result, session.run("SELECT context, name, value FROM states "
                                                    "WHERE substr(name, 1, length($1)) = $1 ORDER BY context, name",
                                                    {SqlParam::text(prefix)}));
  StateList list{std::string(prefix), {}};
  for (const SqlRow& row : result.rows) {
    const ContextKey context{row.number(0)};
    const std::string_view name = row.bytes(1);
    LW_TRY_ASSIGN(const std::string_view value, unsealed(kStates, {context, name}, row.bytes(2)));
    list.states.push_back({context, {std::string(name), std::string(value)}});
  }
  return list;
}

Result<void> expect_list(SqlSession& session, const StateList& expected) {
  LW_TRY_ASSIGN(const StateList found, find_states(session, expected.prefix));
  return found.states == expected.states ? Result<void>() : Result<void>(states_changed(expected.prefix));
}

Result<void> expect_state(SqlSession& session, ContextKey context, const StateExpectation& expected) {
  LW_TRY_ASSIGN(const auto found, find_state(session, context, expected.name));
  return found == expected.value ? Result<void>() : Result<void>(state_conflict(expected, found));
}

Result<void> change_state(SqlSession& session, ContextKey context, const StateChange& change) {
  const SqlParam name = SqlParam::text(change.name);
  if (!change.value) {
    LW_TRY(session.run("DELETE FROM states WHERE context = $1 AND name = $2", {context, name}));
    return {};
  }
  const std::string value = sealed(kStates, {context, std::string_view(change.name)}, *change.value);
  LW_TRY(
      session.run("INSERT INTO states (context, name, value) VALUES ($1, $2, $3) "
                  "ON CONFLICT (context, name) DO UPDATE SET value = excluded.value",
                  {context, name, SqlParam::bytes(value)}));
  return {};
}

// Reads the journals of all branches, because an edit whose branch name is damaged would not be found under its own
// branch. Journals are short.
Result<std::uint64_t> last_edit(SqlSession& session, ContextKey context, std::string_view branch) {
  LW_TRY_ASSIGN(const SqlResult result,
                session.run("SELECT coalesce(max(number), 0) FROM edits WHERE context = $1 AND branch = $2",
                            {context, SqlParam::text(branch)}));
  return result.rows.empty() ? 0 : result.rows.front().number(0);
}

Result<std::vector<Edit>> list_edits(SqlSession& session, ContextKey context, std::string_view branch) {
  LW_TRY_ASSIGN(
      const SqlResult result,
      session.run("SELECT branch, number, value FROM edits WHERE context = $1 ORDER BY branch, number", {context}));
  std::vector<Edit> edits;
  for (const SqlRow& row : result.rows) {
    const std::string_view owner = row.bytes(0);
    const std::uint64_t number = row.number(1);
    LW_TRY_ASSIGN(const std::string_view value, unsealed(kEdits, {context, owner, number}, row.bytes(2)));
    if (owner != branch) continue;
    // Numbers have no gaps, so a missing edit is detected.
    if (number != edits.size() + 1) return corrupt(kEdits, {context, branch, edits.size() + 1}, "the edit is missing");
    LW_TRY_ASSIGN(std::string bytes, decoded(unpack(value), kEdits, {context, branch, number}));
    edits.push_back({number, std::move(bytes)});
  }
  return edits;
}

Result<std::vector<std::string>> list_journals(SqlSession& session, ContextKey context) {
  LW_TRY_ASSIGN(const SqlResult result,
                session.run("SELECT DISTINCT branch FROM edits WHERE context = $1 ORDER BY branch", {context}));
  std::vector<std::string> names;
  for (const SqlRow& row : result.rows) names.emplace_back(row.bytes(0));
  return names;
}

Result<void> take_edits(SqlSession& session, ContextKey context, const EditsTaken& taken) {
  LW_TRY_ASSIGN(const std::uint64_t last, last_edit(session, context, taken.branch));
  if (last != taken.last) return edits_conflict(taken.branch, taken.last, last);
  if (last == 0) return {};
  LW_TRY(session.run("DELETE FROM edits WHERE context = $1 AND branch = $2", {context, SqlParam::text(taken.branch)}));
  return {};
}

Result<void> append_edits(SqlSession& session, ContextKey context, const EditAppend& append) {
  LW_TRY_ASSIGN(const std::uint64_t last, last_edit(session, context, append.branch));
  if (last != append.after) return edits_conflict(append.branch, append.after, last);
  std::uint64_t number = append.after;
  for (const std::string& edit : append.values) {
    ++number;
    const std::string value = sealed(kEdits, {context, std::string_view(append.branch), number}, pack(edit));
    LW_TRY_ASSIGN(const SqlResult added,
                  session.run("INSERT INTO edits (context, branch, number, value) VALUES ($1, $2, $3, $4) "
                              "ON CONFLICT DO NOTHING",
                              {context, SqlParam::text(append.branch), number, SqlParam::bytes(value)}));
    if (added.changed == 0) return edits_conflict(append.branch, append.after, number);
  }
  return {};
}

Result<std::vector<LogEntry>> list_log(SqlSession& session, ContextKey context, Log log, std::uint64_t after,
                                       std::size_t limit) {
  const std::string_view table = name_of(log);
  LW_TRY_ASSIGN(const SqlResult result, session.run(statements_of(log).list, {context, after, std::uint64_t{limit}}));
  LW_TRY(expect_ascending(table, result, 0, after));
  std::vector<LogEntry> entries;
  for (const SqlRow& row : result.rows) {
    const std::uint64_t number = row.number(0);
    LW_TRY_ASSIGN(const std::string_view value, unsealed(table, {context, number}, row.bytes(1)));
    LW_TRY_ASSIGN(std::string bytes, decoded(unpack(value), table, {context, number}));
    entries.push_back({number, std::move(bytes)});
  }
  return entries;
}

Result<std::uint64_t> last_in_log(SqlSession& session, ContextKey context, Log log) {
  LW_TRY_ASSIGN(const SqlResult result, session.run(statements_of(log).last, {context}));
  return result.rows.empty() ? 0 : result.rows.front().number(0);
}

namespace {

Result<void> expect_entry(SqlSession& session, ContextKey context, Log log, std::uint64_t number,
                          const std::string& expected) {
  LW_TRY_ASSIGN(const SqlResult result, session.run(statements_of(log).find, {context, number}));
  if (result.rows.empty()) return log_changed(log, number);
  const std::string_view table = name_of(log);
  LW_TRY_ASSIGN(const std::string_view value, unsealed(table, {context, number}, result.rows.front().bytes(0)));
  LW_TRY_ASSIGN(const std::string bytes, decoded(unpack(value), table, {context, number}));
  return bytes == expected ? Result<void>() : Result<void>(log_changed(log, number));
}

}  // namespace

Result<void> expect_log(SqlSession& session, ContextKey context, const LogExpectation& expected) {
  LW_TRY_ASSIGN(const std::uint64_t last, last_in_log(session, context, expected.log));
  if (last != expected.last) return log_changed(expected.log, last);
  for (const LogEntry& entry : expected.entries) {
    LW_TRY(expect_entry(session, context, expected.log, entry.number, entry.value));
  }
  return {};
}

Result<void> write_log(SqlSession& session, ContextKey context, const LogWrite& write) {
  const std::uint64_t number = write.entry.number;
  if (write.old) LW_TRY(expect_entry(session, context, write.log, number, *write.old));
  const std::string value = sealed(name_of(write.log), {context, number}, pack(write.entry.value));
  const LogStatements& statements = statements_of(write.log);
  LW_TRY_ASSIGN(const SqlResult result, session.run(write.old ? statements.replace : statements.append,
                                                    {context, number, SqlParam::bytes(value)}));
  if (result.changed == 0) return log_conflict(write.log, number);
  return {};
}

Result<Removed> remove_log(SqlSession& session, const LogRange& range) {
  const LogStatements& statements = statements_of(range.log);
  LW_TRY_ASSIGN(const SqlResult size, session.run(statements.size, {range.context, range.first, range.last}));
  LW_TRY_ASSIGN(const SqlResult gone, session.run(statements.remove, {range.context, range.first, range.last}));
  return Removed{gone.changed, size.rows.empty() ? 0 : size.rows.front().number(0)};
}

}  // namespace latewood::store
