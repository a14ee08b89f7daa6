#include <iostream>
#include <memory>
#include <string>

#include "json_output.h"
#include "printable.h"
#include "verb.h"
#include "verbs.h"
#include "where.h"

namespace latewood::cli {
namespace {

struct Request {
  Where where;
  std::string action = "list";
  std::string name;
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

void print_line(const JsonValue& context) {
  std::cout << printable(*context.find("name")->as_string()) << "  on "
            << printable(*context.find("branch")->as_string()) << ", cycle " << *context.find("cycle")->as_integer()
            << '\n';
}

int list(const Request& request) {
  return with_repository(request.where, StoreUse::Read, [&](const Repository& repository) {
    const auto names = repository.contexts();
    if (!names) return report(names.error());
    for (const std::string& name : *names) {
      const auto context = describe(repository, name);
      if (!context) return report(context.error());
      request.json ? print_json(*context) : print_line(*context);
    }
    return finish_output();
  });
}

int create(const Request& request) {
  return with_repository(request.where, StoreUse::Write, [&](Repository& repository) {
    const auto made = repository.create_context(request.name);
    if (!made) return report(made.error());
    const auto context = describe(repository, request.name);
    if (!context) return report(context.error());
    request.json ? print_json(*context) : print_line(*context);
    return finish_output("the context was made");
  });
}

}  // namespace

void add_context_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "context", "the contexts of a store", "context\ncontext create planner");
  const auto request = std::make_shared<Request>();
  verb.add_option("ACTION", request->action, "list or create; otherwise list")
      ->type_name("")
      ->check(one_of({"list", "create"}));
  verb.add_option("NAME", request->name, "of the context to create")->type_name("");
  add_store_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] {
    if (request->action == "create" && request->name.empty()) throw CLI::RequiredError("NAME");
    exit_code = request->action == "create" ? create(*request) : list(*request);
  });
}

}  // namespace latewood::cli
