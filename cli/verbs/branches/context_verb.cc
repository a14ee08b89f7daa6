#include <iostream>
#include <memory>
#include <string>

#include "cli/open/leftovers.h"
#include "cli/open/where.h"
#include "cli/terminal/printable.h"
#include "cli/text/counted.h"
#include "cli/text/json_output.h"
#include "cli/usage/shell_words.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"
#include "latewood/errors.h"
#include "latewood/repository.h"

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

Result<JsonValue> describe(const Repository& repository, const std::string& name) {
  const auto branch = repository.current_branch(name);
  if (!branch) return branch.error();
  const auto branches = repository.branches(name);
  if (!branches) return branches.error();
  JsonValue cycle(std::int64_t{0});
  for (const BranchInfo& one : *branches) {
    if (one.is_current) cycle = json_of(one.cycle);
  }
  return make_object(
      {{"name", name}, {"branch", *branch}, {"branches", json_of(std::uint64_t{branches->size()})}, {"cycle", cycle}});
}

void print_context_line(const JsonValue& context) {
  std::cout << printable(*context.find("name")->as_string()) << "  on "
            << printable(*context.find("branch")->as_string()) << ", cycle " << *context.find("cycle")->as_integer()
            << '\n';
}

int print_contexts(const ContextRequest& request) {
  return with_repository(request.where, StoreUse::Read, [&](const Repository& repository) {
    const auto names = repository.contexts();
    if (!names) return report(names.error());
    for (const std::string& name : *names) {
      const auto context = describe(repository, name);
      if (!context) return report(context.error());
      request.json ? print_json(*context) : print_context_line(*context);
    }
    return finish_output();
  });
}

int print_context(const Repository& repository, const std::string& name, bool json, const char* done) {
  const auto context = describe(repository, name);
  if (!context) return report(context.error());
  json ? print_json(*context) : print_context_line(*context);
  return finish_output(done);
}

int create(const ContextRequest& request) {
  return with_repository(request.where, StoreUse::Write, [&](Repository& repository) {
    const auto made = repository.create_context(request.name);
    if (!made) return report(made.error());
    return print_context(repository, request.name, request.json, "the context was created");
  });
}

// Suggests the nearest name if there is no such context.
int report_named(const Repository& repository, const ContextRequest& request, const Error& error) {
  Where meant = request.where;
  meant.context = request.name;
  return report(with_nearest_name(repository, meant, error));
}

int rename(const ContextRequest& request) {
  return with_repository(request.where, StoreUse::Write, [&](Repository& repository) {
    const auto renamed = repository.rename_context(request.name, request.other);
    if (!renamed) return report_named(repository, request, renamed.error());
    return print_context(repository, request.other, request.json, "the context was renamed");
  });
}

// Deleting a history is final, so the error lists what is lost and how to keep it.
Error needs_force(const std::string& name, const ContextContents& contents) {
  std::string what = counted(contents.commits, "commit") + " of " + counted(contents.branches, "branch", "branches");
  if (contents.edits > 0) what += ", " + counted(contents.edits, "edit") + " not committed";
  if (contents.events > 0) what += ", " + counted(contents.events, "event");
  if (contents.attempts > 0) what += ", " + counted(contents.attempts, "attempt");
  return {Code::Conflict,
          "context " + name + " has " + what +
              "; --force deletes all of it permanently; `latewood export --bundle FILE --all --context " +
              shell_word(name) + "` saves its history first",
          std::string(errors::kUncommitted),
          {}};
}

int remove(const ContextRequest& request) {
  return with_repository(request.where, StoreUse::Write, [&](Repository& repository) {
    const auto contents = repository.context_contents(request.name);
    if (!contents) return report_named(repository, request, contents.error());
    if (!contents->is_empty() && !request.force) return report(needs_force(request.name, *contents));
    const auto removed = repository.delete_context(request.name);
    if (!removed) return report_named(repository, request, removed.error());
    if (request.json) {
      print_json(make_object({{"commits", json_of(contents->commits)}, {"deleted", request.name}}));
    } else {
      std::cout << "deleted context " << printable(request.name) << ", " << counted(contents->commits, "commit")
                << "; `latewood gc --all` frees the space that only it used\n";
    }
    return finish_output("the context was deleted");
  });
}

int run_context(const ContextRequest& request) {
  if (request.action == "create") return create(request);
  if (request.action == "rename") return rename(request);
  return request.action == "delete" ? remove(request) : print_contexts(request);
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
