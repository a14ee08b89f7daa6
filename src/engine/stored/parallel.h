// Runs a job for every index on several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <future>
#include <thread>
#include <vector>

namespace latewood::engine {

// The number of threads to use; for 0, the number of processors.
inline unsigned threads_for(unsigned wanted) {
  return wanted != 0 ? wanted : std::max(1U, std::thread::hardware_concurrency());
}

// For std::async: runs on a new thread or, if no thread can be started, on the thread that waits for the result.
inline constexpr std::launch kOnAnotherThread = std::launch::async | std::launch::deferred;

// Calls `job(i)` for every i below `count`, in ascending order of start. Returns after all calls have returned.
template <class Job>
void for_each_parallel(std::size_t count, unsigned threads, const Job& job) {
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t at = next++; at < count; at = next++) job(at);
  };
  std::vector<std::future<void>> others;
  for (unsigned i = 1; i < threads && i < count; ++i) others.push_back(std::async(kOnAnotherThread, work));
  work();
  for (std::future<void>& other : others) other.get();
}

}  // namespace latewood::engine
