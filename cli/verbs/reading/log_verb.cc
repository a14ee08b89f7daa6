#include <algorithm>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/open/history.h"
#include "cli/open/leftovers.h"
#include "cli/open/operation_call.h"
#include "cli/open/where.h"
#include "cli/terminal/guarded_output.h"
#include "cli/terminal/printable.h"
#include "cli/terminal/terminal.h"
#include "cli/text/commit_graph.h"
#include "cli/text/diff/commit_changes.h"
#include "cli/text/diff/uncommitted.h"
#include "cli/text/first_line.h"
#include "cli/text/moment_text.h"
#include "cli/text/node_line.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"

namespace latewood::cli {
namespace {

struct LogRequest {
  Where where;
  std::string reference;
  std::uint64_t limit = 0;  // 0: all
  bool graph = false;
  bool all = false;
  bool patch = false;
  bool json = false;
};

// Names of branches and tags, by commit.
using Names = std::map<CommitId, std::vector<std::string>>;

Result<Names> names_of(const Repository& repository, const std::string& context) {
  Names names;
  const auto branches = repository.branches(context);
  if (!branches) return branches.error();
  for (const BranchInfo& branch : *branches) {
    names[branch.head].push_back(branch.is_current ? "* " + branch.name : branch.name);
  }
  const auto tags = repository.tags(context);
  if (!tags) return tags.error();
  for (const TagInfo& tag : *tags) names[tag.commit].push_back("tag: " + tag.name);
  return names;
}

Result<std::vector<CommitInfo>> commits_of(const Repository& repository, const LogRequest& request) {
  const std::uint64_t limit = request.limit == 0 ? UINT64_MAX : request.limit;
  if (!request.graph && !request.all) {
    const auto reference = moment_on_branch(request.where, request.reference);
    if (!reference) return reference.error();
    return repository.log(request.where.context, *reference, limit);
  }
  auto commits = repository.log_all(request.where.context);
  if (commits && commits->size() > limit) commits->resize(limit);
  return commits;
}

std::string line_of(const CommitInfo& commit, const Names& names, std::size_t columns) {
  const Paint paint(Stream::Output);
  std::string plain = "  cycle " + std::to_string(commit.cycle);
  std::string refs;
  if (const auto found = names.find(commit.id); found != names.end()) {
    refs = " (" + printable(CLI::detail::join(found->second, ", ")) + ")";
  }
  std::string told = "  " + time_text(commit.note.host_time);
  if (!commit.note.actor.empty()) told += "  " + commit.note.actor;
  if (!commit.note.message.empty()) told += "  " + first_line(commit.note.message);
  const std::size_t used = 12 + columns_of(plain) + columns_of(refs);
  return paint(Colour::Yellow, commit.id.hex().substr(0, 12)) + plain + paint(Colour::Cyan, refs) +
         clipped(printable(told), columns > used ? columns - used : 0);
}

// Returns the changes of a commit if the request needs them.
using FindChanges = std::function<Result<std::optional<CommitDiff>>(const CommitInfo& commit)>;

int print_all(const std::vector<CommitInfo>& commits, const Names& names, const LogRequest& request,
              const FindChanges& find_changes) {
  CommitGraph lanes;
  for (const CommitInfo& commit : commits) {
    const auto changes = find_changes(commit);
    if (!changes) return report(changes.error());
    const CommitGraph::Drawn drawn = request.graph ? lanes.next(commit) : CommitGraph::Drawn();
    const std::size_t width = terminal_width();
    std::cout << drawn.above << drawn.left << line_of(commit, names, width - std::min(drawn.left.size(), width))
              << '\n';
    if (!*changes) continue;
    const auto text = commit_changes_text(**changes, width);
    if (!text) return report(text.error());
    std::cout << *text;
  }
  return finish_output();
}

CommitInfo info_of(const Snapshot& snapshot) {
  CommitInfo commit;
  commit.id = snapshot.commit_id();
  commit.parent = snapshot.parent();
  commit.cycle = snapshot.cycle();
  commit.state_root = snapshot.state_root();
  commit.patch_digest = snapshot.patch_digest();
  commit.policy_id = snapshot.report().policy_id;
  commit.note = snapshot.note();
  return commit;
}

// A document is one line of history without branches and tags.
int list_document(History& history, const LogRequest& request) {
  const std::string first = request.reference.empty() ? "@t0" : request.reference;
  const auto newest = history.moment(first);
  if (!newest) return report_in(newest.error(), first);
  std::vector<CommitInfo> commits;
  for (std::uint64_t back = 0; request.limit == 0 || commits.size() < request.limit; ++back) {
    const auto snapshot = history.context().back(back);
    if (!snapshot) break;
    if (snapshot->cycle() <= newest->cycle()) commits.push_back(info_of(*snapshot));
  }
  return print_all(commits, {}, request, [&](const CommitInfo& commit) -> Result<std::optional<CommitDiff>> {
    if (!request.patch) return std::optional<CommitDiff>();
    auto changes = commit_diff(history.context(), commit);
    return changes ? Result<std::optional<CommitDiff>>(*std::move(changes)) : changes.error();
  });
}

int print_log_json(const LogRequest& request) {
  if (const auto named = refuse_beside_name(request.where, request.reference); !named) {
    return report_json(named.error());
  }
  return print_reading(request.where, "log",
                       CallArguments()
                           .add_given("moment", request.reference)
                           .add_number("limit", request.limit)
                           .add_flag("all", request.all || request.graph)
                           .add_flag("patch", request.patch));
}

int run_log(LogRequest& request) {
  if (request.json) return print_log_json(request);
  if (!request.where.no_pager) start_paging();
  if (!request.where.file.empty()) {
    return with_history(request.where, [&](History& history) { return list_document(history, request); });
  }
  return with_repository(request.where, StoreUse::Read, [&](Repository& repository) {
    // Opening reports a missing context and suggests a name.
    const auto context = open_context(repository, request.where);
    if (!context) return report(context.error());
    if (context->cycle() == 0 && request.reference.empty()) {
      note_nothing_committed();
      return kSuccess;
    }
    const auto commits = commits_of(repository, request);
    if (!commits) return report(with_nearest_moment(repository, request.where, request.reference, commits.error()));
    const auto names = names_of(repository, request.where.context);
    if (!names) return report(names.error());
    std::optional<Context> line;
    return print_all(*commits, *names, request, [&](const CommitInfo& commit) -> Result<std::optional<CommitDiff>> {
      if (!request.patch) return std::optional<CommitDiff>();
      auto changes = commit_diff(repository, request.where.context, commit, line);
      return changes ? Result<std::optional<CommitDiff>>(*std::move(changes)) : changes.error();
    });
  });
}

}  // namespace

void add_log_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb =
      add_verb(app, "log", "list commits, newest first; with --json one line per commit",
               "log\nlog -n 5 @t-3\nlog -p -n 1\nlog --graph\nlog --json | head -n 1\nlog --file history.json");
  const auto request = std::make_shared<LogRequest>();
  CLI::Option* start = verb.add_option("REF", request->reference,
                                       "the commit to start at: @t-3, @c42, a branch, tag or commit; default: @t0");
  start->type_name("");
  verb.add_option("-n", request->limit, "print at most this many; default: all")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000'000));
  verb.add_flag("-p,--patch", request->patch, "also show the changes of each commit, like `diff`");
  CLI::Option* graph = verb.add_flag("--graph", request->graph, "draw all branches and where they fork");
  CLI::Option* all = verb.add_flag("--all", request->all, "list commits of all branches");
  add_store_options(verb, request->where);
  hide_writing_options(verb);
  add_file_options(verb, request->where);
  // --all and --graph cannot be combined with one branch, and a document has no branches.
  for (CLI::Option* every : {graph, all}) {
    every->excludes(start)->excludes(verb.get_option("--branch"))->excludes(verb.get_option("--file"));
  }
  add_pager_flag(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run_log(*request); });
}

}  // namespace latewood::cli
