// The streams of a context: the events in a store's log, grouped by stream. Memory holds number, payload digest, bytes
// and work of each event; payloads are read from the store on request.
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

// The store and context whose log holds the events; default: no log.
struct StreamOrigin {
  std::shared_ptr<store::Store> store = {};
  store::ContextKey context{};
};

class Streams {
 public:
  // Copies the events that the origin has now into a store in memory.
  static Result<Streams> copy(const StreamOrigin& origin);
  Streams(std::shared_ptr<store::Store> store, store::ContextKey context)
      : store_(std::move(store)), context_(context) {}

  StreamOrigin origin() const { return {store_, context_}; }

  // Reads the events that other processes have appended. Corruption if an event does not continue the chain.
  Result<void> refresh();
  Result<EventRef> append(const NewEvent& event);

  // Visits the log text of every event, oldest first.
  using Visit = std::function<Result<void>(const std::string& logged)>;
  Result<void> visit_log(const Visit& visit) const;
  // Appends the text of an event from another log. Corruption if it does not continue the chain.
  Result<void> add_logged(const std::string& logged);
  // Adds the event to this object like `add_logged`, but does not write it. Returns the log entry, which the caller
  // must write.
  Result<store::LogEntry> note_logged(const std::string& logged);

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

  // The newest event that was read; nullopt if there is none.
  std::optional<EventsMark> mark() const;
  // The chain digest at this event; nullopt if the event was not read.
  std::optional<Blake3Digest> chain_at(std::uint64_t number) const;
  // The number of the next event to read. After a failed `refresh`: the number of the unreadable event.
  std::uint64_t next() const { return last_ + 1; }

  // Reads one event with its payload. E_EVENT_NOT_FOUND.
  Result<Event> load(const EventRef& ref) const;

 private:
  void note(const Event& event, std::uint64_t number, const Blake3Digest& chain);
  Result<void> read(const store::LogEntry& entry);
  Blake3Digest next_chain(const Event& event) const;

  std::shared_ptr<store::Store> store_;
  store::ContextKey context_;
  std::uint64_t last_ = 0;            // number of the newest event that was read
  bool has_chains_ = false;           // whether the newest event has a stored chain digest
  std::vector<Blake3Digest> chains_;  // chain digests, ascending by event number
  std::map<std::string, Stream, std::less<>> streams_;
};

// Reads the newest event of the log only. nullopt if the log is empty, or if that event comes from a version that
// stored no chain digests.
Result<std::optional<EventsMark>> load_mark(store::Store& store, store::ContextKey context);

// The digest over the numbers and payload digests of the admitted events, in order. `from_seq` 0: no events.
Blake3Digest admitted_digest(const Streams::Stream& stream, std::uint64_t from_seq, std::uint64_t to_seq);

}  // namespace latewood::engine
