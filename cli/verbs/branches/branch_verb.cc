#include <memory>

#include "cli/open/operation_call.h"
#include "cli/open/remote.h"
#include "cli/verbs/branches/ref_request.h"
#include "cli/verbs/verbs.h"

namespace latewood::cli {
namespace {

int call_branch(const RefRequest& request) {
  if (request.name.empty()) return run_operation(request.where, "branches", {}, {.json = true});
  CallArguments arguments;
  arguments.add("name", request.name);
  if (request.remove) {
    arguments.add_flag("force", request.force);
    return run_operation(request.where, "delete_branch", arguments,
                         ref_output(request, "the branch was deleted", list_branches));
  }
  arguments.add("from", request.start());
  return run_operation(request.where, "create_branch", arguments,
                       ref_output(request, "the branch was created", list_branches));
}

int run_branch(RefRequest& request) {
  if (!request.json && request.name.empty()) return list_branches(request);
  if (request.json || is_remote(request.where)) return call_branch(request);
  return change_branch(request, [&](Repository& repository) {
    if (request.remove) {
      return repository.delete_branch(request.where.context, request.name,
                                      request.force ? Uncommitted::Drop : Uncommitted::Keep);
    }
    return repository.create_branch(request.where.context, request.name, request.start());
  });
}

}  // namespace

void add_branch_verb(CLI::App& app, int& exit_code) {
  const auto request = std::make_shared<RefRequest>();
  CLI::App& verb = add_ref_verb(app, exit_code, "branch", "list branches, create one, or delete one",
                                "branch\nbranch try @t-3\nbranch -d try", run_branch, request);
  verb.add_option("NAME", request->name, "the branch to create or delete; default: list all")->type_name("");
  CLI::Option& begin = add_reference(verb, *request);
  CLI::Option* remove = verb.add_flag("-d,--delete", request->remove, "delete the branch; its commits stay until `gc`");
  remove->excludes(&begin);
  verb.add_flag("--force", request->force, "with --delete, also discard its uncommitted edits")->needs(remove);
}

}  // namespace latewood::cli
