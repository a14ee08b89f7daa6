#include <memory>

#include "cli/open/operation_call.h"
#include "cli/open/remote.h"
#include "cli/usage/shell_words.h"
#include "cli/verbs/branches/ref_request.h"
#include "cli/verbs/verbs.h"
#include "latewood/errors.h"

namespace latewood::cli {
namespace {

// Only to a branch that exists, so that a typing error does not become the first branch.
Result<void> switch_to(Repository& repository, const RefRequest& request) {
  const auto unborn = is_unborn(repository, request);
  if (!unborn) return unborn.error();
  const auto current = repository.current_branch(request.where.context);
  if (!current) return current.error();
  if (*unborn && *current != request.name) {
    return Error{Code::NotFound,
                 "there is no branch '" + request.name + "': nothing is committed yet; `latewood switch -c " +
                     shell_word(request.name) + "` makes it the first branch",
                 std::string(errors::kBranchNotFound),
                 {}};
  }
  return repository.switch_branch(request.where.context, request.name);
}

int call_switch(const RefRequest& request) {
  CallArguments arguments;
  arguments.add("name", request.name);
  if (request.create) arguments.add_given("from", request.reference.empty() ? std::string() : request.start());
  return run_operation(request.where, request.create ? "fork" : "switch", arguments,
                       ref_output(request, "the branch was changed", list_branches));
}

int run_switch(RefRequest& request) {
  if (request.json || is_remote(request.where)) return call_switch(request);
  return leave_branch(request, [&](Repository& repository) {
    return request.create ? create_and_switch(repository, request) : switch_to(repository, request);
  });
}

}  // namespace

void add_switch_verb(CLI::App& app, int& exit_code) {
  const auto request = std::make_shared<RefRequest>();
  CLI::App& verb = add_ref_verb(app, exit_code, "switch", "choose the branch to use from now on",
                                "switch try\nswitch -c try @t-3", run_switch, request);
  verb.add_option("NAME", request->name, "the branch")->required()->type_name("");
  CLI::Option& start = add_reference(verb, *request);
  start.needs(verb.add_flag("-c,--create", request->create, "create the branch first, at REF"));
}

}  // namespace latewood::cli
