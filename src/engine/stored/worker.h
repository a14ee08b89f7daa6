// A thread that does jobs in the order in which they come, for as long as somebody has more of them: a new thread for
// each would begin without what threads keep for themselves, such as memory to decompress in. Whoever waits for a
// result helps meanwhile, so that two processors have something to do as long as there is something.
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
  // Ends the job at hand; those that wait are not done.
  ~Worker();

  // What `job` returns, once it is done. A job may wait for those that came before it, and begins after them. It is
  // done here and now where no thread can be had. When the result is there, the job is gone with all it held: a result
  // that others wait for would keep every job before it.
  template <class Work>
  std::future<std::invoke_result_t<Work&>> submit(Work job) {
    auto once = [waiting = std::optional<Work>(std::move(job))]() mutable {
      Work work = *std::move(waiting);
      waiting.reset();
      return work();
    };
    auto task = std::make_shared<std::packaged_task<std::invoke_result_t<Work&>()>>(std::move(once));
    auto result = task->get_future();
    take([task] { (*task)(); });
    return result;
  }

  // Waits for what `submit` gave, and does jobs that nobody has begun meanwhile.
  template <class Future>
  void wait_for(const Future& result) {
    while (!is_ready(result)) {
      const Job job = next();
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

  void take(Job job);
  Job next();  // none if none waits
  bool has_thread();
  void work();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Job> waiting_;
  bool is_over_ = false;
  std::thread thread_;  // starts with the first job
};

}  // namespace latewood::engine
