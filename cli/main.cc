// Parses the command line and runs the verb.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
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

int main(int argc, char** argv) {
  using namespace latewood::cli;
  const GuardedOutput guard;
  const std::string version = "latewood " + std::string(latewood::kVersion);
  // Answered before the verbs are built, which takes longer than the rest of such a process.
  if (argc == 2 && std::string_view(argv[1]) == "--version") {
    std::cout << version << '\n';
    return finish_output();
  }
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
    // CLI11 reads the arguments from the end.
    std::vector<std::string> arguments = verb_first({argv + 1, argv + argc});
    std::reverse(arguments.begin(), arguments.end());
    app.parse(std::move(arguments));
  } catch (const CLI::Success& help) {
    return finish_help(app, help);
  } catch (const CLI::ParseError& fault) {
    return report_usage(app, fault);
  }
  return exit_code;
}
