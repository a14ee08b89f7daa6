#include "driver/ratio.h"

#include <algorithm>
#include <chrono>

namespace latewood::bench {
namespace {

double nanoseconds(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

Spread spread_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return {values[values.size() / 2], values.front(), values.back()};
}

Pair time_pair(const std::function<void()>& first, const std::function<void()>& second, double calls, int repeats) {
  first();
  second();
  std::vector<double> first_times;
  std::vector<double> second_times;
  std::vector<double> ratios;
  for (int i = 0; i < repeats; ++i) {
    first_times.push_back(nanoseconds(first) / calls);
    second_times.push_back(nanoseconds(second) / calls);
    ratios.push_back(first_times.back() / second_times.back());
  }
  return {spread_of(first_times), spread_of(second_times), spread_of(ratios)};
}

Pair counted_pair(double first, double second) {
  return {spread_of({first}), spread_of({second}), spread_of({first / second})};
}

}  // namespace latewood::bench
