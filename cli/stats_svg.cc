#include <algorithm>

#include "stats_plot.h"

namespace latewood::cli {
namespace {

// Everything is placed in whole units, so that the same history gives the same file.
constexpr std::uint64_t kBarWidth = 12;
constexpr std::uint64_t kStep = 16;
constexpr std::uint64_t kHeight = 240;
constexpr std::uint64_t kMargin = 40;

std::string rectangle(std::uint64_t x, std::uint64_t y, std::uint64_t height, const char* colour) {
  if (height == 0) return {};
  return "<rect x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(y) + "\" width=\"" + std::to_string(kBarWidth) +
         "\" height=\"" + std::to_string(height) + "\" fill=\"" + colour + "\"/>";
}

std::string text(std::uint64_t x, std::uint64_t y, const std::string& words) {
  return "<text x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(y) + "\">" + words + "</text>\n";
}

// The regions on top of each other, from the system region upwards, and what the cycle was, for a pointer that
// rests there.
std::string bar(const CycleStats& cycle, std::uint64_t x, std::uint64_t most) {
  const auto height = [most](std::uint64_t bytes) { return most == 0 ? 0 : bytes * kHeight / most; };
  const std::uint64_t bottom = kMargin + kHeight;
  const std::uint64_t sys = height(cycle.sys);
  const std::uint64_t seq = height(cycle.sys + cycle.seq);
  const std::uint64_t all = height(cycle.bytes());
  std::string group =
      "<g><title>cycle " + std::to_string(cycle.cycle) + ": " + std::to_string(cycle.bytes()) + " bytes";
  if (!cycle.left.empty()) group += ", " + std::to_string(cycle.left.size()) + " left";
  group += "</title>" + rectangle(x, bottom - sys, sys, "#c9a227") + rectangle(x, bottom - seq, seq - sys, "#3b6ea5") +
           rectangle(x, bottom - all, all - seq, "#4c9f70");
  if (!cycle.left.empty()) {
    group += "<circle cx=\"" + std::to_string(x + kBarWidth / 2) + "\" cy=\"" + std::to_string(bottom + 8) +
             "\" r=\"3\" fill=\"#b23a48\"/>";
  }
  return group + "</g>\n";
}

std::string kept_line(const std::vector<CycleStats>& cycles) {
  std::string points;
  for (std::size_t i = 0; i < cycles.size(); ++i) {
    if (!cycles[i].kept_per_mille) continue;
    points += (points.empty() ? "" : " ") + std::to_string(kMargin + i * kStep + kBarWidth / 2) + "," +
              std::to_string(kMargin + kHeight - *cycles[i].kept_per_mille * kHeight / 1000);
  }
  return "<polyline points=\"" + points + "\" fill=\"none\" stroke=\"#222\" stroke-width=\"1.5\"/>\n";
}

}  // namespace

std::string stats_svg(const std::vector<CycleStats>& cycles) {
  std::uint64_t most = 0;
  for (const CycleStats& cycle : cycles) most = std::max(most, cycle.bytes());
  const std::uint64_t width = std::max<std::uint64_t>(520, 2 * kMargin + cycles.size() * kStep);
  std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + std::to_string(width) + "\" height=\"" +
                    std::to_string(kHeight + 2 * kMargin + 20) + "\" font-family=\"sans-serif\" font-size=\"11\">\n";
  out += text(kMargin, 16, "bytes per region: ^sys yellow, ^seq blue, ^ah green; most " + std::to_string(most));
  out += text(kMargin, 30, "line: part of the prompt that stayed; red dots: something left");
  for (std::size_t i = 0; i < cycles.size(); ++i) out += bar(cycles[i], kMargin + i * kStep, most);
  out += kept_line(cycles);
  if (!cycles.empty()) {
    out += text(kMargin, kHeight + 2 * kMargin,
                "cycle " + std::to_string(cycles.front().cycle) + " to " + std::to_string(cycles.back().cycle));
  }
  return out + "</svg>\n";
}

}  // namespace latewood::cli
