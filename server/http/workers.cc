#include "server/http/workers.h"

#include <utility>

namespace latewood::server {

Workers::~Workers() {
  {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

bool Workers::submit(std::function<void()> call) {
  const std::lock_guard lock(mutex_);
  if (calls_.size() >= most_waiting_) return false;
  calls_.push_back(std::move(call));
  if (idle_ < calls_.size() && threads_.size() < most_threads_) threads_.emplace_back([this] { work(); });
  changed_.notify_one();
  return true;
}

std::size_t Workers::waiting() const {
  const std::lock_guard lock(mutex_);
  return calls_.size();
}

void Workers::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    ++idle_;
    changed_.wait(lock, [this] { return is_closed_ || !calls_.empty(); });
    --idle_;
    if (calls_.empty()) return;
    const std::function<void()> call = std::move(calls_.front());
    calls_.pop_front();
    lock.unlock();
    call();
    lock.lock();
  }
}

}  // namespace latewood::server
