// Standard output and standard error as text that cannot steer a terminal.
//
// While a `GuardedOutput` lives, whatever is written to std::cout and std::cerr goes through the rule of printable.h:
// line feeds stay, other characters that a screen would obey or hide arrive as escapes. `printable` is still called for
// names and contents, because a line feed in one of them would end the line. The guard makes sure that a place that
// forgot cannot do harm. Colours of `Paint` pass, because they arrive here as marks that are not UTF-8.
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
  // Waits until the pager ends, if there is one.
  ~GuardedOutput();

 private:
  std::unique_ptr<Guard> output_;
  std::unique_ptr<Guard> error_;
};

// Bytes that a program relies on, to standard output. A pipe and a file get them as they are; a terminal gets them
// like all other text, and a note says so if that changed anything.
void write_exact(std::string_view bytes);

// To standard error as it is: only for what this program says to a terminal, never for text from outside.
void write_control(std::string_view sequence);

// From here on, standard output that is longer than the screen of the terminal goes through a pager: LATEWOOD_PAGER,
// else PAGER, else less. Does nothing if standard output is no terminal, or a dumb one, or the pager is "" or "cat".
void start_paging();

}  // namespace latewood::cli
