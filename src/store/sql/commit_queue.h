// The queue in which write jobs wait for a connection. Waiting jobs are written together.
//
// A lane is a connection for writing: one for SQLite, which allows one writer at a time, several for a server. A thread
// that finds a free lane leads: it takes all waiting jobs and writes them as one transaction, so that one flush to disk
// serves all of them. Each job has its own savepoint, so that a refused job does not affect the rest.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "latewood/result.h"
#include "store/sql/session.h"
#include "store/sql/session_pool.h"

namespace latewood::store {

// A job of one transaction. Both functions may be called more than once.
struct WriteJob {
  std::function<Result<void>(SqlSession&)> apply;
  // Returns true if an earlier `apply` took effect. Called after the connection was lost during a commit. If it is
  // empty, the outcome is reported as unknown.
  std::function<Result<bool>(SqlSession&)> was_applied = {};
  Flush flush = Flush::Now;
};

class CommitQueue {
 public:
  CommitQueue(OpenSession open, std::size_t lanes) : open_(std::move(open)), lanes_(lanes) {}

  // Returns when the job is durable, or has failed without any effect.
  Result<void> run(WriteJob job);

  // The number of transactions and of jobs so far.
  struct Counts {
    std::uint64_t transactions = 0;
    std::uint64_t jobs = 0;
  };
  Counts counts() const;

 private:
  struct Waiting {
    WriteJob job;
    bool taken = false;
    bool done = false;
    std::optional<Error> error = {};
  };
  using Group = std::vector<Waiting*>;

  void lead(std::unique_lock<std::mutex>& lock);
  void write(const Group& group);

  OpenSession open_;
  std::size_t lanes_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  Group waiting_;
  std::size_t busy_ = 0;
  std::vector<std::unique_ptr<SqlSession>> idle_;
  Counts counts_;
};

}  // namespace latewood::store
