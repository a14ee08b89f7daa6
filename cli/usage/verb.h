// What every verb of the command line has in common. A verb is a file with one function,
//
//   void add_log_verb(CLI::App& app, int& exit_code);
//
// which `main` calls: it describes the verb with `add_verb`, adds its options, and sets a callback
// that does the work and leaves its exit code.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "latewood/render.h"

namespace latewood::cli {

// `help` is one line without a full stop. `examples` are commands without the word "latewood", one a
// line; help texts start with them.
CLI::App& add_verb(CLI::App& app, const std::string& name, const std::string& help, const std::string& examples);

// The verbs directly below `app`, in the order of help.
std::vector<const CLI::App*> verbs_of(const CLI::App& app);

// Accepts these words and no other, with the nearest one for a slip.
CLI::Validator one_of(std::vector<std::string> words);

// Makes every option that takes a number, of this verb and those below it, refuse one that does not fit into 64 bits.
void check_numbers(CLI::App& app);

// `--json`, which every verb that prints has.
void add_json_flag(CLI::App& verb, bool& json);
// `--structural`, which only a profile knows. `options` must live as long as the verb.
void add_view_flag(CLI::App& verb, CLI::Option& profile, RenderOptions& options);

// The same for a verb that prints JSON anyway, so that scripts need not know which ones do.
void add_needless_json_flag(CLI::App& verb);

// Help as people look for it: first what to type, then what it means.
class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter();
  std::string make_description(const CLI::App* app) const override;
  std::string make_footer(const CLI::App* app) const override;
};

}  // namespace latewood::cli
