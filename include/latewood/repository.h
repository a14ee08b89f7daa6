// A store and the contexts in it: durable histories with branches and tags.
//
//   LW_TRY_ASSIGN(Repository repository, Repository::open("latewood.db"));
//   LW_TRY_ASSIGN(Context context, repository.open_context("main"));
//   context.insert({.role = "user", .content = "Hello"});
//   context.commit({.message = "first"});   // durable when it returns
//
// Several processes may use one store. A branch moves only from where its writer saw it: of two
// writers one wins, the other gets E_CONFLICT and can `rebase` its context. Every member may be
// called from any thread; a `Context` belongs to one, as always.
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

struct OpenOptions {
  std::string branch = {};      // default: the branch that `switch_branch` recorded, "main" at first
  bool create = true;           // makes a context of that name if there is none; default: true
  bool keep_edits = true;       // whether the working state survives the process; default: true
  bool restore_purged = false;  // whether content that was purged may come back; default: false
  ContextOptions context = {};
};

struct PutOptions {
  bool restore_purged = false;  // whether content that was purged may come back; default: false
};

// What becomes of edits that nobody committed.
enum class Uncommitted : std::uint8_t { Keep, Drop };

// A commit as its header and note tell it, without its tree.
struct CommitInfo {
  CommitId id;
  std::optional<CommitId> parent;  // nothing for a first commit
  std::uint64_t cycle = 0;
  StateRoot state_root;
  PatchDigest patch_digest;
  std::uint32_t policy_id = 0;
  CommitNote note;
};

struct BranchInfo {
  std::string name;
  CommitId head;
  std::uint64_t cycle = 0;
  bool is_current = false;
};

struct TagInfo {
  std::string name;
  CommitId commit;
  std::uint64_t cycle = 0;
};

// Told how far long work is. An error ends the work and is passed on.
using Progress = std::function<Result<void>(std::uint64_t done, std::uint64_t all)>;

// Whether a context of a store can have this name: 1 to 255 bytes of UTF-8 without NUL.
Result<void> check_context_name(std::string_view name);

class Repository {
 public:
  // What `store::open_store` opens; see there for URLs and failures.
  static Result<Repository> open(std::string_view url, const store::StoreOptions& options = {});
  // On a store of one's own.
  explicit Repository(std::shared_ptr<store::Store> store);

  // ---- contexts ----

  Result<std::vector<std::string>> contexts() const;  // names, in the order in which they were made
  // E_CONFLICT if the name is taken.
  Result<void> create_context(std::string_view name);
  // E_CONTEXT_NOT_FOUND if there is none and none may be made, E_BRANCH_NOT_FOUND for a branch without
  // commits other than the one in use.
  Result<Context> open_context(std::string_view name, const OpenOptions& options = {});
  // The history up to a commit, in memory: to read, to fork and to try things that are not kept.
  Result<Context> load(std::string_view context, std::string_view reference, const ContextOptions& options = {});

  // Writes a history that was made elsewhere as a new branch; the commits keep their ids. Content that was purged there
  // is purged here too, unless the store has it. E_CONFLICT if the branch exists, and if the context has other
  // events, or one of the commits after another than here. A context that was made for it goes again if it fails.
  Result<void> put_history(std::string_view context, std::string_view branch, const Context& history,
                           const PutOptions& options = {}, const Progress& progress = {});

  // ---- branches ----

  Result<std::string> current_branch(std::string_view context) const;
  // The branch that is opened by default from now on. It may be one without commits if the context has none.
  Result<void> switch_branch(std::string_view context, std::string_view branch);
  Result<std::vector<BranchInfo>> branches(std::string_view context) const;  // by name
  // E_CONFLICT if it exists; E_SNAPSHOT_COLLECTED if the snapshot it would start at is gone.
  Result<void> create_branch(std::string_view context, std::string_view name, std::string_view reference);
  // Its commits stay until they are collected. The branch in use cannot go: E_CONFLICT. E_UNCOMMITTED if it has edits,
  // whose number is told, or a reply that no commit has taken, and they are to be kept. Who has it open can do nothing
  // with it any more, even if one of the same name is made: E_CONFLICT.
  Result<void> delete_branch(std::string_view context, std::string_view name, Uncommitted edits = Uncommitted::Keep);

  // ---- tags ----

  Result<std::vector<TagInfo>> tags(std::string_view context) const;  // by name
  // E_CONFLICT if it names another commit; E_SNAPSHOT_COLLECTED if its snapshot is gone.
  Result<void> create_tag(std::string_view context, std::string_view name, std::string_view reference);
  Result<void> delete_tag(std::string_view context, std::string_view name);

  // ---- commits ----

  // The commit that a reference names: "@t0", "@t-3" and "@c42" on the branch in use, the name of a
  // branch or tag, a commit id, or the first digits of one (four at least). Also
  // "branch@t-3". E_SNAPSHOT_NOT_FOUND if there is none, E_REFERENCE_AMBIGUOUS for digits that several begin with.
  Result<CommitInfo> find_commit(std::string_view context, std::string_view reference) const;
  // From the named commit back, at most `limit`.
  Result<std::vector<CommitInfo>> log(std::string_view context, std::string_view reference, std::uint64_t limit) const;
  // Commits of all branches, newest first: parents come after their children.
  Result<std::vector<CommitInfo>> log_all(std::string_view context) const;

  // ---- the store ----

  // Copies the whole store, as it is at one moment, to a new file.
  Result<void> backup(const std::string& path);
  Result<std::vector<store::TableSize>> table_sizes() const;

  // Recomputes everything from the patches: content hashes, digests of payloads and patches, state roots, commit
  // ids, the boundaries of completed attempts; of every branch, every tag, and commits that no branch leads to.
  // What is wrong is in the report and is no error. The progress counts commits; `all` may grow while
  // contexts are found.
  Result<VerifyReport> verify(const VerifyOptions& options = {}, const Progress& progress = {});

  // The history up to a commit, rebuilt from its patches and nothing else. Corruption names what is wrong.
  Result<Context> replay(std::string_view context, std::string_view reference, const ContextOptions& options = {},
                         const Progress& progress = {});

  // What is wrong with the structure, one line each; nothing if it is sound: the store's own, and whether
  // branches, tags, journals, attempts and states name commits that are there, whether commits are linked,
  // and whether every content that a patch needs is there or was purged. Others may commit meanwhile.
  Result<std::vector<std::string>> fsck(const FsckOptions& options = {}, const Progress& progress = {});

  // Makes pages of checkpoints again that are damaged or missing, from the patches, which are checked as `verify` does.
  // What cannot be made again stays as it is: `fsck` tells.
  Result<RepairReport> repair(const Progress& progress = {});

  // Removes what no kept snapshot needs. Headers of commits always stay. A run that was cut short does no
  // harm and can be repeated. Conflict (E_CONFLICT) if others commit all the time.
  Result<CollectReport> collect(const CollectOptions& options = {}, const Progress& progress = {});

  // Erases a content for good, wherever the store has it; digests, structure and proofs stay. The content
  // is named by its digest, or by that which an event has for it. Conflict (E_PAYLOAD_SHARED) with the names if other
  // contexts use it, or are damaged, and `everywhere` is not set, NotFound if the store does not have it. Others may go
  // on meanwhile; Conflict (E_CONFLICT) if they commit or say it all the time. A run that was cut short can be
  // repeated.
  Result<PurgeReport> purge(std::string_view context, const Blake3Digest& payload, const PurgeOptions& options = {},
                            const Progress& progress = {});

  // Gives the space of what was removed back to the file system; see `store::Store::compact`.
  Result<void> compact();

  store::Store& store() const { return *store_; }

 private:
  std::shared_ptr<store::Store> store_;
};

}  // namespace latewood
