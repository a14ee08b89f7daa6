// `branch`, `switch`, `fork`, `tag`: names of commits.
#include <iostream>
#include <memory>
#include <string>
#include <utility>

#include "cli/open/leftovers.h"
#include "cli/open/where.h"
#include "cli/terminal/printable.h"
#include "cli/terminal/progress.h"
#include "cli/terminal/terminal.h"
#include "cli/text/json_output.h"
#include "cli/text/working_diff.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"

namespace latewood::cli {
namespace {

struct Request {
  Where where;
  std::string name;
  std::string reference;
  std::string into;  // of fork: a new context
  bool remove = false;
  bool force = false;
  bool create = false;
  bool json = false;

  // Where something new starts.
  std::string start() const {
    if (reference.empty()) return where.branch.empty() ? "@t0" : where.branch;
    return reference.starts_with('@') ? where.branch + reference : reference;
  }
};

void print_branch(const BranchInfo& branch, bool json) {
  if (json) {
    print_json(make_object({{"name", branch.name},
                            {"head", branch.head.hex()},
                            {"cycle", json_of(branch.cycle)},
                            {"is_current", JsonValue(branch.is_current)}}));
    return;
  }
  const Paint paint(Stream::Output);
  const std::string line = (branch.is_current ? "* " : "  ") + printable(branch.name);
  std::cout << paint(branch.is_current ? Colour::Green : Colour::Plain, line) << "  " << branch.head.hex().substr(0, 12)
            << "  cycle " << branch.cycle << '\n';
}

void note_unborn(const Repository& repository, const Where& where) {
  const auto current = repository.current_branch(where.context);
  std::cerr << "note: nothing is committed yet";
  if (current) std::cerr << "; the first commit makes branch " << printable(*current);
  std::cerr << '\n';
}

int list_branches(const Request& request, const std::string& only = {}) {
  return with_repository(request.where, StoreUse::Read, [&](const Repository& repository) {
    const auto branches = repository.branches(request.where.context);
    if (!branches) return report(branches.error());
    if (branches->empty()) note_unborn(repository, request.where);
    for (const BranchInfo& branch : *branches) {
      if (only.empty() || branch.name == only) print_branch(branch, request.json);
    }
    return finish_output(only.empty() ? "" : "the branch is as it was asked for");
  });
}

// What went wrong, as somebody who named a branch understands it.
Error explained(const Repository& repository, const Request& request, Error error) {
  if (error.rule == "E_UNCOMMITTED") error.message += "; --force deletes the branch all the same";
  Where meant = request.where;
  meant.branch = request.name;
  return with_nearest_moment(repository, meant, request.start(), std::move(error));
}

// Runs `act`, and says where the branch stands then.
template <class Act>
int change_branch(const Request& request, Act act) {
  const int done = with_repository(request.where, StoreUse::Write, [&](Repository& repository) {
    const Result<void> changed = act(repository);
    return changed ? kSuccess : report(explained(repository, request, changed.error()));
  });
  return done != kSuccess || request.remove ? done : list_branches(request, request.name);
}

int run_branch(const Request& request) {
  if (request.name.empty()) return list_branches(request);
  return change_branch(request, [&](Repository& repository) {
    if (request.remove) {
      return repository.delete_branch(request.where.context, request.name,
                                      request.force ? Uncommitted::Drop : Uncommitted::Keep);
    }
    return repository.create_branch(request.where.context, request.name, request.start());
  });
}

// A context without commits has no branches yet, only the name of the first one to be.
Result<bool> is_unborn(const Repository& repository, const Request& request) {
  const auto branches = repository.branches(request.where.context);
  if (!branches) return branches.error();
  return branches->empty() && request.reference.empty();
}

Result<void> create_and_switch(Repository& repository, const Request& request) {
  const auto unborn = is_unborn(repository, request);
  if (!unborn) return unborn.error();
  if (*unborn) return repository.switch_branch(request.where.context, request.name);
  auto made = repository.create_branch(request.where.context, request.name, request.start());
  return made ? repository.switch_branch(request.where.context, request.name) : made;
}

// Only a branch that is there, so that a slip of the finger does not become the first branch.
Result<void> switch_to(Repository& repository, const Request& request) {
  const auto unborn = is_unborn(repository, request);
  if (!unborn) return unborn.error();
  const auto current = repository.current_branch(request.where.context);
  if (!current) return current.error();
  if (*unborn && *current != request.name) {
    return Error{Code::NotFound,
                 "there is no branch '" + request.name + "': nothing was committed yet; `latewood switch -c " +
                     request.name + "` makes it the first",
                 "E_BRANCH_NOT_FOUND",
                 {}};
  }
  return repository.switch_branch(request.where.context, request.name);
}

// Edits that wait on the branch in use, which another branch does not have. Nothing can be said of one that cannot be
// opened.
std::string edits_that_stay(Repository& repository, const Request& request) {
  const auto branch = repository.current_branch(request.where.context);
  if (!branch || *branch == request.name) return {};
  const auto context = repository.open_context(request.where.context, {.branch = *branch, .create = false});
  if (!context) return {};
  const auto edits = working_diff(*context);
  if (!edits) return {};
  const PinEdits pins = pin_edits(*context);
  const std::size_t nodes = edits->added.size() + edits->removed.size() + edits->changed.size() + pins.pinned.size() +
                            pins.unpinned.size() + context->stale_edits();
  if (nodes == 0) return {};
  return "note: edits of " + std::to_string(nodes) + (nodes == 1 ? " node stay" : " nodes stay") + " on branch " +
         printable(*branch) + ", where they are not committed\n";
}

// Runs `act` and says what the branch before it keeps.
template <class Act>
int leave_branch(const Request& request, Act act) {
  std::string note;
  const int done = change_branch(request, [&](Repository& repository) {
    std::string stays = edits_that_stay(repository, request);
    Result<void> changed = act(repository);
    const auto now = repository.current_branch(request.where.context);
    if (changed && now && *now == request.name) note = std::move(stays);
    return changed;
  });
  if (done == kSuccess) std::cerr << note;
  return done;
}

int run_switch(const Request& request) {
  return leave_branch(request, [&](Repository& repository) {
    if (request.create) return create_and_switch(repository, request);
    return switch_to(repository, request);
  });
}

int fork_into_context(const Request& request) {
  return with_repository(request.where, StoreUse::Write, [&](Repository& repository) {
    const auto history = repository.load(request.where.context, request.start());
    if (!history) {
      Error error = with_nearest_moment(repository, request.where, request.start(), history.error());
      const bool is_no_commit = error.rule == "E_SNAPSHOT_NOT_FOUND" && !request.reference.empty();
      if (is_no_commit) error.message += "; with --into the argument says where to fork";
      return report(error);
    }
    const auto put = with_progress("fork", [&](const Progress& progress) {
      const PutOptions options{.restore_purged = request.where.restore};
      return repository.put_history(request.into, kFirstBranch, *history, options, progress);
    });
    if (!put) return report(put.error());
    const std::string note = edits_that_stay(repository, request);
    Request made = request;
    made.where.context = request.into;
    const int listed = list_branches(made);
    std::cerr << note;
    return listed;
  });
}

int run_fork(const Request& request) {
  if (!request.into.empty()) {
    // A context needs no branch to be named, so the one argument there is says where to fork.
    if (!request.reference.empty()) {
      throw CLI::ValidationError("NAME", "'" + request.name + "' names no branch with --into, which makes a context");
    }
    Request whole = request;
    whole.reference = std::exchange(whole.name, {});
    if (auto named = refuse_beside_name(whole.where, whole.reference); !named) return report(named.error());
    return fork_into_context(whole);
  }
  if (request.name.empty()) throw CLI::RequiredError("NAME");
  return leave_branch(request, [&](Repository& repository) { return create_and_switch(repository, request); });
}

int list_tags(const Request& request, const std::string& only = {}) {
  return with_repository(request.where, StoreUse::Read, [&](const Repository& repository) {
    const auto tags = repository.tags(request.where.context);
    if (!tags) return report(tags.error());
    for (const TagInfo& tag : *tags) {
      if (!only.empty() && tag.name != only) continue;
      if (request.json) {
        print_json(make_object({{"name", tag.name}, {"commit_id", tag.commit.hex()}, {"cycle", json_of(tag.cycle)}}));
      } else {
        std::cout << printable(tag.name) << "  " << tag.commit.hex().substr(0, 12) << "  cycle " << tag.cycle << '\n';
      }
    }
    return finish_output(only.empty() ? "" : "the tag was made");
  });
}

// The same of a tag: to be deleted, or to be put on a moment.
Error explained_tag(const Repository& repository, const Request& request, Error error) {
  if (!request.remove) return with_nearest_moment(repository, request.where, request.start(), std::move(error));
  if (error.rule == "E_SNAPSHOT_NOT_FOUND") error.message += "; `latewood tag` lists them";
  return with_nearest_name(repository, request.where, std::move(error));
}

int run_tag(const Request& request) {
  if (request.name.empty()) return list_tags(request);
  const int done = with_repository(request.where, StoreUse::Write, [&](Repository& repository) {
    const auto changed = request.remove ? repository.delete_tag(request.where.context, request.name)
                                        : repository.create_tag(request.where.context, request.name, request.start());
    return changed ? kSuccess : report(explained_tag(repository, request, changed.error()));
  });
  return done != kSuccess || request.remove ? done : list_tags(request, request.name);
}

using Run = int (*)(const Request& request);

CLI::App& add_one(CLI::App& app, int& exit_code, const std::string& name, const std::string& help,
                  const std::string& examples, Run run, const std::shared_ptr<Request>& request) {
  CLI::App& verb = add_verb(app, name, help, examples);
  add_store_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([&verb, request, run, &exit_code] {
    const CLI::Option* given = verb.get_option_no_throw("NAME");
    const bool is_blank = given != nullptr && given->count() > 0 && request->name.empty();
    if (is_blank) throw CLI::ValidationError("NAME", "is empty");
    if (request->remove && request->name.empty()) throw CLI::RequiredError("NAME");
    // A list is of all, a name to delete stands for itself, and `switch` without -c makes nothing.
    const bool makes_nothing =
        request->name.empty() || request->remove || (verb.get_name() == "switch" && !request->create);
    const bool is_fork = verb.get_name() == "fork";
    if (makes_nothing && !is_fork && verb.count("--branch") > 0) {
      throw CLI::ValidationError("--branch", "it says where something new begins, and nothing is made here");
    }
    const auto named = refuse_beside_name(request->where, request->reference);
    if (!named) {
      exit_code = report(named.error());
      return;
    }
    exit_code = run(*request);
  });
  return verb;
}

CLI::Option& add_reference(CLI::App& verb, Request& request) {
  CLI::Option* reference =
      verb.add_option("REF", request.reference, "@t-3, @c42, a branch, tag or commit; otherwise the newest commit");
  return *reference->type_name("");
}

}  // namespace

void add_ref_verbs(CLI::App& app, int& exit_code) {
  auto request = std::make_shared<Request>();
  CLI::App& branch = add_one(app, exit_code, "branch", "list branches, make one, or delete one",
                             "branch\nbranch try @t-3\nbranch -d try", run_branch, request);
  branch.add_option("NAME", request->name, "of the branch to make or delete")->type_name("");
  CLI::Option& begin = add_reference(branch, *request);
  CLI::Option* remove =
      branch.add_flag("-d,--delete", request->remove, "delete the branch; its commits stay until they are collected");
  remove->excludes(&begin);
  branch.add_flag("--force", request->force, "of a branch to delete: drop edits on it that are not committed")
      ->needs(remove);

  request = std::make_shared<Request>();
  CLI::App& other = add_one(app, exit_code, "switch", "choose the branch that is used from now on",
                            "switch try\nswitch -c try @t-3", run_switch, request);
  other.add_option("NAME", request->name, "of the branch")->required()->type_name("");
  CLI::Option& start = add_reference(other, *request);
  start.needs(other.add_flag("-c,--create", request->create, "make the branch first, at REF"));

  request = std::make_shared<Request>();
  CLI::App& fork = add_one(app, exit_code, "fork", "go on from a moment: a new branch there, switched to",
                           "fork try @t-3\nfork --into other @t-3", run_fork, request);
  CLI::Option* into =
      fork.add_option("--into", request->into, "a new context with the history up to there instead of a branch");
  into->type_name("CONTEXT");
  add_restore_flag(fork, request->where);
  fork.get_option("--restore")->needs(into);
  fork.add_option("NAME", request->name, "of the branch; with --into there is only REF")->type_name("");
  add_reference(fork, *request);

  request = std::make_shared<Request>();
  CLI::App& tag = add_one(app, exit_code, "tag", "list tags, make one, or delete one",
                          "tag\ntag good @t-1\ntag -d good", run_tag, request);
  tag.add_option("NAME", request->name, "of the tag to make or delete")->type_name("");
  CLI::Option& tagged = add_reference(tag, *request);
  tag.add_flag("-d,--delete", request->remove, "delete the tag")->excludes(&tagged);
}

}  // namespace latewood::cli
