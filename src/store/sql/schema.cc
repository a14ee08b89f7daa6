#include "store/sql/schema.h"

#include <cassert>

namespace latewood::store {
namespace {

// Large records have sequential row ids, so that they are written side by side, and a small index by the first eight
// bytes of their digest. With the digest as primary key they would be scattered and take 2.5 times the space. Small
// records are in the order of their keys. A commit and its attachments are one row, because every further table would
// cost a commit one more page.
const std::vector<std::string_view> kSqliteFrom0 = {
    "CREATE TABLE contexts (seq INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, value BLOB NOT NULL)",
    "CREATE TABLE refs (context INTEGER NOT NULL, branch TEXT NOT NULL, head BLOB NOT NULL, value BLOB NOT NULL, "
    "PRIMARY KEY (context, branch)) WITHOUT ROWID",
    "CREATE TABLE tags (context INTEGER NOT NULL, name TEXT NOT NULL, value BLOB NOT NULL, "
    "PRIMARY KEY (context, name)) WITHOUT ROWID",
    "CREATE TABLE states (seq INTEGER PRIMARY KEY, context INTEGER NOT NULL, name TEXT NOT NULL, "
    "value BLOB NOT NULL, UNIQUE (context, name))",
    "CREATE TABLE edits (context INTEGER NOT NULL, branch TEXT NOT NULL, number INTEGER NOT NULL, "
    "value BLOB NOT NULL, PRIMARY KEY (context, branch, number)) WITHOUT ROWID",
    "CREATE TABLE commits (seq INTEGER PRIMARY KEY, context INTEGER NOT NULL, cycle INTEGER NOT NULL, "
    "id BLOB NOT NULL, value BLOB NOT NULL, patch BLOB NOT NULL, receipt BLOB NOT NULL, admission BLOB NOT NULL)",
    "CREATE INDEX commits_by_id ON commits (substr(id, 1, 8))",
    "CREATE INDEX commits_by_cycle ON commits (context, cycle)",
    "CREATE TABLE pages (seq INTEGER PRIMARY KEY, digest BLOB NOT NULL, value BLOB NOT NULL)",
    "CREATE INDEX pages_by_digest ON pages (substr(digest, 1, 8))",
    "CREATE TABLE payloads (seq INTEGER PRIMARY KEY, digest BLOB, value BLOB NOT NULL)",
    "CREATE INDEX payloads_by_digest ON payloads (substr(digest, 1, 8))",
    "CREATE TABLE chunks (seq INTEGER PRIMARY KEY, value BLOB NOT NULL)",
    "CREATE TABLE attempts (seq INTEGER PRIMARY KEY, context INTEGER NOT NULL, number INTEGER NOT NULL, "
    "value BLOB NOT NULL, UNIQUE (context, number))",
    "CREATE TABLE events (seq INTEGER PRIMARY KEY, context INTEGER NOT NULL, number INTEGER NOT NULL, "
    "value BLOB NOT NULL, UNIQUE (context, number))",
};

// Unlike in SQLite, two transactions may write the same content at once, so digests and commits have unique indexes.
// The server does not compress values: they are already compressed if it pays.
const std::vector<std::string_view> kPostgresFrom0 = {
    "CREATE TABLE contexts (seq BIGSERIAL PRIMARY KEY, name TEXT COLLATE \"C\" NOT NULL UNIQUE, value BYTEA NOT NULL)",
    "CREATE TABLE refs (context BIGINT NOT NULL, branch TEXT COLLATE \"C\" NOT NULL, head BYTEA NOT NULL, "
    "value BYTEA NOT NULL, PRIMARY KEY (context, branch)) WITH (fillfactor = 50)",
    "CREATE TABLE tags (context BIGINT NOT NULL, name TEXT COLLATE \"C\" NOT NULL, value BYTEA NOT NULL, "
    "PRIMARY KEY (context, name))",
    "CREATE TABLE states (seq BIGSERIAL PRIMARY KEY, context BIGINT NOT NULL, name TEXT COLLATE \"C\" NOT NULL, "
    "value BYTEA NOT NULL, UNIQUE (context, name))",
    "CREATE TABLE edits (context BIGINT NOT NULL, branch TEXT COLLATE \"C\" NOT NULL, number BIGINT NOT NULL, "
    "value BYTEA NOT NULL, PRIMARY KEY (context, branch, number))",
    "CREATE TABLE commits (seq BIGSERIAL PRIMARY KEY, context BIGINT NOT NULL, cycle BIGINT NOT NULL, "
    "id BYTEA NOT NULL, value BYTEA NOT NULL, patch BYTEA NOT NULL, receipt BYTEA NOT NULL, admission BYTEA NOT NULL, "
    "UNIQUE (context, id))",
    "CREATE INDEX commits_by_id ON commits (substr(id, 1, 8))",
    "CREATE INDEX commits_by_cycle ON commits (context, cycle)",
    "CREATE TABLE pages (seq BIGSERIAL PRIMARY KEY, digest BYTEA NOT NULL UNIQUE, value BYTEA NOT NULL)",
    "CREATE INDEX pages_by_digest ON pages (substr(digest, 1, 8))",
    "CREATE TABLE payloads (seq BIGSERIAL PRIMARY KEY, digest BYTEA UNIQUE, value BYTEA NOT NULL)",
    "CREATE INDEX payloads_by_digest ON payloads (substr(digest, 1, 8))",
    "CREATE TABLE chunks (seq BIGINT PRIMARY KEY, value BYTEA NOT NULL)",
    "CREATE TABLE attempts (seq BIGSERIAL PRIMARY KEY, context BIGINT NOT NULL, number BIGINT NOT NULL, "
    "value BYTEA NOT NULL, UNIQUE (context, number))",
    "CREATE TABLE events (seq BIGSERIAL PRIMARY KEY, context BIGINT NOT NULL, number BIGINT NOT NULL, "
    "value BYTEA NOT NULL, UNIQUE (context, number))",
};

// From this version on records may be deltas, which builds of version 1 cannot read. Tables and rows stay as they are.
const std::vector<std::string_view> kFrom1 = {};

// From this version on pages of an SQLite file have seals (sqlite/page_seal.h), which programs of version 2 would not
// write. Tables stay as they are.
const std::vector<std::string_view> kFrom2 = {};

// Rows are changed and removed by sessions of Latewood alone (postgres_session.cc): a list that lost a row to another
// program would be shorter without an error. A whole statement is checked at a time, not each of its rows. Rows that
// another program adds have no valid checksum.
const std::vector<std::string_view> kPostgresFrom3 = {
    "CREATE FUNCTION latewood_guard() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
    "IF current_setting('latewood.writer', true) IS DISTINCT FROM 'on' THEN "
    "RAISE EXCEPTION 'table % belongs to a Latewood store: only Latewood changes and removes its rows', TG_TABLE_NAME "
    "USING ERRCODE = 'insufficient_privilege', HINT = 'SET latewood.writer = on; allows it to this session.'; "
    "END IF; RETURN NULL; END $$",
    "CREATE TRIGGER guard_contexts BEFORE UPDATE OR DELETE OR TRUNCATE ON contexts EXECUTE FUNCTION latewood_guard()",
    "CREATE TRIGGER guard_refs BEFORE UPDATE OR DELETE OR TRUNCATE ON refs EXECUTE FUNCTION latewood_guard()",
    "CREATE TRIGGER guard_tags BEFORE UPDATE OR DELETE OR TRUNCATE ON tags EXECUTE FUNCTION latewood_guard()",
    "CREATE TRIGGER guard_states BEFORE UPDATE OR DELETE OR TRUNCATE ON states EXECUTE FUNCTION latewood_guard()",
    "CREATE TRIGGER guard_edits BEFORE UPDATE OR DELETE OR TRUNCATE ON edits EXECUTE FUNCTION latewood_guard()",
    "CREATE TRIGGER guard_commits BEFORE UPDATE OR DELETE OR TRUNCATE ON commits EXECUTE FUNCTION latewood_guard()",
    "CREATE TRIGGER guard_pages BEFORE UPDATE OR DELETE OR TRUNCATE ON pages EXECUTE FUNCTION latewood_guard()",
    "CREATE TRIGGER guard_payloads BEFORE UPDATE OR DELETE OR TRUNCATE ON payloads EXECUTE FUNCTION latewood_guard()",
    "CREATE TRIGGER guard_chunks BEFORE UPDATE OR DELETE OR TRUNCATE ON chunks EXECUTE FUNCTION latewood_guard()",
    "CREATE TRIGGER guard_attempts BEFORE UPDATE OR DELETE OR TRUNCATE ON attempts EXECUTE FUNCTION latewood_guard()",
    "CREATE TRIGGER guard_events BEFORE UPDATE OR DELETE OR TRUNCATE ON events EXECUTE FUNCTION latewood_guard()",
};

}  // namespace

const std::vector<std::string_view>& schema_step(Dialect dialect, std::int64_t from) {
  assert(from >= 0 && from < newest_version(dialect));
  if (from == 1) return kFrom1;
  if (from == 2) return kFrom2;
  if (from == 3) return kPostgresFrom3;
  return dialect == Dialect::Sqlite ? kSqliteFrom0 : kPostgresFrom0;
}

const std::vector<std::string_view>& table_names() {
  static const std::vector<std::string_view> kNames = {"contexts", "refs",     "tags",   "states",   "edits", "commits",
                                                       "pages",    "payloads", "chunks", "attempts", "events"};
  return kNames;
}

}  // namespace latewood::store
