#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "cli/open/input.h"
#include "cli/open/operation_call.h"
#include "cli/open/where.h"
#include "cli/terminal/printable.h"
#include "cli/terminal/report.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"

namespace latewood::cli {
namespace {

struct CompleteRequest {
  Where where;
  std::string response;
  std::optional<std::int64_t> attempt;
  std::optional<std::int64_t> choice;
  std::string format;
  bool json = false;
};

void print_completed(const JsonValue& result) {
  std::cout << "attempt " << number_of(result, "attempt_id") << ' ' << text_of(result, "status") << ": "
            << number_of(result, "blocks") << " blocks, " << number_of(result, "token_in") << " tokens in, "
            << number_of(result, "token_out") << " out";
  if (const std::string& error = text_of(result, "error"); !error.empty()) std::cout << "; " << printable(error);
  std::cout << '\n';
}

int run_complete(const CompleteRequest& request) {
  auto response = load_input(request.response);
  if (!response) return report(response.error(), name_of_input(request.response));
  CallArguments arguments;
  // A stream is a text, whatever its chunks are; a response is JSON.
  const bool is_json = arguments.add_written("response", *response).has_value();
  if (!is_json) arguments.add("response", *response);
  arguments.add_given("attempt_id", request.attempt);
  arguments.add_given("choice", request.choice);
  arguments.add_given("format", request.format);
  return run_operation(request.where, "complete", arguments,
                       {.json = request.json, .done = "the attempt was ended", .print = print_completed});
}

}  // namespace

void add_complete_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "complete", "end a call to a provider with its response, whole or as a stream",
                            "complete response.json\ncurl ... | latewood complete -\n"
                            "complete --attempt 3 stream.txt");
  const auto request = std::make_shared<CompleteRequest>();
  verb.add_option("FILE", request->response,
                  "the body of the answer: JSON, JSON lines or server-sent events; - is standard input")
      ->required()
      ->type_name("");
  verb.add_option("--attempt", request->attempt, "the number of the attempt; default: the newest one that is running")
      ->type_name("N");
  verb.add_option("--choice", request->choice, "the index of one of several choices; default: the only one")
      ->type_name("N");
  verb.add_option("--format", request->format, "openai, anthropic, responses or gemini; default: told by the shape")
      ->type_name("NAME")
      ->check(one_of({"openai", "anthropic", "responses", "gemini"}));
  add_store_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run_complete(*request); });
}

}  // namespace latewood::cli
