#include <iostream>
#include <memory>
#include <string>

#include "cli/open/leftovers.h"
#include "cli/open/operation_call.h"
#include "cli/open/where.h"
#include "cli/terminal/printable.h"
#include "cli/text/counted.h"
#include "cli/usage/shell_words.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"
#include "latewood/errors.h"

namespace latewood::cli {
namespace {

struct ContextRequest {
  Where where;
  std::string action = "list";
  std::string name;
  std::string other;  // the new name, for rename
  bool force = false;
  bool json = false;
};

void print_context_line(const JsonValue& context) {
  std::cout << printable(text_of(context, "name")) << "  on " << printable(text_of(context, "branch")) << ", cycle "
            << number_of(context, "cycle") << '\n';
}

int list(const ContextRequest& request) {
  const auto print = [](const JsonValue& result) {
    for (const JsonValue& context : list_of(result, "contexts")) print_context_line(context);
  };
  return run_operation(request.where, "contexts", {}, {.json = request.json, .print = print});
}

int create(const ContextRequest& request) {
  CallArguments arguments;
  arguments.add("name", request.name);
  return run_operation(request.where, "create_context", arguments,
                       {.json = request.json, .done = "the context was created", .print = print_context_line});
}

int rename(const ContextRequest& request) {
  CallArguments arguments;
  arguments.add("name", request.name);
  arguments.add("to", request.other);
  return run_operation(request.where, "rename_context", arguments,
                       {.json = request.json, .done = "the context was renamed", .print = print_context_line});
}

int remove(const ContextRequest& request) {
  CallArguments arguments;
  arguments.add("name", request.name);
  arguments.add_flag("force", request.force);
  const auto print = [](const JsonValue& result) {
    const auto commits = static_cast<std::uint64_t>(number_of(result, "commits"));
    std::cout << "deleted context " << printable(text_of(result, "deleted")) << ", " << counted(commits, "commit")
              << "; `latewood gc --all` frees the space that only it used\n";
  };
  // The name may come from an imported log, and users copy the command.
  const auto explain = [&request](Error error) {
    if (error.rule == errors::kUncommitted) {
      error.hint = "--force deletes all of it permanently; `latewood export --bundle FILE --all --context " +
                   shell_word(request.name) + "` saves its history first";
    }
    return error;
  };
  return run_operation(request.where, "delete_context", arguments,
                       {.json = request.json, .done = "the context was deleted", .print = print, .explain = explain});
}

int run_context(const ContextRequest& request) {
  if (request.action == "create") return create(request);
  if (request.action == "rename") return rename(request);
  return request.action == "delete" ? remove(request) : list(request);
}

}  // namespace

void add_context_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "context", "list, create, rename or delete the contexts of a store",
                            "context\ncontext create planner\ncontext rename planner strategist\n"
                            "context delete strategist --force");
  const auto request = std::make_shared<ContextRequest>();
  verb.add_option("ACTION", request->action, "list, create, rename or delete; default: list")
      ->type_name("")
      ->check(one_of({"list", "create", "rename", "delete"}));
  verb.add_option("NAME", request->name, "the context to create, rename or delete")->type_name("");
  verb.add_option("NEW", request->other, "with rename, the new name")->type_name("");
  verb.add_flag("--force", request->force, "with delete, also delete its commits, edits and events");
  add_store_options(verb, request->where);
  without_options(verb, {"--branch", "--context"});
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] {
    const std::string& action = request->action;
    if (action != "list" && request->name.empty()) throw CLI::RequiredError("NAME");
    if (action == "list" && !request->name.empty()) throw CLI::ValidationError("NAME", "`context list` takes no name");
    if (action == "rename" && request->other.empty()) throw CLI::RequiredError("NEW");
    if (action != "rename" && !request->other.empty())
      throw CLI::ValidationError("NEW", "only rename takes a second name");
    if (action != "delete" && request->force) throw CLI::ValidationError("--force", "only delete takes it");
    exit_code = run_context(*request);
  });
}

}  // namespace latewood::cli
