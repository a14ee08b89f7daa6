// The streams of a context: events as the log of a store has them, by stream. What is in memory of each is its
// price; payloads are read when somebody wants them.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/record/trail.h"
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

  // The log as it is, event by event; and one more that another log had, which must follow from those here.
  using Visit = std::function<Result<void>(const std::string& logged)>;
  Result<void> visit_log(const Visit& visit) const;
  Result<void> add_logged(const std::string& logged);
  // The same, for who writes it: it is noted as if it were there.
  Result<store::LogEntry> follow(const std::string& logged);

  struct Entry {
    std::uint64_t number = 0;  // in the log
    Blake3Digest payload_digest;
    std::uint64_t bytes = 0;
    std::uint64_t work = 0;
  };
  struct Stream {
    EventKind kind = EventKind::User;
    std::vector<Entry> events;  // number 1 first
  };
  const std::map<std::string, Stream, std::less<>>& all() const { return streams_; }

  // The log as it was read last; nothing if it is empty.
  std::optional<EventsMark> mark() const;
  // The chain at that event; nothing if the log does not go that far.
  std::optional<Blake3Digest> chain_at(std::uint64_t number) const;
  // The number of the event that `refresh` reads next, or could not read.
  std::uint64_t next() const { return last_ + 1; }

  // E_EVENT_NOT_FOUND.
  Result<Event> load(const EventRef& ref) const;

 private:
  void note(const Event& event, std::uint64_t number, const Blake3Digest& chain);
  Result<void> read(const store::LogEntry& entry);
  Blake3Digest next_chain(const Event& event) const;

  std::shared_ptr<store::Store> store_;
  store::ContextKey context_;
  std::uint64_t last_ = 0;            // number in the log
  bool has_chains_ = false;           // whether the last event has its own on record
  std::vector<Blake3Digest> chains_;  // by number, the first event first
  std::map<std::string, Stream, std::less<>> streams_;
};

// Where the log ends, without reading all of it; nothing if it is empty, or its last event is of before there were
// chains.
Result<std::optional<EventsMark>> load_mark(store::Store& store, store::ContextKey context);

// What admitting these events is pinned by: their numbers and payload digests, in order.
Blake3Digest admitted_digest(const Streams::Stream& stream, std::uint64_t from_seq, std::uint64_t to_seq);

}  // namespace latewood::engine
