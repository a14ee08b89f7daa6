#include "exchange/bundle_records.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "canon/binary_reader.h"
#include "canon/binary_writer.h"
#include "canon/blake3.h"
#include "latewood/context_bundle.h"

namespace latewood::exchange {
namespace {

// Contains a byte that is not ASCII and line ends of both kinds, so that a copy that was converted as text is detected.
constexpr std::string_view kMagic("\x89LWB\r\n\x1a\n", kBundleMagicBytes);
constexpr std::uint16_t kNewest = kSettingsVersion;  // docs/format/bundle.md, section 8

constexpr std::size_t kHeadBytes = 1 + 8;
constexpr std::size_t kChecksumBytes = 8;

std::string head_of(RecordKind kind, std::uint64_t length) {
  BinaryWriter out;
  out.u8(static_cast<std::uint8_t>(kind));
  out.u64(length);
  return out.take();
}

// The checksum covers the number of the record, so that records cannot change places.
std::string checksum_of(std::uint64_t number, std::string_view head, std::string_view body) {
  BinaryWriter place;
  place.u64(number);
  Blake3Hasher hasher;
  hasher.update(place.view());
  hasher.update(head);
  hasher.update(body);
  const Blake3Digest digest = hasher.finish();
  return {reinterpret_cast<const char*>(digest.bytes.data()), kChecksumBytes};
}

Error at(const Place& place, Code code, std::string message) { return {code, std::move(message), {}, place}; }

}  // namespace

std::string_view name_of(RecordKind kind) {
  switch (kind) {
    case RecordKind::Payload: return "payload";
    case RecordKind::Commit: return "commit";
    case RecordKind::Purged: return "purged";
    case RecordKind::Event: return "event";
    case RecordKind::Context: return "context";
    case RecordKind::Page: return "page";
    case RecordKind::Stored: return "stored";
    case RecordKind::Name: return "name";
    case RecordKind::State: return "state";
    case RecordKind::End: break;
  }
  return "end";
}

Error in_record(const Record& record, const Error& error) {
  const Code code = error.code == Code::InvalidArgument ? Code::Corruption : error.code;
  return {code,
          "record " + std::to_string(record.number) + " (" + std::string(name_of(record.kind)) + "): " + error.message,
          error.rule, record.place};
}

Result<void> RecordWriter::start(std::uint16_t version) {
  BinaryWriter out;
  out.raw(kMagic);
  out.u16(version);
  return sink_(out.view());
}

Result<void> RecordWriter::write(RecordKind kind, std::string_view body) {
  const std::string head = head_of(kind, body.size());
  LW_TRY(sink_(head));
  if (!body.empty()) LW_TRY(sink_(body));
  return sink_(checksum_of(++number_, head, body));
}

Result<void> RecordReader::read(std::string& out, std::uint64_t length) {
  while (length > 0) {
    if (piece_.empty()) {
      LW_TRY_ASSIGN(piece_, source_());
      if (piece_.empty()) return {};
    }
    const std::string_view taken = piece_.substr(0, std::min<std::uint64_t>(length, piece_.size()));
    out.append(taken);
    piece_.remove_prefix(taken.size());
    offset_ += taken.size();
    length -= taken.size();
  }
  return {};
}

Result<std::uint16_t> RecordReader::start() {
  std::string magic;
  LW_TRY(read(magic, kMagic.size()));
  if (magic != kMagic) return at({0, magic.size()}, Code::InvalidArgument, "this is no bundle");
  std::string bytes;
  LW_TRY(read(bytes, 2));
  const auto version = BinaryReader(bytes).u16();
  const Place place{kMagic.size(), bytes.size()};
  if (!version) return at(place, Code::Corruption, "the bundle ends in its version");
  if (*version >= 1 && *version <= kNewest) return version;
  return at(place, Code::Unsupported, "bundle version " + std::to_string(*version));
}

Error RecordReader::cut_short(const Record& record) const {
  return at({record.place.offset, offset_ - record.place.offset}, Code::Corruption,
            "record " + std::to_string(record.number) + ": the file ends in it");
}

Result<Record> RecordReader::next() {
  Record record;
  record.number = ++number_;
  record.place.offset = offset_;
  std::string head;
  LW_TRY(read(head, kHeadBytes));
  if (head.size() < kHeadBytes) return cut_short(record);
  BinaryReader in(head);
  const std::uint8_t kind = *in.u8();
  const std::uint64_t length = *in.u64();
  body_.clear();
  LW_TRY(read(body_, length));
  std::string checksum;
  LW_TRY(read(checksum, kChecksumBytes));
  if (checksum.size() < kChecksumBytes) return cut_short(record);
  record.place.length = offset_ - record.place.offset;
  record.body = body_;
  const bool is_known =
      kind >= static_cast<std::uint8_t>(RecordKind::Payload) && kind <= static_cast<std::uint8_t>(RecordKind::State);
  if (!is_known || checksum != checksum_of(record.number, head, body_)) {
    return at(record.place, Code::Corruption, "record " + std::to_string(record.number) + ": its checksum is wrong");
  }
  record.kind = static_cast<RecordKind>(kind);
  return record;
}

Result<void> RecordReader::expect_end() {
  const std::uint64_t start = offset_;
  std::string more;
  LW_TRY(read(more, 1));
  if (more.empty()) return {};
  return at({start, 1}, Code::Corruption, "bytes after the end of the bundle");
}

}  // namespace latewood::exchange

namespace latewood {

bool is_bundle(std::string_view start) { return start.starts_with(exchange::kMagic); }

bool is_context_bundle(std::string_view start) {
  constexpr std::size_t kVersionAt = kBundleMagicBytes;
  return is_bundle(start) && start.size() > kVersionAt &&
         exchange::is_context_version(static_cast<unsigned char>(start[kVersionAt]));
}

}  // namespace latewood
