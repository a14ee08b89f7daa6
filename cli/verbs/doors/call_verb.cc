#include <iostream>
#include <memory>
#include <string>

#include "cli/open/input.h"
#include "cli/open/operation_call.h"
#include "cli/open/where.h"
#include "cli/terminal/report.h"
#include "cli/usage/verb.h"
#include "cli/verbs/doors/request_lines.h"
#include "cli/verbs/verbs.h"

namespace latewood::cli {
namespace {

struct CallRequest {
  Where where;
  std::string operation;
  std::string arguments = "{}";
};

int call_once(Caller& caller, const CallRequest& request) {
  std::string arguments = request.arguments;
  if (arguments == "-") {
    auto loaded = load_input("-");
    if (!loaded) return report_json(loaded.error());
    arguments = *std::move(loaded);
  }
  const auto result = caller.call(request.operation, arguments);
  if (!result) return report_json(result.error());
  std::cout << *result << '\n';
  return finish_output();
}

int run_call(const CallRequest& request) {
  auto caller = Caller::open(request.where);
  if (!caller) return report_json(caller.error());
  return request.operation == "-" ? answer_lines(*caller) : call_once(*caller, request);
}

}  // namespace

void add_call_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "call", "run an operation: JSON in, JSON out",
                            "call select '{\"selector\":\".cb[role=user]\"}'\n"
                            "call insert '{\"role\":\"user\",\"content\":\"Hello\"}'\n"
                            "call - < calls.jsonl");
  const auto request = std::make_shared<CallRequest>();
  verb.add_option("OPERATION", request->operation,
                  "an operation that `schema` lists; -: read lines of the form {\"op\":\"NAME\",\"args\":{..}} and "
                  "write one line {\"result\":..} or {\"error\":..} for each, in order")
      ->type_name("")
      ->required();
  verb.add_option("ARGUMENTS", request->arguments, "a JSON object, or - for standard input; default: {}")
      ->type_name("");
  add_store_options(verb, request->where);
  add_needless_json_flag(verb);
  verb.callback([request, &exit_code] { exit_code = run_call(*request); });
}

}  // namespace latewood::cli
