#include "driver/report.h"

#include <cstdio>
#include <iterator>

#include "canon/json_writer.h"
#include "latewood/json_value.h"

namespace latewood::bench {
namespace {

template <class T>
void move_all(std::vector<T>& to, std::vector<T>& from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

bool is_met(const Figure& figure) {
  return figure.target == kReportedOnly || figure.pair.ratio.median <= figure.target;
}

const char* verdict(const Figure& figure, Judge judge) {
  if (!figure.correct) return "WRONG RESULT";
  if (judge == Judge::ResultsOnly) return "right";
  if (figure.target == kReportedOnly) return "reported only";
  return is_met(figure) ? "yes" : "NO";
}

void print_side(const std::string& name, const Spread& spread, const std::string& unit) {
  const double scale = unit == "us" ? 1e-3 : 1;
  std::printf("    %-56s %12.1f %s  (%.1f to %.1f)\n", name.c_str(), spread.median * scale, unit.c_str(),
              spread.least * scale, spread.most * scale);
}

JsonValue json_of_spread(const Spread& spread) {
  return make_object(
      {{"least", JsonValue(spread.least)}, {"median", JsonValue(spread.median)}, {"most", JsonValue(spread.most)}});
}

JsonValue json_of_figure(const Figure& figure, Judge judge) {
  return make_object({{"correct", JsonValue(figure.correct)},
                      {"first", json_of_spread(figure.pair.first)},
                      {"first_name", JsonValue(figure.first_name)},
                      {"name", JsonValue(figure.name)},
                      {"ratio", json_of_spread(figure.pair.ratio)},
                      {"second", json_of_spread(figure.pair.second)},
                      {"second_name", JsonValue(figure.second_name)},
                      {"target", figure.target == kReportedOnly ? JsonValue() : JsonValue(figure.target)},
                      {"unit", JsonValue(figure.unit == "us" ? "ns" : figure.unit)},
                      {"verdict", JsonValue(verdict(figure, judge))}});
}

JsonValue json_of_curve(const Curve& curve) {
  JsonValue::Array all;
  for (const Series& series : curve.series) {
    JsonValue::Array points;
    for (const auto& [x, y] : series.points) points.push_back(JsonValue(JsonValue::Array{JsonValue(x), JsonValue(y)}));
    all.push_back(make_object({{"name", JsonValue(series.name)}, {"points", JsonValue(std::move(points))}}));
  }
  return make_object({{"name", JsonValue(curve.name)},
                      {"series", JsonValue(std::move(all))},
                      {"x", JsonValue(curve.x_label)},
                      {"y", JsonValue(curve.y_label)}});
}

}  // namespace

void append(Report& report, Report part) {
  move_all(report.figures, part.figures);
  move_all(report.notes, part.notes);
  move_all(report.curves, part.curves);
}

bool is_good(const Report& report, Judge judge) {
  for (const Figure& figure : report.figures) {
    if (!figure.correct || (judge == Judge::Targets && !is_met(figure))) return false;
  }
  for (const Note& note : report.notes) {
    if (!note.correct) return false;
  }
  return true;
}

void print(const Report& report, Judge judge) {
  std::printf("%-60s %8s %17s %8s  %s\n", "figure", "ratio", "(spread)", "target", "met");
  for (const Figure& figure : report.figures) {
    const Spread& ratio = figure.pair.ratio;
    char target[16] = "";
    if (figure.target != kReportedOnly) std::snprintf(target, sizeof(target), "%.2f", figure.target);
    std::printf("%-60s %8.3f (%7.3f %7.3f) %8s  %s\n", figure.name.c_str(), ratio.median, ratio.least, ratio.most,
                target, verdict(figure, judge));
    print_side(figure.first_name, figure.pair.first, figure.unit);
    print_side(figure.second_name, figure.pair.second, figure.unit);
  }
  for (const Note& note : report.notes) {
    std::printf("%-60s %12.1f %s%s\n", note.name.c_str(), note.value, note.unit.c_str(),
                note.correct ? "" : "  WRONG RESULT");
  }
}

std::string json_of(const Report& report, Judge judge) {
  JsonValue::Array figures;
  for (const Figure& figure : report.figures) figures.push_back(json_of_figure(figure, judge));
  JsonValue::Array notes;
  for (const Note& note : report.notes) {
    notes.push_back(make_object({{"correct", JsonValue(note.correct)},
                                 {"name", JsonValue(note.name)},
                                 {"unit", JsonValue(note.unit)},
                                 {"value", JsonValue(note.value)}}));
  }
  JsonValue::Array curves;
  for (const Curve& curve : report.curves) curves.push_back(json_of_curve(curve));
  return canonical_json(make_object({{"curves", JsonValue(std::move(curves))},
                                     {"figures", JsonValue(std::move(figures))},
                                     {"notes", JsonValue(std::move(notes))}})) +
         "\n";
}

}  // namespace latewood::bench
