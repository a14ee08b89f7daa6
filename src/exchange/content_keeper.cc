#include "exchange/content_keeper.h"

#include <thread>
#include <utility>

namespace latewood::exchange {

// Keeps the first batch on this thread, because short documents have only one. If no other thread can be started, the
// rest is kept in `finish`.
void ContentKeeper::hand_over() {
  bytes_ = 0;
  if (std::exchange(is_first_, false) || std::thread::hardware_concurrency() < 2)
    return keep_all(std::exchange(batch_, {}));
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::exchange(batch_, {}));
  }
  has_come_.notify_one();
  if (other_.valid()) return;
  other_ = std::async(std::launch::async | std::launch::deferred, [this] { keep_waiting(); });
}

void ContentKeeper::keep_waiting() {
  std::unique_lock lock(mutex_);
  while (true) {
    has_come_.wait(lock, [this] { return is_closed_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    const Batch batch = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    keep_all(batch);
    lock.lock();
  }
}

void ContentKeeper::keep_all(const Batch& batch) {
  for (const std::string_view content : batch) {
    if (!kept_) return;
    auto payload = keep_(content);
    if (payload) {
      payloads_.push_back(*payload);
    } else {
      kept_ = std::move(payload).error();
    }
  }
}

void ContentKeeper::close() {
  if (!other_.valid()) return;
  {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
  }
  has_come_.notify_one();
  other_.get();
}

Result<std::vector<const tree::Payload*>> ContentKeeper::finish() {
  close();
  keep_all(batch_);
  if (!kept_) return kept_.error();
  return std::move(payloads_);
}

}  // namespace latewood::exchange
