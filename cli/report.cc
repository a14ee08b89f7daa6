#include "report.h"

#include <cstdio>
#include <iostream>

namespace latewood::cli {

int report(const Error& error, std::string_view subject) {
  std::cout.flush();
  std::cerr << "error[" << name_of(error) << "]: ";
  if (!subject.empty()) std::cerr << subject << ": ";
  if (error.place) std::cerr << "byte " << error.place->offset << ": ";
  std::cerr << error.message << '\n';
  return kFailure;
}

int finish_output() {
  std::cout.flush();
  if (std::cout.good()) return kSuccess;
  return report({Code::Unavailable, "the result could not be written", {}, {}});
}

}  // namespace latewood::cli
