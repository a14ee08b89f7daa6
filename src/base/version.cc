#include "latewood/version.h"

namespace latewood {

// Known before any other initialisation, as the constant of a header would be.
constinit const std::string_view kVersion = LATEWOOD_VERSION;

}  // namespace latewood
