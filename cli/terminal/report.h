// Errors and warnings on standard error, and exit codes.
#pragma once

#include <string>
#include <string_view>

#include "latewood/result.h"
#include "latewood/warning.h"

namespace latewood::cli {

inline constexpr int kSuccess = 0;
inline constexpr int kFailure = 1;  // the input or the store is at fault
inline constexpr int kUsage = 2;    // the command itself is wrong

// A hint of the library for users of commands: operations and arguments in backquotes become verbs and options. It may
// hold a command with any text, backquotes included: only single words are replaced.
std::string in_commands(const std::string& hint);

// Prints `error[NAME]: message` on one line and returns the exit code. `subject` is printed before the message, such
// as a file name; it may be empty.
int report(const Error& error, std::string_view subject = {});

// Like `report`, for an error with a place in `source`, a text of the command line. On a terminal also prints the text
// with a caret under the place.
int report_in(const Error& error, std::string_view source);

// Prints `warning[CODE]: message` on one line. All warnings of the library are printed by this function.
void print_warning(const Warning& warning);

// Flushes standard output and returns the exit code: a full disk or a closed pipe must not look like success. On
// failure prints `done` as a note: what took effect although its output is lost, such as "the edit was made".
int finish_output(std::string_view done = {});

}  // namespace latewood::cli
