// The results of a run: a table for people, JSON for programs.
#pragma once

#include <string>
#include <vector>

#include "driver/plot.h"
#include "driver/ratio.h"

namespace latewood::bench {

enum class Judge { Targets, ResultsOnly };  // a quick run has no time to tell whether targets are met

struct Report {
  std::vector<Figure> figures;
  std::vector<Note> notes;
  std::vector<Curve> curves;
};

// Adds what `part` found.
void append(Report& report, Report part);

// Whether every result is correct and, if targets are judged, every one of them met.
bool is_good(const Report& report, Judge judge);

void print(const Report& report, Judge judge);
// One object: `figures`, `notes`, `curves`; times in nanoseconds.
std::string json_of(const Report& report, Judge judge);

}  // namespace latewood::bench
