// Standard output and standard error that no text can use to control the terminal.
//
// While a `GuardedOutput` exists, everything written to std::cout and std::cerr is filtered by the rule of printable.h:
// line feeds pass, other control and invisible characters become escapes. Code still calls `printable` for names and
// contents, because a line feed in one of them would end the line; the guard protects the user where a call is missing.
// The colours of `Paint` pass, because they arrive here as marks that are not UTF-8.
#pragma once

#include <memory>
#include <string_view>

namespace latewood::cli {

class Guard;

class GuardedOutput {
 public:
  GuardedOutput();
  GuardedOutput(const GuardedOutput&) = delete;
  GuardedOutput& operator=(const GuardedOutput&) = delete;
  // Waits for the pager to end, if one runs.
  ~GuardedOutput();

 private:
  std::unique_ptr<Guard> output_;
  std::unique_ptr<Guard> error_;
};

// Writes bytes to standard output that a program relies on. A pipe or a file gets them unchanged. On a terminal they
// are filtered like all text, and a note at the end says so if that changed anything.
void write_exact(std::string_view bytes);

// Writes a control sequence of this program to standard error, unfiltered. Never for text from outside.
void write_control(std::string_view sequence);

// From this call on, output that is longer than the screen goes through a pager: LATEWOOD_PAGER, else PAGER, else less.
// Does nothing if standard output is not a terminal, if the terminal is dumb, or if the pager is "" or "cat".
void start_paging();

}  // namespace latewood::cli
