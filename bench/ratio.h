// Two things timed against each other in one run. Absolute times mean little on a
// shared machine; a ratio of neighbours does.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace latewood::bench {

// Nanoseconds per call: the median over the repeats, and the fastest and slowest.
struct Timing {
  double median = 0;
  double least = 0;
  double most = 0;
};

struct Pair {
  Timing first;
  Timing second;
  double ratio = 0;  // the median of the ratios of neighbouring repeats, first over second
};

// Calls the two by turns, `repeats` times each after one round to warm up. `calls`
// is how many times one invocation does its work.
Pair time_pair(const std::function<void()>& first, const std::function<void()>& second, double calls, int repeats);

// One line of the report.
struct Figure {
  std::string name;
  Pair pair;
  std::string first_name;
  std::string second_name;
  double target = 0;    // the ratio must be at most this; 0: reported only
  bool correct = true;  // the results were checked; a fast wrong answer fails
};

// Prints the table and returns whether every target is met and every result correct.
bool print_report(const std::vector<Figure>& figures);

}  // namespace latewood::bench
