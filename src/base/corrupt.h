// The error of stored bytes that are wrong.
#pragma once

#include <string>
#include <utility>

#include "latewood/result.h"

namespace latewood {

inline Error corrupt(std::string message) { return {Code::Corruption, std::move(message), {}, {}}; }

}  // namespace latewood
