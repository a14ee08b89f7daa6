#include "canon/quick_hash.h"

#include <bit>
#include <cstddef>
#include <cstring>

namespace latewood {
namespace {

// Odd numbers without a pattern.
constexpr std::uint64_t kFactor = 0x9e3779b97f4a7c15u;
constexpr std::uint64_t kOther = 0xd6e8feb86659fd93u;

constexpr std::size_t kWord = sizeof(std::uint64_t);
constexpr std::size_t kLanes = 4;

std::uint64_t word_at(const char* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, kWord);
  return word;
}

// The rotation brings the high bits, in which a product is mixed best, down to where the next
// product starts from.
std::uint64_t mixed(std::uint64_t state, std::uint64_t word) { return std::rotl((state ^ word) * kFactor, 29); }

std::uint64_t finished(std::uint64_t state) {
  state = (state ^ state >> 32) * kOther;
  state = (state ^ state >> 29) * kFactor;
  return state ^ state >> 32;
}

}  // namespace

// Four lanes of a long text do not wait for each other's products.
std::uint64_t quick_hash(std::string_view text) {
  const char* at = text.data();
  std::size_t left = text.size();
  std::uint64_t state = mixed(kOther, left);
  if (left >= kLanes * kWord) {
    std::uint64_t lanes[kLanes] = {state, state + kFactor, state ^ kFactor, ~state};
    for (; left >= kLanes * kWord; at += kLanes * kWord, left -= kLanes * kWord) {
      for (std::size_t lane = 0; lane < kLanes; ++lane) lanes[lane] = mixed(lanes[lane], word_at(at + lane * kWord));
    }
    for (const std::uint64_t lane : lanes) state = mixed(state, lane);
  }
  for (; left >= kWord; at += kWord, left -= kWord) state = mixed(state, word_at(at));
  std::uint64_t rest = 0;
  if (left > 0) std::memcpy(&rest, at, left);
  return finished(mixed(state, rest));
}

}  // namespace latewood
