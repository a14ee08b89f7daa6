#include "server/proxy/recorder.h"

#include <exception>

#include "latewood/errors.h"

namespace latewood::server {
namespace {

constexpr std::chrono::milliseconds kRetryPause{250};
constexpr std::size_t kMostReconcilers = 16;

std::size_t size_of(const RelayedCall& call) { return call.request.size() + call.answer.size() + 4096; }

// The store is not there now, and may be later.
bool may_pass(const Error& error) { return error.code == Code::Unavailable; }

}  // namespace

Recorder::Recorder(Repository repository, RecorderOptions options, Metrics& metrics)
    : repository_(std::move(repository)),
      options_(std::move(options)),
      metrics_(metrics),
      thread_([this] { work(); }) {}

Recorder::~Recorder() {
  {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
  }
  changed_.notify_all();
  thread_.join();
  if (options_.log != nullptr && options_.log != stderr) std::fclose(options_.log);
}

void Recorder::submit(std::unique_ptr<RelayedCall> call) {
  const std::lock_guard lock(mutex_);
  if (is_closed_ || waiting_bytes_ + size_of(*call) > options_.most_waiting) {
    ++metrics_.unrecorded_calls;
    return;
  }
  waiting_bytes_ += size_of(*call);
  calls_.push_back(std::move(call));
  changed_.notify_one();
}

Result<void> Recorder::begin(RelayedCall& call) {
  const std::lock_guard lock(use_);
  RelayedCall copy = call;
  if (auto decoded = decode_bodies(copy); !decoded) return decoded;
  auto begun = record_request(reconciler_for(call.place), copy);
  if (!begun) return std::move(begun).error();
  call.begun = *std::move(begun);
  if (options_.after_commit) options_.after_commit();
  return {};
}

Reconciler& Recorder::reconciler_for(const CallPlace& place) {
  const std::pair key(place.context_prefix, place.actor);
  const auto known = reconcilers_.find(key);
  if (known != reconcilers_.end()) return known->second;
  if (reconcilers_.size() >= kMostReconcilers) reconcilers_.clear();
  ReconcilerOptions options;
  options.actor = place.actor;
  // The request is what the user sent: what it has of system text was said.
  options.system = true;
  options.clock = options_.clock;
  options.context_prefix = place.context_prefix;
  return reconcilers_.emplace(key, Reconciler(repository_, std::move(options))).first->second;
}

void Recorder::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return is_closed_ || !calls_.empty(); });
    if (calls_.empty()) return;
    const std::unique_ptr<RelayedCall> call = std::move(calls_.front());
    calls_.pop_front();
    const std::size_t size = size_of(*call);
    lock.unlock();
    record(*call);
    lock.lock();
    waiting_bytes_ -= size;
  }
}

// False if the time is over, or the process ends.
bool Recorder::waits_before_retry(std::chrono::steady_clock::time_point deadline) {
  std::unique_lock lock(mutex_);
  if (std::chrono::steady_clock::now() >= deadline) return false;
  return !changed_.wait_for(lock, kRetryPause, [this] { return is_closed_; });
}

void Recorder::record(RelayedCall& call) {
  // After a failure the next calls are tried once, until one succeeds: calls behind them must not wait for each.
  const auto deadline =
      std::chrono::steady_clock::now() + (is_failing_ ? std::chrono::milliseconds(0) : options_.patience);
  if (auto decoded = decode_bodies(call); !decoded) {
    ++metrics_.unrecorded_calls;
    write_line(call_line(call, decoded.error()));
    return;
  }
  while (true) {
    auto recorded = [&]() -> Result<RecordedCall> {
      const std::lock_guard lock(use_);
      // A mistake in here must not end the proxy.
      try {
        return record_call(reconciler_for(call.place), call);
      } catch (const std::exception&) {
        return Error{Code::Unavailable, "the call could not be recorded", {}};
      }
    }();
    if (recorded) {
      ++metrics_.recorded_calls;
      if (recorded->difference) ++metrics_.different_requests;
      is_failing_ = false;
      if (options_.after_commit) options_.after_commit();
      write_line(call_line(call, *recorded));
      return;
    }
    if (may_pass(recorded.error()) && waits_before_retry(deadline)) continue;
    ++metrics_.unrecorded_calls;
    is_failing_ = may_pass(recorded.error());
    write_line(call_line(call, recorded.error()));
    return;
  }
}

void Recorder::write_line(const std::string& line) {
  if (options_.log == nullptr) return;
  std::fwrite(line.data(), 1, line.size(), options_.log);
  std::fputc('\n', options_.log);
  std::fflush(options_.log);
}

}  // namespace latewood::server
