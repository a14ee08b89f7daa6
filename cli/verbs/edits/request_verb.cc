#include <iostream>
#include <memory>
#include <string>

#include "cli/open/operation_call.h"
#include "cli/open/where.h"
#include "cli/terminal/report.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"

namespace latewood::cli {
namespace {

struct SendRequest {
  Where where;
  std::string profile;
  std::string model;
  std::string provider;
  std::string params;
  bool json = false;
};

// The body goes to standard output alone, so that it can be piped to the vendor; the number to standard error.
void print_body(const JsonValue& result, const std::string& text) {
  // The body as it stands in the result: its members are in the order of the request. The result ends with the profile.
  const std::size_t begin = text.find("\"body\":") + 7;
  const std::size_t end = text.rfind(",\"profile\":");
  std::cout << text.substr(begin, end - begin) << '\n' << std::flush;
  std::cerr << "attempt " << number_of(result, "attempt_id") << '\n';
}

int run_request(const SendRequest& request) {
  CallArguments arguments;
  arguments.add_given("profile", request.profile);
  arguments.add_given("model", request.model);
  arguments.add_given("provider", request.provider);
  if (!request.params.empty()) {
    if (auto added = arguments.add_written("params", request.params); !added) {
      return report_written(request.json, added.error(), request.params);
    }
  }
  return run_operation(request.where, "request", arguments,
                       {.json = request.json, .done = "the attempt was begun", .print_text = print_body});
}

}  // namespace

void add_request_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "request", "begin a call to a provider and print the body to send",
                            "request --profile openai --model large > body.json\nrequest --model large\n"
                            "request --profile anthropic --model large --params '{\"max_tokens\":500}' --json");
  const auto request = std::make_shared<SendRequest>();
  verb.add_option("--profile", request->profile,
                  "openai, openai-responses, anthropic or gemini; default: that of `config`")
      ->type_name("P");
  verb.add_option("--model", request->model, "the model that is called; default: none")->type_name("NAME");
  verb.add_option("--provider", request->provider, "the provider that is called; default: the name of the profile")
      ->type_name("NAME");
  verb.add_option("--params", request->params, "other members of the body; only their hash is recorded; default: none")
      ->type_name("JSON");
  add_store_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run_request(*request); });
}

}  // namespace latewood::cli
