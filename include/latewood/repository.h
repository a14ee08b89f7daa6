// A store and the contexts in it: durable histories with branches and tags.
//
//   Repository repository = Repository::open("latewood.db").value();
//   Context context = repository.open_context("main", {.context = {.actor = "agent"}}).value();
//   context.insert({.role = "user", .content = "Hello"}).value();
//   context.commit({.message = "first"}).value();  // durable when it returns
//
// Several processes may use one store. A branch moves only from the commit at which its writer read it: of two writers
// one wins, and the other gets E_CONFLICT and can `rebase` its context.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/caretaking.h"
#include "latewood/context.h"
#include "latewood/ext/store.h"
#include "latewood/result.h"

namespace latewood {

inline constexpr std::string_view kFirstBranch = "main";

// The context for states that belong to the whole store, such as the tokens of a server. `Repository::contexts` leaves
// it out.
inline constexpr std::string_view kHiddenContext = ".latewood";

struct OpenOptions {
  std::string branch = {};      // default: the branch that `switch_branch` recorded, "main" at first
  bool create = true;           // whether to create a context that does not exist; default: true
  bool keep_edits = true;       // whether the working state survives the process; default: true
  bool restore_purged = false;  // whether edits may store purged content again; default: false
  ContextOptions context = {};  // options of the opened context; default: see ContextOptions
};

struct PutOptions {
  bool restore_purged = false;  // whether purged content may be stored again; default: false
};

// Treatment of uncommitted edits.
enum class Uncommitted : std::uint8_t {
  Keep,  // fail with E_UNCOMMITTED if there are some
  Drop,  // discard them
};

// A commit by its header and note, without its tree.
struct CommitInfo {
  CommitId id;
  std::optional<CommitId> parent;  // nullopt for a first commit
  std::uint64_t cycle = 0;
  StateRoot state_root;
  PatchDigest patch_digest;
  std::uint32_t policy_id = 0;
  CommitNote note;
};

struct BranchInfo {
  std::string name;
  CommitId head;
  std::uint64_t cycle = 0;  // cycle of its head
  bool is_current = false;  // whether it is opened by default
};

struct TagInfo {
  std::string name;
  CommitId commit;
  std::uint64_t cycle = 0;  // cycle of that commit
};

// How much a context has of each: what `delete_context` would delete.
struct ContextContents {
  std::uint64_t commits = 0;  // collected ones included
  std::uint64_t branches = 0;
  std::uint64_t tags = 0;
  std::uint64_t edits = 0;  // uncommitted, of all branches
  std::uint64_t events = 0;
  std::uint64_t attempts = 0;
  bool is_empty() const { return commits + edits + events + attempts == 0; }
};

// Called with the progress of long work, on the thread of the call. An error stops the work and is returned.
using Progress = std::function<Result<void>(std::uint64_t done, std::uint64_t all)>;

// Whether a context of a store can have this name: 1 to 255 bytes of UTF-8 without NUL. InvalidArgument if not.
Result<void> check_context_name(std::string_view name);

// Ownership: a repository shares its store with the contexts it opened; the store is closed when the repository and all
// of these are destroyed. Copies use the same store. Threads: every member may be called from any thread; a context
// belongs to one thread that edits it (context.h). Cost: names are looked up in the store on each call; nothing but the
// turns that are read is kept in memory.
//
// Failures that every member can have: E_CONTEXT_NOT_FOUND for a context that does not exist, Corruption for damaged
// records, Unavailable if the file or the server cannot be reached.
class Repository {
 public:
  // Opens what `store::open_store` opens (latewood/ext/store.h): "memory:", a path, "postgres://...".
  static Result<Repository> open(std::string_view url, const store::StoreOptions& options = {});
  // On a store of the caller; must not be null.
  explicit Repository(std::shared_ptr<store::Store> store);

  // ---- contexts ----

  // All names but that of the hidden one, in the order in which they were created.
  Result<std::vector<std::string>> contexts() const;
  // E_CONFLICT if the name is taken.
  Result<void> create_context(std::string_view name);
  // Opens a branch to edit and commit. Costs the same for any length of history: older turns are read when they are
  // needed. E_CONTEXT_NOT_FOUND if there is none and `create` is false; E_BRANCH_NOT_FOUND for a branch without commits
  // that is not the current one.
  Result<Context> open_context(std::string_view name, const OpenOptions& options = {});
  // The history up to a commit as a context in memory: to read, to fork, to try edits that are not stored.
  Result<Context> load(std::string_view context, std::string_view reference, const ContextOptions& options = {});

  // Writes the history of another context as a new branch; its commits keep their ids. What was purged there is purged
  // here too, unless this store has the content. A context that was created for it is deleted again on failure.
  // E_CONFLICT if the branch exists, if the event logs differ, or if one of these commits already has another
  // predecessor here; E_PAYLOAD_PURGED for content that was purged here.
  Result<void> put_history(std::string_view context, std::string_view branch, const Context& history,
                           const PutOptions& options = {}, const Progress& progress = {});

  // How much a context has.
  Result<ContextContents> context_contents(std::string_view name) const;
  // Deletes a context with its branches, tags, commits, edits, events and attempts for good. Payloads stay in the store
  // until `collect`. Processes that have it open get E_CONTEXT_NOT_FOUND. E_CONFLICT if another process writes to it
  // meanwhile; then it still exists. A run that was interrupted can be repeated.
  Result<void> delete_context(std::string_view name);
  // Gives it another name; contexts that are open stay usable. E_CONFLICT if the name is taken.
  Result<void> rename_context(std::string_view name, std::string_view other);

  // ---- branches ----

  Result<std::string> current_branch(std::string_view context) const;
  // Sets the branch that is opened by default. A branch without commits is allowed if the context has none.
  Result<void> switch_branch(std::string_view context, std::string_view branch);
  // All branches, sorted by name.
  Result<std::vector<BranchInfo>> branches(std::string_view context) const;
  // E_CONFLICT if it exists; E_SNAPSHOT_COLLECTED if the snapshot it would start at was collected.
  Result<void> create_branch(std::string_view context, std::string_view name, std::string_view reference);
  // Deletes a branch; its commits stay until `collect`. E_CONFLICT for the current branch. E_UNCOMMITTED if it has
  // edits, or a reply that no commit has taken, and `edits` is Keep. Contexts that have it open fail with E_CONFLICT
  // from then on, also if a branch of the same name is created.
  Result<void> delete_branch(std::string_view context, std::string_view name, Uncommitted edits = Uncommitted::Keep);

  // ---- tags ----

  // All tags, sorted by name.
  Result<std::vector<TagInfo>> tags(std::string_view context) const;
  // E_CONFLICT if the tag names another commit; E_SNAPSHOT_COLLECTED if its snapshot was collected.
  Result<void> create_tag(std::string_view context, std::string_view name, std::string_view reference);
  Result<void> delete_tag(std::string_view context, std::string_view name);

  // ---- commits ----

  // The commit that a reference names: "@t0", "@t-3" and "@c42" on the current branch, a branch, a tag, a commit id or
  // at least four of its first digits, or "branch@t-3". E_SNAPSHOT_NOT_FOUND if there is none, E_REFERENCE_AMBIGUOUS if
  // several ids begin with these digits.
  Result<CommitInfo> find_commit(std::string_view context, std::string_view reference) const;
  // At most `limit` commits, from the named one backwards.
  Result<std::vector<CommitInfo>> log(std::string_view context, std::string_view reference, std::uint64_t limit) const;
  // Commits of all branches, newest first: children before their parents.
  Result<std::vector<CommitInfo>> log_all(std::string_view context) const;

  // ---- care of the store ----

  // Copies the whole store, as it is at one moment, to a new file. Other processes may write meanwhile.
  Result<void> backup(const std::string& path);
  Result<std::vector<store::TableSize>> table_sizes() const;

  // Recomputes everything from the patches: content hashes, digests of payloads and patches, state roots, commit ids,
  // and the bytes of completed attempts; of every branch, every tag, and commits that belong to no branch. What is
  // wrong is in the report and is no error. The progress counts commits; `all` may grow while contexts are found. Costs
  // reading and hashing the whole store.
  Result<VerifyReport> verify(const VerifyOptions& options = {}, const Progress& progress = {});

  // The history up to a commit, rebuilt from its patches alone. Corruption names what is wrong.
  Result<Context> replay(std::string_view context, std::string_view reference, const ContextOptions& options = {},
                         const Progress& progress = {});

  // Faults of the structure, one line each; empty if it is sound: the store's own checks, and whether branches, tags,
  // journals, attempts and states name existing commits, whether commits are linked, and whether every payload that a
  // patch needs exists or was purged. Other processes may commit meanwhile.
  Result<std::vector<std::string>> fsck(const FsckOptions& options = {}, const Progress& progress = {});

  // Rebuilds damaged or missing pages of checkpoints from the patches, which are checked as in `verify`. What cannot be
  // rebuilt stays as it is, and `fsck` reports it.
  Result<RepairReport> repair(const Progress& progress = {});

  // Removes what no kept snapshot needs. Headers of commits always stay. A run that was interrupted does no harm and
  // can be repeated. E_CONFLICT if other processes commit all the time.
  Result<CollectReport> collect(const CollectOptions& options = {}, const Progress& progress = {});

  // Erases one payload for good, wherever the store has it; digests, structure and proofs stay. It is named by its
  // payload digest, or by the payload digest of an event. E_PAYLOAD_SHARED with the names if other contexts use it or
  // are damaged, and `everywhere` is false; NotFound if the store does not have it; E_CONFLICT if other processes
  // commit or insert it all the time. A run that was interrupted can be repeated.
  Result<PurgeReport> purge(std::string_view context, const Blake3Digest& payload, const PurgeOptions& options = {},
                            const Progress& progress = {});

  // Returns free space to the file system; see `store::Store::compact`.
  Result<void> compact();

  // The store itself; valid as long as this repository.
  store::Store& store() const { return *store_; }

 private:
  std::shared_ptr<store::Store> store_;
};

}  // namespace latewood
