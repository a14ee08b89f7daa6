#include "engine/session/streams.h"

#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "canon/binary_writer.h"
#include "canon/blake3.h"
#include "intake/event_text.h"
#include "store/listing.h"
#include "store/retry.h"

namespace latewood::engine {
namespace {

Error wrong_event(std::uint64_t number, const std::string& message) {
  return {Code::Corruption, "event " + std::to_string(number) + " of the log: " + message, {}, {}};
}

Error not_found(const EventRef& ref) {
  return broken(kEventNotFound, "stream '" + ref.stream + "' has no event " + std::to_string(ref.seq), Code::NotFound);
}

}  // namespace

Result<Streams> Streams::copy(const StreamOrigin& origin) {
  LW_TRY_ASSIGN(std::shared_ptr<store::Store> memory, store::open_store("memory:"));
  LW_TRY_ASSIGN(const store::ContextKey context, memory->create_context("streams", {}));
  // Not `for_each_log_entry`: each piece is written as one batch.
  for (std::uint64_t last = 0; origin.store != nullptr;) {
    LW_TRY_ASSIGN(std::vector<store::LogEntry> piece,
                  origin.store->list_log(origin.context, store::Log::Events, last, store::kListPiece));
    if (piece.empty()) break;
    last = piece.back().number;
    store::WriteBatch batch;
    batch.context = context;
    for (store::LogEntry& entry : piece) batch.logs.push_back({store::Log::Events, std::move(entry)});
    LW_TRY(memory->write(batch));
  }
  return Streams(std::move(memory), context);
}

std::optional<EventsMark> Streams::mark() const {
  if (last_ == 0) return std::nullopt;
  return EventsMark{last_, chains_.back()};
}

std::optional<Blake3Digest> Streams::chain_at(std::uint64_t number) const {
  if (number == 0 || number > chains_.size()) return std::nullopt;
  return chains_[number - 1];
}

void Streams::note(const Event& event, std::uint64_t number, const Blake3Digest& chain) {
  const auto [at, is_new] = streams_.try_emplace(event.ref.stream);
  Stream& stream = at->second;
  if (is_new) stream.kind = event.kind;
  stream.events.push_back({number, event.payload_digest, event.bytes, event.work});
  last_ = number;
  chains_.push_back(chain);
}

Blake3Digest Streams::next_chain(const Event& event) const {
  return intake::event_chain(chains_.empty() ? Blake3Digest() : chains_.back(), event);
}

// If the store cannot read a piece because one of its events is damaged, reads it event by event, so that the events
// before the damaged one are known and `next` is its number. `for_each_log_entry` would end at the piece.
Result<void> Streams::refresh() {
  for (std::size_t count = store::kListPiece;;) {
    const auto piece = store_->list_log(context_, store::Log::Events, last_, count);
    if (!piece && count > 1) {
      count = 1;
      continue;
    }
    LW_TRY(piece);
    if (piece->empty()) return {};
    for (const store::LogEntry& entry : *piece) LW_TRY(read(entry));
  }
}

// Events are never removed from the log, so numbers have no gaps and each chain digest covers all earlier events.
Result<void> Streams::read(const store::LogEntry& entry) {
  const auto logged = intake::decode_event(entry.value);
  if (!logged) return wrong_event(entry.number, logged.error().message);
  const Event& event = logged->event;
  const auto known = streams_.find(event.ref.stream);
  const std::uint64_t before = known == streams_.end() ? 0 : known->second.events.size();
  if (entry.number != next()) return wrong_event(next(), "the event is missing");
  if (event.ref.seq != before + 1) {
    return wrong_event(entry.number, "event " + std::to_string(event.ref.seq) + " of stream '" + event.ref.stream +
                                         "' is out of order");
  }
  const Blake3Digest chain = next_chain(event);
  if (logged->chain ? *logged->chain != chain : has_chains_) {
    return wrong_event(
        entry.number,
        "the chain digest does not match: this event or an earlier one was changed after it was appended");
  }
  has_chains_ = logged->chain.has_value();
  note(event, entry.number, chain);
  return {};
}

Result<EventRef> Streams::append(const NewEvent& given) {
  LW_TRY_ASSIGN(intake::EventDraft draft, intake::draft_event(given));
  Event& event = draft.event;
  Blake3Digest chain;
  const auto write_next = [&]() -> Result<void> {
    LW_TRY(refresh());
    const auto known = streams_.find(given.stream);
    event.ref.seq = known == streams_.end() ? 1 : known->second.events.size() + 1;
    store::WriteBatch batch;
    batch.context = context_;
    chain = next_chain(event);
    std::string text = intake::encode_event(event, draft.payload, chain);
    batch.logs.push_back({store::Log::Events, {next(), std::move(text)}});
    return store_->write(batch);
  };
  // Another writer may append first; then this event gets the next number.
  LW_TRY(store::retry_on_conflict(write_next, store::is_refused_write));
  note(event, next(), chain);
  has_chains_ = true;
  return event.ref;
}

Result<void> Streams::visit_log(const Visit& visit) const {
  return store::for_each_log_entry(*store_, context_, store::Log::Events, 0,
                                   [&visit](const store::LogEntry& entry) { return visit(entry.value); });
}

Result<void> Streams::add_logged(const std::string& logged) {
  store::WriteBatch batch;
  batch.context = context_;
  LW_TRY_ASSIGN(store::LogEntry entry, note_logged(logged));
  batch.logs.push_back({store::Log::Events, std::move(entry)});
  return store_->write(batch);
}

Result<store::LogEntry> Streams::note_logged(const std::string& logged) {
  store::LogEntry entry{next(), logged};
  LW_TRY(read(entry));
  return entry;
}

Result<Event> Streams::load(const EventRef& ref) const {
  const auto stream = streams_.find(ref.stream);
  const bool is_known = stream != streams_.end() && ref.seq >= 1 && ref.seq <= stream->second.events.size();
  if (!is_known) return not_found(ref);
  const std::uint64_t number = stream->second.events[ref.seq - 1].number;
  LW_TRY_ASSIGN(const std::vector<store::LogEntry> found,
                store_->list_log(context_, store::Log::Events, number - 1, 1));
  if (found.empty() || found.front().number != number) return not_found(ref);
  auto logged = intake::decode_event(found.front().value);
  if (!logged) return wrong_event(number, logged.error().message);
  return std::move(logged->event);
}

Result<std::optional<EventsMark>> load_mark(store::Store& store, store::ContextKey context) {
  std::optional<EventsMark> mark;
  LW_TRY_ASSIGN(const std::uint64_t last, store.last_in_log(context, store::Log::Events));
  if (last == 0) return mark;
  LW_TRY_ASSIGN(const std::vector<store::LogEntry> found, store.list_log(context, store::Log::Events, last - 1, 1));
  if (found.empty()) return mark;
  const auto logged = intake::decode_event(found.front().value);
  if (!logged) return wrong_event(found.front().number, logged.error().message);
  if (logged->chain) mark = EventsMark{found.front().number, *logged->chain};
  return mark;
}

Blake3Digest admitted_digest(const Streams::Stream& stream, std::uint64_t from_seq, std::uint64_t to_seq) {
  BinaryWriter out;
  const bool is_empty = from_seq == 0;
  out.u64(is_empty ? 0 : to_seq - from_seq + 1);
  for (std::uint64_t seq = from_seq; !is_empty && seq <= to_seq; ++seq) {
    out.u64(seq);
    out.id(stream.events[seq - 1].payload_digest);
  }
  return blake3_of(out.view());
}

}  // namespace latewood::engine
