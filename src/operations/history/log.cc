// The commits of a branch, or of all branches.
#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/hint.h"
#include "latewood/json_text.h"
#include "operations/json/members.h"
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
                      optional("limit", integer("the most commits to give; default: all", 1))}}));
  return kSchema;
}

Schema commit_schema() {
  return object({required("commit_id", commit_id()), required("parent", nullable(commit_id())),
                 required("cycle", count()), required("state_root", digest()), required("patch_digest", digest()),
                 required("policy_id", count()), required("actor", text()), required("message", text()),
                 required("host_time", nanoseconds()),
                 required("refs", list(text(), "names of the branches and tags at this commit"))});
}

const Schema& log_result() {
  static const Schema kSchema = object({required("commits", list(commit_schema(), "newest first")),
                                        optional("next", text("give it as `moment` for the page that follows"))});
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

Result<std::vector<CommitInfo>> find_commits(const Repository& repository, const std::string& context,
                                             const std::string& branch, const Arguments& arguments,
                                             std::uint64_t limit) {
  if (arguments.flag("all")) {
    LW_TRY_ASSIGN(std::vector<CommitInfo> commits, repository.log_all(context));
    if (commits.size() > limit) commits.resize(limit);
    return commits;
  }
  const std::string moment = arguments.text("moment");
  LW_TRY_ASSIGN(const auto branches, repository.branches(context));
  const bool is_empty = branches.empty() && moment.empty();
  if (is_empty) return std::vector<CommitInfo>();
  const std::string reference = moment.empty() ? branch : moment.starts_with('@') ? branch + moment : moment;
  auto commits = repository.log(context, reference, limit);
  if (!commits) return with_hint(repository, {context, branch, reference}, std::move(commits).error());
  return commits;
}

Result<std::string> log(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(Repository* const repository, session.repository());
  LW_TRY_ASSIGN(const std::string context, session.context_name(arguments));
  auto branch = session.branch_name(*repository, context, arguments);
  if (!branch) return with_hint(*repository, {context, {}, {}}, std::move(branch).error());
  const auto most = static_cast<std::uint64_t>(arguments.integer("limit", INT64_MAX - 1));
  // One more than asked for tells whether there are more.
  LW_TRY_ASSIGN(std::vector<CommitInfo> commits, find_commits(*repository, context, *branch, arguments, most + 1));
  LW_TRY_ASSIGN(const Names names, names_of(*repository, context));
  std::vector<JsonMember> members;
  if (commits.size() > most) {
    if (!arguments.flag("all")) members.push_back({"next", commits.back().id.hex()});
    commits.pop_back();
  }
  JsonValue::Array list;
  for (const CommitInfo& commit : commits) list.push_back(commit_line(commit, names));
  members.push_back({"commits", std::move(list)});
  return json_text_of(make_object(std::move(members)));
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
