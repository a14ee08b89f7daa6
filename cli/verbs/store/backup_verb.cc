#include <iostream>
#include <memory>
#include <string>

#include "cli/open/leftovers.h"
#include "cli/open/operation_call.h"
#include "cli/open/remote.h"
#include "cli/open/where.h"
#include "cli/terminal/printable.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"

namespace latewood::cli {
namespace {

struct BackupRequest {
  Where where;
  std::string path;
  bool json = false;
};

int run_backup(const BackupRequest& request) {
  if (auto here = refuse_remote(request.where, "backup"); !here) return report_as(request.json, here.error());
  CallArguments arguments;
  arguments.add("path", request.path);
  const auto print = [&request](const JsonValue&) { std::cout << "copied to " << printable(request.path) << '\n'; };
  return run_operation(request.where, "backup", arguments,
                       {.json = request.json, .done = "the copy is complete", .print = print});
}

}  // namespace

void add_backup_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "backup", "copy a store to a new file; the store may be in use", "backup monday.db");
  const auto request = std::make_shared<BackupRequest>();
  verb.add_option("FILE", request->path, "the file to write; it must not exist")->type_name("")->required();
  add_store_options(verb, request->where);
  hide_writing_options(verb);
  without_options(verb, {"--branch", "--context"});
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run_backup(*request); });
}

}  // namespace latewood::cli
