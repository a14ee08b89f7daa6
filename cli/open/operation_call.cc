#include "cli/open/operation_call.h"

#include <iostream>
#include <string>
#include <utility>

#include "cli/open/input.h"
#include "cli/open/leftovers.h"
#include "cli/terminal/characters.h"
#include "cli/terminal/guarded_output.h"
#include "cli/terminal/progress.h"
#include "cli/terminal/report.h"
#include "latewood/json_text.h"
#include "latewood/operation.h"

namespace latewood::cli {

// ---- arguments ----

namespace {

// The first byte that is not UTF-8; nullopt if all are.
std::optional<std::size_t> invalid_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const Character next = first_character(text.substr(at));
    if (!next.is_valid) return at;
    at += next.length;
  }
  return std::nullopt;
}

}  // namespace

void CallArguments::add_json(std::string_view name, std::string_view json) {
  members_.append(members_.empty() ? "" : ",").append(json_text(name)).append(":").append(json);
}

Result<void> CallArguments::add_written(std::string_view name, const std::string& json) {
  if (const auto value = parse_json_text(json); !value) return value.error();
  add_json(name, json);
  return {};
}

// JSON text cannot hold bytes that are not UTF-8, and writing it would replace them.
void CallArguments::add(std::string_view name, const JsonValue& value) {
  const std::string* text = value.as_string();
  const auto wrong = text == nullptr ? std::nullopt : invalid_utf8(*text);
  if (wrong && !fault_) {
    fault_ = Error{Code::InvalidArgument, "text that is not UTF-8 at byte " + std::to_string(*wrong), {}, {}};
  }
  add_json(name, json_text_of(value));
}

void CallArguments::add_given(std::string_view name, const std::string& value) {
  if (!value.empty()) add(name, value);
}

void CallArguments::add_given(std::string_view name, const std::optional<std::string>& value) {
  if (value) add(name, *value);
}

void CallArguments::add_given(std::string_view name, const std::optional<std::int64_t>& value) {
  if (value) add(name, *value);
}

void CallArguments::add_flag(std::string_view name, bool value) {
  if (value) add(name, true);
}

// ---- calls ----

SessionOptions session_options(const Where& where, Scope scope) {
  SessionOptions options;
  const ContextOptions made = context_options(where);
  options.context = where.context;
  options.branch = where.branch;
  options.actor = where.actor;
  options.scope = scope;
  options.system = where.system ? SystemText::Allow : SystemText::OnRequest;
  options.restore_purged = where.restore;
  options.clock = made.clock;
  options.warn = made.warn;
  return options;
}

Result<Session> open_session(const Where& where, Scope scope) {
  SessionOptions options = session_options(where, scope);
  if (where.file.empty()) return Session(where.store, std::move(options));
  auto document = load_context(where.file, {.strict = where.strict, .context = document_options(where)});
  if (!document) return document.error();
  return Session(*std::move(document), std::move(options));
}

int report_json(const Error& error, std::string_view subject) {
  std::cout << error_json(error) << '\n';
  return report(error, subject);
}

int report_as(bool json, const Error& error) { return json ? report_json(error) : report(error); }

namespace {

Result<std::string> call_once(Session& session, std::string_view operation, const std::string& arguments,
                              std::string_view progress) {
  if (progress.empty()) return session.call(operation, arguments);
  return with_progress(std::string(progress),
                       [&](const Progress& told) { return session.call(operation, arguments, told); });
}

// Some forms of a result have no list, such as the ids of `diff`.
void print_lines(const std::string& result, const JsonValue& value, const std::string& member) {
  const JsonValue* list = value.find(member);
  if (list == nullptr || list->as_array() == nullptr) {
    std::cout << result << '\n';
    return;
  }
  for (const JsonValue& one : *list->as_array()) std::cout << json_text_of(one) << '\n';
}

// The result as a value, for what reads it.
JsonValue value_of(const std::string& result) {
  auto value = parse_json_text(result);
  return value ? *std::move(value) : JsonValue();
}

int call_text(const Where& where, std::string_view operation, const std::string& arguments, const CallOutput& output) {
  const auto fail = [&output](const Error& error) { return output.json ? report_json(error) : report(error); };
  const auto described = find_operation(operation);
  if (!described) return fail(described.error());
  auto session = open_session(where, described->scope);
  if (!session) {
    const std::string file = where.file.empty() ? std::string() : name_of_input(where.file);
    return output.json ? report_json(session.error(), file) : report(session.error(), file);
  }
  const auto result = call_once(*session, operation, arguments, output.progress);
  if (!result) return fail(output.explain ? output.explain(result.error()) : result.error());
  const bool reads_result = !output.json || output.judge || !output.done_member.empty() || !described->lines.empty();
  const JsonValue value = reads_result ? value_of(*result) : JsonValue();
  if (!output.json && output.print_text) {
    output.print_text(value, *result);
  } else if (!output.json) {
    output.print(value);
  } else if (described->lines.empty()) {
    std::cout << *result << '\n';
  } else {
    print_lines(*result, value, described->lines);
  }
  std::string done(output.done);
  if (!output.done_member.empty()) done += ": " + text_of(value, output.done_member);
  const int written = finish_output(done);
  return written == kSuccess && output.judge ? output.judge(value) : written;
}

}  // namespace

int run_operation(const Where& where, std::string_view operation, const CallArguments& arguments,
                  const CallOutput& output) {
  if (arguments.fault()) return output.json ? report_json(*arguments.fault()) : report(*arguments.fault());
  return call_text(where, operation, arguments.text(), output);
}

int print_call(const Where& where, std::string_view operation, const JsonValue& arguments, std::string_view done) {
  return call_text(where, operation, json_text_of(arguments), {.json = true, .done = done});
}

int print_reading(const Where& where, std::string_view operation, ReadingArguments arguments) {
  Where on_branch = where;
  on_branch.at.clear();
  if (const auto named = refuse_beside_name(on_branch, where.at); !named) return report_json(named.error());
  if (!where.no_pager) start_paging();
  return print_call(where, operation, arguments.text("at", where.at).value());
}

}  // namespace latewood::cli
