// Curves as SVG documents, with logarithmic or plain axes.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace latewood::bench {

enum class Scale { Plain, Logarithmic };

struct Series {
  std::string name;
  std::vector<std::pair<double, double>> points;  // x ascending; above 0 on logarithmic axes
};

struct Curve {
  std::string name;  // also the name of the file
  std::string title;
  std::string x_label;
  std::string y_label;
  Scale x_scale = Scale::Logarithmic;
  Scale y_scale = Scale::Plain;  // a plain axis starts at 0
  std::vector<Series> series;
};

std::string svg_of(const Curve& curve);

}  // namespace latewood::bench
