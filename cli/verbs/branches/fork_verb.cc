#include <iostream>
#include <memory>
#include <utility>

#include "cli/open/leftovers.h"
#include "cli/open/operation_call.h"
#include "cli/open/remote.h"
#include "cli/terminal/progress.h"
#include "cli/verbs/branches/ref_request.h"
#include "cli/verbs/verbs.h"
#include "latewood/errors.h"

namespace latewood::cli {
namespace {

int fork_into_context(RefRequest& request) {
  return with_repository(request.where, StoreUse::Write, [&](Repository& repository) {
    const auto history = repository.load(request.where.context, request.start());
    if (!history) {
      Error error = with_nearest_moment(repository, request.where, request.start(), history.error());
      const bool is_no_commit = error.rule == errors::kSnapshotNotFound && !request.reference.empty();
      if (is_no_commit) error.message += "; with --into the argument is the moment to fork from";
      return report(error);
    }
    const auto put = with_progress("fork", [&](const Progress& progress) {
      const PutOptions options{.restore_purged = request.where.restore};
      return repository.put_history(request.into, kFirstBranch, *history, options, progress);
    });
    if (!put) return report(put.error());
    const std::string note = edits_that_stay(repository, request);
    RefRequest made = request;
    made.where.context = request.into;
    const int listed = list_branches(made);
    std::cerr << note;
    return listed;
  });
}

int call_fork(const RefRequest& request) {
  CallArguments arguments;
  const bool is_context = !request.into.empty();
  arguments.add_given(is_context ? "into" : "name", is_context ? request.into : request.name);
  RefRequest whole = request;
  if (is_context) whole.reference = whole.name;
  const bool starts_elsewhere = !whole.reference.empty() || !whole.where.branch.empty();
  if (starts_elsewhere) arguments.add("from", whole.start());
  return run_operation(request.where, "fork", arguments, ref_output(request, "the fork is complete", list_branches));
}

int run_fork(RefRequest& request) {
  if (!request.into.empty()) {
    // With --into no branch is named, so the only argument is the moment.
    if (!request.reference.empty()) {
      throw CLI::ValidationError("NAME", "'" + request.name + "' cannot name a branch: --into creates a context");
    }
    RefRequest whole = request;
    whole.reference = std::exchange(whole.name, {});
    if (auto named = refuse_beside_name(whole.where, whole.reference); !named) return report(named.error());
    if (request.json || is_remote(request.where)) return call_fork(request);
    return fork_into_context(whole);
  }
  if (request.name.empty()) throw CLI::RequiredError("NAME");
  if (request.json || is_remote(request.where)) return call_fork(request);
  return leave_branch(request, [&](Repository& repository) { return create_and_switch(repository, request); });
}

}  // namespace

void add_fork_verb(CLI::App& app, int& exit_code) {
  const auto request = std::make_shared<RefRequest>();
  CLI::App& verb = add_ref_verb(app, exit_code, "fork", "create a branch at a moment and switch to it",
                                "fork try @t-3\nfork --into other @t-3", run_fork, request);
  CLI::Option* into =
      verb.add_option("--into", request->into, "create a context with the history up to REF instead of a branch");
  into->type_name("CONTEXT");
  add_restore_flag(verb, request->where);
  verb.get_option("--restore")->needs(into);
  verb.add_option("NAME", request->name, "the branch to create; with --into give only REF")->type_name("");
  add_reference(verb, *request);
}

}  // namespace latewood::cli
