#include "ratio.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace latewood::bench {
namespace {

double nanoseconds(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

Timing summary(const std::vector<double>& times) {
  return {median(times), *std::min_element(times.begin(), times.end()), *std::max_element(times.begin(), times.end())};
}

}  // namespace

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
  return {summary(first_times), summary(second_times), median(ratios)};
}

bool print_report(const std::vector<Figure>& figures) {
  bool all_good = true;
  std::printf("%-58s %8s %8s  %s\n", "figure", "ratio", "target", "met");
  for (const Figure& figure : figures) {
    const bool reported_only = figure.target == 0;
    const bool met = figure.correct && (reported_only || figure.pair.ratio <= figure.target);
    all_good = all_good && met;
    const char* verdict = met ? "yes" : "NO";
    if (reported_only) verdict = "reported only";
    if (!figure.correct) verdict = "WRONG RESULT";
    std::printf("%-58s %8.3f %8.3f  %s\n", figure.name.c_str(), figure.pair.ratio, figure.target, verdict);
    const auto line = [](const std::string& name, const Timing& timing) {
      std::printf("    %-52s %12.1f us  (%.1f to %.1f)\n", name.c_str(), timing.median / 1e3, timing.least / 1e3,
                  timing.most / 1e3);
    };
    line(figure.first_name, figure.pair.first);
    line(figure.second_name, figure.pair.second);
  }
  return all_good;
}

}  // namespace latewood::bench
