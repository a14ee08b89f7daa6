#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/open/where.h"
#include "cli/terminal/printable.h"
#include "cli/text/departure_text.h"
#include "cli/text/first_line.h"
#include "cli/text/json_output.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"
#include "latewood/errors.h"

namespace latewood::cli {
namespace {

struct CommitRequest {
  Where where;
  std::string message;
  CommitOptions options;
  bool json = false;
};

void print_ids(std::string_view what, const std::vector<std::string>& ids) {
  for (const std::string& id : ids) std::cout << "  " << what << ' ' << printable(id) << '\n';
}

void print_commit_report(const CommitReport& report, const std::string& branch, const std::string& message) {
  std::cout << '[' << printable(branch) << ' ' << report.commit_id.hex().substr(0, 12) << "] cycle " << report.cycle;
  if (!message.empty()) std::cout << ": " << printable(first_line(message));
  std::cout << "\n  " << report.nodes_after << (report.nodes_after == 1 ? " block, " : " blocks, ")
            << report.bytes_after << " bytes; sealed " << printable(report.turn_id) << '\n';
  for (const Departure& departure : report.departures) {
    std::cout << "  left: " << departure_text(departure) << '\n';
  }
  print_ids("over budget, but pinned or referenced:", report.kept);
}

int run_commit(const CommitRequest& request) {
  return with_context(request.where, [&](Context& context, const Repository& repository) {
    const auto branch = branch_name(repository, request.where);
    if (!branch) return report(branch.error());
    const auto committed = context.commit({.message = request.message}, request.options);
    if (!committed) {
      Error error = committed.error();
      // All processes share the working state of a branch, so without stale edits the other commit included these.
      const bool are_stale = error.rule == errors::kConflict && context.stale_edits() > 0;
      if (are_stale) error.message += "; `latewood rebase` applies these edits to it";
      if (error.rule == errors::kPayloadPurged) error.message += "; `latewood commit --restore` accepts it";
      return report(error);
    }
    if (request.json) {
      print_json(json_of(*committed));
    } else {
      print_commit_report(*committed, *branch, request.message);
    }
    return finish_output("the commit is stored: " + committed->commit_id.hex());
  });
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
