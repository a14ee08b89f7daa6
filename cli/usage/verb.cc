#include "cli/usage/verb.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <sstream>
#include <system_error>
#include <utility>

#include "cli/usage/suggestion.h"

namespace latewood::cli {

CLI::App& add_verb(CLI::App& app, const std::string& name, const std::string& help, const std::string& examples) {
  CLI::App* verb = app.add_subcommand(name, help)->group("Verbs");
  std::string footer;
  std::istringstream lines(examples);
  for (std::string line; std::getline(lines, line);) footer += "  latewood " + line + "\n";
  verb->footer(footer);
  return *verb;
}

std::vector<const CLI::App*> verbs_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

CLI::Validator one_of(std::vector<std::string> words) {
  const auto check = [words = std::move(words)](std::string& given) -> std::string {
    if (std::find(words.begin(), words.end(), given) != words.end()) return {};
    const auto nearest = suggest_word(given, words);
    return "'" + given + "' is not one of " + CLI::detail::join(words, ", ") +
           (nearest ? "; did you mean '" + *nearest + "'?" : std::string());
  };
  return CLI::Validator(check, "");
}

// CLI11 silently replaces a number that is too large by the largest one.
void check_numbers(CLI::App& app) {
  const CLI::Validator fits(
      [](std::string& given) -> std::string {
        std::int64_t number = 0;
        const auto read = std::from_chars(given.data(), given.data() + given.size(), number);
        return read.ec == std::errc::result_out_of_range ? given + " is out of range" : std::string();
      },
      "");
  const auto is_number = [](const CLI::Option* option) {
    return option->get_type_name() == "N" || option->get_type_name() == "NS";
  };
  for (CLI::Option* option : app.get_options(is_number)) option->check(fits);
  for (CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; })) check_numbers(*verb);
}

void add_view_flag(CLI::App& verb, CLI::Option& profile, RenderOptions& options) {
  verb.add_flag_function(
          "--structural", [&options](std::int64_t) { options.view = View::Structural; },
          "show originals and markers; default: redactions and replacements applied")
      ->needs(&profile);
}

void add_json_flag(CLI::App& verb, bool& json) {
  verb.add_flag("--json", json, "print compact JSON; docs/cli.md lists its members");
}

void add_needless_json_flag(CLI::App& verb) {
  verb.add_flag("--json")->description("accepted and ignored: the output is always JSON");
}

HelpFormatter::HelpFormatter() {
  label("SUBCOMMAND", "VERB");
  label("REQUIRED", "");
}

std::string HelpFormatter::make_description(const CLI::App* app) const {
  const std::string examples = app->get_footer();
  if (examples.empty()) return CLI::Formatter::make_description(app);
  return examples + "\n" + app->get_description() + "\n";
}

std::string HelpFormatter::make_footer(const CLI::App*) const { return {}; }

}  // namespace latewood::cli
