// Describes the verbs of the command line to CLI11. A verb is a file with one function,
//
//   void add_log_verb(CLI::App& app, int& exit_code);
//
// which `main` calls. It describes the verb with `add_verb`, adds its options, and sets a callback that does the work
// and sets the exit code.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "latewood/render.h"

namespace latewood::cli {

// `help` is one line without a full stop. `examples` are commands without the word "latewood", one per line; the help
// text starts with them.
CLI::App& add_verb(CLI::App& app, const std::string& name, const std::string& help, const std::string& examples);

// The verbs directly below `app`, in the order of help.
std::vector<const CLI::App*> verbs_of(const CLI::App& app);

// Accepts only these words. The error for another word suggests the nearest one.
CLI::Validator one_of(std::vector<std::string> words);

// Makes every numeric option of `app` and its verbs refuse a number that does not fit into 64 bits.
void check_numbers(CLI::App& app);

// Adds --json.
void add_json_flag(CLI::App& verb, bool& json);
// Adds --structural, which needs a profile. `options` must live as long as the verb.
void add_view_flag(CLI::App& verb, CLI::Option& profile, RenderOptions& options);

// Adds a --json without effect to a verb that always prints JSON, so that scripts can pass --json to every verb.
void add_needless_json_flag(CLI::App& verb);

// Prints the examples before the description and the options.
class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter();
  std::string make_description(const CLI::App* app) const override;
  std::string make_footer(const CLI::App* app) const override;
};

}  // namespace latewood::cli
