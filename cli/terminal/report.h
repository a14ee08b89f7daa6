// How the command line speaks: results on stdout, errors on stderr, exit codes.
#pragma once

#include <string_view>

#include "latewood/result.h"
#include "latewood/warning.h"

namespace latewood::cli {

inline constexpr int kSuccess = 0;
inline constexpr int kFailure = 1;  // the input or the store is at fault
inline constexpr int kUsage = 2;    // the command itself is wrong

// Prints `error[NAME]: message` on one line and gives the exit code. `subject` is what the
// error is about, such as a file name; it may be empty.
int report(const Error& error, std::string_view subject = {});

// The same for an error with a place in `source`, a text of the command line. On a terminal
// the text follows, with a caret under the place.
int report_in(const Error& error, std::string_view source);

// Prints `warning[CODE]: message` on one line: the one way in which warnings of the library are shown.
void print_warning(const Warning& warning);

// Makes sure that everything written to stdout arrived: a full disk or a closed
// pipe must not look like success. `done` is what was done all the same, such as "the edit was made".
int finish_output(std::string_view done = {});

}  // namespace latewood::cli
