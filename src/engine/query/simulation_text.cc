// A simulation as a table and as a plot.
#include <algorithm>
#include <array>
#include <string>

#include "engine/query/prices_text.h"
#include "latewood/simulate.h"
#include "latewood/tokens.h"

namespace latewood {
namespace {

std::string right(const std::string& text, std::size_t width) {
  return text.size() >= width ? text : std::string(width - text.size(), ' ') + text;
}

std::string left(const std::string& text, std::size_t width) {
  return text.size() >= width ? text : text + std::string(width - text.size(), ' ');
}

std::string share(std::uint64_t part, std::uint64_t whole) {
  constexpr std::uint64_t kAll = 1000;
  const std::uint64_t tenths = whole == 0 ? kAll : part * kAll / whole;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + "%";
}

std::string setting_row(const SettingFigures& each, std::size_t name_width, std::string_view sign) {
  const auto tokens = [&](std::uint64_t count) { return right(std::string(sign) + std::to_string(count), 12); };
  std::string row = left(each.name, name_width) + right(std::to_string(each.requests), 9) + tokens(each.peak_tokens) +
                    right(share(each.unchanged_bytes, each.sent_before), 8) + right(std::to_string(each.breaks), 7) +
                    tokens(each.served) + tokens(each.rebilled) + tokens(each.fresh) +
                    right("$" + dollars(each.cost), 13);
  if (!each.is_exact) row += "  about";
  if (each.refused > 0) row += "  " + std::to_string(each.refused) + " refused by the vendor";
  if (each.failed > 0) row += "  " + std::to_string(each.failed) + " edits not made";
  if (each.stopped) row += "  stopped: " + *each.stopped;
  return row + "\n";
}

constexpr std::uint64_t kLeft = 80;
constexpr std::uint64_t kTop = 30;
constexpr std::uint64_t kWidth = 640;
constexpr std::uint64_t kHeight = 300;
constexpr std::array<const char*, 8> kColours = {"#222222", "#3b6ea5", "#b23a48", "#4c9f70",
                                                 "#c9a227", "#7d5ba6", "#d2691e", "#008b8b"};

std::string label(std::uint64_t x, std::uint64_t y, const std::string& words, const char* anchor = "start") {
  return "<text x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(y) + "\" text-anchor=\"" + anchor + "\">" +
         words + "</text>\n";
}

// The text as it may stand in XML; names of settings may be anything.
std::string xml_text(std::string_view text) {
  std::string out;
  for (const char letter : text) {
    if (letter == '<') {
      out += "&lt;";
    } else if (letter == '&') {
      out += "&amp;";
    } else if (static_cast<unsigned char>(letter) < 0x20 || letter == 0x7f) {
      out += "?";
    } else {
      out += letter;
    }
  }
  return out;
}

std::string line_of_costs(const SettingFigures& each, std::size_t longest, std::uint64_t most, const char* colour) {
  std::string points;
  for (std::size_t at = 0; at < each.costs.size(); ++at) {
    const std::uint64_t x = kLeft + (longest < 2 ? 0 : kWidth * at / (longest - 1));
    const std::uint64_t y = kTop + kHeight - (most == 0 ? 0 : each.costs[at] / (most / kHeight + 1));
    points += (at == 0 ? "" : " ") + std::to_string(x) + "," + std::to_string(y);
  }
  return "<polyline fill=\"none\" stroke-width=\"1.5\" stroke=\"" + std::string(colour) + "\" points=\"" + points +
         "\"/>\n";
}

}  // namespace

std::string to_text(const Simulation& simulation) {
  std::size_t width = 10;
  for (const SettingFigures& each : simulation.settings) width = std::max(width, each.name.size() + 1);
  std::string text = left("setting", width) + right("requests", 9) + right("peak", 12) + right("kept", 8) +
                     right("breaks", 7) + right("cached", 12) + right("sent again", 12) + right("new", 12) +
                     right("price", 13) + "\n";
  const std::string_view sign = count_sign(simulation.counter);
  for (const SettingFigures& each : simulation.settings) text += setting_row(each, width, sign);
  text += "tokens: " + count_kind(simulation.counter) + "; prices: " + engine::prices_text(simulation.prices) + "\n";
  if (simulation.left_out > 0) {
    text += std::to_string(simulation.left_out) +
            (simulation.left_out == 1 ? " edit of the history is" : " edits of the history are") +
            " not replayed, so the settings marked \"about\" are approximate: blocks that came and were pruned in one "
            "commit, and edits of history other than insertions, deletions, pins and new system text\n";
  }
  return text;
}

std::string to_svg(const Simulation& simulation) {
  std::size_t longest = 0;
  std::uint64_t most = 0;
  for (const SettingFigures& each : simulation.settings) {
    longest = std::max(longest, each.costs.size());
    most = std::max(most, each.cost);
  }
  const std::uint64_t height = kTop + kHeight + 50 + 16 * simulation.settings.size();
  std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + std::to_string(kLeft + kWidth + 30) +
                    "\" height=\"" + std::to_string(height) + "\" font-family=\"sans-serif\" font-size=\"11\">\n" +
                    "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n" +
                    label(kLeft, kTop - 12, "price of all requests so far, " + xml_text(simulation.prices.model));
  for (const std::uint64_t y : {kTop, kTop + kHeight}) {
    out += "<line x1=\"" + std::to_string(kLeft) + "\" y1=\"" + std::to_string(y) + "\" x2=\"" +
           std::to_string(kLeft + kWidth) + "\" y2=\"" + std::to_string(y) + "\" stroke=\"#ccc\"/>\n";
  }
  out += label(kLeft - 6, kTop + 4, "$" + dollars(most), "end") + label(kLeft - 6, kTop + kHeight + 4, "0", "end") +
         label(kLeft + kWidth, kTop + kHeight + 16, std::to_string(longest) + " requests", "end");
  std::uint64_t y = kTop + kHeight + 40;
  for (std::size_t at = 0; at < simulation.settings.size(); ++at, y += 16) {
    const SettingFigures& each = simulation.settings[at];
    const char* const colour = kColours[at % kColours.size()];
    out += line_of_costs(each, longest, most, colour);
    out += "<rect x=\"" + std::to_string(kLeft) + "\" y=\"" + std::to_string(y - 9) +
           "\" width=\"10\" height=\"10\" fill=\"" + colour + "\"/>" +
           label(kLeft + 14, y, xml_text(each.name) + ": $" + dollars(each.cost));
  }
  return out + "</svg>\n";
}

}  // namespace latewood
