#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/open/operation_call.h"
#include "cli/open/where.h"
#include "cli/terminal/printable.h"
#include "cli/text/departure_text.h"
#include "cli/text/first_line.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"

namespace latewood::cli {
namespace {

struct CommitRequest {
  Where where;
  std::string message;
  CommitOptions options;
  bool json = false;
};

void print_commit_report(const JsonValue& report, const std::string& message) {
  std::cout << '[' << printable(text_of(report, "branch")) << ' ' << text_of(report, "commit_id").substr(0, 12)
            << "] cycle " << number_of(report, "cycle");
  if (!message.empty()) std::cout << ": " << printable(first_line(message));
  const std::int64_t blocks = number_of(report, "nodes_after");
  std::cout << "\n  " << blocks << (blocks == 1 ? " block, " : " blocks, ") << number_of(report, "bytes_after")
            << " bytes; sealed " << printable(text_of(report, "turn_id")) << '\n';
  for (const JsonValue& departure : list_of(report, "left")) {
    std::cout << "  left: " << departure_text(departure) << '\n';
  }
  for (const JsonValue& id : list_of(report, "kept")) {
    std::cout << "  over budget, but pinned or referenced: " << printable(*id.as_string()) << '\n';
  }
}

int run_commit(const CommitRequest& request) {
  CallArguments arguments;
  arguments.add_given("message", request.message);
  arguments.add_given("ttl", request.options.ttl);
  const auto print = [&request](const JsonValue& report) { print_commit_report(report, request.message); };
  return run_operation(
      request.where, "commit", arguments,
      {.json = request.json, .done = "the commit is stored", .done_member = "commit_id", .print = print});
}

}  // namespace

void add_commit_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "commit", "end the cycle: expire, prune, seal, and store one snapshot",
                            "commit -m \"first turn\"\ncommit -m \"retrieval\" --actor planner\n"
                            "commit --ttl 3 -m \"a detour\"");
  const auto request = std::make_shared<CommitRequest>();
  verb.add_option("-m,--message", request->message, "why this commit exists; default: empty")->type_name("TEXT");
  verb.add_option("--ttl", request->options.ttl,
                  "the number of snapshots that contain the sealed turn; default: no limit")
      ->type_name("N");
  add_restore_flag(verb, request->where);
  add_store_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run_commit(*request); });
}

}  // namespace latewood::cli
