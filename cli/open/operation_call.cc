#include "cli/open/operation_call.h"

#include <iostream>
#include <utility>

#include "cli/open/input.h"
#include "cli/terminal/report.h"
#include "latewood/json_text.h"
#include "latewood/operation.h"

namespace latewood::cli {
namespace {

void print_lines(const std::string& result, const std::string& member) {
  const auto value = parse_json_text(result);
  const JsonValue* list = value ? value->find(member) : nullptr;
  if (list == nullptr || list->as_array() == nullptr) {
    std::cout << result << '\n';
    return;
  }
  for (const JsonValue& one : *list->as_array()) std::cout << json_text_of(one) << '\n';
}

}  // namespace

SessionOptions session_options(const Where& where, Scope scope) {
  SessionOptions options;
  const ContextOptions made = context_options(where);
  options.context = where.context;
  options.branch = where.branch;
  options.actor = where.actor;
  options.scope = scope;
  options.system = where.system ? SystemText::Allow : SystemText::OnRequest;
  options.clock = made.clock;
  options.warn = made.warn;
  return options;
}

Result<Session> open_session(const Where& where, Scope scope) {
  SessionOptions options = session_options(where, scope);
  if (where.file.empty()) return Session(where.store, std::move(options));
  auto document = load_context(where.file, {.strict = where.strict, .context = context_options(where)});
  if (!document) return document.error();
  return Session(*std::move(document), std::move(options));
}

int report_json(const Error& error) {
  std::cout << error_json(error) << '\n';
  return report(error);
}

int print_call(const Where& where, std::string_view operation, const JsonValue& arguments, std::string_view done) {
  const auto described = find_operation(operation);
  if (!described) return report_json(described.error());
  auto session = open_session(where, described->scope);
  if (!session) return report_json(session.error());
  const auto result = session->call(operation, json_text_of(arguments));
  if (!result) return report_json(result.error());
  if (described->lines.empty()) {
    std::cout << *result << '\n';
  } else {
    print_lines(*result, described->lines);
  }
  return finish_output(done);
}

}  // namespace latewood::cli
