#include <algorithm>
#include <map>

#include "cli/terminal/terminal.h"
#include "cli/text/stats/stats_plot.h"

namespace latewood::cli {
namespace {

constexpr std::size_t kBesideBar = 52;  // the width of the other columns
constexpr std::size_t kShortestBar = 10;
constexpr std::size_t kPriceColumns = 12;

std::string right(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

std::string percent(const std::optional<std::uint32_t>& per_mille) {
  if (!per_mille) return "-";
  return std::to_string(*per_mille / 10) + "." + std::to_string(*per_mille % 10) + "%";
}

// "2 ttl, 1 prune"
std::string left_text(const std::vector<Departure>& left) {
  std::map<std::string, std::size_t> causes;
  for (const Departure& departure : left) ++causes[to_string(departure.cause)];
  std::string text;
  for (const auto& [cause, count] : causes) {
    text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + cause;
  }
  return text;
}

// The cause of a break, and what left: "ttl: 2 ttl, 1 prune".
std::string change_text(const CycleFigures& cycle) {
  const bool breaks =
      cycle.cause && *cycle.cause != PrefixCause::Identical && *cycle.cause != PrefixCause::AppendedOnly;
  const std::string left = left_text(cycle.left);
  if (!breaks) return left;
  return std::string(to_string(*cycle.cause)) + (left.empty() ? "" : ": " + left);
}

std::string price_of(const CycleFigures& cycle, const Prices& prices) {
  return cycle.tokens ? "$" + dollars(price_request(prices, *cycle.tokens).cost) : "refused";
}

// Rounded so that the parts of a bar add up to the whole.
std::string bar(const CycleFigures& cycle, std::uint64_t most, std::size_t width) {
  const Paint paint(Stream::Output);
  const auto cells = [&](std::uint64_t bytes) {
    return most == 0 ? std::size_t{0} : static_cast<std::size_t>(bytes * width / most);
  };
  const std::size_t sys = cells(cycle.sys);
  const std::size_t seq = cells(cycle.sys + cycle.seq) - sys;
  const std::size_t ah = cells(cycle.bytes()) - sys - seq;
  return paint(Colour::Yellow, std::string(sys, 's')) + paint(Colour::Blue, std::string(seq, '#')) +
         paint(Colour::Green, std::string(ah, 'a')) + std::string(width - sys - seq - ah, ' ');
}

}  // namespace

std::string stats_text(const std::vector<CycleFigures>& cycles, std::size_t columns,
                       const std::optional<Prices>& prices) {
  std::uint64_t most = 0;
  for (const CycleFigures& cycle : cycles) most = std::max(most, cycle.bytes());
  const std::size_t beside = kBesideBar + (prices ? kPriceColumns : 0);
  const std::size_t width = columns > beside + kShortestBar ? columns - beside : kShortestBar;
  std::string out = right("cycle", 8) + right("bytes", 11) + "  ";
  out += std::string("s ^sys, # ^seq, a ^ah").append(width > 21 ? width - 21 : 0, ' ');
  out += right("kept", 8) + (prices ? right("price", kPriceColumns) : "") + "  cause, left\n";
  for (const CycleFigures& cycle : cycles) {
    std::string line = right(std::to_string(cycle.cycle), 8) + right(std::to_string(cycle.bytes()), 11) + "  ";
    line += bar(cycle, most, std::max<std::size_t>(width, 21)) + right(percent(cycle.kept_per_mille()), 8);
    if (prices) line += right(price_of(cycle, *prices), kPriceColumns);
    const std::string words = change_text(cycle);
    out += line + (words.empty() ? "" : "  " + words) + "\n";
  }
  return out;
}

}  // namespace latewood::cli
