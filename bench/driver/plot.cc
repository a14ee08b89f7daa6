#include "driver/plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace latewood::bench {
namespace {

constexpr double kWidth = 640;
constexpr double kHeight = 400;
constexpr double kLeft = 70;
constexpr double kRight = 20;
constexpr double kTop = 60;
constexpr double kBottom = 50;
constexpr std::array<const char*, 5> kColours = {"#2b5c8a", "#b23a48", "#4c9f70", "#c9a227", "#6b4c9a"};

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.1f", value);
  return text;
}

// "20", "1.5k", "3M".
std::string short_number(double value) {
  const char* unit = "";
  for (const char* larger : {"k", "M", "G"}) {
    if (std::abs(value) < 1000) break;
    value /= 1000;
    unit = larger;
  }
  char text[32];
  std::snprintf(text, sizeof(text), "%.4g%s", value, unit);
  return text;
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '<') {
      out += "&lt;";
    } else if (c == '&') {
      out += "&amp;";
    } else {
      out += c;
    }
  }
  return out;
}

// One axis: from values to places on the page.
class Axis {
 public:
  Axis(Scale scale, double least, double most, double start, double end) : scale_(scale), start_(start), end_(end) {
    if (scale_ == Scale::Logarithmic) {
      low_ = std::floor(std::log10(least));
      high_ = std::max(std::ceil(std::log10(most)), low_ + 1);
    } else {
      const double step = step_for(most);
      low_ = 0;
      high_ = std::max(std::ceil(most / step), 1.0) * step;
    }
  }

  double place(double value) const {
    const double at = scale_ == Scale::Logarithmic ? std::log10(value) : value;
    return start_ + (at - low_) / (high_ - low_) * (end_ - start_);
  }

  std::vector<double> ticks() const {
    std::vector<double> values;
    const double step = scale_ == Scale::Logarithmic ? 1 : step_for(high_);
    for (double at = low_; at <= high_ + step / 1000; at += step) {
      values.push_back(scale_ == Scale::Logarithmic ? std::pow(10, at) : at);
    }
    return values;
  }

 private:
  // A round step that gives some five ticks.
  static double step_for(double most) {
    if (most <= 0) return 1;
    const double power = std::pow(10, std::floor(std::log10(most / 5)));
    for (const double factor : {1.0, 2.0, 5.0}) {
      if (most / (factor * power) <= 6) return factor * power;
    }
    return 10 * power;
  }

  Scale scale_;
  double start_;
  double end_;
  double low_ = 0;
  double high_ = 1;
};

std::string line(double x1, double y1, double x2, double y2, const char* colour) {
  return "<line x1=\"" + number(x1) + "\" y1=\"" + number(y1) + "\" x2=\"" + number(x2) + "\" y2=\"" + number(y2) +
         "\" stroke=\"" + colour + "\"/>\n";
}

std::string text(double x, double y, const char* anchor, const std::string& words, const std::string& more = {}) {
  return "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" text-anchor=\"" + anchor + "\"" + more + ">" +
         escaped(words) + "</text>\n";
}

std::string grid(const Axis& x, const Axis& y) {
  std::string out;
  for (const double tick : x.ticks()) {
    out += line(x.place(tick), kTop, x.place(tick), kHeight - kBottom, "#ddd");
    out += text(x.place(tick), kHeight - kBottom + 16, "middle", short_number(tick));
  }
  for (const double tick : y.ticks()) {
    out += line(kLeft, y.place(tick), kWidth - kRight, y.place(tick), "#ddd");
    out += text(kLeft - 6, y.place(tick) + 4, "end", short_number(tick));
  }
  return out;
}

std::string drawn(const Series& series, const Axis& x, const Axis& y, const char* colour) {
  std::string points;
  std::string dots;
  for (const auto& [at, value] : series.points) {
    points += number(x.place(at)) + "," + number(y.place(value)) + " ";
    dots += "<circle cx=\"" + number(x.place(at)) + "\" cy=\"" + number(y.place(value)) + "\" r=\"3\" fill=\"" +
            colour + "\"><title>" + short_number(at) + ": " + short_number(value) + "</title></circle>\n";
  }
  return "<polyline points=\"" + points + "\" fill=\"none\" stroke=\"" + colour + "\" stroke-width=\"1.8\"/>\n" + dots;
}

}  // namespace

std::string svg_of(const Curve& curve) {
  std::pair<double, double> xs{1e300, 0};
  std::pair<double, double> ys{1e300, 0};
  for (const Series& series : curve.series) {
    for (const auto& [x, y] : series.points) {
      xs = {std::min(xs.first, x), std::max(xs.second, x)};
      ys = {std::min(ys.first, y), std::max(ys.second, y)};
    }
  }
  std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + number(kWidth) + "\" height=\"" +
                    number(kHeight) + "\" font-family=\"sans-serif\" font-size=\"11\">\n";
  out += "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
  out += text(kLeft, 20, "start", curve.title, " font-size=\"14\"");
  if (xs.second == 0) return out + "</svg>\n";
  const Axis x(curve.x_scale, xs.first, xs.second, kLeft, kWidth - kRight);
  const Axis y(curve.y_scale, ys.first, ys.second, kHeight - kBottom, kTop);
  out += grid(x, y);
  double legend = kLeft;
  for (std::size_t i = 0; i < curve.series.size(); ++i) {
    const char* colour = kColours[i % kColours.size()];
    out += drawn(curve.series[i], x, y, colour);
    out += text(legend, kTop - 14, "start", curve.series[i].name, std::string(" fill=\"") + colour + "\"");
    legend += 7 * static_cast<double>(curve.series[i].name.size()) + 20;
  }
  out += text((kLeft + kWidth - kRight) / 2, kHeight - 12, "middle", curve.x_label);
  const std::string turned = " transform=\"rotate(-90 16 " + number(kHeight / 2) + ")\"";
  out += text(16, kHeight / 2, "middle", curve.y_label, turned);
  return out + "</svg>\n";
}

}  // namespace latewood::bench
