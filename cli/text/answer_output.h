// Prints an answer as one JSON value, or on a terminal in words (E-04).
#pragma once

#include <iostream>
#include <string>

#include "cli/terminal/report.h"
#include "cli/terminal/terminal.h"
#include "cli/text/query_text.h"
#include "latewood/result.h"

namespace latewood::cli {

// Whether to print words and not JSON.
inline bool is_for_people(bool json) { return !json && is_terminal(Stream::Output); }

// Returns the exit code. `json` asks for JSON on a terminal too.
template <class Answer>
int print_answer(const Answer& answer, bool json) {
  if (is_for_people(json)) {
    std::cout << readable(answer);
  } else {
    std::cout << to_json(answer) << '\n';
  }
  return finish_output();
}

// Prints the answer, or the error with its place in `asked`.
template <class Answer>
int print_or_report(const Result<Answer>& answer, const std::string& asked, bool json) {
  return answer ? print_answer(*answer, json) : report_in(answer.error(), asked);
}

}  // namespace latewood::cli
