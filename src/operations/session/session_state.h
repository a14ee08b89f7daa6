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
#include "latewood/repository.h"
#include "latewood/result.h"
#include "latewood/session.h"
#include "operations/session/open_contexts.h"
#include "operations/table/arguments.h"
#include "operations/table/row.h"

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

class SessionState {
 public:
  SessionState(std::string url, SessionOptions options);
  SessionState(Repository repository, SessionOptions options);
  SessionState(Context document, SessionOptions options);

  const SessionOptions& options() const { return options_; }
  Result<std::string> call(std::string_view operation, std::string_view arguments, const Progress& progress);
  Result<std::string> call_line(std::string_view request, const Progress& progress);

  // The store, opened by the first call. E_OPTION_INVALID for a session on a document.
  Result<Repository*> repository();
  // The same, and a missing store is created.
  Result<Repository*> create_repository();
  const std::string& url() const { return url_; }

  // The name of the context of a call: its argument, the option of the session, "main".
  Result<std::string> context_name(const Arguments& arguments);
  // The branch of a call: its argument, the option of the session, the one in use.
  Result<std::string> branch_name(const Repository& repository, const std::string& context, const Arguments& arguments);

  // The profile of a call: its argument, the option of the session; nullopt:
  // the canonical thread. The argument "" asks for the canonical thread.
  Result<std::optional<std::string>> profile_name(const ReadHistory& history, const Arguments& arguments);

  // The same without a history that is open already.
  Result<std::optional<std::string>> profile_for(const Arguments& arguments);

  // The history that "context", "branch" and "at" name, as it is now.
  Result<ReadHistory> read(const Arguments& arguments);

  // Runs `act` on the open context of "context" and "branch" with "actor" and "system", while no other edit of this
  // session runs there. Repeats it if another writer was first and there is no "expected_parent".
  using Edit = std::function<Result<JsonValue>(const EditCallPlace& place)>;
  Result<JsonValue> edit(const Arguments& arguments, const Edit& act);

  // Whether the call may change system text: E_UNAUTHORIZED if it asks for it in a session that never permits it.
  Result<bool> permits_system(const Arguments& arguments) const;

  // Closes the branches of a context, or everything: the next call reads them anew.
  void forget(const std::string& context) { open_.forget(context); }
  void forget_all() { open_.forget_all(); }

 private:
  Result<std::string> call_row(const Row& row, const JsonValue& arguments, std::string_view text,
                               const Progress& progress);
  Result<std::string> run(const Row& row, const Arguments& arguments);
  Result<void> check_scope(const Row& row) const;
  Result<Repository*> open_store(store::Missing missing);
  Result<std::shared_ptr<Context>> open_context(Repository& repository, const OpenBranch& entry) const;
  Result<void> refresh(Repository& repository, OpenBranch& entry) const;
  Result<JsonValue> edit_once(Repository& repository, OpenBranch& entry, const Arguments& arguments, const Edit& act);
  Result<void> take_options(Context& context, const Arguments& arguments) const;
  ContextOptions context_options() const;

  std::string url_;
  SessionOptions options_;
  std::mutex opening_;
  std::optional<Repository> repository_;     // guarded by `opening_` until it is there
  std::shared_ptr<const Context> document_;  // null: the session is on a store
  OpenContexts open_;
};

}  // namespace latewood::operations
