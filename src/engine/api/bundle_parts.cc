#include "engine/api/bundle_parts.h"

#include "base/try.h"
#include "canon/binary_reader.h"
#include "canon/binary_writer.h"
#include "canon/json_check.h"
#include "store/packing.h"

namespace latewood::engine {

namespace {

// The most bytes that one byte of a frame may expand to, so that a small file cannot use much memory.
constexpr std::uint64_t kMostGrowth = 1024;

}  // namespace

std::string packed(std::string_view bytes) {
  std::string result = store::pack_as_frame(bytes);
  if (bytes.size() / kMostGrowth <= result.size()) return result;
  return std::string(1, '\0') + std::string(bytes);
}

Result<std::string> unpacked(std::string_view bytes) {
  LW_TRY_ASSIGN(const std::uint64_t size, store::unpacked_size(bytes));
  if (bytes.front() != 0 && bytes.front() != 1)
    return BinaryReader::invalid(0, 1, "neither compressed nor plain bytes");
  if (size / kMostGrowth > bytes.size())
    return BinaryReader::invalid(0, bytes.size(), "compressed bytes that expand to more than 1024 times their size");
  return store::unpack(bytes);
}

std::string encode_note(const CommitNote& note) {
  BinaryWriter out;
  out.sized(note.actor);
  out.sized(note.message);
  out.u64(static_cast<std::uint64_t>(note.host_time));
  return out.take();
}

Result<CommitNote> decode_note(std::string_view bytes) {
  BinaryReader in(bytes);
  CommitNote note;
  LW_TRY_ASSIGN(note.actor, in.sized());
  LW_TRY_ASSIGN(note.message, in.sized());
  LW_TRY(check_text(note.actor));
  LW_TRY(check_text(note.message));
  LW_TRY_ASSIGN(const std::uint64_t host_time, in.u64());
  note.host_time = static_cast<std::int64_t>(host_time);
  LW_TRY(in.expect_end());
  return note;
}

}  // namespace latewood::engine
