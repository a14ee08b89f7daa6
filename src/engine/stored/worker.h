// A thread that runs submitted jobs in order. One thread for all jobs keeps per-thread state, such as decompression
// buffers. A thread that waits for a result runs waiting jobs itself, so that both threads stay busy.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <type_traits>
#include <utility>

namespace latewood::engine {

class Worker {
 public:
  Worker() = default;
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  // Waits for the running job. Jobs that have not started are dropped.
  ~Worker();

  // Submits a job and returns its future result. Jobs start in the order of submission, so a job may wait for earlier
  // jobs. If no thread can be started, the job runs before this call returns. The job and its captures are destroyed
  // before the result is ready: otherwise a chain of results would keep all earlier jobs alive.
  template <class Work>
  std::future<std::invoke_result_t<Work&>> submit(Work job) {
    auto once = [waiting = std::optional<Work>(std::move(job))]() mutable {
      Work work = *std::move(waiting);
      waiting.reset();
      return work();
    };
    auto task = std::make_shared<std::packaged_task<std::invoke_result_t<Work&>()>>(std::move(once));
    auto result = task->get_future();
    enqueue([task] { (*task)(); });
    return result;
  }

  // Waits for a result of `submit`. Runs jobs that have not started while it waits.
  template <class Future>
  void wait_for(const Future& result) {
    while (!is_ready(result)) {
      const Job job = take_next();
      if (!job) return result.wait();
      job();
    }
  }

 private:
  using Job = std::function<void()>;

  template <class Future>
  static bool is_ready(const Future& result) {
    return result.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  }

  void enqueue(Job job);
  Job take_next();  // empty if no job waits
  bool has_thread();
  void work();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Job> waiting_;
  bool is_over_ = false;
  std::thread thread_;  // starts with the first job
};

}  // namespace latewood::engine
