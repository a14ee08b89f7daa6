// Whether a person or a program reads what is written.
#pragma once

namespace latewood::cli {

enum class Stream { Output, Error };

bool is_terminal(Stream stream);

}  // namespace latewood::cli
