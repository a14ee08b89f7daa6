// The commits of a branch, of all branches, or of a document.
#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/commit_diff.h"
#include "latewood/hint.h"
#include "latewood/json_text.h"
#include "operations/json/change_members.h"
#include "operations/json/members.h"
#include "operations/session/page.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& log_arguments() {
  static const Schema kSchema =
      object(joined({place_members(),
                     {moment_member("the head of the branch"),
                      optional("all", boolean("the commits of all branches, newest first; default: false")),
                      optional("patch", boolean("also what each commit changed; default: false"))},
                     page_members()}));
  return kSchema;
}

Schema commit_schema() {
  return object({required("commit_id", commit_id()), required("parent", nullable(commit_id())),
                 required("cycle", count()), required("state_root", digest()), required("patch_digest", digest()),
                 required("policy_id", count()), required("actor", text()), required("message", text()),
                 required("host_time", nanoseconds()),
                 required("refs", list(text(), "names of the branches and tags at this commit")),
                 optional("diff", nullable(object(diff_members(),
                                                  "what the commit changed; null: not known, since "
                                                  "the snapshot before was collected")))});
}

const Schema& log_result() {
  static const Schema kSchema = object({required("commits", list(commit_schema(), "newest first")), next_member()});
  return kSchema;
}

// Names of branches and tags, by commit.
using Names = std::map<CommitId, std::vector<std::string>>;

Result<Names> names_of(const Repository& repository, const std::string& context) {
  Names names;
  LW_TRY_ASSIGN(const auto branches, repository.branches(context));
  for (const BranchInfo& branch : branches) names[branch.head].push_back(branch.name);
  LW_TRY_ASSIGN(const auto tags, repository.tags(context));
  for (const TagInfo& tag : tags) names[tag.commit].push_back("tag: " + tag.name);
  return names;
}

JsonValue commit_line(const CommitInfo& commit, const Names& names) {
  const auto here = names.find(commit.id);
  return make_object({{"commit_id", commit.id.hex()},
                      {"parent", commit.parent ? JsonValue(commit.parent->hex()) : JsonValue()},
                      {"cycle", json_of(commit.cycle)},
                      {"state_root", commit.state_root.hex()},
                      {"patch_digest", commit.patch_digest.hex()},
                      {"policy_id", JsonValue(std::int64_t{commit.policy_id})},
                      {"actor", commit.note.actor},
                      {"message", commit.note.message},
                      {"host_time", json_of_nanoseconds(commit.note.host_time)},
                      {"refs", json_of(here == names.end() ? std::vector<std::string>() : here->second)}});
}

// The request of a call, and how many commits it needs to know whether there are more.
struct LogCall {
  std::string moment;
  std::optional<Cursor> cursor;
  bool all = false;
  bool patch = false;
  std::uint64_t limit = 0;

  std::uint64_t needed() const { return limit + 1; }
};

// The page of the commits of a call. `diff_of` gives the changes of a commit.
template <class DiffOf>
Result<std::string> page_of(const LogCall& call, std::vector<CommitInfo> commits, const Names& names, DiffOf diff_of) {
  std::vector<JsonMember> members;
  if (commits.size() > call.limit) {
    const CommitInfo& next = commits[static_cast<std::size_t>(call.limit)];
    members.push_back({"next", text_of(Cursor{next.id.hex(), std::to_string(next.cycle)})});
    commits.resize(static_cast<std::size_t>(call.limit));
  }
  JsonValue::Array list;
  for (const CommitInfo& commit : commits) {
    JsonValue line = commit_line(commit, names);
    if (call.patch) {
      LW_TRY_ASSIGN(const CommitDiff changes, diff_of(commit));
      line = with_members(line, {{"diff", changes.diff ? json_of(*changes.diff) : JsonValue()}});
    }
    list.push_back(std::move(line));
  }
  members.push_back({"commits", std::move(list)});
  return json_text_of(make_object(std::move(members)));
}

// ---- a store ----

// From the commit of the cursor on.
Result<std::vector<CommitInfo>> all_commits(const Repository& repository, const std::string& context,
                                            const LogCall& call) {
  LW_TRY_ASSIGN(std::vector<CommitInfo> commits, repository.log_all(context));
  if (call.cursor) {
    const auto first = std::find_if(commits.begin(), commits.end(),
                                    [&](const CommitInfo& commit) { return commit.id.hex() == call.cursor->moment; });
    if (first == commits.end()) return foreign_cursor();
    commits.erase(commits.begin(), first);
  }
  if (commits.size() > call.needed()) commits.resize(static_cast<std::size_t>(call.needed()));
  return commits;
}

Result<std::vector<CommitInfo>> commits_of_branch(const Repository& repository, const std::string& context,
                                                  const std::string& branch, const LogCall& call) {
  if (call.cursor) return repository.log(context, call.cursor->moment, call.needed());
  LW_TRY_ASSIGN(const auto branches, repository.branches(context));
  const bool is_empty = branches.empty() && call.moment.empty();
  if (is_empty) return std::vector<CommitInfo>();
  const std::string reference = call.moment.empty()            ? branch
                                : call.moment.starts_with('@') ? branch + call.moment
                                                               : call.moment;
  auto commits = repository.log(context, reference, call.needed());
  if (!commits) {
    const std::string named = call.moment.empty() ? branch : call.moment;
    return with_hint(repository, {context, branch, named}, std::move(commits).error());
  }
  return commits;
}

Result<std::string> log_of_store(const ReadHistory& history, const LogCall& call) {
  Repository& repository = *history.repository();
  const std::string& context = history.context_name();
  LW_TRY_ASSIGN(std::vector<CommitInfo> commits, call.all
                                                     ? all_commits(repository, context, call)
                                                     : commits_of_branch(repository, context, history.branch(), call));
  LW_TRY_ASSIGN(const Names names, names_of(repository, context));
  std::optional<Context> line;
  return page_of(call, std::move(commits), names,
                 [&](const CommitInfo& commit) { return commit_diff(repository, context, commit, line); });
}

// ---- a document: one line of history without branches and tags ----

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

Result<std::string> log_of_document(const ReadHistory& history, const LogCall& call) {
  LW_TRY_ASSIGN(const Snapshot newest, history.moment(call.moment));
  std::vector<CommitInfo> commits;
  bool has_started = !call.cursor;
  for (std::uint64_t back = 0; commits.size() < call.needed(); ++back) {
    const auto snapshot = history.context().back(back);
    if (!snapshot) break;
    if (call.cursor && snapshot->commit_id().hex() == call.cursor->moment) has_started = true;
    if (has_started && snapshot->cycle() <= newest.cycle()) commits.push_back(info_of(*snapshot));
  }
  if (!has_started) return foreign_cursor();
  return page_of(call, std::move(commits), {},
                 [&](const CommitInfo& commit) { return commit_diff(history.context(), commit); });
}

Result<std::string> log(SessionState& session, const Arguments& arguments) {
  LogCall call;
  call.moment = arguments.text("moment");
  LW_TRY_ASSIGN(call.cursor, cursor_of(arguments));
  call.all = arguments.flag("all");
  call.patch = arguments.flag("patch");
  call.limit = page_limit(arguments, INT64_MAX - 1);
  LW_TRY_ASSIGN(const ReadHistory history, session.read(arguments));
  return history.repository() == nullptr ? log_of_document(history, call) : log_of_store(history, call);
}

}  // namespace

const Row kLog = {
    .name = "log",
    .scope = Scope::Read,
    .summary = "Lists commits, newest first.",
    .arguments = log_arguments,
    .result = log_result,
    .example = R"({"limit":10})",
    .errors = {kContextNotFound, kBranchNotFound, kSnapshotNotFound, kReferenceAmbiguous},
    .lines = "commits",
    .run = log,
};

}  // namespace latewood::operations
