#include <iostream>
#include <memory>
#include <string>

#include "cli/open/operation_call.h"
#include "cli/terminal/report.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"
#include "latewood/operation.h"

namespace latewood::cli {
namespace {

int run_schema(const std::string& name) {
  if (name.empty()) {
    std::cout << operations_json() << '\n';
    return finish_output();
  }
  const auto operation = find_operation(name);
  if (!operation) return report_json(operation.error());
  std::cout << operation_json(*operation) << '\n';
  return finish_output();
}

}  // namespace

void add_schema_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "schema", "print the operations with the JSON Schemas of arguments and results",
                            "schema\nschema insert");
  const auto name = std::make_shared<std::string>();
  verb.add_option("OPERATION", *name, "only this one; default: all")->type_name("");
  add_needless_json_flag(verb);
  verb.callback([name, &exit_code] { exit_code = run_schema(*name); });
}

}  // namespace latewood::cli
