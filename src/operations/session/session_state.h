// The state of a session for the functions of the table: its store and its open contexts.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "latewood/context.h"
#include "latewood/prices.h"
#include "latewood/repository.h"
#include "latewood/result.h"
#include "latewood/session.h"
#include "latewood/settings.h"
#include "operations/session/open_contexts.h"
#include "operations/session/store_facts.h"
#include "operations/table/arguments.h"
#include "operations/table/row.h"

namespace latewood {
struct PlanOptions;
}

namespace latewood::operations {

// A history that a call reads: one line of commits of a context, or a document. Stays readable while another call
// edits.
class ReadHistory {
 public:
  const Context& context() const { return *context_; }
  // Null if the history is a document.
  Repository* repository() const { return repository_; }
  const std::string& context_name() const { return name_; }
  const std::string& branch() const { return branch_; }

  // The snapshot of a reference: "@t-1", "@c42"; in a store also a branch, a tag, "branch@t-3", a commit id or the
  // first digits of one. Empty: the newest one. Hints name the nearest branch or tag.
  Result<Snapshot> moment(const std::string& reference) const;
  // A context that has the moment, and the reference of the moment there: a branch or tag may be on another line.
  struct Moment {
    std::shared_ptr<const Context> context;
    std::string reference;
  };
  Result<Moment> line_to(const std::string& reference) const;
  // A lock for a question to the working state: no edit runs while it is held. Null for a document and for a history
  // that ends at `at`.
  std::unique_lock<std::mutex> lock_edits() const;

 private:
  friend class SessionState;
  std::shared_ptr<const Context> context_;
  std::shared_ptr<OpenBranch> entry_;  // null: not the newest state of a branch
  Repository* repository_ = nullptr;
  std::string name_;
  std::string branch_;
  ContextOptions options_;
};

// The address of a store for messages and results: without its password.
std::string store_name(const std::string& url);

// What the sessions for the callers of one store share.
struct SharedStore {
  explicit SharedStore(std::size_t most_open) : open(most_open) {}

  std::string url = {};
  std::mutex opening = {};
  std::optional<Repository> repository = {};     // guarded by `opening` until it is there
  std::shared_ptr<const Context> document = {};  // null: the sessions are on a store
  OpenContexts open;
  StoreFacts facts = {};
};

class SessionState {
 public:
  SessionState(std::string url, SessionOptions options);
  SessionState(Repository repository, SessionOptions options);
  SessionState(Context document, SessionOptions options);
  // For one caller of `other`.
  SessionState(const SessionState& other, const CallerRights& rights);

  const SessionOptions& options() const { return options_; }
  Result<std::string> call(std::string_view operation, std::string_view arguments, const Progress& progress,
                           const CallInput& input);
  Result<std::string> call_line(std::string_view request, const Progress& progress);

  // The store, opened by the first call. E_OPTION_INVALID for a session on a document.
  Result<Repository*> repository();
  // The same, and a missing store is created.
  Result<Repository*> create_repository();
  const std::string& url() const { return shared_->url; }
  // Whether lists may show this context.
  bool may_see(std::string_view context) const { return context.starts_with(options_.context_prefix); }

  // The name of the context of a call: its argument, the option of the session, the setting of the store, "main", the
  // only one that the store has.
  Result<std::string> context_name(const Arguments& arguments);
  // The same without the last: for calls that make the context if it is not there.
  Result<std::string> set_context(const Arguments& arguments);
  // The first two of these; nullopt if there is neither.
  std::optional<std::string> named_context(const Arguments& arguments) const;
  // The branch of a call: its argument, the option of the session, the one in use.
  Result<std::string> branch_name(const Repository& repository, const std::string& context, const Arguments& arguments);

  // The profile of a call: its argument, the option of the session, the setting of the context, that of the store;
  // nullopt: the canonical thread. The argument "" asks for the canonical thread.
  Result<std::optional<std::string>> profile_name(const ReadHistory& history, const Arguments& arguments);
  // The same without a history that is open already.
  Result<std::optional<std::string>> profile_for(const Arguments& arguments);

  // E_SCOPE for a context that the prefix of the session excludes.
  Result<void> check_context(const std::string& name) const;

  // How the session opens contexts, and makes new ones.
  ContextOptions context_options() const;

  // The settings of a context, and where it has none those of the store.
  Result<Settings> settings_of(const std::string& context);

  // The prices and the token counter of a call: its arguments "prices" and "counter", else the settings of the context
  // or the store; the counter of the session comes before those. `named_prices` is nullopt if nothing names prices,
  // `counter_for` then gives the estimate. E_OPTION_INVALID for prices or a counter that are not known.
  Result<std::optional<Prices>> named_prices(const Arguments& arguments);
  Result<std::shared_ptr<TokenCounter>> counter_for(const Arguments& arguments);
  // Sets both in the options.
  Result<void> take_prices(const Arguments& arguments, PlanOptions& options);

  // The history that "context", "branch" and "at" name, as it is now.
  Result<ReadHistory> read(const Arguments& arguments);

  // Runs `act` on the open context of "context" and "branch" with "actor" and "system", while no other edit of this
  // session runs there. Repeats it if another writer was first and there is no "expected_parent".
  using Edit = std::function<Result<JsonValue>(const EditCallPlace& place)>;
  Result<JsonValue> edit(const Arguments& arguments, const Edit& act);

  // Whether the call may change system text: E_UNAUTHORIZED if it asks for it in a session that never permits it.
  Result<bool> permits_system(const Arguments& arguments) const;

  // Closes the branches of a context, or everything: the next call reads them anew.
  std::size_t open_branches() const { return shared_->open.size(); }
  void forget(const std::string& context) { shared_->open.forget(context); }
  void forget_all() { shared_->open.forget_all(); }
  // Asks the store whether anything was written since the last call. Each call begins with it.
  void note_mark();
  // For a call that changes settings or names and reads them afterwards.
  void forget_facts() { shared_->facts.forget(); }

 private:
  // Empty for a document.
  Result<Settings> settings_for(const Arguments& arguments);
  Result<std::string> call_row(const Row& row, const Arguments& arguments);
  Result<std::string> run(const Row& row, const Arguments& arguments);
  Result<void> check_scope(const Row& row) const;
  // E_SCOPE if the call would use a context that the prefix of the session excludes.
  Result<void> check_reach(const Row& row, const Arguments& arguments);
  Result<Repository*> open_store(store::Missing missing);
  Result<std::shared_ptr<Context>> open_context(Repository& repository, const OpenBranch& entry) const;
  Result<void> refresh(Repository& repository, OpenBranch& entry);
  Result<JsonValue> edit_once(Repository& repository, OpenBranch& entry, const Arguments& arguments, const Edit& act);
  Result<std::string> actor_name(const std::string& context, const Arguments& arguments);
  Result<void> take_options(const OpenBranch& entry, const Arguments& arguments);

  std::shared_ptr<SharedStore> shared_;
  SessionOptions options_;
};

}  // namespace latewood::operations
