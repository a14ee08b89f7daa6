#include "server/http/commit_feed.h"

#include <algorithm>
#include <utility>

#include "latewood/json_text.h"
#include "latewood/json_value.h"
#include "server/http/event_id.h"

namespace latewood::server {
namespace {

constexpr std::size_t kPiece = 256;           // commits that are read from the store at a time
constexpr std::size_t kMostKept = 1024;       // events in memory
constexpr std::size_t kMostText = 64 * 1024;  // bytes of events that one read gives
constexpr std::chrono::seconds kNamesStay{5};
constexpr std::chrono::milliseconds kIdleWait{1000};

bool is_for(const EventQuery& query, const std::string& context) {
  const bool is_asked = query.context.empty() || query.context == context;
  return !context.empty() && context.starts_with(query.context_prefix) && is_asked;
}

std::string event_text(const store::StoredCommit& commit, const std::string& context) {
  const JsonValue data = make_object({{"actor", commit.note.actor},
                                      {"commit_id", commit.id.hex()},
                                      {"context", context},
                                      {"cycle", JsonValue(static_cast<std::int64_t>(commit.cycle))},
                                      {"host_time", std::to_string(commit.note.host_time)},
                                      {"message", commit.note.message}});
  return "id: " + event_id_text(commit.sequence, commit.id) + "\nevent: commit\ndata: " + json_text_of(data) + "\n\n";
}

// Tells a reader its place: an event without data, or `reset`.
std::string opening(FeedPlace& place) {
  std::string text =
      "id: " + (place.sequence == 0 ? std::string(kFirstEventId) : event_id_text(place.sequence, place.id));
  if (place.is_reset) text += "\nevent: reset\ndata: {}";
  place.is_new = false;
  place.is_reset = false;
  return text + "\n\n";
}

void take(const CommitFeed::Event& event, const EventQuery& query, FeedPlace& place, std::string& out) {
  place.sequence = event.sequence;
  place.id = event.id;
  if (is_for(query, event.context)) out += event.text;
}

}  // namespace

CommitFeed::CommitFeed(Repository repository, Metrics& metrics, std::chrono::milliseconds wait)
    : repository_(std::move(repository)), metrics_(metrics), wait_(wait), thread_([this] { watch(); }) {}

CommitFeed::~CommitFeed() {
  {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void CommitFeed::poke() {
  {
    const std::lock_guard lock(mutex_);
    is_poked_ = true;
  }
  changed_.notify_all();
}

// ---- reading the store ----

Result<std::string> CommitFeed::context_name(store::ContextKey key) {
  const std::lock_guard lock(naming_);
  const auto now = std::chrono::steady_clock::now();
  const auto known = names_.find(key);
  if (known != names_.end() && now - names_read_ < kNamesStay) return known->second;
  std::map<store::ContextKey, std::string> names;
  store::ContextKey after{};
  while (true) {
    const auto piece = repository_.store().list_contexts(after, kPiece);
    if (!piece) return piece.error();
    for (const store::ContextRecord& record : *piece) names[record.key] = record.name;
    if (piece->size() < kPiece) break;
    after = piece->back().key;
  }
  names_ = std::move(names);
  names_read_ = now;
  const auto found = names_.find(key);
  // Deleted meanwhile: the commits cannot be read any more.
  return found == names_.end() ? std::string() : found->second;
}

Result<FeedPlace> CommitFeed::newest_place() {
  FeedPlace place;
  const auto newest = repository_.store().last_commit();
  if (!newest) return newest.error();
  if (*newest == 0) return place;
  const auto found = repository_.store().list_all_commits(*newest - 1, kPiece);
  if (!found) return found.error();
  if (found->empty()) return place;
  place.sequence = found->back().sequence;
  place.id = found->back().id;
  return place;
}

Result<std::optional<CommitFeed::Loaded>> CommitFeed::load(const FeedPlace& place) {
  const bool is_start = place.sequence == 0;
  const auto commits = repository_.store().list_all_commits(is_start ? 0 : place.sequence - 1, kPiece);
  if (!commits) return commits.error();
  const bool is_there =
      is_start || (!commits->empty() && commits->front().sequence == place.sequence && commits->front().id == place.id);
  if (!is_there) return std::optional<Loaded>();
  Loaded loaded;
  loaded.has_more = commits->size() == kPiece;
  for (const store::StoredCommit& commit : *commits) {
    if (commit.sequence == place.sequence) continue;
    auto name = context_name(commit.context);
    if (!name) return std::move(name).error();
    loaded.events.push_back({commit.sequence, commit.id, commit.cycle, *name, event_text(commit, *name)});
  }
  return std::optional(std::move(loaded));
}

// ---- the thread of the feed ----

void CommitFeed::restart(const FeedPlace& newest) {
  const std::lock_guard lock(mutex_);
  newest_.clear();
  before_ = newest.sequence;
  last_ = newest;
  last_.generation = ++generation_;
  for (const auto& [id, wake] : readers_) wake();
}

void CommitFeed::keep(Loaded loaded) {
  const std::lock_guard lock(mutex_);
  metrics_.commits += loaded.events.size();
  for (Event& event : loaded.events) {
    last_.sequence = event.sequence;
    last_.id = event.id;
    newest_.push_back(std::move(event));
  }
  while (newest_.size() > kMostKept) {
    before_ = newest_.front().sequence;
    newest_.pop_front();
  }
  for (const auto& [id, wake] : readers_) wake();
}

// True if there may be more. Only this thread changes `last_` and `generation_`.
Result<bool> CommitFeed::read_new() {
  const auto newest = repository_.store().last_commit();
  if (!newest) return newest.error();
  const bool is_known = generation_ > 0 && *newest == last_.sequence;
  if (is_known) return false;
  auto loaded = generation_ > 0 ? load(last_) : Result<std::optional<Loaded>>(std::optional<Loaded>());
  if (!loaded) return std::move(loaded).error();
  if (!*loaded) {
    const auto place = newest_place();
    if (!place) return place.error();
    restart(*place);
    return false;
  }
  const bool has_more = (*loaded)->has_more;
  keep(**std::move(loaded));
  return has_more;
}

// Errors of the store are not reported to readers: the next round reads what this one could not.
void CommitFeed::watch() {
  while (true) {
    const auto more = read_new();
    if (!more) ++metrics_.store_errors;
    std::unique_lock lock(mutex_);
    if (is_closed_) return;
    if (more && *more) continue;
    // Without readers a commit needs no event at once.
    const auto is_due = [this] { return is_closed_ || (is_poked_ && !readers_.empty()); };
    changed_.wait_for(lock, readers_.empty() ? std::max(wait_, kIdleWait) : wait_, is_due);
    is_poked_ = false;
    if (is_closed_) return;
  }
}

// ---- readers ----

Result<FeedPlace> CommitFeed::start(const EventQuery& query) {
  const auto id = query.last_id ? parse_event_id(*query.last_id) : std::nullopt;
  FeedPlace place;
  bool is_found = id && id->sequence == 0;
  if (id && id->sequence > 0) {
    const auto found = repository_.store().list_all_commits(id->sequence - 1, 1);
    if (!found) return found.error();
    is_found = !found->empty() && found->front().sequence == id->sequence && names(*id, found->front().id);
    if (is_found) place = {id->sequence, found->front().id};
  }
  if (!is_found) {
    auto newest = newest_place();
    if (!newest) return newest;
    place = *newest;
    place.is_reset = query.last_id.has_value();
  }
  const std::lock_guard lock(mutex_);
  place.generation = generation_;
  return place;
}

bool CommitFeed::needs_store(const FeedPlace& place) {
  const std::lock_guard lock(mutex_);
  return place.generation != generation_ || place.sequence < before_;
}

// Checks that the commit of the place is still there, so the place is of this generation afterwards.
Result<CommitFeed::Events> CommitFeed::read_store(FeedPlace& place, const EventQuery& query) {
  std::uint64_t generation = 0;
  {
    const std::lock_guard lock(mutex_);
    generation = generation_;
  }
  const auto loaded = load(place);
  if (!loaded) return loaded.error();
  Events events;
  if (!*loaded) {
    const auto newest = newest_place();
    if (!newest) return newest.error();
    place = *newest;
    place.is_reset = true;
    events.text = opening(place);
  } else {
    for (const Event& event : (*loaded)->events) take(event, query, place, events.text);
    events.has_more = (*loaded)->has_more;
  }
  place.generation = generation;
  return events;
}

Result<CommitFeed::Events> CommitFeed::read(FeedPlace& place, const EventQuery& query) {
  Events events;
  if (place.is_new) {
    events.text = opening(place);
    events.has_more = true;
    return events;
  }
  if (needs_store(place)) return read_store(place, query);
  const std::lock_guard lock(mutex_);
  auto next = std::upper_bound(newest_.begin(), newest_.end(), place.sequence,
                               [](std::uint64_t sequence, const Event& event) { return sequence < event.sequence; });
  for (; next != newest_.end() && events.text.size() < kMostText; ++next) take(*next, query, place, events.text);
  events.has_more = next != newest_.end();
  return events;
}

Result<std::vector<CommitFeed::Event>> CommitFeed::next(FeedPlace& place) {
  auto loaded = load(place);
  if (!loaded) return std::move(loaded).error();
  if (!*loaded) {
    const auto newest = newest_place();
    if (!newest) return newest.error();
    place = *newest;
    return std::vector<Event>();
  }
  std::vector<Event> events = std::move((*loaded)->events);
  if (!events.empty()) {
    place.sequence = events.back().sequence;
    place.id = events.back().id;
  }
  return events;
}

std::uint64_t CommitFeed::subscribe(std::function<void()> wake) {
  const std::lock_guard lock(mutex_);
  readers_[++subscriptions_] = std::move(wake);
  changed_.notify_all();
  return subscriptions_;
}

void CommitFeed::unsubscribe(std::uint64_t subscription) {
  const std::lock_guard lock(mutex_);
  readers_.erase(subscription);
}

}  // namespace latewood::server
