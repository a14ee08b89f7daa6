// Where write transactions wait for a connection, and are written together when several wait.
//
// A lane is a connection for writing: one for SQLite, which has one writer at a time, several for
// a server. Whoever finds a free lane takes all that wait and writes them as one transaction, a
// savepoint each, so that one refused job does not take the others with it; one flush to disk
// then serves all of them.
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

// One transaction. Both functions may be called more than once.
struct WriteJob {
  std::function<Result<void>(SqlSession&)> apply;
  // Whether an earlier `apply` has taken effect, asked after a connection was lost while it was being
  // committed. Without it the outcome of such a loss is reported as unknown.
  std::function<Result<bool>(SqlSession&)> was_applied = {};
  Flush flush = Flush::Now;
};

class CommitQueue {
 public:
  CommitQueue(OpenSession open, std::size_t lanes) : open_(std::move(open)), lanes_(lanes) {}

  // Returns when the job is durable, or has failed and left nothing behind.
  Result<void> run(WriteJob job);

  // How many transactions served how many jobs so far.
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
