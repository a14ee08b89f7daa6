// Two things timed against each other in one run. Absolute times mean little on a
// shared machine; a ratio of neighbours does.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace latewood::bench {

// The median over the repeats, and the least and the most.
struct Spread {
  double median = 0;
  double least = 0;
  double most = 0;
};

Spread spread_of(std::vector<double> values);

struct Pair {
  Spread first;   // nanoseconds per call
  Spread second;  // likewise
  Spread ratio;   // the spread of the ratios of neighbouring repeats, first over second
};

// Calls the two by turns, `repeats` times each after one round to warm up. `calls`
// is how many times one invocation does its work.
Pair time_pair(const std::function<void()>& first, const std::function<void()>& second, double calls, int repeats);

// A pair of quantities that are not times, such as bytes, as one repeat.
Pair counted_pair(double first, double second);

inline constexpr double kReportedOnly = 0;

// One line of the report.
struct Figure {
  std::string name;
  Pair pair;
  std::string first_name;
  std::string second_name;
  double target = kReportedOnly;  // the ratio must be at most this
  bool correct = true;            // the results were checked; a fast wrong answer fails
  std::string unit = "us";        // the unit of the two sides: "us", or the counted things
};

// A figure without a second side: reported and never judged.
struct Note {
  std::string name;
  double value = 0;
  std::string unit;
  bool correct = true;
};

}  // namespace latewood::bench
