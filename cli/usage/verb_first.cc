#include "cli/usage/verb_first.h"

#include <algorithm>
#include <string_view>

namespace latewood::cli {
namespace {

constexpr std::string_view kWithValue[] = {"--store", "--context", "--branch", "--clock", "--actor"};

bool has_value_behind(std::string_view word) {
  return std::find(std::begin(kWithValue), std::end(kWithValue), word) != std::end(kWithValue);
}

bool holds_its_value(std::string_view word) {
  return has_value_behind(word.substr(0, word.find('='))) && word.find('=') != std::string_view::npos;
}

// The number of words that the option at `from` takes; 0 if it is not one of these options.
std::size_t words_of_option(const std::vector<std::string>& arguments, std::size_t from) {
  if (has_value_behind(arguments[from])) return 2;
  return holds_its_value(arguments[from]) || arguments[from] == "--system" ? 1 : 0;
}

}  // namespace

std::vector<std::string> verb_first(std::vector<std::string> arguments) {
  std::size_t verb = 0;
  while (verb < arguments.size()) {
    const std::size_t words = words_of_option(arguments, verb);
    if (words == 0) break;
    verb += words;
  }
  // "help commit" means "commit --help".
  if (verb < arguments.size() && arguments[verb] == "help") {
    arguments.erase(arguments.begin() + static_cast<std::ptrdiff_t>(verb));
    arguments.emplace_back("--help");
  }
  if (verb == 0 || verb >= arguments.size()) return arguments;
  std::rotate(arguments.begin(), arguments.begin() + static_cast<std::ptrdiff_t>(verb),
              arguments.begin() + static_cast<std::ptrdiff_t>(verb) + 1);
  return arguments;
}

}  // namespace latewood::cli
