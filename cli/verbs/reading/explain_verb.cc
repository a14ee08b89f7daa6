#include <memory>
#include <optional>
#include <string>

#include "cli/open/history.h"
#include "cli/open/operation_call.h"
#include "cli/text/answer_output.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"
#include "latewood/trace.h"

namespace latewood::cli {
namespace {

struct ExplainRequest {
  Where where;
  std::string selector;
  bool json = false;
};

int run_explain(const ExplainRequest& request) {
  if (request.json) {
    return print_reading(request.where, "explain",
                         CallArguments().add_given("selector", std::optional(request.selector)));
  }
  return with_history(request.where, [&](const History& history) {
    return print_or_report(history.context().explain(request.selector), request.selector);
  });
}

}  // namespace

void add_explain_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "explain", "show how a selector is evaluated: its steps, and the index used for each",
                            "explain \"^seq .mt:depth(1) .cb\"");
  const auto request = std::make_shared<ExplainRequest>();
  add_history_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.add_option("SELECTOR", request->selector, "see docs/selectors.md")->required()->type_name("");
  verb.callback([request, &exit_code] { exit_code = run_explain(*request); });
}

}  // namespace latewood::cli
