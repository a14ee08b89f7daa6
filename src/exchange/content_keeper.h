// Adds contents to a pool while the rest of their document is read. Copying contents and searching for equal ones takes
// a quarter of the time of an import, so for a long document another thread does this.
//
// The result is the same: contents are added one after the other in their order.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <future>
#include <mutex>
#include <string_view>
#include <vector>

#include "latewood/result.h"
#include "tree/node.h"

namespace latewood::exchange {

// Adds a content in canonical form and returns its payload.
using KeepContent = std::function<Result<const tree::Payload*>(std::string_view)>;

class ContentKeeper {
 public:
  // `keep` must outlive this object. Do not use the values that `keep` uses before `finish`.
  explicit ContentKeeper(const KeepContent& keep) : keep_(keep) {}
  ContentKeeper(const ContentKeeper&) = delete;
  ContentKeeper& operator=(const ContentKeeper&) = delete;
  ~ContentKeeper() { close(); }

  // Queues the content and returns its index. Its text must stay at its address until `finish` has returned.
  std::size_t add(std::string_view content) {
    batch_.push_back(content);
    bytes_ += content.size();
    if (bytes_ >= kBatch) hand_over();
    return added_++;
  }

  // Returns the payloads of all contents in the order of `add`, or the error of the first refused one.
  Result<std::vector<const tree::Payload*>> finish();

 private:
  using Batch = std::vector<std::string_view>;

  // Bytes per batch: few enough to still be in the cache, enough to make the cost of waking a thread small.
  static constexpr std::size_t kBatch = std::size_t{256} << 10;

  void hand_over();
  void close();
  void keep_waiting();
  void keep_all(const Batch& batch);

  const KeepContent& keep_;
  Batch batch_;
  std::size_t bytes_ = 0;  // bytes of the batch
  bool is_first_ = true;   // the batch
  std::size_t added_ = 0;

  std::mutex mutex_;  // guards what waits
  std::condition_variable has_come_;
  std::deque<Batch> waiting_;
  bool is_closed_ = false;

  // Used only by the other thread, if there is one, until it ends.
  std::vector<const tree::Payload*> payloads_;
  Result<void> kept_;
  std::future<void> other_;
};

}  // namespace latewood::exchange
