// The desktop that a command line may run on.
#pragma once

#include <string>

namespace latewood::cli {

// Opens a page in the browser of the desktop, if there is one. The address is passed in a file that only the user can
// read, because it has a token and other users see the arguments of processes. Does not wait.
void open_on_desktop(const std::string& url);

}  // namespace latewood::cli
