// Three plots above each other, one column per cycle: bytes of each region, the kept part of the previous request, and
// removed bytes. All coordinates are whole numbers, so that the same history gives the same file.
#include <algorithm>

#include "cli/text/stats/stats_plot.h"

namespace latewood::cli {
namespace {

constexpr std::uint64_t kLeft = 70;      // where the columns start
constexpr std::uint64_t kColumns = 560;  // their total width, if they are few
constexpr const char* kSys = "#c9a227";
constexpr const char* kSeq = "#3b6ea5";
constexpr const char* kAh = "#4c9f70";
constexpr const char* kTtl = "#b23a48";
constexpr const char* kOther = "#7d5ba6";

struct Plot {
  std::uint64_t top;
  std::uint64_t height;
  std::uint64_t most;  // the value drawn at full height

  std::uint64_t bottom() const { return top + height; }
  std::uint64_t scaled(std::uint64_t value) const { return most == 0 ? 0 : value * height / most; }
};

std::string number(std::uint64_t value) { return std::to_string(value); }

std::string rectangle(std::uint64_t x, std::uint64_t y, std::uint64_t width, std::uint64_t height, const char* colour) {
  if (height == 0) return {};
  return "<rect x=\"" + number(x) + "\" y=\"" + number(y) + "\" width=\"" + number(width) + "\" height=\"" +
         number(height) + "\" fill=\"" + colour + "\"/>";
}

std::string text(std::uint64_t x, std::uint64_t y, const std::string& words, const char* anchor = "start") {
  return "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" text-anchor=\"" + anchor + "\">" + words + "</text>\n";
}

// A legend: a small square in the colour, and its name.
std::string key(std::uint64_t x, std::uint64_t y, const char* colour, const std::string& words) {
  return rectangle(x, y - 9, 10, 10, colour) + text(x + 14, y, words);
}

std::string axis(const Plot& plot, std::uint64_t width, const std::string& top) {
  std::string out;
  for (const std::uint64_t y : {plot.top, plot.bottom()}) {
    out += "<line x1=\"" + number(kLeft) + "\" y1=\"" + number(y) + "\" x2=\"" + number(kLeft + width) + "\" y2=\"" +
           number(y) + "\" stroke=\"#ccc\"/>";
  }
  return out + text(kLeft - 6, plot.top + 4, top, "end") + text(kLeft - 6, plot.bottom() + 4, "0", "end");
}

class Drawing {
 public:
  explicit Drawing(const std::vector<CycleFigures>& cycles)
      : cycles_(cycles),
        step_(std::clamp<std::uint64_t>(kColumns / std::max<std::size_t>(cycles.size(), 1), 3, 40)),
        width_(std::max<std::uint64_t>(kColumns, step_ * cycles.size())) {}

  std::string svg() const {
    std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + number(kLeft + width_ + 20) +
                      "\" height=\"440\" font-family=\"sans-serif\" font-size=\"11\">\n" +
                      rectangle(0, 0, kLeft + width_ + 20, 440, "#fff") + "\n";
    out += regions({30, 180, most_bytes()}) + kept({256, 60, 1000}) + departures({362, 40, most_left()});
    if (cycles_.empty()) return out + "</svg>\n";
    out += text(kLeft, 430, "cycle " + number(cycles_.front().cycle)) +
           text(column(cycles_.size()), 430, "cycle " + number(cycles_.back().cycle), "end");
    return out + "</svg>\n";
  }

 private:
  std::uint64_t column(std::size_t i) const { return kLeft + i * step_; }
  std::uint64_t bar_width() const { return step_ - std::max<std::uint64_t>(step_ / 5, 1); }

  std::uint64_t most_bytes() const {
    std::uint64_t most = 0;
    for (const CycleFigures& cycle : cycles_) most = std::max(most, cycle.bytes());
    return most;
  }

  static std::uint64_t left_bytes(const CycleFigures& cycle, bool by_ttl) {
    std::uint64_t bytes = 0;
    for (const Departure& departure : cycle.left) {
      if ((departure.cause == Cause::Ttl) == by_ttl) bytes += departure.bytes;
    }
    return bytes;
  }

  std::uint64_t most_left() const {
    std::uint64_t most = 0;
    for (const CycleFigures& cycle : cycles_) {
      most = std::max(most, left_bytes(cycle, true) + left_bytes(cycle, false));
    }
    return most;
  }

  // The regions on top of each other, the system region at the bottom. The title appears when the pointer rests on a
  // bar.
  std::string regions(const Plot& plot) const {
    std::string out = text(kLeft, 18, "bytes per region") + key(kLeft + 110, 18, kSys, "^sys") +
                      key(kLeft + 170, 18, kSeq, "^seq") + key(kLeft + 230, 18, kAh, "^ah") +
                      axis(plot, width_, number(plot.most));
    for (std::size_t i = 0; i < cycles_.size(); ++i) {
      const CycleFigures& cycle = cycles_[i];
      const std::uint64_t sys = plot.scaled(cycle.sys);
      const std::uint64_t seq = plot.scaled(cycle.sys + cycle.seq);
      const std::uint64_t all = plot.scaled(cycle.bytes());
      out += "<g><title>cycle " + number(cycle.cycle) + ": " + number(cycle.bytes()) + " bytes</title>" +
             rectangle(column(i), plot.bottom() - sys, bar_width(), sys, kSys) +
             rectangle(column(i), plot.bottom() - seq, bar_width(), seq - sys, kSeq) +
             rectangle(column(i), plot.bottom() - all, bar_width(), all - seq, kAh) + "</g>\n";
    }
    return out;
  }

  std::string kept(const Plot& plot) const {
    std::string points;
    for (std::size_t i = 0; i < cycles_.size(); ++i) {
      const auto share = cycles_[i].kept_per_mille();
      if (!share) continue;
      points += (points.empty() ? "" : " ") + number(column(i) + bar_width() / 2) + "," +
                number(plot.bottom() - plot.scaled(*share));
    }
    return text(kLeft, plot.top - 12, "part of the previous request that was kept") + axis(plot, width_, "100%") +
           "<polyline points=\"" + points + "\" fill=\"none\" stroke=\"#222\" stroke-width=\"1.5\"/>\n";
  }

  std::string departures(const Plot& plot) const {
    std::string out = text(kLeft, plot.top - 12, "removed bytes") + key(kLeft + 110, plot.top - 12, kTtl, "expired") +
                      key(kLeft + 190, plot.top - 12, kOther, "pruned, emptied or deleted") +
                      axis(plot, width_, number(plot.most));
    for (std::size_t i = 0; i < cycles_.size(); ++i) {
      const std::uint64_t expired = plot.scaled(left_bytes(cycles_[i], true));
      const std::uint64_t all = plot.scaled(left_bytes(cycles_[i], true) + left_bytes(cycles_[i], false));
      if (all == 0) continue;
      out += "<g><title>cycle " + number(cycles_[i].cycle) + ": " + number(cycles_[i].left.size()) +
             " removed</title>" + rectangle(column(i), plot.bottom() - expired, bar_width(), expired, kTtl) +
             rectangle(column(i), plot.bottom() - all, bar_width(), all - expired, kOther) + "</g>\n";
    }
    return out;
  }

  const std::vector<CycleFigures>& cycles_;
  std::uint64_t step_;
  std::uint64_t width_;
};

}  // namespace

std::string stats_svg(const std::vector<CycleFigures>& cycles) { return Drawing(cycles).svg(); }

}  // namespace latewood::cli
