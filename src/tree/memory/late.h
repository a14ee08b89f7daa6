// A value that is computed from a record at its first use. Any number of threads read records, and any of them may be
// the first. A later use reads one byte and finds the result in place, without a lock. A result is written once, before
// the byte is set.
#pragma once

#include <atomic>
#include <cstdint>

namespace latewood::tree {

// Two bits of a byte; its other bits are free for other uses.
struct LateBits {
  std::uint8_t claimed;  // a thread is about to write the value
  std::uint8_t ready;    // the value is written and does not change

  constexpr std::uint8_t both() const { return static_cast<std::uint8_t>(claimed | ready); }
};

inline bool is_ready(const std::atomic<std::uint8_t>& state, LateBits bits) {
  return (state.load(std::memory_order_acquire) & bits.ready) != 0;
}

// Lets exactly one thread call `write`, which must not throw; the result is ready when this returns. Other threads wait
// meanwhile, so compute the result before the call and only copy it in `write`.
template <class Write>
void settle(std::atomic<std::uint8_t>& state, LateBits bits, Write write) {
  if ((state.fetch_or(bits.claimed, std::memory_order_relaxed) & bits.claimed) == 0) {
    write();
    state.fetch_or(bits.ready, std::memory_order_release);
    state.notify_all();
    return;
  }
  for (std::uint8_t seen = state.load(std::memory_order_acquire); (seen & bits.ready) == 0;) {
    state.wait(seen, std::memory_order_acquire);
    seen = state.load(std::memory_order_acquire);
  }
}

}  // namespace latewood::tree
