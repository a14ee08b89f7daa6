// The commits of a store as events, for any number of readers.
//
// One thread reads new commits from the store: at once when this server committed, else after a wait, so that commits
// of other processes arrive too. The newest events are kept once for all readers. A reader that is slower than these
// reads the store; so a reader that never reads costs nothing.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "latewood/repository.h"
#include "latewood/result.h"
#include "server/http/metrics.h"
#include "server/http/response.h"

namespace latewood::server {

// Where a reader is: after this commit.
struct FeedPlace {
  std::uint64_t sequence = 0;  // 0: before the first commit
  CommitId id = {};
  std::uint64_t generation = 0;  // see `CommitFeed::generation_`
  bool is_new = true;            // the reader was not told its place yet
  bool is_reset = false;         // the place that the reader named is unknown
};

class CommitFeed {
 public:
  struct Event {
    std::uint64_t sequence = 0;
    CommitId id;
    std::uint64_t cycle = 0;
    std::string context;  // empty: it was deleted
    std::string text;
  };

  // `wait` is the longest time until a commit of another process is seen.
  CommitFeed(Repository repository, Metrics& metrics, std::chrono::milliseconds wait);
  CommitFeed(const CommitFeed&) = delete;
  CommitFeed& operator=(const CommitFeed&) = delete;
  ~CommitFeed();

  // A commit may have happened. Any thread.
  void poke();

  // Where a client continues. Reads the store.
  Result<FeedPlace> start(const EventQuery& query);
  // Texts of events after `place`, which moves behind them; at most about 64 KiB. `has_more` if more are there. Reads
  // the store only if the reader is slow: `needs_store` tells before. If the commit of the place is gone, its sequence
  // may name another one: then the text is the event `reset`, after which the reader continues with new commits.
  struct Events {
    std::string text;
    bool has_more = false;
  };
  bool needs_store(const FeedPlace& place);
  Result<Events> read(FeedPlace& place, const EventQuery& query);

  // The next events of all contexts after `place`, which moves behind them; at most some hundred. If the commit of the
  // place is gone, none, and the place is the newest commit. Reads the store.
  Result<std::vector<Event>> next(FeedPlace& place);

  // `wake` is called by the thread of the feed after new events are there, until `unsubscribe`.
  std::uint64_t subscribe(std::function<void()> wake);
  void unsubscribe(std::uint64_t subscription);

 private:
  // Commits after a place; nullopt if the commit of the place is gone.
  struct Loaded {
    std::vector<Event> events;
    bool has_more = false;
  };

  void watch();
  Result<bool> read_new();
  void restart(const FeedPlace& newest);
  void keep(Loaded loaded);
  Result<FeedPlace> newest_place();
  Result<std::optional<Loaded>> load(const FeedPlace& place);
  Result<Events> read_store(FeedPlace& place, const EventQuery& query);
  Result<std::string> context_name(store::ContextKey key);

  Repository repository_;
  Metrics& metrics_;
  const std::chrono::milliseconds wait_;

  std::mutex naming_;
  std::map<store::ContextKey, std::string> names_;      // guarded by `naming_`
  std::chrono::steady_clock::time_point names_read_{};  // the same

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Event> newest_;      // guarded by `mutex_`; ascending
  std::uint64_t before_ = 0;      // the sequence before the first of `newest_`
  FeedPlace last_;                // the newest commit that was read
  std::uint64_t generation_ = 0;  // 0: nothing was read. Grows when commits that were read are gone
  bool is_poked_ = false;
  bool is_closed_ = false;
  std::map<std::uint64_t, std::function<void()>> readers_;
  std::uint64_t subscriptions_ = 0;
  std::thread thread_;
};

}  // namespace latewood::server
