#include "cli/usage/usage.h"

#include <algorithm>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/terminal/report.h"
#include "cli/usage/git_words.h"
#include "cli/usage/suggestion.h"
#include "cli/usage/verb.h"
#include "latewood/errors.h"
#include "latewood/nearest_word.h"

namespace latewood::cli {
namespace {

// The verb at which parsing stopped: the outermost verb with words that it does not know, or else the innermost verb.
const CLI::App& stopped_at(const CLI::App& app) {
  const CLI::App* at = &app;
  while (at->remaining().empty() && !at->get_subcommands().empty()) at = at->get_subcommands().front();
  return *at;
}

// "latewood warp"
std::string path_of(const CLI::App& verb) {
  const CLI::App* parent = verb.get_parent();
  return parent == nullptr ? verb.get_name() : path_of(*parent) + " " + verb.get_name();
}

std::vector<std::string> names_of_verbs(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* verb : verbs_of(app)) names.push_back(verb->get_name());
  return names;
}

std::vector<std::string> names_of_options(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::string did_you_mean(const std::optional<std::string>& word) {
  return word ? "; did you mean '" + *word + "'?" : std::string();
}

std::vector<VerbName> verb_names(const CLI::App& app) {
  std::vector<VerbName> verbs;
  for (const CLI::App* verb : verbs_of(app)) verbs.push_back({verb->get_name(), names_of_verbs(*verb)});
  return verbs;
}

std::string unknown_word(const CLI::App& app, const std::string& word) {
  if (word.starts_with('-')) {
    const std::string message = path_of(app) + " has no option '" + word + "'";
    if (const auto answer = answer_git_option(app.get_name(), word)) return message + ": " + *answer;
    return message + did_you_mean(nearest_word(word, names_of_options(app)));
  }
  if (verbs_of(app).empty()) return "'" + word + "' is one argument too many";
  const std::string message = path_of(app) + " has no verb '" + word + "'";
  const auto answer = app.get_parent() == nullptr ? answer_git_verb(word) : std::nullopt;
  return answer ? message + ": " + *answer : message + did_you_mean(suggest_verb(word, verb_names(app)));
}

// How CLI11 starts the message about an option that is not a number.
constexpr std::string_view kUnreadable = "Could not convert: ";

// The rule that such an option breaks: offsets and cycles (D-13) are whole numbers.
std::string rule_of(const CLI::ParseError& fault) {
  const std::string text = fault.what();
  if (text.starts_with(std::string(kUnreadable) + "--offset ")) return std::string(errors::kPlacementInvalid);
  if (text.starts_with(std::string(kUnreadable) + "--ttl ")) return std::string(errors::kTtlInvalid);
  return {};
}

// "Could not convert: --ttl = abc" does not name the type, and only numbers are converted.
std::string fault_text(const CLI::ParseError& fault) {
  const std::string text = fault.what();
  if (!text.starts_with(kUnreadable)) return text;
  return text.substr(kUnreadable.size()) + ": must be a whole number";
}

std::string message_for(const CLI::App& app, const CLI::ParseError& fault) {
  if (const auto words = app.remaining(); !words.empty()) return unknown_word(app, words.front());
  const bool lacks_verb = app.get_subcommands().size() < app.get_require_subcommand_min();
  if (!lacks_verb) return fault_text(fault);
  return path_of(app) + " needs a verb: " + CLI::detail::join(names_of_verbs(app), ", ");
}

}  // namespace

int report_usage(const CLI::App& app, const CLI::ParseError& fault) {
  const CLI::App& at = stopped_at(app);
  report({Code::InvalidArgument, message_for(at, fault), at.remaining().empty() ? rule_of(fault) : std::string(), {}});
  std::cerr << "Try: " << path_of(at) << " --help\n";
  return kUsage;
}

int finish_help(CLI::App& app, const CLI::Success& help) {
  const CLI::App& at = stopped_at(app);
  const bool has_unknown_verb = !at.remaining().empty() && !verbs_of(at).empty();
  if (has_unknown_verb) return report_usage(app, CLI::ExtrasError(at.remaining()));
  app.exit(help);
  return finish_output();
}

}  // namespace latewood::cli
