// A running hash as bytes: the chaining value of the chunk that is being fed, its number, its
// block, and the stack of finished subtrees.
#include "canon/hasher_state.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "canon/binary_reader.h"
#include "canon/binary_writer.h"

namespace latewood {
namespace {

constexpr std::size_t kBlocksInChunk = BLAKE3_CHUNK_LEN / BLAKE3_BLOCK_LEN;

// Whether updates leave so many finished subtrees behind: one for each bit of the number of chunks while a chunk is
// being fed. If the last one just ended, subtrees are merged only when more comes. A hasher trusts this and would go
// on outside its stack.
bool has_its_subtrees(const blake3_hasher& state) {
  const std::uint64_t chunks = state.chunk.chunk_counter;
  const int subtrees = state.cv_stack_len;
  if (chunks >> BLAKE3_MAX_DEPTH != 0) return false;
  const bool is_between = state.chunk.blocks_compressed == 0 && state.chunk.buf_len == 0;
  if (chunks == 0 || !is_between) return subtrees == std::popcount(chunks);
  return subtrees > std::popcount(chunks) && subtrees <= std::popcount(chunks - 1) + 1;
}

// Reads into the fields of a fresh hasher. False if the bytes are not those of one.
bool read_state(std::string_view bytes, blake3_hasher& state) {
  BinaryReader in(bytes);
  for (std::uint32_t& word : state.chunk.cv) {
    auto read = in.u32();
    if (!read) return false;
    word = *read;
  }
  const auto counter = in.u64();
  const auto compressed = in.u8();
  const auto block = in.sized();
  const auto stack = in.sized();
  if (!counter || !compressed || !block || !stack || in.left() > 0) return false;
  const bool fits = *compressed < kBlocksInChunk && block->size() <= BLAKE3_BLOCK_LEN &&
                    stack->size() % BLAKE3_OUT_LEN == 0 && stack->size() <= sizeof(state.cv_stack);
  if (!fits) return false;
  state.chunk.chunk_counter = *counter;
  state.chunk.blocks_compressed = *compressed;
  state.chunk.buf_len = static_cast<std::uint8_t>(block->size());
  std::copy(block->begin(), block->end(), state.chunk.buf);
  state.cv_stack_len = static_cast<std::uint8_t>(stack->size() / BLAKE3_OUT_LEN);
  std::copy(stack->begin(), stack->end(), state.cv_stack);
  return has_its_subtrees(state);
}

}  // namespace

std::string encode_hasher(const Blake3Hasher& hasher) {
  blake3_hasher state;
  blake3_hasher_init(&state);
  const std::string packed = hasher.packed();
  std::memcpy(&state, packed.data(), packed.size());
  BinaryWriter out;
  for (const std::uint32_t word : state.chunk.cv) out.u32(word);
  out.u64(state.chunk.chunk_counter);
  out.u8(state.chunk.blocks_compressed);
  out.sized({reinterpret_cast<const char*>(state.chunk.buf), state.chunk.buf_len});
  out.sized({reinterpret_cast<const char*>(state.cv_stack), state.cv_stack_len * std::size_t{BLAKE3_OUT_LEN}});
  return out.take();
}

std::optional<Blake3Hasher> decode_hasher(std::string_view bytes) {
  blake3_hasher state;
  blake3_hasher_init(&state);
  if (!read_state(bytes, state)) return std::nullopt;
  return Blake3Hasher::unpacked({reinterpret_cast<const char*>(&state), sizeof(state)});
}

}  // namespace latewood
