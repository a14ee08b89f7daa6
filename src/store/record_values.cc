#include "store/record_values.h"

#include <limits>

#include "base/try.h"
#include "canon/binary_reader.h"
#include "canon/binary_writer.h"
#include "latewood/ext/store.h"
#include "store/packing.h"

namespace latewood::store {
namespace {

constexpr std::uint8_t kChunked = 3;
constexpr std::uint8_t kPurged = 4;
constexpr std::uint8_t kUploading = 5;
constexpr std::uint8_t kGivenUp = 6;

constexpr std::uint8_t kWithReceipt = 1;
constexpr std::uint8_t kWithAdmission = 2;

void write_text(BinaryWriter& out, std::string_view text) {
  out.u32(static_cast<std::uint32_t>(text.size()));
  out.raw(text);
}

Result<std::string> read_text(BinaryReader& in) {
  LW_TRY_ASSIGN(const std::uint32_t length, in.u32());
  LW_TRY_ASSIGN(const std::string_view text, in.raw(length));
  return std::string(text);
}

}  // namespace

std::string encode_cycle(std::uint64_t cycle) {
  BinaryWriter out;
  out.u64(cycle);
  return out.take();
}

Result<std::uint64_t> decode_cycle(std::string_view value) {
  BinaryReader in(value);
  LW_TRY_ASSIGN(const std::uint64_t cycle, in.u64());
  LW_TRY(in.expect_end());
  return cycle;
}

std::string encode_head(const Head& head) {
  BinaryWriter out;
  out.id(head.id);
  out.u64(head.cycle);
  return out.take();
}

Result<Head> decode_head(std::string_view value) {
  BinaryReader in(value);
  Head head;
  LW_TRY_ASSIGN(head.id, in.id<CommitId>());
  LW_TRY_ASSIGN(head.cycle, in.u64());
  LW_TRY(in.expect_end());
  return head;
}

std::string encode_commit(const NewCommit& commit) {
  BinaryWriter out;
  write_text(out, commit.header);
  out.u64(static_cast<std::uint64_t>(commit.note.host_time));
  write_text(out, commit.note.actor);
  write_text(out, commit.note.message);
  out.u8(static_cast<std::uint8_t>((commit.receipt ? kWithReceipt : 0) | (commit.admission ? kWithAdmission : 0)));
  return out.take();
}

Result<void> decode_commit(std::string_view value, StoredCommit& commit) {
  BinaryReader in(value);
  LW_TRY_ASSIGN(commit.header, read_text(in));
  LW_TRY_ASSIGN(const std::uint64_t host_time, in.u64());
  commit.note.host_time = static_cast<std::int64_t>(host_time);
  LW_TRY_ASSIGN(commit.note.actor, read_text(in));
  LW_TRY_ASSIGN(commit.note.message, read_text(in));
  LW_TRY_ASSIGN(const std::uint8_t flags, in.u8());
  commit.has_receipt = (flags & kWithReceipt) != 0;
  commit.has_admission = (flags & kWithAdmission) != 0;
  return in.expect_end();
}

std::string encode_payload(const PayloadValue& value) {
  BinaryWriter out;
  switch (value.form) {
    case PayloadForm::Packed: out.raw(value.packed); break;
    case PayloadForm::Chunked:
      out.u8(kChunked);
      out.u64(value.size);
      out.u64(value.chunks);
      break;
    case PayloadForm::Purged:
      out.u8(kPurged);
      out.u64(value.size);
      break;
    case PayloadForm::Uploading: out.u8(kUploading); break;
    case PayloadForm::GivenUp: out.u8(kGivenUp); break;
  }
  return out.take();
}

Result<PayloadValue> decode_payload(std::string_view value) {
  BinaryReader in(value);
  LW_TRY_ASSIGN(const std::uint8_t form, in.u8());
  PayloadValue decoded;
  if (is_packed_form(form)) {
    decoded.packed = value;
    return decoded;
  }
  if (form == kUploading || form == kGivenUp) {
    decoded.form = form == kUploading ? PayloadForm::Uploading : PayloadForm::GivenUp;
  } else if (form == kChunked || form == kPurged) {
    decoded.form = form == kChunked ? PayloadForm::Chunked : PayloadForm::Purged;
    LW_TRY_ASSIGN(decoded.size, in.u64());
    if (form == kChunked) {
      LW_TRY_ASSIGN(decoded.chunks, in.u64());
    }
  } else {
    return BinaryReader::invalid(0, 1, "unknown form " + std::to_string(form));
  }
  LW_TRY(in.expect_end());
  return decoded;
}

std::uint64_t chunks_of(std::uint64_t size) { return size / kChunkBytes + (size % kChunkBytes == 0 ? 0 : 1); }

}  // namespace latewood::store
