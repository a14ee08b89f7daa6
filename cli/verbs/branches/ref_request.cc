#include "cli/verbs/branches/ref_request.h"

#include <iostream>
#include <utility>

#include "cli/open/leftovers.h"
#include "cli/terminal/printable.h"
#include "cli/terminal/terminal.h"
#include "cli/usage/verb.h"
#include "latewood/errors.h"
#include "latewood/working_diff.h"

namespace latewood::cli {
namespace {

void print_branch(const BranchInfo& branch) {
  const Paint paint(Stream::Output);
  const std::string line = (branch.is_current ? "* " : "  ") + printable(branch.name);
  std::cout << paint(branch.is_current ? Colour::Green : Colour::Plain, line) << "  " << branch.head.hex().substr(0, 12)
            << "  cycle " << branch.cycle << '\n';
}

void note_unborn(const Repository& repository, const Where& where) {
  const auto current = repository.current_branch(where.context);
  std::cerr << "note: nothing is committed yet";
  if (current) std::cerr << "; the first commit creates branch " << printable(*current);
  std::cerr << '\n';
}

// Adds a hint about the branch of the request.
Error with_branch_hint(const Repository& repository, const RefRequest& request, Error error) {
  if (error.rule == errors::kUncommitted) error.message += "; use --force to delete the branch anyway";
  Where meant = request.where;
  meant.branch = request.name;
  return with_nearest_moment(repository, meant, request.start(), std::move(error));
}

// Throws what CLI11 reports as bad usage: a blank name, a name to delete that is missing, an ignored --branch.
void check_ref_usage(const CLI::App& verb, const RefRequest& request) {
  const CLI::Option* given = verb.get_option_no_throw("NAME");
  const bool is_blank = given != nullptr && given->count() > 0 && request.name.empty();
  if (is_blank) throw CLI::ValidationError("NAME", "is empty");
  if (request.remove && request.name.empty()) throw CLI::RequiredError("NAME");
  // Listing, deleting, and `switch` without -c create nothing.
  const bool makes_nothing = request.name.empty() || request.remove || (verb.get_name() == "switch" && !request.create);
  const bool is_fork = verb.get_name() == "fork";
  if (makes_nothing && !is_fork && verb.count("--branch") > 0) {
    throw CLI::ValidationError("--branch", "nothing is created here, so it has no effect");
  }
}

}  // namespace

CLI::App& add_ref_verb(CLI::App& app, int& exit_code, const std::string& name, const std::string& help,
                       const std::string& examples, RunRef run, const std::shared_ptr<RefRequest>& request) {
  CLI::App& verb = add_verb(app, name, help, examples);
  add_store_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([&verb, request, run, &exit_code] {
    check_ref_usage(verb, *request);
    const auto named = refuse_beside_name(request->where, request->reference);
    exit_code = named ? run(*request) : report(named.error());
  });
  return verb;
}

CLI::Option& add_reference(CLI::App& verb, RefRequest& request) {
  CLI::Option* reference =
      verb.add_option("REF", request.reference, "@t-3, @c42, a branch, tag or commit; default: the newest commit");
  return *reference->type_name("");
}

int list_branches(RefRequest& request, const std::string& only) {
  return with_repository(request.where, StoreUse::Read, [&](const Repository& repository) {
    const auto branches = repository.branches(request.where.context);
    if (!branches) return report(branches.error());
    if (branches->empty()) note_unborn(repository, request.where);
    for (const BranchInfo& branch : *branches) {
      if (only.empty() || branch.name == only) print_branch(branch);
    }
    return finish_output(only.empty() ? "" : "the branch was changed");
  });
}

CallOutput ref_output(const RefRequest& request, std::string_view done, ListNames list) {
  const auto print = [request, list](const JsonValue&) {
    RefRequest listed = request;
    if (!listed.into.empty()) listed.where.context = listed.into;
    const int code = request.remove ? kSuccess : list(listed, request.into.empty() ? request.name : std::string());
    // The change is done; the list alone failed, and has told why.
    static_cast<void>(code);
  };
  return {.json = request.json, .done = done, .print = print};
}

int change_branch(RefRequest& request, const BranchChange& change) {
  const int done = with_repository(request.where, StoreUse::Write, [&](Repository& repository) {
    const Result<void> changed = change(repository);
    return changed ? kSuccess : report(with_branch_hint(repository, request, changed.error()));
  });
  return done != kSuccess || request.remove ? done : list_branches(request, request.name);
}

int leave_branch(RefRequest& request, const BranchChange& change) {
  std::string note;
  const int done = change_branch(request, [&](Repository& repository) {
    std::string stays = edits_that_stay(repository, request);
    Result<void> changed = change(repository);
    const auto now = repository.current_branch(request.where.context);
    if (changed && now && *now == request.name) note = std::move(stays);
    return changed;
  });
  if (done == kSuccess) std::cerr << note;
  return done;
}

std::string edits_that_stay(Repository& repository, const RefRequest& request) {
  const auto branch = repository.current_branch(request.where.context);
  if (!branch || *branch == request.name) return {};
  const auto context = repository.open_context(request.where.context, {.branch = *branch, .create = false});
  if (!context) return {};
  const auto edits = working_diff(*context);
  if (!edits) return {};
  const PinEdits pins = pin_edits(*context);
  const std::uint64_t nodes =
      count_edited(*context, *edits) + pins.pinned.size() + pins.unpinned.size() + context->stale_edits();
  if (nodes == 0) return {};
  return "note: uncommitted edits of " + std::to_string(nodes) + (nodes == 1 ? " node stay" : " nodes stay") +
         " on branch " + printable(*branch) + "\n";
}

Result<bool> is_unborn(const Repository& repository, const RefRequest& request) {
  const auto branches = repository.branches(request.where.context);
  if (!branches) return branches.error();
  return branches->empty() && request.reference.empty();
}

Result<void> create_and_switch(Repository& repository, const RefRequest& request) {
  const auto unborn = is_unborn(repository, request);
  if (!unborn) return unborn.error();
  if (*unborn) return repository.switch_branch(request.where.context, request.name);
  auto made = repository.create_branch(request.where.context, request.name, request.start());
  return made ? repository.switch_branch(request.where.context, request.name) : made;
}

}  // namespace latewood::cli
