// Connections for reading. They are opened on demand and reused.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "latewood/result.h"
#include "store/sql/session.h"

namespace latewood::store {

using OpenSession = std::function<Result<std::unique_ptr<SqlSession>>()>;

class SessionPool {
 public:
  SessionPool(OpenSession open, std::size_t limit) : open_(std::move(open)), limit_(limit) {}

  // The right to use a session until the lease is destroyed. A lease must not outlive the pool.
  class Lease {
   public:
    Lease(SessionPool& pool, std::unique_ptr<SqlSession> session) : pool_(&pool), session_(std::move(session)) {}
    Lease(Lease&&) = default;
    Lease& operator=(Lease&&) = delete;
    ~Lease() {
      if (session_) pool_->give_back(std::move(session_));
    }
    SqlSession& operator*() const { return *session_; }
    SqlSession* operator->() const { return session_.get(); }

   private:
    SessionPool* pool_;
    std::unique_ptr<SqlSession> session_;
  };

  // Waits while all sessions are in use.
  Result<Lease> take();

  // Closes the sessions that are not leased.
  void close_idle();

 private:
  void give_back(std::unique_ptr<SqlSession> session);

  OpenSession open_;
  std::size_t limit_;
  std::mutex mutex_;
  std::condition_variable returned_;
  std::vector<std::unique_ptr<SqlSession>> idle_;
  std::size_t opened_ = 0;  // idle or leased
};

}  // namespace latewood::store
