#include "cli/terminal/report.h"

#include <algorithm>
#include <iostream>
#include <map>
#include <string>

#include "cli/terminal/printable.h"
#include "cli/terminal/terminal.h"
#include "latewood/hint.h"

namespace latewood::cli {
namespace {

// Hints name operations and arguments in backquotes. Here they are verbs and options.
std::string command_word(const std::string& word) {
  static const std::map<std::string, std::string> kOptions = {
      {"all", "--all"},         {"force", "--force"},     {"system", "--system"},       {"restore_purged", "--restore"},
      {"profile", "--profile"}, {"working", "--working"}, {"role", "--role"},           {"kind", "--kind"},
      {"ttl", "--ttl"},         {"offset", "--offset"},   {"priority", "--priority"},   {"nodeType", "--type"},
      {"key", "--key"},         {"id", "--id"},           {"removable", "--removable"}, {"provenance", "--provenance"},
      {"depth", "--depth"},     {"compact", "--compact"}, {"uploads", "--uploads"},
  };
  static const std::map<std::string, std::string> kVerbs = {
      {"repair", "fsck --repair"}, {"set_config", "config"}, {"contexts", "context"}, {"streams", "event list"}};
  if (const auto option = kOptions.find(word); option != kOptions.end()) return option->second;
  const auto verb = kVerbs.find(word);
  return "`latewood " + (verb == kVerbs.end() ? word : verb->second) + "`";
}

bool is_operation_word(std::string_view text) {
  return !text.empty() && text.find_first_not_of("abcdefghijklmnopqrstuvwxyzT_") == std::string_view::npos;
}

}  // namespace

std::string in_commands(const std::string& hint) {
  std::string text;
  std::size_t at = 0;
  for (std::size_t begin = hint.find('`'); begin != std::string::npos; begin = hint.find('`', begin + 1)) {
    const std::size_t end = hint.find('`', begin + 1);
    if (end == std::string::npos) break;
    const std::string word = hint.substr(begin + 1, end - begin - 1);
    if (!is_operation_word(word)) continue;
    text.append(hint, at, begin - at).append(command_word(word));
    at = end + 1;
    begin = end;
  }
  return text.append(hint, at, std::string::npos);
}

int report(const Error& error, std::string_view subject) {
  std::cout.flush();
  std::cerr << "error[" << name_of(error) << "]: ";
  if (!subject.empty()) std::cerr << printable(subject) << ": ";
  if (error.place) std::cerr << "byte " << error.place->offset << ": ";
  std::cerr << printable(error.message);
  const Error hinted = with_hint(error);
  if (!hinted.hint.empty()) std::cerr << "; " << printable(in_commands(hinted.hint));
  std::cerr << '\n';
  return kFailure;
}

int report_in(const Error& error, std::string_view source) {
  report(error);
  if (!error.place || !is_terminal(Stream::Error)) return kFailure;
  const std::size_t begin = std::min<std::size_t>(error.place->offset, source.size());
  const std::size_t length = std::min<std::size_t>(error.place->length, source.size() - begin);
  const std::size_t marks = std::max<std::size_t>(1, columns_of(source.substr(begin, length)));
  std::cerr << "  " << printable(source) << "\n  " << std::string(columns_of(source.substr(0, begin)), ' ')
            << std::string(marks, '^') << '\n';
  return kFailure;
}

void print_warning(const Warning& warning) {
  std::cout.flush();
  std::cerr << "warning[" << to_string(warning.code) << "]: ";
  if (warning.place) std::cerr << "byte " << warning.place->offset << ": ";
  std::cerr << printable(warning.message);
  if (warning.code == WarningCode::StoreDamaged) std::cerr << "; `latewood fsck --repair` rebuilds the page";
  std::cerr << '\n';
}

int finish_output(std::string_view done) {
  std::cout.flush();
  if (std::cout.good()) return kSuccess;
  const int code = report({Code::Unavailable, "the result could not be written", {}, {}});
  if (!done.empty()) std::cerr << "note: " << done << '\n';
  return code;
}

}  // namespace latewood::cli
