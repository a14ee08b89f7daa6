// Finds the contexts whose history contains a payload.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string_view>

#include "latewood/digest.h"
#include "latewood/ext/store.h"
#include "latewood/repository.h"
#include "latewood/result.h"

namespace latewood::engine {

class PayloadUsers {
 public:
  PayloadUsers(store::Store& store, const Blake3Digest& payload, const Progress& progress)
      : store_(store), payload_(payload), progress_(progress) {}

  // Searches the whole store. A context with damaged records counts as a user, because it may be one.
  Result<void> look();
  // Searches the commits written since the last search.
  Result<void> look_at_new();

  // Adds expectations to the removal, so that the store refuses it if commits were written since the last search.
  void expect(store::Removal& removal) const;
  bool contains(store::ContextKey context) const { return contexts_.contains(context); }
  // Adds a context that has the payload outside its history, for example in a journal.
  void add(store::ContextKey context) { contexts_.insert(context); }

 private:
  Result<bool> is_in_history(store::ContextKey context);
  Result<bool> is_in_patch(const store::StoredCommit& commit);
  Result<bool> is_in_states(store::ContextKey context);
  Result<bool> is_in_state(store::ContextKey context, std::string_view name);
  std::uint64_t last_commit() const { return newest_ ? newest_->sequence : 0; }
  Result<bool> is_only_longer() const;
  Result<void> note(store::ContextKey context, const Result<bool>& has_it);

  store::Store& store_;
  const Blake3Digest payload_;
  const Progress& progress_;
  std::set<store::ContextKey> contexts_;
  std::optional<store::CommitPlace> newest_;  // the newest commit at the last search
  store::StateList restored_;
  std::uint64_t done_ = 0;
};

}  // namespace latewood::engine
