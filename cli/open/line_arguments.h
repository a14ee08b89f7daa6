// The parts of one line of `call -`.
#pragma once

#include <optional>
#include <string>

namespace latewood::cli {

struct LineArguments {
  std::string operation;
  std::string arguments;  // the text of the line, so that members keep their order
};

// nullopt for a line that is no {"op":"NAME","args":{..}} with a known operation.
std::optional<LineArguments> line_arguments(const std::string& line);

}  // namespace latewood::cli
