// From a stateless request to a history: finds what happened between the requests of one conversation.
//
//   Reconciler reconciler(repository);
//   const Reconciled done = reconciler.reconcile(document, {.context = "main"}).value();
//   std::cout << to_string(done.kind) << ": " << done.reason << '\n';
//
// A client of a vendor sends its whole conversation with every request. The reconciler compares it with the requests
// that a context has and makes the one commit that is missing, so that a commit stands for each request: it appends,
// forks, covers what was compacted away, changes the system region, or finds that nothing is new. docs/reconcile.md
// has the rules.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/chat_log.h"
#include "latewood/clock.h"
#include "latewood/commit.h"
#include "latewood/digest.h"
#include "latewood/repository.h"
#include "latewood/result.h"

namespace latewood {

class Context;
struct AttemptOutcome;
struct AttemptRequest;

enum class ReconcileKind : std::uint8_t {
  First,        // the first request of a context
  Append,       // goes on from the head of a branch
  Fork,         // goes on from an earlier commit, on a new branch
  Retry,        // the context has this request: no commit
  Compaction,   // goes on from the head of a branch without some of its messages, or with others in their place
  SystemEdit,   // the messages of the head of a branch with other system text or tools
  SideRequest,  // fits nowhere: a request of its own, in a context beside this one
};

// "first", "append", "fork", "retry", "compaction", "system_edit", "side_request".
std::string_view to_string(ReconcileKind kind);

struct ReconcileOptions {
  std::string context = {};  // default: named by the session, else by the first message (docs/reconcile.md)
  std::string session = {};  // the id of the client's session, such as a header of it; default: the request's own
  std::optional<ChatFormat> format = {};  // default: told by the shape of the request
  CommitNote note = {};                   // default: the first words of the new messages as message
};

// A text of the request that changes with every request and means nothing. It is not compared, and the commit keeps
// the text of the first request.
struct MaskedText {
  std::uint64_t index = 0;  // among the blocks of the system text and tools
  std::string text;         // as this request has it
};

// A decision and its reasons.
struct Reconciled {
  ReconcileKind kind = ReconcileKind::Retry;
  ChatFormat format = ChatFormat::OpenAi;
  std::string context;
  std::string branch;
  CommitId commit_id;              // the commit that stands for the request
  std::uint64_t cycle = 0;         // the cycle of that commit
  std::optional<CommitId> base;    // the commit it goes on from; nullopt: none
  bool is_new_context = false;     // the context was created for it
  std::string side_of = {};        // for a side request, the context that it did not fit; empty: none
  std::uint64_t blocks = 0;        // blocks of the request, without system text and tools
  std::uint64_t kept = 0;          // blocks of the request that the base has
  std::uint64_t added = 0;         // blocks that were inserted
  std::uint64_t taken = 0;         // blocks that the active head held already, such as the reply
  std::uint64_t covered = 0;       // blocks of the base that the request does not have
  std::uint64_t system_added = 0;  // blocks of the system region that were inserted or replaced
  std::uint64_t system_removed = 0;
  std::vector<MaskedText> masked = {};
  std::string reason;  // why the request was placed there: one sentence for people
};

// One JSON object with every member, in ascending order of the names.
JsonValue json_of(const Reconciled& done);

struct ReconcilerOptions {
  std::string actor = {};             // provenance of nodes and author of commits; default: empty
  bool system = false;                // whether requests may write system text and tools; default: false
  std::shared_ptr<Clock> clock = {};  // default: the clock of the host
  // The beginning of every name that is made for a context: of a session, of a first message, of a side request. A name
  // that does not begin with it gets it in front. Default: empty
  std::string context_prefix = {};
  std::vector<std::string> masked = {};  // more beginnings of system texts that are not compared; default: none
};

// The name of the context of a session: "claude-code/ID", or a name made of a digest if the id cannot be one.
std::string context_of_session(std::string_view client, std::string_view id);

// Ownership: shares the store with the repository. Threads: one thread at a time. Cost of a request: reading and
// hashing it, and writing what is new; the first request of a context also reads the heads of its branches.
class Reconciler {
 public:
  explicit Reconciler(Repository repository, ReconcilerOptions options = {});
  Reconciler(Reconciler&&) noexcept;
  Reconciler& operator=(Reconciler&&) noexcept;
  ~Reconciler();

  // Reads the body of a request of one of the four vendors and makes the commit for it, if one is missing. Equal
  // requests on equal contexts give equal commits, as far as the clock does.
  //
  // E_CHAT_LOG_INVALID for a body that is not a request; E_UNAUTHORIZED for new system text or tools without the
  // capability; then nothing is changed.
  Result<Reconciled> reconcile(std::string_view request, const ReconcileOptions& options = {});

  // Records the call that a request was part of, when it is over: an attempt, with the digest of the rendering of the
  // commit if `sent` names a profile. The blocks of a completed reply wait in the active head for the next request,
  // unless the branch has another commit already. Returns the rendered request; empty without a profile.
  Result<std::string> record_call(const Reconciled& done, const AttemptRequest& sent, const AttemptOutcome& outcome);

  // The open context of the branch that a decision names; valid until the next call of this object.
  Result<Context*> context_of(const Reconciled& done);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace latewood
