#include "cli/verbs/edits/planned_edit.h"

#include <iostream>
#include <string>

#include "cli/terminal/printable.h"

namespace latewood::cli {

void add_plan_flag(CLI::App& verb, bool& plan) {
  verb.add_flag("--plan", plan, "print what the next commit would cost with this edit, and do nothing");
}

void print_plan(const JsonValue& result) {
  if (result.find("profile")->is_null()) note_thread({});
  std::cout << printable_lines(text_of(result, "text"));
}

int plan_edit(const Where& where, std::string_view operation, const CallArguments& arguments, bool json) {
  if (arguments.fault()) return report_as(json, *arguments.fault());
  CallArguments planned;
  planned.add_json("edits", "[{\"op\":\"" + std::string(operation) + "\",\"args\":" + arguments.json() + "}]");
  return run_operation(where, "plan", planned, {.json = json, .print = print_plan});
}

}  // namespace latewood::cli
