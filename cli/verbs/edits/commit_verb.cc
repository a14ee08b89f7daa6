#include <memory>
#include <optional>
#include <string>

#include "cli/open/operation_call.h"
#include "cli/open/where.h"
#include "cli/text/commit_text.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"

namespace latewood::cli {
namespace {

struct CommitRequest {
  Where where;
  std::string message;
  std::optional<std::string> summary;
  CommitOptions options;
  bool json = false;
};

int run_commit(const CommitRequest& request) {
  CallArguments arguments;
  arguments.add_given("message", request.message);
  arguments.add_given("ttl", request.options.ttl);
  arguments.add_given("summary", request.summary);
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
  verb.add_option("--summary", request->summary,
                  "stands from now on for what this commit removes by ttl and pruning; default: none")
      ->type_name("TEXT");
  add_restore_flag(verb, request->where);
  add_store_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run_commit(*request); });
}

}  // namespace latewood::cli
