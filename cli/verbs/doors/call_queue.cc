#include "cli/verbs/doors/call_queue.h"

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

namespace latewood::cli {
namespace {

constexpr std::size_t kMostWaiting = 256;
// Cancelled calls that may still run while later calls begin.
constexpr std::size_t kMostLeftAlone = 4;

}  // namespace

// Shared with the threads: one that runs a cancelled call may outlive the queue.
struct CallQueue::State {
  struct QueuedCall {
    std::string id;
    std::function<std::string()> run;
  };

  std::function<void(const std::string&)> write;
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<QueuedCall> waiting;
  std::shared_ptr<QueuedCall> current;  // the call that runs and was not cancelled
  bool has_worker = false;              // a thread takes the calls that wait
  bool is_closed = false;               // no more calls: the worker ends
  std::size_t left_alone = 0;           // cancelled calls that still run

  static void start_worker(const std::shared_ptr<State>& state) {
    state->has_worker = true;
    std::thread([state] { state->work(); }).detach();
  }

  bool is_known(const std::string& id) const {
    const auto has_id = [&id](const QueuedCall& call) { return call.id == id; };
    return (current && current->id == id) || std::any_of(waiting.begin(), waiting.end(), has_id);
  }

  void work() {
    std::unique_lock lock(mutex);
    while (true) {
      changed.wait(lock, [this] { return is_closed || !waiting.empty(); });
      if (waiting.empty()) break;
      const auto call = std::make_shared<QueuedCall>(std::move(waiting.front()));
      waiting.pop_front();
      current = call;
      lock.unlock();
      const std::string answer = call->run();
      lock.lock();
      if (current == call) {
        write(answer);
        current.reset();
      } else {
        --left_alone;
        if (has_worker) break;
        has_worker = true;
      }
      changed.notify_all();
    }
    changed.notify_all();
  }
};

CallQueue::CallQueue(std::function<void(const std::string&)> write) : state_(std::make_shared<State>()) {
  state_->write = std::move(write);
}

CallQueue::~CallQueue() {
  const std::lock_guard lock(state_->mutex);
  state_->is_closed = true;
  state_->changed.notify_all();
}

bool CallQueue::add(const std::string& id, std::function<std::string()> call) {
  std::unique_lock lock(state_->mutex);
  if (state_->is_known(id)) return false;
  state_->changed.wait(lock, [this] { return state_->waiting.size() < kMostWaiting; });
  state_->waiting.push_back({id, std::move(call)});
  const bool is_first = !state_->has_worker && state_->left_alone == 0;
  if (is_first) State::start_worker(state_);
  state_->changed.notify_all();
  return true;
}

void CallQueue::cancel(const std::string& id) {
  const std::lock_guard lock(state_->mutex);
  auto& waiting = state_->waiting;
  const auto has_id = [&id](const State::QueuedCall& call) { return call.id == id; };
  waiting.erase(std::remove_if(waiting.begin(), waiting.end(), has_id), waiting.end());
  if (state_->current && state_->current->id == id) {
    state_->current.reset();
    ++state_->left_alone;
    // Without a worker, the first of the cancelled calls that ends makes its thread the worker.
    state_->has_worker = false;
    if (state_->left_alone < kMostLeftAlone) State::start_worker(state_);
  }
  state_->changed.notify_all();
}

void CallQueue::write(const std::string& answer) {
  const std::lock_guard lock(state_->mutex);
  state_->write(answer);
}

bool CallQueue::finish() {
  std::unique_lock lock(state_->mutex);
  state_->changed.wait(lock, [this] { return state_->waiting.empty() && !state_->current; });
  return state_->left_alone > 0;
}

}  // namespace latewood::cli
