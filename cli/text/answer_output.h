// Prints an answer as one JSON value, or on a terminal in words (E-04).
#pragma once

#include <iostream>
#include <string>

#include "cli/terminal/report.h"
#include "cli/terminal/terminal.h"
#include "cli/text/query_text.h"
#include "latewood/result.h"

namespace latewood::cli {

// Prints the answer, or the error with its place in `asked`. Returns the exit code.
template <class Answer>
int print_or_report(const Result<Answer>& answer, const std::string& asked) {
  if (!answer) return report_in(answer.error(), asked);
  if (is_terminal(Stream::Output)) {
    std::cout << readable(*answer);
  } else {
    std::cout << to_json(*answer) << '\n';
  }
  return finish_output();
}

}  // namespace latewood::cli
