#include "cli/terminal/exact_output.h"

#include <iostream>

#include "cli/terminal/guarded_output.h"
#include "cli/terminal/report.h"

namespace latewood::cli {

Result<void> write_to_output(std::string_view bytes) {
  write_exact(bytes);
  if (std::cout.good()) return {};
  return Error{Code::Unavailable, "the result could not be written", {}, {}};
}

int finish_written(const Result<void>& written, std::string_view last) {
  if (!written) return report(written.error());
  std::cout << last;
  return finish_output();
}

}  // namespace latewood::cli
