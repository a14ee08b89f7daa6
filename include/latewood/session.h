// A session: operations on one store, by name, with JSON in and out.
//
//   Session session("latewood.db");
//   std::cout << session.call("select", R"({"selector":".cb[role='user']"})").value() << '\n';
//
// Every member may be called from any thread. Contexts stay open between calls, the least recently used are closed.
// Edits of one branch run one after another; reading snapshots takes no lock. A context that another process changed is
// read again before the next call uses it: each call asks the store once whether anything was written.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "latewood/clock.h"
#include "latewood/context.h"
#include "latewood/exchange.h"
#include "latewood/operation.h"
#include "latewood/repository.h"
#include "latewood/result.h"
#include "latewood/snapshot.h"
#include "latewood/warning.h"

namespace latewood {

namespace operations {
class SessionState;
}

// Whether calls may write, change and erase system text.
enum class SystemText : std::uint8_t {
  Refuse,     // never
  OnRequest,  // with the argument "system": true
  Allow,      // always
};

// A file that a call reads beside its arguments: `import` takes it in place of "text" and "base64", whatever its size.
// Each call of the function gives a source that begins at the start of the file; it may end those before it.
using CallInput = std::function<Result<ByteSource>()>;

// The longest text of arguments that a call takes; a longer one is E_ARGUMENT_INVALID.
inline constexpr std::size_t kMostArgumentBytes = std::size_t{64} * 1024 * 1024;

struct SessionOptions {
  std::string context = {};    // for calls that name none; default: the setting of the store, else "main"
  std::string branch = {};     // for calls that name none; default: the current one
  std::string actor = {};      // for calls that name none; default: the setting (settings.h), else none
  std::string profile = {};    // for calls that name none; default: the setting, else the canonical thread
  Scope scope = Scope::Admin;  // the highest that calls may have; E_SCOPE above it; default: Admin
  // Calls may use only contexts whose names begin with this text: others are E_SCOPE, lists leave them out, and
  // operations on the whole store are refused. Default: every context.
  std::string context_prefix = {};
  SystemText system = SystemText::OnRequest;
  bool restore_purged = false;                // whether every call may store purged content again; default: false
  std::shared_ptr<Clock> clock = {};          // default: the host's
  std::size_t open_contexts = 64;             // kept open between calls
  std::shared_ptr<TokenCounter> tokens = {};  // needed for budgets in tokens; default: none
  // Asked by each commit and each begin of an attempt, after `tokens` has counted what they will count and before
  // anything changes: an error ends the call. For counters that can fail; within a call they must answer the same
  // content alike. Default: none.
  std::function<Result<void>()> before_commit = {};
  WarningSink warn = {};  // default: none
};

// The rights of one caller of many: see `Session::narrowed`.
struct CallerRights {
  Scope scope = Scope::Read;
  std::string context_prefix = {};
  std::string actor = {};                 // for calls that name none; default: that of the session
  SystemText system = SystemText::Allow;  // the lower of this and that of the session
};

class Session {
 public:
  // On the store of that URL (`store::open_store`). The store is opened by the first call that needs it, and stays
  // open; for reading only if the scope is `Read`.
  explicit Session(std::string url, SessionOptions options = {});
  // On an open store.
  explicit Session(Repository repository, SessionOptions options = {});
  // On a history in memory, such as an imported document. Calls may read it and name no context.
  explicit Session(Context document, SessionOptions options = {});
  // A session for one caller, on the same store and open contexts, which stay as long as either exists. It has no right
  // that this session lacks: the lower of both scopes, and contexts that both prefixes permit. Costs no access to the
  // store.
  Session narrowed(const CallerRights& rights) const;
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;
  ~Session();

  // Runs an operation. `arguments` is a JSON object; empty: {}. The answer is one JSON value without a line feed.
  // Besides the errors of the operation: E_OPERATION_UNKNOWN, E_ARGUMENT_INVALID, E_SCOPE.
  //
  // An edit or commit without `expected_parent` that meets another writer is repeated in the call, on the branch as it
  // is then. With `expected_parent` it gets E_CONFLICT.
  //
  // Long work (verify, gc, ...) calls `progress`, whose error ends it. `input`: the file of an `import`.
  Result<std::string> call(std::string_view operation, std::string_view arguments, const Progress& progress = {},
                           const CallInput& input = {});

  // The same for one JSON text {"op":"NAME","args":{..}}; default of `args`: {}.
  Result<std::string> call_line(std::string_view request, const Progress& progress = {});

  // The snapshot of a moment as the operations name it ("@t-1", "@c42", a branch, a tag, a commit id; empty: the newest
  // one), for programs that read many nodes without JSON. `context` and `branch`: as the arguments of a call; empty:
  // default. The snapshot outlives the session.
  Result<Snapshot> snapshot(std::string_view moment = {}, std::string_view context = {}, std::string_view branch = {});

  // How many branches are open between calls, those of sessions on the same store included; at most
  // `SessionOptions::open_contexts`, and those in use.
  std::size_t open_contexts() const;

 private:
  explicit Session(std::unique_ptr<operations::SessionState> state);

  std::unique_ptr<operations::SessionState> state_;
};

}  // namespace latewood
