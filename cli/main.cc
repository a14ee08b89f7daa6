// Parses the command line and runs the verb.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/terminal/guarded_output.h"
#include "cli/terminal/report.h"
#include "cli/usage/usage.h"
#include "cli/usage/verb.h"
#include "cli/usage/verb_first.h"
#include "cli/verbs/verbs.h"
#include "latewood/version.h"

namespace latewood::cli {
namespace {

using AddVerb = void (*)(CLI::App& app, int& exit_code);

struct QuickVerb {
  std::string_view name;
  AddVerb add;
};

// The verbs that other programs start again and again.
constexpr QuickVerb kQuickVerbs[] = {{"call", add_call_verb}, {"mcp", add_mcp_verb}, {"schema", add_schema_verb}};

// CLI11 reads the arguments from the end.
std::vector<std::string> from_the_end(int argc, char** argv) {
  std::vector<std::string> arguments = verb_first({argv + 1, argv + argc});
  std::reverse(arguments.begin(), arguments.end());
  return arguments;
}

// Runs the verb without a description of the rest, which takes longer than the rest of such a process. nullopt if it
// is no quick verb, or if help or an error needs the whole description: then nothing ran.
std::optional<int> run_quickly(int argc, char** argv) {
  const std::string_view name = argc > 1 ? argv[1] : "";
  const auto* const quick = std::ranges::find(kQuickVerbs, name, &QuickVerb::name);
  if (quick == std::ranges::end(kQuickVerbs)) return std::nullopt;
  CLI::App app("", "latewood");
  app.require_subcommand(1);
  int exit_code = kSuccess;
  quick->add(app, exit_code);
  check_numbers(app);
  try {
    app.parse(from_the_end(argc, argv));
  } catch (const CLI::ParseError&) {
    return std::nullopt;
  }
  return exit_code;
}

}  // namespace
}  // namespace latewood::cli

int main(int argc, char** argv) {
  using namespace latewood::cli;
  const GuardedOutput guard;
  const std::string version = "latewood " + std::string(latewood::kVersion);
  // Answered before the verbs are built, which takes longer than the rest of such a process.
  if (argc == 2 && std::string_view(argv[1]) == "--version") {
    std::cout << version << '\n';
    return finish_output();
  }
  if (const auto done = run_quickly(argc, argv)) return *done;
  CLI::App app("Latewood stores the context of a language model: a tree with rules, one immutable snapshot per cycle.",
               "latewood");
  app.set_help_flag("-h,--help", "print this and exit");
  app.set_version_flag("--version", version, "print the version and exit");
  app.formatter(std::make_shared<HelpFormatter>());
  app.footer(
      "  latewood init\n"
      "  latewood insert --role user \"Why does the oak drop leaves in July?\"\n"
      "  latewood commit -m \"the question\"\n"
      "  latewood tree\n");
  app.require_subcommand(1);
  int exit_code = kSuccess;
  for (const auto add : kVerbs) add(app, exit_code);
  check_numbers(app);
  try {
    app.parse(from_the_end(argc, argv));
  } catch (const CLI::Success& help) {
    return finish_help(app, help);
  } catch (const CLI::ParseError& fault) {
    return report_usage(app, fault);
  }
  return exit_code;
}
