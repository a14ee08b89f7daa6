// The command line. Every verb is a file of its own; this one only parses.
#include <CLI/CLI.hpp>
#include <iostream>
#include <string>

#include "latewood/version.h"
#include "report.h"
#include "warp_verbs.h"

int main(int argc, char** argv) {
  using namespace latewood::cli;
  CLI::App app("Latewood keeps what a model sees: a tree with rules, one immutable snapshot per cycle.", "latewood");
  app.set_version_flag("--version", "latewood " + std::string(latewood::kVersion));
  app.require_subcommand(1);
  int exit_code = kSuccess;
  add_warp_verbs(app, exit_code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& fault) {
    std::cerr << "error[InvalidArgument]: " << fault.what() << "\nTry: latewood --help\n";
    return kUsage;
  }
  return exit_code;
}
