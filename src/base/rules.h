// Errors with a rule. `latewood/errors.h` has the rules; the library's folders name them without their namespace.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "latewood/errors.h"
#include "latewood/result.h"

namespace latewood {

using namespace errors;

inline Error broken(std::string_view rule, std::string message, Code code = Code::InvalidArgument) {
  return {code, std::move(message), std::string(rule), {}};
}

}  // namespace latewood
