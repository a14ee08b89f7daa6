// Threads that run calls of the engine, so that the thread that serves connections never waits for a disk.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace latewood::server {

// Threads start when they are first needed, and end with this object, which runs the calls that wait first.
class Workers {
 public:
  Workers(std::size_t most_threads, std::size_t most_waiting)
      : most_threads_(most_threads), most_waiting_(most_waiting) {}
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;
  ~Workers();

  // False, and nothing happens, if too many calls are waiting. Any thread may call it.
  bool submit(std::function<void()> call);
  std::size_t waiting() const;

 private:
  void work();

  const std::size_t most_threads_;
  const std::size_t most_waiting_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> calls_;
  std::vector<std::thread> threads_;
  std::size_t idle_ = 0;
  bool is_closed_ = false;
};

}  // namespace latewood::server
