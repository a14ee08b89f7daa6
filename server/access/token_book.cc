#include "server/access/token_book.h"

#include <algorithm>
#include <utility>

#include "latewood/errors.h"
#include "server/access/token_record.h"

namespace latewood::server {
namespace {

constexpr std::string_view kStatePrefix = "token/";

bool is_expired(const TokenRecord& record) {
  return record.rights.expires && *record.rights.expires <= now_in_nanoseconds();
}

Caller caller_of(const TokenRecord& record) {
  return {record.id, record.rights.scope, record.rights.may_proxy, record.rights.context_prefix, record.rights.actor};
}

}  // namespace

std::int64_t now_in_nanoseconds() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

Result<std::optional<store::ContextKey>> TokenBook::find_place() {
  const auto record = repository_.store().find_context(kHiddenContext);
  if (!record) return record.error();
  return *record ? std::optional((*record)->key) : std::nullopt;
}

Result<store::ContextKey> TokenBook::make_place() {
  const auto found = find_place();
  if (!found) return found.error();
  if (*found) return **found;
  auto made = repository_.store().create_context(kHiddenContext, {});
  if (made || made.error().rule != errors::kConflict) return made;
  // Another process made it meanwhile.
  const auto other = find_place();
  if (!other) return other.error();
  return *other ? Result<store::ContextKey>(**other) : made;
}

Result<NewToken> TokenBook::create(const TokenRights& rights) {
  const auto place = make_place();
  if (!place) return place.error();
  auto made = make_token();
  if (!made) return made;
  const TokenRecord record{made->id, token_digest(made->text), rights, now_in_nanoseconds()};
  const std::string name = std::string(kStatePrefix) + made->id;
  store::WriteBatch batch;
  batch.context = *place;
  batch.expected_states = {{name, std::nullopt}};
  batch.states = {{name, encode_token(record)}};
  if (auto written = repository_.store().write(batch); !written) return std::move(written).error();
  return made;
}

Result<NewToken> TokenBook::create_temporary(const TokenRights& rights) {
  auto made = make_token();
  if (!made) return made;
  const std::lock_guard lock(mutex_);
  temporary_[made->id] = {made->id, token_digest(made->text), rights, now_in_nanoseconds()};
  return made;
}

Result<std::vector<TokenRecord>> TokenBook::list() {
  std::vector<TokenRecord> records;
  const auto place = find_place();
  if (!place) return place.error();
  if (!*place) return records;
  const auto found = repository_.store().find_states(kStatePrefix);
  if (!found) return found.error();
  for (const store::ContextState& one : found->states) {
    if (one.context != **place || !one.state.value) continue;
    auto record = decode_token(one.state.name.substr(kStatePrefix.size()), *one.state.value);
    if (!record) return std::move(record).error();
    records.push_back(*std::move(record));
  }
  std::sort(records.begin(), records.end(), [](const TokenRecord& a, const TokenRecord& b) {
    return std::tie(a.created, a.id) < std::tie(b.created, b.id);
  });
  return records;
}

Result<bool> TokenBook::revoke(const std::string& id) {
  const auto place = find_place();
  if (!place) return place.error();
  if (!*place) return false;
  const std::string name = std::string(kStatePrefix) + id;
  const auto value = repository_.store().find_state(**place, name);
  if (!value) return value.error();
  if (!*value) return false;
  store::WriteBatch batch;
  batch.context = **place;
  batch.states = {{name, std::nullopt}};
  if (auto written = repository_.store().write(batch); !written) return std::move(written).error();
  const std::lock_guard lock(mutex_);
  stored_.erase(id);
  return true;
}

const TokenRecord* TokenBook::match(std::string_view token) const {
  const auto id = token_id(token);
  if (!id) return nullptr;
  for (const auto* records : {&temporary_, &stored_}) {
    const auto found = records->find(*id);
    if (found == records->end()) continue;
    const bool is_it = is_same_secret(found->second.digest, token_digest(token));
    return is_it && !is_expired(found->second) ? &found->second : nullptr;
  }
  return nullptr;
}

Result<void> TokenBook::read_again() {
  const auto read_at = Clock::now();
  auto records = list();
  if (!records) return std::move(records).error();
  const std::lock_guard lock(mutex_);
  stored_.clear();
  for (TokenRecord& record : *records) stored_.emplace(record.id, std::move(record));
  read_at_ = read_at;
  return {};
}

std::optional<Caller> TokenBook::find_fresh(std::string_view token) {
  const std::lock_guard lock(mutex_);
  const bool is_fresh = read_at_ && Clock::now() - *read_at_ < kFresh;
  const TokenRecord* record = match(token);
  const bool is_kept = record != nullptr && (is_fresh || temporary_.contains(record->id));
  return is_kept ? std::optional(caller_of(*record)) : std::nullopt;
}

Result<std::optional<Caller>> TokenBook::find(std::string_view token) {
  if (auto caller = find_fresh(token)) return caller;
  // A text of another form needs no look into the store.
  if (!token_id(token)) return std::optional<Caller>();
  if (auto read = read_again(); !read) return std::move(read).error();
  return find_fresh(token);
}

}  // namespace latewood::server
