#include "engine/care/payload_users.h"

#include <string>
#include <vector>

#include "base/try.h"
#include "engine/care/needs.h"
#include "engine/stored/catalog.h"
#include "engine/stored/line.h"
#include "engine/stored/newest_commit.h"
#include "store/listing.h"

namespace latewood::engine {

void PayloadUsers::expect(store::Removal& removal) const {
  removal.last_commit = last_commit();
  removal.anchor = newest_;
  removal.expected_lists = {restored_};
}

// Returns true if the only changes since the last search are commits with higher sequence numbers.
Result<bool> PayloadUsers::is_only_longer() const {
  LW_TRY_ASSIGN(const store::StateList restored, store_.find_states(store::kRestored));
  if (restored.states != restored_.states) return false;
  return is_still_there(store_, newest_);
}

Result<void> PayloadUsers::look() {
  LW_TRY_ASSIGN(restored_, store_.find_states(store::kRestored));
  LW_TRY_ASSIGN(newest_, find_newest_commit(store_));
  LW_TRY_ASSIGN(const std::vector<store::ContextRecord> records, context_records(store_, {}));
  for (const store::ContextRecord& record : records) LW_TRY(note(record.key, is_in_history(record.key)));
  return {};
}

Result<void> PayloadUsers::note(store::ContextKey context, const Result<bool>& has_it) {
  const bool is_damaged = !has_it && has_it.error().code == Code::Corruption;
  if (!is_damaged) LW_TRY(has_it);
  if (is_damaged || *has_it) add(context);
  return {};
}

Result<void> PayloadUsers::look_at_new() {
  LW_TRY_ASSIGN(const bool is_longer, is_only_longer());
  if (!is_longer) return look();
  const std::uint64_t after = last_commit();
  LW_TRY_ASSIGN(newest_, find_newest_commit(store_));
  std::set<store::ContextKey> grown;
  const auto look_at = [&](const store::StoredCommit& commit) -> Result<void> {
    grown.insert(commit.context);
    return note(commit.context, is_in_patch(commit));
  };
  LW_TRY(store::for_each_commit_of_all(store_, after, last_commit(), look_at));
  // An imported history may begin with a state, whose payloads are in no patch.
  for (const store::ContextKey context : grown) {
    if (!contains(context)) LW_TRY(note(context, is_in_states(context)));
  }
  return {};
}

// Reads patches before states: a collection writes a state before it removes the patches that the state replaces.
Result<bool> PayloadUsers::is_in_history(store::ContextKey context) {
  bool is_found = false;
  const auto look_at = [&](const store::StoredCommit& commit) -> Result<store::Next> {
    LW_TRY_ASSIGN(is_found, is_in_patch(commit));
    return is_found ? store::Next::Stop : store::Next::Continue;
  };
  LW_TRY(store::for_each_commit(store_, context, look_at));
  return is_found ? Result<bool>(true) : is_in_states(context);
}

// Searches the bytes of the patch: node headers contain the digest of their content unchanged.
Result<bool> PayloadUsers::is_in_patch(const store::StoredCommit& commit) {
  const std::string_view digest(reinterpret_cast<const char*>(payload_.bytes.data()), payload_.bytes.size());
  if (progress_ && ++done_ % 64 == 0) LW_TRY(progress_(done_, done_));
  LW_TRY_ASSIGN(const auto patch, store_.find_patch(commit));
  return patch && patch->bytes.find(digest) != std::string::npos;
}

Result<bool> PayloadUsers::is_in_states(store::ContextKey context) {
  LW_TRY_ASSIGN(const std::vector<std::string> names, store_.list_states(context));
  for (const std::string& name : names) {
    if (!name.starts_with(kStatePrefix)) continue;
    LW_TRY_ASSIGN(const bool has_it, is_in_state(context, name));
    if (has_it) return true;
  }
  return false;
}

Result<bool> PayloadUsers::is_in_state(store::ContextKey context, std::string_view name) {
  LW_TRY_ASSIGN(const auto value, store_.find_state(context, name));
  const auto page = value ? Blake3Digest::from_hex(*value) : std::nullopt;
  if (!page) return false;
  Needs needs;
  const auto read = add_needs(store_, *page, needs);
  if (read) return needs.payloads.contains(payload_);
  // A collection removes the name of a state before its pages. If the name is gone or changed, the state was collected
  // during the read, and the error is no damage.
  LW_TRY_ASSIGN(const auto now, store_.find_state(context, name));
  if (now != value) return false;
  return read.error();
}

}  // namespace latewood::engine
