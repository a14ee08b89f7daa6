// Reads and checks every commit of a context, each exactly once, even if several lines share it.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/branch/contents.h"
#include "engine/branch/proof.h"
#include "engine/stored/proof_run.h"
#include "engine/stored/record_run.h"
#include "latewood/ext/store.h"
#include "latewood/result.h"

namespace latewood::history {
struct SnapshotData;
}

namespace latewood::engine {

class Branch;
class Restorer;

class ContextReader {
 public:
  // The store must outlive the reader. The worker, if any, reads ahead; it must be destroyed before the reader. With
  // `Proof::ByCaller` the worker also proves patches and roots. An error of a proof may then be returned at a later
  // commit, and may name that commit; read again with `Proof::Here` to find the wrong one.
  ContextReader(store::Store& store, store::ContextKey context, Contents contents, Worker* worker = nullptr,
                Proof proof = Proof::Here);
  ContextReader(ContextReader&&) noexcept;
  ~ContextReader();

  // Reads the headers of all commits. Call it first. Corruption if a previous commit is missing.
  Result<void> list();

  // All commits the context ever had, by cycle, then in order of writing. Collection never removes headers.
  const std::vector<store::StoredCommit>& commits() const { return commits_; }
  // The index in `commits` of the previous commit; nullopt for the first commit of a line.
  std::optional<std::size_t> before(std::size_t commit) const { return before_[commit]; }
  std::optional<std::size_t> find(const CommitId& id) const;

  // Reads every commit that was not collected, oldest first. Calls `visit` after each commit, while it is the head of
  // `branch`. Stops at the first error, which names the commit.
  enum class Origin { Patch, State };
  using Visit = std::function<Result<void>(std::size_t commit, const Branch& branch, Origin origin)>;
  Result<void> read(const Visit& visit);

  // The records of the commit that is being visited; null if the caller must ask the store for each record.
  Result<RecordRun::Found> find_records(std::size_t commit);

  // The index of the commit that `read` failed at or reads next.
  std::size_t next() const { return next_; }
  // Null if the commit was collected or is not read yet. Valid as long as the reader.
  const history::SnapshotData* snapshot(std::size_t commit) const { return read_[commit].snapshot; }
  const Branch& branch_of(std::size_t commit) const;

 private:
  struct ReadCommit {
    const history::SnapshotData* snapshot = nullptr;
    std::size_t restorer = 0;
  };

  Result<void> list_once();
  Result<void> add(store::StoredCommit commit, const std::optional<CommitId>& earlier);
  Result<void> read_next(const Visit& visit);
  Result<void> read_start(const Blake3Digest& page);
  Result<void> read_patch();
  std::size_t restorer_for(const std::optional<std::size_t>& before);

  store::Store& store_;
  const store::ContextKey context_;
  Contents contents_;
  Worker* const worker_;
  const Proof proof_;
  RecordRun records_;
  std::vector<store::StoredCommit> commits_;
  std::vector<std::optional<std::size_t>> before_;
  std::map<CommitId, std::size_t> places_;
  std::vector<std::string> states_;  // names of the context's stored values, ascending
  std::vector<ReadCommit> read_;     // parallel to `commits_`
  std::vector<std::unique_ptr<Restorer>> restorers_;
  std::size_t next_ = 0;
  ProofRun proofs_;
};

}  // namespace latewood::engine
