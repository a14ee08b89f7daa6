// The tokens of a store, which every server on the store shares.
//
//   TokenBook book(repository);
//   const NewToken token = book.create({.scope = Scope::Read}).value();
//   const std::optional<Caller> caller = book.find(token.text).value();
//
// Tokens are states of a context that lists leave out (`kHiddenContext`), so any store can hold them and a backup
// has them. A store has digests of tokens only.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/digest.h"
#include "latewood/operation.h"
#include "latewood/repository.h"
#include "latewood/result.h"
#include "server/access/caller.h"
#include "server/access/token.h"

namespace latewood::server {

struct TokenRights {
  std::optional<Scope> scope = {};           // nullopt: no operations
  bool may_proxy = false;                    // default: false
  std::string context_prefix = {};           // default: every context
  std::string actor = {};                    // default: none
  std::optional<std::int64_t> expires = {};  // nanoseconds since 1970; default: never
};

struct TokenRecord {
  std::string id;
  Sha256Digest digest;
  TokenRights rights;
  std::int64_t created = 0;  // nanoseconds since 1970
};

// Nanoseconds since 1970.
std::int64_t now_in_nanoseconds();

// Any thread may call every member.
class TokenBook {
 public:
  explicit TokenBook(Repository repository) : repository_(std::move(repository)) {}

  // Stores a new token; its text is in the result alone.
  Result<NewToken> create(const TokenRights& rights);
  // Tokens of the store, oldest first; expired ones too.
  Result<std::vector<TokenRecord>> list();
  // False if there is none of that id.
  Result<bool> revoke(const std::string& id);
  // A token that is not stored and ends with this object.
  Result<NewToken> create_temporary(const TokenRights& rights);

  // The caller that a token stands for; nullopt if it is unknown or expired. A token that another process revoked is
  // known for `kFresh` at most. Reads the store if what was read last is older, or the token is not in it.
  Result<std::optional<Caller>> find(std::string_view token);
  // The same without reading the store; nullopt: only `find` can answer.
  std::optional<Caller> find_fresh(std::string_view token);

  static constexpr std::chrono::milliseconds kFresh{1000};

 private:
  using Clock = std::chrono::steady_clock;

  Result<std::optional<store::ContextKey>> find_place();
  Result<store::ContextKey> make_place();
  Result<void> read_again();
  const TokenRecord* match(std::string_view token) const;

  Repository repository_;
  std::mutex mutex_;
  std::map<std::string, TokenRecord> stored_;     // by id; guarded by `mutex_`
  std::map<std::string, TokenRecord> temporary_;  // the same
  std::optional<Clock::time_point> read_at_;      // the same
};

}  // namespace latewood::server
