// A seeded source of choices. Laws take the seed from RapidCheck, which prints it
// when a law fails, so every failure can be played again.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace latewood::test {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  std::uint64_t number() { return engine_(); }
  // From 0 to `end` - 1; `end` must not be 0.
  std::size_t below(std::size_t end) { return static_cast<std::size_t>(engine_() % end); }
  bool chance(unsigned percent) { return below(100) < percent; }

  template <class T>
  const T& pick(const std::vector<T>& items) {
    return items[below(items.size())];
  }

  std::string bytes(std::size_t length) {
    std::string text(length, '\0');
    for (char& c : text) c = static_cast<char>(engine_() & 0xff);
    return text;
  }

  template <class T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace latewood::test
