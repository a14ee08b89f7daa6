// Runs every figure and prints one table. Exits non-zero if a target is missed or
// a result is wrong.
#include <cstdio>

#include "append_bench.h"
#include "context_bench.h"
#include "exchange_bench.h"
#include "range_bench.h"
#include "ratio.h"
#include "render_bench.h"
#include "selector_bench.h"
#include "state_root_bench.h"
#include "store_bench.h"

int main() {
  using namespace latewood::bench;
  std::vector<Figure> figures = state_root_figures();
  for (Figure& figure : append_figures()) figures.push_back(std::move(figure));
  for (Figure& figure : context_figures()) figures.push_back(std::move(figure));
  for (Figure& figure : selector_figures()) figures.push_back(std::move(figure));
  for (Figure& figure : range_figures()) figures.push_back(std::move(figure));
  for (Figure& figure : render_figures()) figures.push_back(std::move(figure));
  for (Figure& figure : store_figures()) figures.push_back(std::move(figure));
  for (Figure& figure : exchange_figures()) figures.push_back(std::move(figure));
  std::printf("\n");
  return print_report(figures) ? 0 : 1;
}
