#include "engine/streams.h"

#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "canon/binary_writer.h"
#include "canon/blake3.h"
#include "intake/event_text.h"

namespace latewood::engine {
namespace {

constexpr std::size_t kPiece = 1024;

// Others may append at the same time; whoever loses looks again and takes the next number.
constexpr int kTries = 16;

Error not_found(const EventRef& ref) {
  return broken(kEventNotFound, "stream '" + ref.stream + "' has no event " + std::to_string(ref.seq), Code::NotFound);
}

}  // namespace

Result<Streams> Streams::copy_of(const StreamOrigin& origin) {
  LW_TRY_ASSIGN(std::shared_ptr<store::Store> memory, store::open_store("memory:"));
  LW_TRY_ASSIGN(const store::ContextKey context, memory->create_context("streams", {}));
  for (std::uint64_t last = 0; origin.store != nullptr;) {
    LW_TRY_ASSIGN(std::vector<store::LogEntry> piece,
                  origin.store->list_log(origin.context, store::Log::Events, last, kPiece));
    if (piece.empty()) break;
    last = piece.back().number;
    store::WriteBatch batch;
    batch.context = context;
    for (store::LogEntry& entry : piece) batch.logs.push_back({store::Log::Events, std::move(entry)});
    LW_TRY(memory->write(batch));
  }
  return Streams(std::move(memory), context);
}

void Streams::note(const Event& event, std::uint64_t number) {
  const auto [at, is_new] = streams_.try_emplace(event.ref.stream);
  Stream& stream = at->second;
  if (is_new) stream.kind = event.kind;
  if (stream.events.size() < event.ref.seq) stream.events.resize(event.ref.seq);
  stream.events[event.ref.seq - 1] = {number, event.payload_digest, event.bytes, event.work};
  last_ = number;
}

Result<void> Streams::refresh() {
  for (;;) {
    LW_TRY_ASSIGN(const std::vector<store::LogEntry> piece,
                  store_->list_log(context_, store::Log::Events, last_, kPiece));
    if (piece.empty()) return {};
    for (const store::LogEntry& entry : piece) {
      LW_TRY_ASSIGN(const Event event, intake::decode_event(entry.value));
      const auto known = streams_.find(event.ref.stream);
      const std::uint64_t before = known == streams_.end() ? 0 : known->second.events.size();
      // A number that is far ahead would take memory for all before it.
      if (event.ref.seq <= before || event.ref.seq - before > entry.number) {
        return Error{Code::Corruption,
                     "event " + std::to_string(event.ref.seq) + " of stream '" + event.ref.stream + "' is out of order",
                     {},
                     {}};
      }
      note(event, entry.number);
    }
  }
}

Result<EventRef> Streams::append(const NewEvent& given) {
  for (int tries = 1;; ++tries) {
    LW_TRY(refresh());
    const auto known = streams_.find(given.stream);
    const std::uint64_t seq = known == streams_.end() ? 1 : known->second.events.size() + 1;
    LW_TRY_ASSIGN(const Event event, intake::make_event(given, seq));
    store::WriteBatch batch;
    batch.context = context_;
    batch.logs.push_back({store::Log::Events, {last_ + 1, intake::encode_event(event)}, store::LogMode::Append});
    const auto written = store_->write(batch);
    const bool is_late = !written && written.error().rule == kConflict;
    if (is_late && tries < kTries) continue;
    LW_TRY(written);
    note(event, last_ + 1);
    return event.ref;
  }
}

Result<Event> Streams::load(const EventRef& ref) const {
  const auto stream = streams_.find(ref.stream);
  const bool is_known = stream != streams_.end() && ref.seq >= 1 && ref.seq <= stream->second.events.size();
  if (!is_known) return not_found(ref);
  const std::uint64_t number = stream->second.events[ref.seq - 1].number;
  if (number == 0) return not_found(ref);
  LW_TRY_ASSIGN(const std::vector<store::LogEntry> found,
                store_->list_log(context_, store::Log::Events, number - 1, 1));
  if (found.empty() || found.front().number != number) return not_found(ref);
  return intake::decode_event(found.front().value);
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
