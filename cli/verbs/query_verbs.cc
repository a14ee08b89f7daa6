#include "cli/verbs/verbs.h"

#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cli/open/history.h"
#include "cli/terminal/report.h"
#include "cli/terminal/terminal.h"
#include "cli/text/query_text.h"
#include "cli/text/selector_hint.h"
#include "cli/text/uncommitted.h"
#include "cli/usage/verb.h"
#include "latewood/selector.h"

namespace latewood::cli {
namespace {

// What the three verbs have in common.
struct Question {
  Where where;
  bool json = false;
};

struct SelectQuestion : Question {
  std::string selector;
  std::optional<std::string> options;
  bool working = false;
};

// One JSON value, or on a terminal what a reader wants to see (E-04).
template <class Answer>
int print(const Answer& answer, const Question& question) {
  if (question.json || !is_terminal(Stream::Output)) {
    std::cout << to_json(answer) << '\n';
  } else {
    std::cout << readable(answer);
  }
  return finish_output();
}

// Prints the answer, or the error under `asked`, the text it is about.
template <class Answer>
int print_or_report(const Result<Answer>& answer, const std::string& asked, const Question& question) {
  return answer ? print(*answer, question) : report_in(answer.error(), asked);
}

bool found_nothing(const Selection& selection) {
  const auto* ids = std::get_if<std::vector<std::string>>(&selection);
  return ids != nullptr && ids->empty();
}

int run_select(const SelectQuestion& question) {
  // A selector that does not parse is reported whatever the file holds.
  const auto selector = Selector::parse(question.selector);
  if (!selector) return report_in(selector.error(), question.selector);
  SelectOptions options;
  if (question.options) {
    const auto parsed = parse_select_options(*question.options, *selector);
    if (!parsed) return report_in(parsed.error(), *question.options);
    options = *parsed;
  }
  options.working = options.working || question.working;
  if (question.working && selector->has_snapshot()) {
    return report({Code::InvalidArgument,
                   "--working asks the working state, and the selector names a moment",
                   "E_OPTION_INVALID",
                   {}});
  }
  return with_history(question.where, [&](const History& history) {
    const auto found = history.context().select(*selector, options);
    if (!options.working) note_uncommitted(history.context(), *selector, found);
    if (found && found_nothing(*found)) note_hints(hints_for(question.selector));
    note_hints(warnings_for(question.selector));
    return print_or_report(found, question.selector, question);
  });
}

int run_explain(const SelectQuestion& question) {
  return with_history(question.where, [&](const History& history) {
    return print_or_report(history.context().explain(question.selector), question.selector, question);
  });
}

void add_common_options(CLI::App& verb, Question& question) {
  add_history_options(verb, question.where);
  add_json_flag(verb, question.json);
}

}  // namespace

void add_query_verbs(CLI::App& app, int& exit_code) {
  CLI::App& select = add_verb(app, "select", "ids of the nodes a selector means, or what changed over a range",
                              "select \".cb[role='user']\"\n"
                              "select \"@t-3..@t0 .cb\" --options '{\"includeContent\":true}'\n"
                              "select --file snapshot.json \"^seq .mt:depth(1)\"");
  const auto selection = std::make_shared<SelectQuestion>();
  add_common_options(select, *selection);
  select.add_option("SELECTOR", selection->selector, "see docs/selectors.md")->required()->type_name("");
  select.add_option("--options", selection->options, "options of a range as a JSON object")->type_name("JSON");
  select.add_flag("--working", selection->working, "the working state instead of the latest snapshot");
  select.callback([selection, &exit_code] { exit_code = run_select(*selection); });

  CLI::App& explain = add_verb(app, "explain", "how a selector is answered: its steps, and what served each",
                               "explain \"^seq .mt:depth(1) .cb\"");
  const auto explained = std::make_shared<SelectQuestion>();
  add_common_options(explain, *explained);
  explain.add_option("SELECTOR", explained->selector, "see docs/selectors.md")->required()->type_name("");
  explain.callback([explained, &exit_code] { exit_code = run_explain(*explained); });
}

}  // namespace latewood::cli
