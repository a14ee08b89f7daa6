#include "cli/text/moment_text.h"

#include <ctime>

namespace latewood::cli {

std::string time_text(std::int64_t nanoseconds) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  const std::int64_t rest = nanoseconds % kSecond;
  const auto seconds = static_cast<std::time_t>(nanoseconds / kSecond - (rest < 0 ? 1 : 0));
  std::tm parts{};
  char text[64];
  if (gmtime_r(&seconds, &parts) == nullptr) return {};
  return {text, std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &parts)};
}

}  // namespace latewood::cli
