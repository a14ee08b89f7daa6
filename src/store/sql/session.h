// One connection to an SQL database, used by one thread at a time.
//
// SQLite and PostgreSQL understand the same statements as far as this store needs them, with parameters $1, $2 and so
// on. So all code above this interface exists once.
#pragma once

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "latewood/digest.h"
#include "latewood/ext/store_records.h"
#include "latewood/result.h"

namespace latewood::store {

// A parameter. Texts and digests must outlive the call that it is passed to.
class SqlParam {
 public:
  enum class Kind : std::uint8_t { Number, Text, Bytes };

  SqlParam(std::uint64_t number) : number_(static_cast<std::int64_t>(number)) {}
  SqlParam(ContextKey context) : SqlParam(static_cast<std::uint64_t>(context)) {}
  template <class Tag>
  SqlParam(const Bytes32<Tag>& id)
      : SqlParam(Kind::Bytes, {reinterpret_cast<const char*>(id.bytes.data()), id.bytes.size()}) {}

  static SqlParam text(std::string_view text) { return {Kind::Text, text}; }
  static SqlParam bytes(std::string_view bytes) { return {Kind::Bytes, bytes}; }

  Kind kind() const { return kind_; }
  std::int64_t number() const { return number_; }
  std::string_view view() const { return view_; }

 private:
  SqlParam(Kind kind, std::string_view view) : kind_(kind), view_(view) {}

  Kind kind_ = Kind::Number;
  std::int64_t number_ = 0;
  std::string_view view_;
};

using SqlParams = std::initializer_list<SqlParam>;

// A row of a result. A column of an unexpected type reads as 0 or as no bytes: the file is not trusted, and the
// checksum of the record then fails.
class SqlRow {
 public:
  void reserve(std::size_t columns) { columns_.reserve(columns); }
  void add(std::int64_t number) { columns_.emplace_back(number); }
  void add(std::string bytes) { columns_.emplace_back(std::move(bytes)); }

  std::uint64_t number(std::size_t column) const;
  std::string_view bytes(std::size_t column) const;

  template <class Id>
  Id id(std::size_t column) const {
    Id id;
    const std::string_view stored = bytes(column);
    if (stored.size() == id.bytes.size()) std::memcpy(id.bytes.data(), stored.data(), stored.size());
    return id;
  }

 private:
  std::vector<std::variant<std::int64_t, std::string>> columns_;
};

struct SqlResult {
  std::vector<SqlRow> rows;
  std::uint64_t changed = 0;  // rows that an INSERT, UPDATE or DELETE changed
};

// The state of the connection after a failed call.
enum class SessionState : std::uint8_t {
  Ready,       // the call failed, the connection and its transaction are fine
  RolledBack,  // the database rolled the transaction back
  Contended,   // rolled back because of other transactions: try again
  Lost,        // the connection is lost, and its transaction with it
};

enum class Transaction : std::uint8_t {
  Read,
  Write,
  WriteLater,  // a write whose commit does not wait for the disk, in any mode
};

class SqlSession {
 public:
  virtual ~SqlSession() = default;

  // Sessions cache prepared statements by their text, so use few different ones.
  virtual Result<SqlResult> run(std::string_view statement, SqlParams params = {}) = 0;

  virtual Result<void> begin(Transaction kind) = 0;
  virtual Result<void> commit() = 0;
  virtual void rollback() = 0;

  // Valid after a failed call. A lost session works again after `reconnect`.
  virtual SessionState state() const = 0;
  virtual Result<void> reconnect() = 0;

  // Within a transaction: waits for the running commits of other sessions, and blocks new ones until the transaction
  // ends.
  virtual Result<void> hold_commits() = 0;
  // Within a transaction that commits, before it reads anything that could be removed: waits for transactions that
  // called `hold_commits`, and blocks new calls of it.
  virtual Result<void> await_removals() = 0;

  // Returns true if a write transaction excludes all other writers. Then a record that it does not find cannot be added
  // by another session before it ends; otherwise only a unique index can decide that.
  virtual bool writes_alone() const = 0;

  // Within a transaction: blocks other sessions from writing to `context` or removing it until the transaction ends.
  // E_CONTEXT_NOT_FOUND if there is no such context.
  virtual Result<void> lock_context(ContextKey context) = 0;
};

}  // namespace latewood::store
