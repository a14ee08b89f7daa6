// What follows from a record and is computed when somebody first asks for it. Records are read
// by any number of threads, so any of them may be the first. Whoever asks later reads one byte
// and finds the result in place; nobody takes a lock. A result is written once, before the byte
// says that it is there, and never again.
#pragma once

#include <atomic>
#include <cstdint>

namespace latewood::tree {

// Two bits of a byte, whose other bits may mean something else.
struct LateBits {
  std::uint8_t claimed;  // somebody is about to write it
  std::uint8_t ready;    // it is there, and does not change

  constexpr std::uint8_t both() const { return static_cast<std::uint8_t>(claimed | ready); }
};

inline bool is_ready(const std::atomic<std::uint8_t>& state, LateBits bits) {
  return (state.load(std::memory_order_acquire) & bits.ready) != 0;
}

// Has one thread call `write`, which must not throw; the result is ready afterwards. Threads that
// come while it is written wait for it, so `write` copies what was computed before.
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
