#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cli/open/history.h"
#include "cli/open/operation_call.h"
#include "cli/text/answer_output.h"
#include "cli/text/diff/uncommitted.h"
#include "cli/text/selector_hint.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"
#include "latewood/errors.h"
#include "latewood/json_text.h"
#include "latewood/selector.h"

namespace latewood::cli {
namespace {

struct SelectRequest {
  Where where;
  std::string selector;
  std::optional<std::string> options;
  bool working = false;
  bool json = false;
};

bool found_nothing(const Selection& selection) {
  const auto* ids = std::get_if<std::vector<std::string>>(&selection);
  return ids != nullptr && ids->empty();
}

// The options of the command line as a value; the row checks them.
Result<JsonValue> options_value(const SelectRequest& request) {
  return request.options ? parse_json_text(*request.options) : Result<JsonValue>(JsonValue());
}

int print_selection_json(const SelectRequest& request) {
  const auto options = options_value(request);
  if (!options) return report_json(options.error());
  CallArguments arguments;
  arguments.add_given("selector", std::optional(request.selector)).add_flag("working", request.working);
  if (request.options) arguments.add("options", *options);
  return print_reading(request.where, "select", std::move(arguments));
}

int run_select(const SelectRequest& request) {
  if (request.json) return print_selection_json(request);
  // Parse first: a wrong selector is reported even if the file is wrong too.
  const auto selector = Selector::parse(request.selector);
  if (!selector) return report_in(selector.error(), request.selector);
  SelectOptions options;
  if (request.options) {
    const auto parsed = parse_select_options(*request.options, *selector);
    if (!parsed) return report_in(parsed.error(), *request.options);
    options = *parsed;
  }
  options.working = options.working || request.working;
  if (request.working && selector->has_snapshot()) {
    return report({Code::InvalidArgument,
                   "--working reads the working state, but the selector names a moment",
                   std::string(errors::kOptionInvalid),
                   {}});
  }
  return with_history(request.where, [&](const History& history) {
    const auto found = history.context().select(*selector, options);
    if (!options.working) note_uncommitted(history.context(), *selector, found);
    if (found && found_nothing(*found)) note_hints(hints_for(request.selector));
    note_hints(warnings_for(request.selector));
    return print_or_report(found, request.selector);
  });
}

}  // namespace

void add_select_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "select", "print the ids of the nodes a selector matches, or the changes over a range",
                            "select \".cb[role='user']\"\n"
                            "select \"@t-3..@t0 .cb\" --options '{\"includeContent\":true}'\n"
                            "select --file snapshot.json \"^seq .mt:depth(1)\"");
  const auto request = std::make_shared<SelectRequest>();
  add_history_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.add_option("SELECTOR", request->selector, "see docs/selectors.md")->required()->type_name("");
  verb.add_option("--options", request->options, "options for a range, as a JSON object")->type_name("JSON");
  verb.add_flag("--working", request->working, "read the working state instead of the newest snapshot");
  verb.callback([request, &exit_code] { exit_code = run_select(*request); });
}

}  // namespace latewood::cli
