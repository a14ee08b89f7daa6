// Calls of operations of the table, for verbs.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/open/caller.h"
#include "cli/open/where.h"
#include "cli/terminal/result_members.h"
#include "latewood/json_value.h"
#include "latewood/render.h"
#include "latewood/result.h"

namespace latewood::cli {

// The arguments of a call as JSON text. Values that were given as JSON keep the order of their members. Most members
// return the object, so that a call is one expression.
class CallArguments {
 public:
  CallArguments& add(std::string_view name, const JsonValue& value);
  CallArguments& add_json(std::string_view name, std::string_view json);
  // The same for JSON that a person wrote: an error with its place if it is no JSON value.
  Result<void> add_written(std::string_view name, const std::string& json);
  // Nothing is added for an empty value: the operation's default holds.
  CallArguments& add_given(std::string_view name, const std::string& value);
  CallArguments& add_given(std::string_view name, const std::optional<std::string>& value);
  CallArguments& add_given(std::string_view name, const std::optional<std::int64_t>& value);
  CallArguments& add_given(std::string_view name, const std::vector<std::string>& values);
  // 0 counts as not given.
  CallArguments& add_number(std::string_view name, std::uint64_t value);
  CallArguments& add_flag(std::string_view name, bool value);
  CallArguments& add_view(const RenderOptions& options);
  std::string json() const { return "{" + members_ + "}"; }
  // Why a value cannot be sent: a text that is not UTF-8. The call reports it.
  const std::optional<Error>& fault() const { return fault_; }

 private:
  std::string members_;
  std::optional<Error> fault_;
};

// How the result of a call is shown.
struct CallOutput {
  bool json = false;
  // What took effect although its output is lost, for the message about that.
  std::string_view done = {};
  std::string_view done_member = {};  // a text of the result that the message adds; default: none
  // The result for people; not called under --json.
  std::function<void(const JsonValue& result)> print = {};
  // The same for what needs the exact text of the result.
  std::function<void(const JsonValue& result, const std::string& text)> print_text = {};
  // The exit code of a call that succeeded, such as 1 for a history that is not sound; default: 0.
  std::function<int(const JsonValue& result)> judge = {};
  // The text that the place of an error refers to, such as a selector; default: none.
  std::string asked = {};
  // A file that the call reads beside its arguments, and its name, which errors begin with; default: none.
  CallInput input = {};
  std::string subject = {};
  // Adds what only a shell needs to know to an error; default: nothing.
  std::function<Error(Error error)> explain = {};
  // Shown as the progress of long work; default: no progress.
  std::string_view progress = {};
};

// Runs the operation and prints its result: under --json on one line, or each element of its list on a line of its own;
// else with `print`. An error is printed on standard error, and under --json also as an object on standard output.
// Returns the exit code.
int run_operation(const Where& where, std::string_view operation, const CallArguments& arguments,
                  const CallOutput& output);

// `run_operation` for a verb that reads a history, with --at and a pager.
int read_operation(const Where& where, std::string_view operation, CallArguments arguments, const CallOutput& output);
// The same under --json.
int print_reading(const Where& where, std::string_view operation, CallArguments arguments);

// Prints {"error":{...}} on standard output and the line for people on standard error. Returns the exit code.
int report_json(const Error& error, std::string_view subject = {});
// `report_json` if --json was given, else `report`.
int report_as(bool json, const Error& error);
// The same for an error with a place in `source`, a text of the command line.
int report_written(bool json, const Error& error, std::string_view source);

}  // namespace latewood::cli
