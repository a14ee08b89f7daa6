#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "cli/open/input.h"
#include "cli/open/operation_call.h"
#include "cli/open/where.h"
#include "cli/terminal/printable.h"
#include "cli/text/commit_text.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"

namespace latewood::cli {
namespace {

struct ApplyRequest {
  Where where;
  std::string edits;
  std::string message;
  bool commit = false;
  bool json = false;
};

// The ids that an edit made or changed, one per line.
void print_edit(const JsonValue& result) {
  for (const JsonValue& id : list_of(result, "ids")) std::cout << printable(*id.as_string()) << '\n';
  for (const JsonValue& node : list_of(result, "nodes")) {
    const JsonValue::Array& made = list_of(node, "new_ids");
    if (made.empty()) std::cout << printable(text_of(node, "id")) << '\n';
    for (const JsonValue& id : made) std::cout << printable(*id.as_string()) << '\n';
  }
}

int run_apply(const ApplyRequest& request) {
  std::string edits = request.edits;
  if (edits == "-") {
    auto loaded = load_input("-");
    if (!loaded) return report_as(request.json, loaded.error());
    edits = *std::move(loaded);
  }
  CallArguments arguments;
  if (auto added = arguments.add_written("edits", edits); !added) {
    return report_written(request.json, added.error(), edits);
  }
  if (!request.message.empty()) {
    arguments.add("commit", make_object({{"message", request.message}}));
  } else {
    arguments.add_flag("commit", request.commit);
  }
  const auto print = [&request](const JsonValue& result) {
    for (const JsonValue& edit : list_of(result, "results")) print_edit(edit);
    const JsonValue& committed = *result.find("commit");
    if (!committed.is_null()) print_commit_report(committed, request.message);
  };
  return run_operation(request.where, "apply", arguments,
                       {.json = request.json, .done = "the edits were made", .print = print});
}

}  // namespace

void add_apply_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb =
      add_verb(app, "apply", "make a list of edits, and optionally the commit, in one transaction: all or nothing",
               "apply '[{\"op\":\"insert\",\"args\":{\"role\":\"user\",\"content\":\"Hello\"}}]' -m \"greetings\"\n"
               "apply - --commit < edits.json");
  const auto request = std::make_shared<ApplyRequest>();
  verb.add_option(
          "EDITS", request->edits,
          "a JSON list of {\"op\":..,\"args\":{..}}; \"$0.id\" is the id of the first edit; - is standard input")
      ->required()
      ->type_name("");
  verb.add_flag("--commit", request->commit, "commit afterwards; default: only the edits");
  verb.add_option("-m,--message", request->message, "commit afterwards, with this message")->type_name("TEXT");
  add_restore_flag(verb, request->where);
  add_store_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run_apply(*request); });
}

}  // namespace latewood::cli
