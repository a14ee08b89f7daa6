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

// The first byte that is not UTF-8 in a text, or in the texts of a list.
std::optional<std::size_t> invalid_utf8_in(const JsonValue& value) {
  if (const std::string* text = value.as_string()) return invalid_utf8(*text);
  if (value.as_array() == nullptr) return std::nullopt;
  for (const JsonValue& one : *value.as_array()) {
    if (const auto wrong = invalid_utf8_in(one)) return wrong;
  }
  return std::nullopt;
}

}  // namespace

CallArguments& CallArguments::add_json(std::string_view name, std::string_view json) {
  members_.append(members_.empty() ? "" : ",").append(json_text(name)).append(":").append(json);
  return *this;
}

Result<void> CallArguments::add_written(std::string_view name, const std::string& json) {
  if (const auto value = parse_json_text(json); !value) return value.error();
  add_json(name, json);
  return {};
}

// JSON text cannot hold bytes that are not UTF-8, and writing it would replace them.
CallArguments& CallArguments::add(std::string_view name, const JsonValue& value) {
  const auto wrong = invalid_utf8_in(value);
  if (wrong && !fault_) {
    fault_ = Error{Code::InvalidArgument, "text that is not UTF-8 at byte " + std::to_string(*wrong), {}, {}};
  }
  return add_json(name, json_text_of(value));
}

CallArguments& CallArguments::add_given(std::string_view name, const std::string& value) {
  return value.empty() ? *this : add(name, value);
}

CallArguments& CallArguments::add_given(std::string_view name, const std::optional<std::string>& value) {
  return value ? add(name, *value) : *this;
}

CallArguments& CallArguments::add_given(std::string_view name, const std::optional<std::int64_t>& value) {
  return value ? add(name, *value) : *this;
}

CallArguments& CallArguments::add_given(std::string_view name, const std::vector<std::string>& values) {
  return values.empty() ? *this : add(name, JsonValue::Array(values.begin(), values.end()));
}

CallArguments& CallArguments::add_number(std::string_view name, std::uint64_t value) {
  return value == 0 ? *this : add(name, JsonValue(static_cast<std::int64_t>(value)));
}

CallArguments& CallArguments::add_flag(std::string_view name, bool value) { return value ? add(name, true) : *this; }

CallArguments& CallArguments::add_view(const RenderOptions& options) {
  return options.view == View::Structural ? add("view", "structural") : *this;
}

// ---- calls ----

int report_json(const Error& error, std::string_view subject) {
  std::cout << error_json(error) << '\n';
  return report(error, subject);
}

int report_as(bool json, const Error& error) { return json ? report_json(error) : report(error); }

int report_written(bool json, const Error& error, std::string_view source) {
  return json ? report_json(error) : report_in(error, source);
}

namespace {

Result<std::string> call_once(Caller& caller, std::string_view operation, const std::string& arguments,
                              const CallOutput& output) {
  if (output.progress.empty()) return caller.call(operation, arguments, {}, output.input);
  return with_progress(std::string(output.progress),
                       [&](const Progress& told) { return caller.call(operation, arguments, told, output.input); });
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
  const auto fail = [&output](const Error& error) {
    if (output.json) return report_json(error, output.subject);
    return output.asked.empty() ? report(error, output.subject) : report_in(error, output.asked);
  };
  const auto described = find_operation(operation);
  if (!described) return fail(described.error());
  auto caller = Caller::open(where, described->scope);
  if (!caller) {
    const std::string file = where.file.empty() ? std::string() : name_of_input(where.file);
    return output.json ? report_json(caller.error(), file) : report(caller.error(), file);
  }
  const auto result = call_once(*caller, operation, arguments, output);
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
  return call_text(where, operation, arguments.json(), output);
}

int read_operation(const Where& where, std::string_view operation, CallArguments arguments, const CallOutput& output) {
  Where on_branch = where;
  on_branch.at.clear();
  if (const auto named = refuse_beside_name(on_branch, where.at); !named) return report_as(output.json, named.error());
  if (!where.no_pager) start_paging();
  return run_operation(where, operation, arguments.add_given("at", where.at), output);
}

int print_reading(const Where& where, std::string_view operation, CallArguments arguments) {
  return read_operation(where, operation, std::move(arguments), {.json = true});
}

}  // namespace latewood::cli
