// Every commit of a context, read back and checked, each once however many lines share it.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/branch/restore.h"
#include "engine/stored/line.h"
#include "engine/stored/proof_run.h"
#include "engine/stored/record_run.h"
#include "latewood/ext/store.h"
#include "latewood/result.h"

namespace latewood::engine {

class ContextReader {
 public:
  // The store must outlive the reader. A worker reads ahead; it must be gone before the reader. With `Proof::ByCaller`
  // it also proves patches and roots, and what is wrong with one may be told at a later commit, by the name of that;
  // read again with `Proof::Here` to learn at which.
  ContextReader(store::Store& store, store::ContextKey context, Contents contents, Worker* worker = nullptr,
                Proof proof = Proof::Here);

  // Reads the headers; call it first. Corruption if a link is missing.
  Result<void> list();

  // By cycle, then in the order of writing. Headers stay for ever, so these are all there ever were.
  const std::vector<store::StoredCommit>& commits() const { return commits_; }
  // The place in `commits` of the one before; nothing for a first commit.
  std::optional<std::size_t> before(std::size_t commit) const { return before_[commit]; }
  std::optional<std::size_t> find(const CommitId& id) const;

  // Reads all that can be read, oldest first. `visit` is called after each commit, while it is the head
  // of the branch. Stops at the first error, which names the commit.
  enum class Origin { Patch, State };
  using Visit = std::function<Result<void>(std::size_t commit, const Branch& branch, Origin origin)>;
  Result<void> read(const Visit& visit);

  // What was written with the commit; null if a store has to be asked for each. For the commit that is visited.
  Result<RecordRun::Found> find_records(std::size_t commit);

  // The commit at which `read` stopped, or would go on.
  std::size_t next() const { return next_; }
  // Null if it was collected, or not read yet. Valid as long as the reader.
  const history::SnapshotData* snapshot(std::size_t commit) const { return read_[commit].snapshot; }
  const Branch& branch_of(std::size_t commit) const { return restorers_[read_[commit].restorer]->branch(); }

 private:
  struct Read {
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
  std::vector<std::string> states_;  // names, ascending
  std::vector<Read> read_;
  std::vector<std::unique_ptr<Restorer>> restorers_;
  std::size_t next_ = 0;
  ProofRun proofs_;
};

}  // namespace latewood::engine
