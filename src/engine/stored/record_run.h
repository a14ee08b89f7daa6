// Records of a history that is read from one end to the other: in runs of many instead of one by one, so
// that a store answers one question where it would answer hundreds, and the next run can be read while
// this one is worked on.
//
// A run only spares time. What it does not have (damaged or large records) is asked for by itself, and
// whatever is wrong is told by that question, in the same words and at the same commit as without runs.
#pragma once

#include <cstddef>
#include <deque>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/branch/restore.h"
#include "engine/stored/line.h"
#include "engine/stored/worker.h"
#include "latewood/ext/store.h"
#include "latewood/result.h"

namespace latewood::engine {

// A commit as a run has it: unpacked, and its patch hashed.
struct RunCommit {
  store::CommitRecords records;
  std::optional<PatchDigest> patch_digest;  // nothing if there is no patch, or it does not tell where it ends
};

// Commits with what was written with them.
class RecordRun {
 public:
  // `ahead` reads the next runs meanwhile; without it, whoever asks for them. It must be gone before the run, and the
  // store must outlive both.
  RecordRun(store::Store& store, store::ContextKey context, Worker* ahead);

  // The records of a commit; null if they have to be asked for one by one. Quick if commits are asked for in
  // the order in which they are listed. An error if the store cannot be read at all.
  using Found = std::shared_ptr<const RunCommit>;
  Result<Found> find(const store::StoredCommit& commit);

 private:
  using Run = std::shared_ptr<const std::vector<RunCommit>>;  // whoever has a commit of it keeps it
  using Reading = std::shared_future<Result<Run>>;

  Found find_in_run(const store::StoredCommit& commit);
  Result<void> take_next();
  void read_on();
  static Result<Run> read(store::Store& store, store::ContextKey context, const store::CommitCursor& after);

  store::Store& store_;
  store::ContextKey context_;
  Worker* ahead_;
  Run run_;
  std::size_t at_ = 0;
  std::deque<Reading> next_;  // the runs that follow, each read after the one before it
};

// Contents, which are written in the order in which histories first need them.
class ContentRun {
 public:
  // As above. `expected` is how many contents will be asked for, if that is known.
  ContentRun(store::Store& store, Worker* ahead, std::size_t expected = 0);

  // The content of that digest, as `contents_of` gives it.
  Result<std::string> load(const tree::PayloadDigest& digest);

 private:
  using Run = std::vector<store::StoredPayload>;

  std::optional<std::string> take(const tree::PayloadDigest& digest);
  Result<void> keep(Result<Run> read);
  bool is_used_up() const;

  store::Store& store_;
  Contents load_;
  Worker* ahead_;
  // Read, in the order of writing, which is nearly the one they are asked for in; the first ones were.
  Run kept_;
  std::size_t taken_ = 0;
  std::size_t length_;      // of the last run, or of the first
  std::size_t misses_ = 0;  // since then
  std::future<Result<Run>> next_;
};

}  // namespace latewood::engine
