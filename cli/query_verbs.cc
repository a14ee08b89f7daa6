#include "query_verbs.h"

#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "input.h"
#include "latewood/exchange.h"
#include "latewood/selector.h"
#include "latewood/trace.h"
#include "query_text.h"
#include "report.h"
#include "terminal.h"

namespace latewood::cli {
namespace {

// What the three verbs have in common.
struct Question {
  std::string file;
  bool json = false;
};

struct SelectQuestion : Question {
  std::string selector;
  std::optional<std::string> options;
};

struct DiffQuestion : Question {
  std::string a;
  std::string b;
  std::optional<std::string> selector;
  bool detail = false;
  bool units = false;
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

int report_no_store() {
  return report({Code::Unsupported, "there is no store yet: name an exported document with --file", {}, {}});
}

// Runs `ask` on the context in the file.
template <class Ask>
int with_context(const Question& question, Ask ask) {
  if (question.file.empty()) return report_no_store();
  const auto context = load_context(question.file);
  if (!context) return report(context.error(), name_of_input(question.file));
  return ask(*context);
}

// Prints the answer, or the error under `asked`, the text it is about.
template <class Answer>
int print_or_report(const Result<Answer>& answer, const std::string& asked, const Question& question) {
  return answer ? print(*answer, question) : report_in(answer.error(), asked);
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
  return with_context(question, [&](const Context& context) {
    return print_or_report(context.select(*selector, options), question.selector, question);
  });
}

int run_explain(const SelectQuestion& question) {
  return with_context(question, [&](const Context& context) {
    return print_or_report(context.explain(question.selector), question.selector, question);
  });
}

int run_units(const DiffQuestion& question, const Context& context) {
  const auto a = context.snapshot(question.a);
  if (!a) return report_in(a.error(), question.a);
  const auto b = context.snapshot(question.b);
  if (!b) return report_in(b.error(), question.b);
  const bool first_is_newer = a->cycle() > b->cycle();
  return print(first_is_newer ? thread_diff(*a, *b) : thread_diff(*b, *a), question);
}

int run_diff(const DiffQuestion& question) {
  return with_context(question, [&](const Context& context) {
    for (const std::string* reference : {&question.a, &question.b}) {
      const auto found = context.snapshot(*reference);
      if (!found) return report_in(found.error(), *reference);
    }
    if (question.units) return run_units(question, context);
    const std::optional<std::string_view> selector = question.selector;
    const std::string& asked = question.selector ? *question.selector : question.a;
    if (question.detail) {
      return print_or_report(context.diff_detail(question.a, question.b, selector), asked, question);
    }
    return print_or_report(context.diff(question.a, question.b, selector), asked, question);
  });
}

void add_common_options(CLI::App& verb, Question& question) {
  verb.add_option("--file", question.file, "an exported snapshot or history, a bundle, or - for standard input")
      ->type_name("F");
  verb.add_flag("--json", question.json, "compact JSON, on a terminal too");
}

CLI::App& add_verb(CLI::App& app, const std::string& name, const std::string& help, const std::string& example) {
  CLI::App* verb = app.add_subcommand(name, help)->group("Verbs");
  verb->footer("Example:\n  latewood " + name + " " + example);
  return *verb;
}

}  // namespace

void add_query_verbs(CLI::App& app, int& exit_code) {
  CLI::App& select = add_verb(app, "select", "ids of the nodes a selector means, or what changed over a range",
                              "--file history.json \"@t-3..@t0 .cb\" --options '{\"includeContent\":true}'");
  const auto selection = std::make_shared<SelectQuestion>();
  add_common_options(select, *selection);
  select.add_option("SELECTOR", selection->selector, "see docs/selectors.md")->required()->type_name("");
  select.add_option("--options", selection->options, "options of a range as a JSON object")->type_name("JSON");
  select.callback([selection, &exit_code] { exit_code = run_select(*selection); });

  CLI::App& diff =
      add_verb(app, "diff", "what differs between two snapshots", "--file history.json @t-1 @t0 \".cb[role='user']\"");
  const auto difference = std::make_shared<DiffQuestion>();
  add_common_options(diff, *difference);
  diff.add_option("A", difference->a, "@t-1, @c42: a snapshot")->required()->type_name("");
  diff.add_option("B", difference->b, "another one; their order does not matter")->required()->type_name("");
  diff.add_option("SELECTOR", difference->selector, "only nodes that match it in either")->type_name("");
  CLI::Option* detail = diff.add_flag("--detail", difference->detail, "parents, children and moves as well");
  diff.add_flag("--units", difference->units, "units of the provider thread instead, with their bytes")
      ->excludes(detail);
  diff.callback([difference, &exit_code] { exit_code = run_diff(*difference); });

  CLI::App& explain = add_verb(app, "explain", "how a selector is answered: its steps, and what served each",
                               "--file snapshot.json \"^seq .mt:depth(1) .cb\"");
  const auto explained = std::make_shared<SelectQuestion>();
  add_common_options(explain, *explained);
  explain.add_option("SELECTOR", explained->selector, "see docs/selectors.md")->required()->type_name("");
  explain.callback([explained, &exit_code] { exit_code = run_explain(*explained); });
}

}  // namespace latewood::cli
