// The command line. Every verb is a file of its own; this one only parses.
#include <CLI/CLI.hpp>
#include <string>

#include "exchange_verbs.h"
#include "latewood/version.h"
#include "prefix_verb.h"
#include "query_verbs.h"
#include "report.h"
#include "usage.h"
#include "warp_verbs.h"

int main(int argc, char** argv) {
  using namespace latewood::cli;
  CLI::App app("Latewood keeps what a model sees: a tree with rules, one immutable snapshot per cycle.", "latewood");
  app.set_help_flag("-h,--help", "print this and exit");
  app.set_version_flag("--version", "latewood " + std::string(latewood::kVersion), "print the version and exit");
  app.get_formatter()->label("SUBCOMMAND", "VERB");
  app.get_formatter()->label("REQUIRED", "");
  app.require_subcommand(1);
  int exit_code = kSuccess;
  add_query_verbs(app, exit_code);
  add_exchange_verbs(app, exit_code);
  add_prefix_verb(app, exit_code);
  add_warp_verbs(app, exit_code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    app.exit(help);
    return finish_output();
  } catch (const CLI::ParseError& fault) {
    return report_usage(app, fault);
  }
  return exit_code;
}
