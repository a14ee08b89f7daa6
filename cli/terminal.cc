#include "terminal.h"

#include <unistd.h>

namespace latewood::cli {

bool is_terminal(Stream stream) { return isatty(stream == Stream::Output ? STDOUT_FILENO : STDERR_FILENO) == 1; }

}  // namespace latewood::cli
