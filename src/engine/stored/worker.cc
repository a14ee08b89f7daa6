#include "engine/stored/worker.h"

#include <system_error>

namespace latewood::engine {

Worker::~Worker() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  changed_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void Worker::enqueue(Job job) {
  if (!has_thread()) return job();
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(job));
  }
  changed_.notify_one();
}

bool Worker::has_thread() {
  if (thread_.joinable()) return true;
  try {
    thread_ = std::thread([this] { work(); });
  } catch (const std::system_error&) {
    return false;
  }
  return true;
}

Worker::Job Worker::take_next() {
  const std::lock_guard lock(mutex_);
  if (waiting_.empty()) return nullptr;
  Job job = std::move(waiting_.front());
  waiting_.pop_front();
  return job;
}

void Worker::work() {
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return is_over_ || !waiting_.empty(); });
      if (is_over_) return;
    }
    // A thread in `wait_for` may have taken the job.
    if (const Job job = take_next()) job();
  }
}

}  // namespace latewood::engine
