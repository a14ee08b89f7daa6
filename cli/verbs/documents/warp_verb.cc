#include "cli/verbs/verbs.h"

#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "cli/open/input.h"
#include "cli/terminal/report.h"
#include "cli/usage/verb.h"
#include "latewood/json_text.h"
#include "latewood/warp.h"

namespace latewood::cli {
namespace {

struct Product {
  const char* verb;
  WarpProduct product;
  const char* help;
};

constexpr Product kProducts[] = {
    {"state-root", WarpProduct::State, "root of a graph state"},
    {"patch-digest", WarpProduct::Patch, "digest of a tick patch"},
    {"commit-id", WarpProduct::Commit, "id of a commit header"},
    {"decision", WarpProduct::Decision, "digest of the decision about each candidate"},
    {"plan", WarpProduct::Plan, "digest of the candidates of a tick"},
    {"rewrites", WarpProduct::Rewrites, "digest of the candidates that were applied"},
    {"rule-pack", WarpProduct::RulePack, "id of a set of rules"},
    {"admission", WarpProduct::Admission, "digest of stream admission records"},
};

struct WarpRequest {
  std::string path;
  bool json = false;
};

// The members in the order in which people read them, or with --json sorted as in the result of the operation.
void print_case(const std::vector<JsonMember>& members, bool json) {
  if (json) {
    std::cout << json_text_of(make_object(members)) << '\n';
    return;
  }
  std::string line;
  for (const JsonMember& member : members) {
    line += (line.empty() ? "{" : ",") + json_text(member.key) + ":" + json_text_of(member.value);
  }
  std::cout << line << "}\n";
}

int print_digests(WarpProduct product, const WarpRequest& request) {
  const auto document = load_input(request.path);
  if (!document) return report(document.error(), name_of_input(request.path));
  const auto cases = warp_digests(product, *document);
  if (!cases) return report(cases.error(), name_of_input(request.path));
  for (const WarpCase& one : *cases) print_case({{"name", one.name}, {"digest", one.digest.hex()}}, request.json);
  return finish_output();
}

int print_replay(const WarpRequest& request) {
  const auto document = load_input(request.path);
  if (!document) return report(document.error(), name_of_input(request.path));
  const auto ticks = warp_replay(*document);
  if (!ticks) return report(ticks.error(), name_of_input(request.path));
  for (const WarpTick& tick : *ticks) {
    const JsonMember outcome =
        tick.error.empty() ? JsonMember{"digest", tick.root.hex()} : JsonMember{"error", tick.error};
    print_case({{"name", tick.name}, {"tick", JsonValue(static_cast<std::int64_t>(tick.tick))}, outcome}, request.json);
  }
  return finish_output();
}

// Adds a verb that calls `action` with a file.
template <class Action>
void add_file_verb(CLI::App& warp, const std::string& verb, const std::string& help, int& exit_code, Action action) {
  CLI::App* command = &add_verb(warp, verb, help, "warp " + verb + " cases.json");
  const auto request = std::make_shared<WarpRequest>();
  command->add_option("FILE", request->path, "a JSON document of cases, or - for standard input")
      ->required()
      ->type_name("");
  add_json_flag(*command, request->json);
  command->callback([request, &exit_code, action] { exit_code = action(*request); });
}

}  // namespace

void add_warp_verb(CLI::App& app, int& exit_code) {
  CLI::App* warp = &add_verb(app, "warp", "compute digests of test cases (docs/format/cases.md), and replay patches",
                             "warp state-root cases.json\nwarp replay cases.json");
  warp->require_subcommand(1);
  for (const Product& product : kProducts) {
    add_file_verb(*warp, product.verb, product.help, exit_code,
                  [kind = product.product](const WarpRequest& request) { return print_digests(kind, request); });
  }
  add_file_verb(*warp, "replay", "root after each tick of a sequence of patches, or the error of the tick", exit_code,
                print_replay);
}

}  // namespace latewood::cli
