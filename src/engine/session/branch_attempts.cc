// The attempts of a stored branch: reads and writes the store's log of attempts.
#include <algorithm>
#include <utility>

#include "base/try.h"
#include "engine/session/stored_branch.h"
#include "store/listing.h"

namespace latewood::engine {

Result<Attempts> StoredBranch::load_attempts() {
  Attempts attempts;
  LW_TRY(refresh(attempts, 1));
  return attempts;
}

Result<bool> StoredBranch::refresh(Attempts& attempts, std::uint64_t first) {
  bool has_changes = false;
  const auto read = [&](const store::LogEntry& entry) -> Result<void> {
    if (entry.number > last_attempt_.value_or(0)) has_changes = true;
    last_attempt_ = std::max(last_attempt_.value_or(0), entry.number);
    LW_TRY_ASSIGN(LoggedAttempt logged, decode_attempt(entry.value));
    if (note_attempt(logged, entry.value)) has_changes = true;
    if (logged.branch == place_.branch) attempts.put(logged.attempt, std::move(logged.reply));
    return {};
  };
  LW_TRY(store::for_each_log_entry(*place_.store, place_.context, store::Log::Attempts, first - 1, read));
  if (!last_attempt_) last_attempt_ = 0;
  return has_changes;
}

// Updates `open_attempts_`. Returns whether the entry is new or differs from the known text.
bool StoredBranch::note_attempt(const LoggedAttempt& logged, const std::string& text) {
  const Attempt& attempt = logged.attempt;
  const bool is_open = logged.branch == place_.branch && !attempt.commit;
  const std::pair key(attempt.cycle_id, attempt.attempt_id);
  if (!is_open) return open_attempts_.erase(key) > 0;
  std::string& known = open_attempts_[key];
  if (known == text) return false;
  known = text;
  return true;
}

std::optional<std::string> StoredBranch::logged_text(const Attempt& attempt) const {
  const auto known = open_attempts_.find({attempt.cycle_id, attempt.attempt_id});
  return known == open_attempts_.end() ? std::nullopt : std::optional(known->second);
}

std::optional<std::uint64_t> StoredBranch::first_attempt_of(std::uint64_t cycle) const {
  const auto first = open_attempts_.lower_bound({cycle, 0});
  const bool is_there = first != open_attempts_.end() && first->first.first == cycle;
  return is_there ? std::optional(first->first.second) : std::nullopt;
}

store::LogExpectation StoredBranch::expected_attempts(std::uint64_t cycle) const {
  store::LogExpectation seen{store::Log::Attempts, last_attempt_.value_or(0), {}};
  auto at = open_attempts_.lower_bound({cycle, 0});
  for (; at != open_attempts_.end() && at->first.first == cycle; ++at) {
    seen.entries.push_back({at->first.second, at->second});
  }
  return seen;
}

Result<std::uint64_t> StoredBranch::next_attempt() {
  LW_TRY_ASSIGN(const std::uint64_t last, place_.store->last_in_log(place_.context, store::Log::Attempts));
  return last + 1;
}

Result<void> StoredBranch::write_attempt(const Attempt& attempt, const std::vector<Component>& reply) {
  store::WriteBatch batch = this->batch();
  if (!reply.empty()) batch.refs.push_back(unchanged_head());
  const LoggedAttempt logged{place_.branch, attempt, reply};
  const std::string text = encode_attempt(logged);
  batch.logs.push_back({store::Log::Attempts, {attempt.attempt_id, text}, logged_text(attempt)});
  LW_TRY(write(batch));
  note_attempt(logged, text);
  return {};
}

Result<void> StoredBranch::write_past_attempts(std::vector<LoggedAttempt>& attempts) {
  LW_TRY_ASSIGN(std::uint64_t number, next_attempt());
  store::WriteBatch batch = this->batch();
  for (LoggedAttempt& logged : attempts) {
    logged.attempt.attempt_id = number++;
    batch.logs.push_back({store::Log::Attempts, {logged.attempt.attempt_id, encode_attempt(logged)}, std::nullopt});
  }
  LW_TRY(write(batch));
  if (last_attempt_) last_attempt_ = std::max(*last_attempt_, number - 1);
  return {};
}

}  // namespace latewood::engine
