#include "intake/event_text.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "canon/binary_writer.h"
#include "canon/blake3.h"
#include "canon/json_check.h"
#include "canon/json_field.h"
#include "canon/json_reader.h"
#include "canon/json_writer.h"

namespace latewood::intake {
namespace {

// Part of the hashed bytes: it must never change.
constexpr std::string_view kChainDomain("latewood:event:v1\0", 18);

Result<Event> read_event(const JsonField& object) {
  Event event;
  LW_TRY_ASSIGN(const JsonField stream, object.member("stream"));
  LW_TRY_ASSIGN(event.ref.stream, stream.text());
  LW_TRY_ASSIGN(event.ref.seq, read_u64(object, "seq"));
  LW_TRY_ASSIGN(const JsonField kind, object.member("kind"));
  LW_TRY_ASSIGN(const std::string_view word, kind.text());
  const auto known = find_event_kind(word);
  if (!known) return kind.error("no kind of event is called '" + std::string(word) + "'");
  event.kind = *known;
  LW_TRY_ASSIGN(const JsonField time, object.member("host_time"));
  if (time.value().as_integer() == nullptr) return time.error("an integer expected");
  event.host_time = *time.value().as_integer();
  LW_TRY_ASSIGN(event.work, read_u64(object, "work"));
  LW_TRY_ASSIGN(event.payload_digest, read_id<Blake3Digest>(object, "payload_digest"));
  const JsonValue* payload = object.value().find("payload");
  if (payload == nullptr) return object.error("member 'payload' is missing");
  event.payload = *payload;
  const std::string json = canonical_json(event.payload);
  event.bytes = json.size();
  // A purged payload has only its digest.
  event.purged = object.value().find("purged") != nullptr && event.payload == JsonValue();
  if (!event.purged && blake3_of(json) != event.payload_digest) return object.error("the payload has another digest");
  return event;
}

// Refuses unknown members: a renamed member would hide the loss of the known one.
Result<void> check_members(const JsonField& object) {
  constexpr std::array<std::string_view, 9> kNames = {"chain",  "host_time", "kind",   "payload", "payload_digest",
                                                      "purged", "seq",       "stream", "work"};
  const JsonValue::Object* members = object.value().as_object();
  if (members == nullptr) return object.error("an object expected");
  for (const JsonMember& member : *members) {
    const bool is_known = std::find(kNames.begin(), kNames.end(), member.key) != kNames.end();
    if (!is_known) return object.error("there is no member '" + member.key + "'");
  }
  return {};
}

Result<LoggedEvent> read_logged(const JsonField& object) {
  LW_TRY(check_members(object));
  LoggedEvent logged;
  LW_TRY_ASSIGN(logged.event, read_event(object));
  if (object.find("chain")) {
    LW_TRY_ASSIGN(logged.chain, read_id<Blake3Digest>(object, "chain"));
  }
  return logged;
}

}  // namespace

Result<EventDraft> draft_event(const NewEvent& given) {
  if (given.stream.empty()) return broken(kOptionInvalid, "a stream without a name");
  LW_TRY(check_text(given.stream));
  LW_TRY(check_json(given.payload));
  if (given.work > static_cast<std::uint64_t>(INT64_MAX)) {
    return broken(kOptionInvalid, "work " + std::to_string(given.work) + " is too much");
  }
  EventDraft draft{{{given.stream, 0}, given.kind, {}, {}, given.host_time, 0, given.work, false},
                   canonical_json(given.payload)};
  draft.event.payload_digest = blake3_of(draft.payload);
  draft.event.bytes = draft.payload.size();
  return draft;
}

Blake3Digest event_chain(const Blake3Digest& before, const Event& event) {
  BinaryWriter out;
  out.raw(kChainDomain);
  out.id(before);
  out.sized(event.ref.stream);
  out.u64(event.ref.seq);
  out.sized(to_string(event.kind));
  out.u64(static_cast<std::uint64_t>(event.host_time));
  out.u64(event.work);
  out.id(event.payload_digest);
  return blake3_of(out.view());
}

// The payload may be large and is text already. So the members before and after it are written as two objects, and the
// three parts are joined. The result is in canonical order.
std::string encode_event(const Event& event, std::string_view payload, const Blake3Digest& chain) {
  std::string text = canonical_json(make_object({
      {"chain", chain.hex()},
      {"host_time", event.host_time},
      {"kind", std::string(to_string(event.kind))},
  }));
  const std::string rest = canonical_json(make_object({
      {"payload_digest", event.payload_digest.hex()},
      {"seq", static_cast<std::int64_t>(event.ref.seq)},
      {"stream", event.ref.stream},
      {"work", static_cast<std::int64_t>(event.work)},
  }));
  constexpr std::string_view kPayload = ",\"payload\":";
  text.pop_back();
  text.reserve(text.size() + kPayload.size() + payload.size() + rest.size());
  text.append(kPayload).append(payload).append(",").append(rest, 1);
  return text;
}

Result<LoggedEvent> decode_event(std::string_view text) {
  auto value = parse_json(text, kAroundValues);
  auto event = value ? read_logged(JsonField(*value)) : Result<LoggedEvent>(std::move(value).error());
  if (event) return event;
  Error error = std::move(event).error();
  error.code = Code::Corruption;
  error.message = "an event: " + error.message;
  return error;
}

}  // namespace latewood::intake
