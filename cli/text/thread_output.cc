#include "cli/text/thread_output.h"

#include <iostream>

#include "cli/terminal/guarded_output.h"
#include "cli/terminal/report.h"
#include "cli/terminal/terminal.h"

namespace latewood::cli {

int print_bytes(std::string_view bytes) {
  write_exact(bytes);
  if (is_terminal(Stream::Output)) std::cout << '\n';
  return finish_output();
}

}  // namespace latewood::cli
