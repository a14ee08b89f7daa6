#include "engine/record/figures_chunk.h"

#include <array>
#include <utility>

#include "base/try.h"
#include "canon/binary_reader.h"
#include "canon/binary_writer.h"

namespace latewood::engine {
namespace {

constexpr std::string_view kMagic = "latewood figures 1\n";
// Bits of an entry.
constexpr std::uint8_t kHasCause = 1;
constexpr std::uint8_t kHasTokens = 2;

constexpr std::array kTokenMembers = {&PromptTokens::unchanged,     &PromptTokens::again, &PromptTokens::fresh,
                                      &PromptTokens::left,          &PromptTokens::total, &PromptTokens::whole_turns,
                                      &PromptTokens::blocks_behind, &PromptTokens::system};
constexpr std::array kSizes = {
    &CycleFigures::cycle,           &CycleFigures::sys,         &CycleFigures::seq,        &CycleFigures::ah,
    &CycleFigures::unchanged_bytes, &CycleFigures::older_bytes, &CycleFigures::total_bytes};

void encode_entry(BinaryWriter& out, const CycleFigures& entry) {
  out.id(entry.commit_id);
  for (const auto member : kSizes) out.u64(entry.*member);
  out.u8(static_cast<std::uint8_t>((entry.cause ? kHasCause : 0) | (entry.tokens ? kHasTokens : 0)));
  if (entry.cause) out.u8(static_cast<std::uint8_t>(*entry.cause));
  if (entry.tokens) {
    for (const auto member : kTokenMembers) out.u64((*entry.tokens).*member);
  }
  out.u64(entry.left.size());
  for (const Departure& left : entry.left) {
    out.sized(left.id);
    out.u8(static_cast<std::uint8_t>(left.cause));
    out.u64(left.bytes);
    out.sized(left.with);
  }
}

Result<Departure> decode_left(BinaryReader& in) {
  Departure left;
  LW_TRY_ASSIGN(const std::string_view id, in.sized());
  left.id = id;
  LW_TRY_ASSIGN(const std::uint8_t cause, in.u8());
  if (cause > static_cast<std::uint8_t>(Cause::Delete)) {
    return BinaryReader::invalid(in.offset() - 1, 1, "a cause cannot be " + std::to_string(cause));
  }
  left.cause = static_cast<Cause>(cause);
  LW_TRY_ASSIGN(left.bytes, in.u64());
  LW_TRY_ASSIGN(const std::string_view with, in.sized());
  left.with = with;
  return left;
}

Result<void> decode_comparison(BinaryReader& in, CycleFigures& entry) {
  LW_TRY_ASSIGN(const std::uint8_t bits, in.u8());
  if (bits > (kHasCause | kHasTokens)) return BinaryReader::invalid(in.offset() - 1, 1, "unknown bits");
  if ((bits & kHasCause) != 0) {
    LW_TRY_ASSIGN(const std::uint8_t cause, in.u8());
    if (cause > static_cast<std::uint8_t>(PrefixCause::Branch)) {
      return BinaryReader::invalid(in.offset() - 1, 1, "a cause cannot be " + std::to_string(cause));
    }
    entry.cause = static_cast<PrefixCause>(cause);
  }
  if ((bits & kHasTokens) == 0) return {};
  entry.tokens.emplace();
  for (const auto member : kTokenMembers) {
    LW_TRY_ASSIGN((*entry.tokens).*member, in.u64());
  }
  return {};
}

Result<CycleFigures> decode_entry(BinaryReader& in) {
  CycleFigures entry;
  LW_TRY_ASSIGN(entry.commit_id, in.id<CommitId>());
  for (const auto member : kSizes) {
    LW_TRY_ASSIGN(entry.*member, in.u64());
  }
  LW_TRY(decode_comparison(in, entry));
  LW_TRY_ASSIGN(const std::uint64_t count, in.count(8 + 1 + 8 + 8));
  for (std::uint64_t at = 0; at < count; ++at) {
    LW_TRY_ASSIGN(Departure left, decode_left(in));
    entry.left.push_back(std::move(left));
  }
  return entry;
}

}  // namespace

std::string encode_figures(const FiguresChunk& chunk) {
  BinaryWriter out;
  out.raw(kMagic);
  out.sized(chunk.profile);
  out.sized(chunk.counter);
  out.u64(chunk.first);
  out.u8(chunk.before ? 1 : 0);
  if (chunk.before) out.id(*chunk.before);
  out.u64(chunk.entries.size());
  for (const CycleFigures& entry : chunk.entries) encode_entry(out, entry);
  return out.take();
}

Result<FiguresChunk> decode_figures(std::string_view bytes) {
  BinaryReader in(bytes);
  FiguresChunk chunk;
  LW_TRY_ASSIGN(const std::string_view magic, in.raw(kMagic.size()));
  if (magic != kMagic) return BinaryReader::invalid(0, kMagic.size(), "these are no figures");
  LW_TRY_ASSIGN(const std::string_view profile, in.sized());
  LW_TRY_ASSIGN(const std::string_view counter, in.sized());
  chunk.profile = profile;
  chunk.counter = counter;
  LW_TRY_ASSIGN(chunk.first, in.u64());
  LW_TRY_ASSIGN(const std::uint8_t has_before, in.u8());
  if (has_before > 1) return BinaryReader::invalid(in.offset() - 1, 1, "a presence is 0 or 1");
  if (has_before == 1) {
    LW_TRY_ASSIGN(chunk.before, in.id<Blake3Digest>());
  }
  LW_TRY_ASSIGN(const std::uint64_t count, in.count(32 + 8 * kSizes.size() + 1 + 8));
  for (std::uint64_t at = 0; at < count; ++at) {
    LW_TRY_ASSIGN(CycleFigures entry, decode_entry(in));
    chunk.entries.push_back(std::move(entry));
  }
  LW_TRY(in.expect_end());
  return chunk;
}

}  // namespace latewood::engine
