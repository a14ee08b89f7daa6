#include <iomanip>
#include <iostream>
#include <memory>
#include <string>

#include "cli/open/leftovers.h"
#include "cli/open/operation_call.h"
#include "cli/open/where.h"
#include "cli/terminal/printable.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"
#include "latewood/errors.h"

namespace latewood::cli {
namespace {

struct FsckRequest {
  Where where;
  unsigned threads = 0;
  bool names_context = false;
  bool tables = false;
  bool repair = false;
  bool json = false;
};

void print_fsck(const JsonValue& found) {
  for (const JsonValue& table : list_of(found, "tables")) {
    std::cout << std::left << std::setw(10) << text_of(table, "table") << std::right << std::setw(10)
              << number_of(table, "records") << " records" << std::setw(12) << number_of(table, "bytes") << " bytes\n";
  }
  for (const JsonValue& fault : list_of(found, "wrong")) std::cout << printable(*fault.as_string()) << '\n';
  if (list_of(found, "wrong").empty()) std::cout << "all right\n";
}

void print_repaired(const JsonValue& result) {
  for (const JsonValue& page : list_of(result, "repaired")) {
    std::cout << "page " << *page.as_string() << " was rebuilt\n";
  }
}

// fsck checks the whole store whatever --context names, but an unknown name is still an error.
int check_context(const FsckRequest& request) {
  auto caller = Caller::open(request.where, Scope::Read);
  if (!caller) return report_as(request.json, caller.error());
  const auto known = caller->call("branches", "{}");
  const bool is_unknown = !known && known.error().rule == errors::kContextNotFound;
  return is_unknown ? report_as(request.json, known.error()) : kSuccess;
}

int run_fsck(const FsckRequest& request) {
  if (request.names_context) {
    if (const int code = check_context(request); code != kSuccess) return code;
  }
  if (request.repair) {
    const int code = run_operation(
        request.where, "repair", {},
        {.json = request.json, .done = "the repair is complete", .print = print_repaired, .progress = "repair"});
    if (code != kSuccess) return code;
  }
  CallArguments arguments;
  arguments.add_flag("tables", request.tables);
  if (request.threads > 0) arguments.add("threads", static_cast<std::int64_t>(request.threads));
  const auto judge = [](const JsonValue& found) { return list_of(found, "wrong").empty() ? kSuccess : kFailure; };
  return run_operation(request.where, "fsck", arguments,
                       {.json = request.json,
                        .done = request.repair ? "the repair is complete" : "",
                        .print = print_fsck,
                        .judge = judge,
                        .progress = "fsck"});
}

}  // namespace

void add_fsck_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "fsck", "check that all that a store refers to exists; --repair rebuilds pages",
                            "fsck\nfsck --repair\nfsck --tables --store archive.db");
  const auto request = std::make_shared<FsckRequest>();
  verb.add_option("--threads", request->threads, "contexts to check at a time; default: one per processor")
      ->type_name("N");
  verb.add_flag("--repair", request->repair, "first rebuild damaged pages of checkpoints");
  verb.add_flag("--tables", request->tables, "also print the size of each table");
  add_store_options(verb, request->where);
  hide_writing_options(verb);
  without_options(verb, {"--branch"});
  add_json_flag(verb, request->json);
  const CLI::Option* context = verb.get_option("--context");
  verb.callback([request, context, &exit_code] {
    request->names_context = context->count() > 0;
    exit_code = run_fsck(*request);
  });
}

}  // namespace latewood::cli
