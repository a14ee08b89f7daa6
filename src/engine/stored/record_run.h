// Reads the records of a history in runs of many, for callers that read it from one end to the other: one query instead
// of hundreds, and the next run is read while the caller works on this one.
//
// Runs only save time. A record that a run does not have (damaged or large) is read by its own query, so errors are the
// same, and at the same commit, as without runs.
#pragma once

#include <cstddef>
#include <deque>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/branch/contents.h"
#include "engine/stored/worker.h"
#include "latewood/ext/store.h"
#include "latewood/result.h"

namespace latewood::engine {

// The records of a commit, decompressed, and the digest of its patch.
struct HashedRecords {
  store::CommitRecords records;
  std::optional<PatchDigest> patch_digest;  // nullopt if there is no patch or its record cannot be split
};

// The commits of a context with their records.
class RecordRun {
 public:
  // `ahead` reads the next runs in advance; null: the caller's thread reads them. The worker must be destroyed before
  // this object; the store must outlive both.
  RecordRun(store::Store& store, store::ContextKey context, Worker* ahead);

  // The records of a commit; null if the caller must query each record. Quick if commits are requested in the order of
  // their list. Fails only if the store cannot be read at all.
  using Found = std::shared_ptr<const HashedRecords>;
  Result<Found> find(const store::StoredCommit& commit);

 private:
  using Run = std::shared_ptr<const std::vector<HashedRecords>>;  // a `Found` shares ownership of its run
  using Reading = std::shared_future<Result<Run>>;

  Found find_in_run(const store::StoredCommit& commit);
  Result<void> take_next();
  void read_ahead();
  static Result<Run> read(store::Store& store, store::ContextKey context, const store::CommitCursor& after);

  store::Store& store_;
  store::ContextKey context_;
  Worker* ahead_;
  Run run_;
  std::size_t at_ = 0;
  std::deque<Reading> next_;  // the following runs; each is read after the one before it
};

// Payloads, read in the order of writing, which is about the order in which a history first needs them.
class ContentRun {
 public:
  // `store` and `ahead` as for RecordRun. `expected` is the number of payloads the caller will load; 0: unknown.
  ContentRun(store::Store& store, Worker* ahead, std::size_t expected = 0);

  // Loads the payload with this digest, with the same results as `contents_of`.
  Result<std::string> load(const tree::PayloadDigest& digest);

 private:
  using Run = std::vector<store::StoredPayload>;

  std::optional<std::string> take(const tree::PayloadDigest& digest);
  Result<void> add_run(Result<Run> read);
  bool is_used_up() const;

  store::Store& store_;
  Contents load_;
  Worker* ahead_;
  Run kept_;  // payloads in order of writing; the first `taken_` were returned by `load`
  std::size_t taken_ = 0;
  std::size_t length_;      // length of the next run
  std::size_t misses_ = 0;  // payloads since the last run that it did not have
  std::future<Result<Run>> next_;
};

}  // namespace latewood::engine
