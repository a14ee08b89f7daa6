#include "cli/text/thread_output.h"

#include <iostream>
#include <string>
#include <utility>

#include "cli/terminal/guarded_output.h"
#include "cli/terminal/report.h"
#include "cli/terminal/terminal.h"
#include "cli/text/json_output.h"

namespace latewood::cli {
namespace {

JsonValue repairs_json(const std::vector<Repair>& repairs) {
  JsonValue::Array list;
  for (const Repair& repair : repairs) {
    list.push_back(make_object({{"id", repair.id}, {"kind", std::string(to_string(repair.kind))}}));
  }
  return list;
}

}  // namespace

int print_bytes(std::string_view bytes) {
  write_exact(bytes);
  if (is_terminal(Stream::Output)) std::cout << '\n';
  return finish_output();
}

JsonValue units_json(const Units& units) {
  JsonValue::Array list;
  for (const Unit& unit : units) {
    list.push_back(
        make_object({{"id", unit.id}, {"begin", json_of(unit.bytes.begin)}, {"end", json_of(unit.bytes.end)}}));
  }
  return list;
}

int print_thread_json(std::string_view thread, JsonValue units) {
  print_json(make_object({{"request", std::string(thread)},
                          {"profile", JsonValue()},
                          {"repairs", JsonValue::Array()},
                          {"units", std::move(units)}}));
  return finish_output();
}

int print_rendered_json(const Rendered& rendered) {
  print_json(make_object({{"request", rendered.bytes},
                          {"profile", to_string(rendered.profile)},
                          {"repairs", repairs_json(rendered.repairs)},
                          {"units", units_json(rendered.units)}}));
  return finish_output();
}

}  // namespace latewood::cli
