#include "engine/record/commit_extras.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "canon/binary_reader.h"
#include "canon/binary_writer.h"
#include "canon/json_check.h"
#include "canon/json_reader.h"
#include "canon/json_writer.h"
#include "engine/record/snapshot_annex.h"
#include "tree/node_header.h"

namespace latewood::engine {
namespace {

// No hash covers the version: docs/format/bundle.md, section 8.
constexpr std::uint8_t kWithoutTrail = 1;
constexpr std::uint8_t kWithTrail = 2;
// The same two, with a parent (`Departure::with`) for each departure. Used only if at least one departure has one.
constexpr std::uint8_t kParentsWithoutTrail = 3;
constexpr std::uint8_t kParentsWithTrail = 4;

bool has_parents(const CommitExtras& extras) {
  return std::any_of(extras.departures.begin(), extras.departures.end(),
                     [](const Departure& departure) { return !departure.with.empty(); });
}

std::uint8_t version_of(const CommitExtras& extras) {
  if (has_parents(extras)) return extras.trail ? kParentsWithTrail : kParentsWithoutTrail;
  return extras.trail ? kWithTrail : kWithoutTrail;
}

std::string encoded_header(const tree::Node& node) {
  std::string bytes(tree::header_size(node), '\0');
  BinaryCursor out(bytes.data());
  tree::encode_header(out, node);
  return bytes;
}

void encode_ids(BinaryWriter& out, const std::vector<std::string>& ids) {
  out.u64(ids.size());
  for (const std::string& id : ids) out.sized(id);
}

Result<std::string> decode_text(BinaryReader& in) {
  const std::uint64_t start = in.offset();
  LW_TRY_ASSIGN(const std::string_view text, in.sized());
  const auto checked = check_text(text);
  if (!checked) return BinaryReader::invalid(start, in.offset() - start, checked.error().message);
  return std::string(text);
}

Result<std::vector<std::string>> decode_ids(BinaryReader& in) {
  LW_TRY_ASSIGN(const std::uint64_t count, in.count(8));
  std::vector<std::string> ids;
  for (std::uint64_t i = 0; i < count; ++i) {
    LW_TRY_ASSIGN(std::string id, decode_text(in));
    ids.push_back(std::move(id));
  }
  return ids;
}

Result<Departure> decode_departure(BinaryReader& in, bool has_parent) {
  Departure departure;
  LW_TRY_ASSIGN(departure.id, decode_text(in));
  LW_TRY_ASSIGN(const std::uint8_t cause, in.u8());
  if (cause > static_cast<std::uint8_t>(Cause::Delete)) {
    return BinaryReader::invalid(in.offset() - 1, 1, "a cause cannot be " + std::to_string(cause));
  }
  departure.cause = static_cast<Cause>(cause);
  LW_TRY_ASSIGN(departure.bytes, in.u64());
  if (has_parent) {
    LW_TRY_ASSIGN(departure.with, decode_text(in));
  }
  return departure;
}

Result<std::vector<Departure>> decode_departures(BinaryReader& in, bool has_parents) {
  LW_TRY_ASSIGN(const std::uint64_t count, in.count(8 + 1 + 8 + (has_parents ? 8 : 0)));
  std::vector<Departure> departures;
  for (std::uint64_t i = 0; i < count; ++i) {
    LW_TRY_ASSIGN(Departure departure, decode_departure(in, has_parents));
    departures.push_back(std::move(departure));
  }
  return departures;
}

Result<std::int64_t> decode_signed(BinaryReader& in) {
  LW_TRY_ASSIGN(const std::uint64_t value, in.u64());
  return static_cast<std::int64_t>(value);
}

Result<bool> decode_presence(BinaryReader& in) {
  LW_TRY_ASSIGN(const std::uint8_t presence, in.u8());
  if (presence <= 1) return presence == 1;
  return BinaryReader::invalid(in.offset() - 1, 1, "a presence cannot be " + std::to_string(presence));
}

Result<std::optional<std::array<std::string, 4>>> decode_frame(BinaryReader& in) {
  LW_TRY_ASSIGN(const bool is_there, decode_presence(in));
  std::optional<std::array<std::string, 4>> frame;
  if (!is_there) return frame;
  frame.emplace();
  for (std::string& header : *frame) {
    LW_TRY_ASSIGN(header, in.sized());
  }
  return frame;
}

// ---- trails ----

void encode_digest(BinaryWriter& out, const std::optional<Blake3Digest>& digest) {
  out.u8(digest ? 1 : 0);
  if (digest) out.id(*digest);
}

void encode_trail(BinaryWriter& out, const CommitTrail& trail) {
  out.id(trail.digest);
  encode_digest(out, trail.receipt);
  encode_digest(out, trail.admission);
  out.u8(trail.events ? 1 : 0);
  if (!trail.events) return;
  out.u64(trail.events->number);
  out.id(trail.events->chain);
}

Result<std::optional<Blake3Digest>> decode_digest(BinaryReader& in) {
  LW_TRY_ASSIGN(const bool is_there, decode_presence(in));
  std::optional<Blake3Digest> digest;
  if (is_there) {
    LW_TRY_ASSIGN(digest, in.id<Blake3Digest>());
  }
  return digest;
}

Result<CommitTrail> decode_trail(BinaryReader& in) {
  CommitTrail trail;
  LW_TRY_ASSIGN(trail.digest, in.id<Blake3Digest>());
  LW_TRY_ASSIGN(trail.receipt, decode_digest(in));
  LW_TRY_ASSIGN(trail.admission, decode_digest(in));
  LW_TRY_ASSIGN(const bool has_events, decode_presence(in));
  if (!has_events) return trail;
  EventsMark mark;
  LW_TRY_ASSIGN(mark.number, in.u64());
  LW_TRY_ASSIGN(mark.chain, in.id<Blake3Digest>());
  trail.events = mark;
  return trail;
}

}  // namespace

std::array<std::string, 4> frame_headers(const tree::Tree& empty) {
  return {encoded_header(*empty.root()), encoded_header(empty.sys->container()), encoded_header(*empty.seq()),
          encoded_header(empty.ah->container())};
}

CommitExtras extras_of(const history::SnapshotData& snapshot) {
  CommitReport report = snapshot.report();
  CommitExtras extras;
  extras.last_stamp = snapshot.last_stamp;
  extras.nodes_before = report.nodes_before;
  extras.bytes_before = report.bytes_before;
  extras.departures = std::move(report.departures);
  extras.deferred = std::move(report.deferred);
  extras.kept = std::move(report.kept);
  if (snapshot.details != nullptr) extras.envelope = snapshot.details->envelope;
  if (snapshot.is_genesis()) extras.frame = frame_headers(snapshot.older());
  if (const CommitTrail* trail = trail_of(snapshot)) extras.trail = *trail;
  return extras;
}

std::string encode_extras(const CommitExtras& extras) {
  BinaryWriter out;
  const std::uint8_t version = version_of(extras);
  out.u8(version);
  out.u64(static_cast<std::uint64_t>(extras.last_stamp));
  out.u64(static_cast<std::uint64_t>(extras.nodes_before));
  out.u64(static_cast<std::uint64_t>(extras.bytes_before));
  out.u64(extras.departures.size());
  for (const Departure& departure : extras.departures) {
    out.sized(departure.id);
    out.u8(static_cast<std::uint8_t>(departure.cause));
    out.u64(departure.bytes);
    if (version >= kParentsWithoutTrail) out.sized(departure.with);
  }
  encode_ids(out, extras.deferred);
  encode_ids(out, extras.kept);
  out.sized(encode_members(extras.envelope));
  out.u8(extras.frame ? 1 : 0);
  if (extras.frame) {
    for (const std::string& header : *extras.frame) out.sized(header);
  }
  if (extras.trail) encode_trail(out, *extras.trail);
  return out.take();
}

Result<CommitExtras> decode_extras(std::string_view bytes) {
  BinaryReader in(bytes);
  LW_TRY_ASSIGN(const std::uint8_t version, in.u8());
  if (version < kWithoutTrail || version > kParentsWithTrail) {
    return Error{Code::Unsupported, "extras version " + std::to_string(version), {}, latewood::Place{0, 1}};
  }
  CommitExtras extras;
  LW_TRY_ASSIGN(extras.last_stamp, decode_signed(in));
  LW_TRY_ASSIGN(extras.nodes_before, decode_signed(in));
  LW_TRY_ASSIGN(extras.bytes_before, decode_signed(in));
  const std::uint64_t start = in.offset();
  const bool tells_parents = version >= kParentsWithoutTrail;
  LW_TRY_ASSIGN(extras.departures, decode_departures(in, tells_parents));
  if (tells_parents && !has_parents(extras)) {
    return BinaryReader::invalid(start, in.offset() - start,
                                 "the version requires departures with parents, and no departure has one");
  }
  LW_TRY_ASSIGN(extras.deferred, decode_ids(in));
  LW_TRY_ASSIGN(extras.kept, decode_ids(in));
  LW_TRY_ASSIGN(const std::string_view members, in.sized());
  LW_TRY_ASSIGN(extras.envelope, decode_members(members));
  LW_TRY_ASSIGN(extras.frame, decode_frame(in));
  if (version == kWithTrail || version == kParentsWithTrail) {
    LW_TRY_ASSIGN(extras.trail, decode_trail(in));
  }
  LW_TRY(in.expect_end());
  return extras;
}

std::string encode_members(const Envelope& members) {
  return members == nullptr ? std::string() : canonical_json(make_object(*members));
}

Result<Envelope> decode_members(std::string_view text) {
  Envelope members;
  if (text.empty()) return members;
  LW_TRY_ASSIGN(const JsonValue value, parse_json(text));
  const JsonValue::Object* object = value.as_object();
  if (object == nullptr || object->empty() || canonical_json(value) != text) {
    return BinaryReader::invalid(0, text.size(), "members that are not a canonical JSON object");
  }
  members = std::make_shared<const std::vector<JsonMember>>(*object);
  return members;
}

}  // namespace latewood::engine
