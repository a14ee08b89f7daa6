#include "cli/terminal/report.h"

#include <algorithm>
#include <iostream>
#include <string>

#include "cli/terminal/printable.h"
#include "cli/terminal/terminal.h"
#include "latewood/errors.h"
#include "latewood/render.h"

namespace latewood::cli {
namespace {

std::string names_of_profiles() {
  std::string names;
  std::string last;
  for (const ProfileName& profile : profiles()) {
    // Versions of one profile are neighbours in the list.
    if (profile.id != last) names += (names.empty() ? " " : ", ") + profile.id;
    last = profile.id;
  }
  return names;
}

}  // namespace

int report(const Error& error, std::string_view subject) {
  std::cout.flush();
  std::cerr << "error[" << name_of(error) << "]: ";
  if (!subject.empty()) std::cerr << printable(subject) << ": ";
  if (error.place) std::cerr << "byte " << error.place->offset << ": ";
  std::cerr << printable(error.message);
  if (!error.hint.empty()) std::cerr << "; " << printable(error.hint);
  if (error.rule == errors::kUnauthorized) std::cerr << "; use --system to allow it";
  if (error.rule == errors::kPageDamaged) std::cerr << "; `latewood fsck --repair` rebuilds it from the patches";
  if (error.rule == errors::kProfileUnknown) std::cerr << "; known profiles:" << names_of_profiles();
  std::cerr << '\n';
  return kFailure;
}

int report_in(const Error& error, std::string_view source) {
  report(error);
  if (!error.place || !is_terminal(Stream::Error)) return kFailure;
  const std::size_t begin = std::min<std::size_t>(error.place->offset, source.size());
  const std::size_t length = std::min<std::size_t>(error.place->length, source.size() - begin);
  const std::size_t marks = std::max<std::size_t>(1, columns_of(source.substr(begin, length)));
  std::cerr << "  " << printable(source) << "\n  " << std::string(columns_of(source.substr(0, begin)), ' ')
            << std::string(marks, '^') << '\n';
  return kFailure;
}

void print_warning(const Warning& warning) {
  std::cout.flush();
  std::cerr << "warning[" << to_string(warning.code) << "]: ";
  if (warning.place) std::cerr << "byte " << warning.place->offset << ": ";
  std::cerr << printable(warning.message);
  if (warning.code == WarningCode::StoreDamaged) std::cerr << "; `latewood fsck --repair` rebuilds the page";
  std::cerr << '\n';
}

int finish_output(std::string_view done) {
  std::cout.flush();
  if (std::cout.good()) return kSuccess;
  const int code = report({Code::Unavailable, "the result could not be written", {}, {}});
  if (!done.empty()) std::cerr << "note: " << done << '\n';
  return code;
}

}  // namespace latewood::cli
