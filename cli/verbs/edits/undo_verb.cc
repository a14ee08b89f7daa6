#include <iostream>
#include <memory>
#include <string>

#include "cli/open/operation_call.h"
#include "cli/open/remote.h"
#include "cli/open/where.h"
#include "cli/terminal/printable.h"
#include "cli/text/first_line.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"
#include "latewood/undo.h"

namespace latewood::cli {
namespace {

struct UndoRequest {
  Where where;
  bool dry_run = false;
  bool json = false;
};

void print_edit(const Undone& undone, const char* done) {
  std::cout << done << (undone.was_proposed ? "proposed " : "") << printable(undone.rule);
  for (const std::string& id : undone.ids) std::cout << ' ' << printable(id);
  std::cout << "; " << undone.left << (undone.left == 1 ? " uncommitted edit left" : " uncommitted edits left")
            << " on branch " << printable(undone.branch) << '\n';
}

void print_undone(const Undone& undone, const char* done) {
  std::cout << done << "commit " << undone.commit->id.hex().substr(0, 12) << ", cycle " << undone.commit->cycle;
  if (!undone.commit->note.message.empty()) std::cout << ": " << printable(first_line(undone.commit->note.message));
  std::cout << "\nbranch " << printable(undone.branch) << " is at cycle " << undone.head->cycle << ", commit "
            << undone.head->id.hex().substr(0, 12) << "; tag " << printable(undone.tag) << " keeps the undone commit\n";
}

void print_result(const JsonValue& result, const char* done) {
  const std::string branch = printable(text_of(result, "branch"));
  if (!text_of(result, "commit_id").empty()) {
    std::cout << done << "commit; branch " << branch << " is at cycle " << number_of(result, "cycle") << ", commit "
              << text_of(result, "commit_id").substr(0, 12) << "; tag " << printable(text_of(result, "tag"))
              << " keeps the undone commit\n";
    return;
  }
  std::cout << done << printable(text_of(result, "rule"));
  for (const JsonValue& id : list_of(result, "ids")) std::cout << ' ' << printable(*id.as_string());
  const std::int64_t left = number_of(result, "left");
  std::cout << "; " << left << (left == 1 ? " uncommitted edit left" : " uncommitted edits left") << " on branch "
            << branch << '\n';
}

int run_undo(UndoRequest& request) {
  if (request.json || is_remote(request.where)) {
    CallArguments arguments;
    arguments.add_flag("dry_run", request.dry_run);
    return run_operation(request.where, "undo", arguments,
                         {.json = request.json,
                          .done = request.dry_run ? "" : "the undo is complete",
                          .print = [&](const JsonValue& result) {
                            print_result(result, request.dry_run ? "would undo: " : "undone: ");
                          }});
  }
  const StoreUse use = request.dry_run ? StoreUse::Read : StoreUse::Write;
  return with_repository(request.where, use, [&](Repository& repository) {
    const auto undone = undo(repository, request.where.context,
                             {request.where.branch, request.dry_run ? DryRun::Yes : DryRun::No, request.where.system});
    if (!undone) return report(with_nearest_name(repository, request.where, undone.error()));
    const char* done = request.dry_run ? "would undo: " : "undone: ";
    if (undone->is_commit()) {
      print_undone(*undone, done);
    } else {
      print_edit(*undone, done);
    }
    return finish_output(request.dry_run ? "" : "the undo is complete");
  });
}

}  // namespace

void add_undo_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb =
      add_verb(app, "undo", "take back the last edit of the branch, or the last commit if there are no edits",
               "undo\nundo --dry-run\nlog undone/37434aecc1be\nfork again undone/37434aecc1be");
  const auto request = std::make_shared<UndoRequest>();
  verb.add_flag("--dry-run", request->dry_run, "print what would be taken back and change nothing");
  add_store_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run_undo(*request); });
}

}  // namespace latewood::cli
