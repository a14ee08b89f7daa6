#include <iostream>
#include <memory>
#include <string>

#include "cli/open/input.h"
#include "cli/open/operation_call.h"
#include "cli/open/remote.h"
#include "cli/open/where.h"
#include "cli/terminal/printable.h"
#include "cli/terminal/report.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"

namespace latewood::cli {
namespace {

struct AppendRequest {
  Where where;
  std::string messages;
  std::string format;
  std::string event;
  bool full = false;  // the messages are the whole conversation
  bool json = false;
};

// Finds which of the messages are new.
int append_full(const AppendRequest& request, const std::string& messages) {
  // The request belongs to the context that other commands use, so its name must be known.
  Where where = request.where;
  return with_repository(where, is_remote(where) ? StoreUse::Read : StoreUse::Write, [&](Repository&) {
    CallArguments arguments;
    if (auto added = arguments.add_written("request", messages); !added) return report_in(added.error(), messages);
    arguments.add("context", where.context);
    arguments.add_given("format", request.format);
    const auto print = [](const JsonValue& result) {
      std::cout << text_of(result, "decision") << ": cycle " << number_of(result, "cycle") << " on branch "
                << printable(text_of(result, "branch")) << " of context " << printable(text_of(result, "context"))
                << ", " << number_of(result, "added") << " added, " << number_of(result, "taken") << " held already, "
                << number_of(result, "covered") << " covered\n"
                << printable(text_of(result, "reason")) << '\n';
    };
    return run_operation(where, "reconcile", arguments,
                         {.json = request.json, .done = "the request was recorded", .print = print});
  });
}

int run_append(const AppendRequest& request) {
  std::string messages = request.messages;
  if (messages == "-") {
    auto loaded = load_input("-");
    if (!loaded) return report(loaded.error(), name_of_input("-"));
    messages = *std::move(loaded);
  }
  if (request.full) return append_full(request, messages);
  CallArguments arguments;
  if (auto added = arguments.add_written("messages", messages); !added) return report_in(added.error(), messages);
  arguments.add_given("format", request.format);
  arguments.add_given("event", request.event);
  const auto print = [](const JsonValue& result) {
    for (const JsonValue& id : list_of(result, "system_ids")) std::cout << printable(*id.as_string()) << '\n';
    for (const JsonValue& id : list_of(result, "ids")) std::cout << printable(*id.as_string()) << '\n';
  };
  return run_operation(request.where, "append", arguments,
                       {.json = request.json, .done = "the messages were added", .print = print});
}

}  // namespace

void add_append_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "append", "add messages in a vendor's form to the working state and print their ids",
                            "append '[{\"role\":\"user\",\"content\":\"Hello\"}]'\n"
                            "append --format gemini - < messages.json\n"
                            "append --full - < request.json");
  const auto request = std::make_shared<AppendRequest>();
  verb.add_option("MESSAGES", request->messages, "a JSON list of messages, or one message; - is standard input")
      ->required()
      ->type_name("");
  verb.add_option("--format", request->format, "openai, anthropic, responses or gemini; default: told by the shape")
      ->type_name("NAME")
      ->check(one_of({"openai", "anthropic", "responses", "gemini"}));
  verb.add_option("--event", request->event, "the event that caused it, recorded in the receipt")
      ->type_name("STREAM:N");
  verb.add_flag("--full", request->full, "the messages are a whole request: find what is new in it, and commit that")
      ->excludes("--event");
  add_store_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run_append(*request); });
}

}  // namespace latewood::cli
