#include "store/sql/session_pool.h"

namespace latewood::store {

Result<SessionPool::Lease> SessionPool::take() {
  std::unique_lock lock(mutex_);
  returned_.wait(lock, [this] { return !idle_.empty() || opened_ < limit_; });
  if (!idle_.empty()) {
    std::unique_ptr<SqlSession> session = std::move(idle_.back());
    idle_.pop_back();
    return Lease(*this, std::move(session));
  }
  ++opened_;
  lock.unlock();
  auto session = open_();
  if (session) return Lease(*this, *std::move(session));
  lock.lock();
  --opened_;
  returned_.notify_one();
  return std::move(session).error();
}

void SessionPool::close_idle() {
  const std::lock_guard lock(mutex_);
  opened_ -= idle_.size();
  idle_.clear();
  returned_.notify_all();
}

void SessionPool::give_back(std::unique_ptr<SqlSession> session) {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(session));
  returned_.notify_one();
}

}  // namespace latewood::store
