// The streams of a context: events as the log of a store has them, by stream. What is in memory of each is its
// price; payloads are read when somebody wants them.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "latewood/ext/store.h"
#include "latewood/intake.h"
#include "latewood/result.h"

namespace latewood::engine {

// Where events lie; nowhere by default.
struct StreamOrigin {
  std::shared_ptr<store::Store> store = {};
  store::ContextKey context{};
};

class Streams {
 public:
  // In memory, with the events that the origin has now.
  static Result<Streams> copy_of(const StreamOrigin& origin);
  Streams(std::shared_ptr<store::Store> store, store::ContextKey context)
      : store_(std::move(store)), context_(context) {}

  StreamOrigin origin() const { return {store_, context_}; }

  // Takes note of what others have appended. Corruption if an event is not what it was.
  Result<void> refresh();
  Result<EventRef> append(const NewEvent& event);

  struct Entry {
    std::uint64_t number = 0;  // in the log; 0: it was collected
    Blake3Digest payload_digest;
    std::uint64_t bytes = 0;
    std::uint64_t work = 0;
  };
  struct Stream {
    EventKind kind = EventKind::User;
    std::vector<Entry> events;  // number 1 first
  };
  const std::map<std::string, Stream, std::less<>>& all() const { return streams_; }

  // E_EVENT_NOT_FOUND.
  Result<Event> load(const EventRef& ref) const;

 private:
  void note(const Event& event, std::uint64_t number);

  std::shared_ptr<store::Store> store_;
  store::ContextKey context_;
  std::uint64_t last_ = 0;  // number in the log
  std::map<std::string, Stream, std::less<>> streams_;
};

// What admitting these events is pinned by: their numbers and payload digests, in order.
Blake3Digest admitted_digest(const Streams::Stream& stream, std::uint64_t from_seq, std::uint64_t to_seq);

}  // namespace latewood::engine
