// All commits of a context with the facts that a picture of its growth shows.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/cycle_stats.h"
#include "latewood/json_text.h"
#include "operations/json/covers.h"
#include "operations/json/members.h"
#include "operations/session/page.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

constexpr std::uint64_t kCommitsOfAPage = 500;

const Schema& timeline_arguments() {
  static const Schema kSchema = object(
      joined({history_members(),
              {optional("profile", text("the requests to compare; default: that of the session, else the setting; "
                                        "empty: the canonical thread"))},
              page_members("500")}));
  return kSchema;
}

const Schema& timeline_result() {
  static const Schema kPrefix = object(
      {required("kept_per_mille", count("of the request before, in tenths of a percent")),
       required("unchanged_bytes", count("at the start of both requests")),
       required("older_bytes", count("of the request before")), required("total_bytes", count("of this request")),
       required("cause", text("docs/prefix.md has the causes"))});
  static const Schema kCommit = object(
      {required("commit_id", commit_id()), required("parent", nullable(commit_id())), required("cycle", count()),
       required("actor", text()), required("message", text()), required("host_time", nanoseconds()),
       required("branches", list(text(), "whose newest commit it is")),
       required("tags", list(text(), "at this commit")),
       required("sizes", nullable(object({required("sys", count("bytes of content in ^sys")),
                                          required("seq", count("bytes of content in ^seq")),
                                          required("ah", count("bytes of content in ^ah"))},
                                         "null: the snapshot was collected"))),
       required("prefix", nullable(object(kPrefix.members, "null: no request before, or the profile refuses one"))),
       required("left", departures_schema()),
       required("compacted", count("nodes that new summaries of the commit stand for"))});
  static const Schema kSchema =
      object({required("commits", list(kCommit, "of all branches, newest first: children before their parents")),
              required("total", count("commits of the context")), next_member()});
  return kSchema;
}

// ---- reading snapshots, newest first ----

// A line of commits that is read from its newest commit on.
struct OpenLine {
  std::shared_ptr<const Context> context;
  std::uint64_t back = 0;  // the place of its next commit
};

// Finds snapshots in the order of `Repository::log_all`. A line of commits is opened once, and left where another line
// continues with the same commits.
class SnapshotReader {
 public:
  explicit SnapshotReader(const ReadHistory& history) : history_(history) {}

  struct Found {
    Snapshot snapshot;
    std::optional<Snapshot> before;
  };
  // nullopt: the snapshot was collected.
  Result<std::optional<Found>> find(const CommitId& id) {
    std::optional<Found> found;
    std::erase_if(lines_, [&](OpenLine& line) {
      const auto snapshot = line.context->back(line.back);
      if (!snapshot) return true;
      if (snapshot->commit_id() != id) return false;
      if (found) return true;
      ++line.back;
      found = with_before(*snapshot, line);
      return false;
    });
    if (found) return found;
    auto opened = history_.line_to(id.hex());
    if (!opened && opened.error().rule == kSnapshotCollected) return found;
    if (!opened) return opened.error();
    LW_TRY_ASSIGN(OpenLine line, line_at(*opened));
    while (!found) {
      LW_TRY_ASSIGN(const Snapshot snapshot, line.context->back(line.back++));
      if (snapshot.commit_id() == id) found = with_before(snapshot, line);
    }
    lines_.push_back(std::move(line));
    return found;
  }

 private:
  // The line at the place of the moment. Where cycles are missing between the two, from the newest commit on.
  static Result<OpenLine> line_at(const ReadHistory::Moment& moment) {
    LW_TRY_ASSIGN(const Snapshot wanted, moment.context->snapshot(moment.reference));
    LW_TRY_ASSIGN(const Snapshot newest, moment.context->latest());
    const std::uint64_t back = newest.cycle() - wanted.cycle();
    const auto there = moment.context->back(back);
    const bool is_there = there && there->commit_id() == wanted.commit_id();
    return OpenLine{moment.context, is_there ? back : 0};
  }
  static Found with_before(const Snapshot& snapshot, const OpenLine& line) {
    auto before = line.context->back(line.back);
    return {snapshot, before ? std::optional(*std::move(before)) : std::nullopt};
  }

  const ReadHistory& history_;
  std::vector<OpenLine> lines_;
};

// ---- lines of the result ----

using NamesOfCommits = std::map<CommitId, std::vector<std::string>>;

struct TimelineNames {
  NamesOfCommits branches;
  NamesOfCommits tags;
};

Result<TimelineNames> timeline_names(const ReadHistory& history) {
  TimelineNames names;
  const Repository& repository = *history.repository();
  LW_TRY_ASSIGN(const auto branches, repository.branches(history.context_name()));
  for (const BranchInfo& branch : branches) names.branches[branch.head].push_back(branch.name);
  LW_TRY_ASSIGN(const auto tags, repository.tags(history.context_name()));
  for (const TagInfo& tag : tags) names.tags[tag.commit].push_back(tag.name);
  return names;
}

JsonValue names_at(const NamesOfCommits& names, const CommitId& commit) {
  const auto here = names.find(commit);
  return json_of(here == names.end() ? std::vector<std::string>() : here->second);
}

JsonValue prefix_members(const std::optional<PrefixReport>& prefix) {
  if (!prefix) return {};
  return make_object({{"kept_per_mille", json_of(std::uint64_t{kept_per_mille(*prefix)})},
                      {"unchanged_bytes", json_of(prefix->unchanged_bytes)},
                      {"older_bytes", json_of(prefix->older_bytes)},
                      {"total_bytes", json_of(prefix->total_bytes)},
                      {"cause", std::string(to_string(prefix->cause))}});
}

JsonValue timeline_line(const CommitInfo& commit, const TimelineNames& names, const std::optional<CycleStats>& stats,
                        std::uint64_t compacted) {
  return make_object(
      {{"commit_id", commit.id.hex()},
       {"parent", commit.parent ? JsonValue(commit.parent->hex()) : JsonValue()},
       {"cycle", json_of(commit.cycle)},
       {"actor", commit.note.actor},
       {"message", commit.note.message},
       {"host_time", json_of_nanoseconds(commit.note.host_time)},
       {"branches", names_at(names.branches, commit.id)},
       {"tags", names_at(names.tags, commit.id)},
       {"sizes",
        stats ? make_object({{"sys", json_of(stats->sys)}, {"seq", json_of(stats->seq)}, {"ah", json_of(stats->ah)}})
              : JsonValue()},
       {"prefix", prefix_members(stats ? stats->prefix : std::nullopt)},
       {"left", json_of(stats ? stats->left : std::vector<Departure>())},
       {"compacted", json_of(compacted)}});
}

// ---- the commits ----

std::vector<CommitInfo> commits_of_document(const Context& document) {
  std::vector<CommitInfo> commits;
  for (std::uint64_t back = 0;; ++back) {
    const auto snapshot = document.back(back);
    if (!snapshot) return commits;
    CommitInfo commit;
    commit.id = snapshot->commit_id();
    commit.parent = snapshot->parent();
    commit.cycle = snapshot->cycle();
    commit.note = snapshot->note();
    commits.push_back(std::move(commit));
  }
}

Result<std::vector<CommitInfo>> all_commits_of(const ReadHistory& history) {
  if (history.repository() == nullptr) return commits_of_document(history.context());
  return history.repository()->log_all(history.context_name());
}

Result<std::size_t> first_of_page(const std::vector<CommitInfo>& commits, const std::optional<Cursor>& cursor) {
  if (!cursor) return std::size_t{0};
  const auto first = std::find_if(commits.begin(), commits.end(),
                                  [&](const CommitInfo& commit) { return commit.id.hex() == cursor->moment; });
  if (first == commits.end()) return foreign_cursor();
  return static_cast<std::size_t>(first - commits.begin());
}

Result<std::string> timeline(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(const std::optional<Cursor> cursor, cursor_of(arguments));
  LW_TRY_ASSIGN(const ReadHistory history, session.read(arguments));
  LW_TRY_ASSIGN(const std::optional<std::string> profile, session.profile_name(history, arguments));
  if (profile) LW_TRY(find_profile(*profile));
  LW_TRY_ASSIGN(const std::vector<CommitInfo> commits, all_commits_of(history));
  TimelineNames names;
  if (history.repository() != nullptr) {
    LW_TRY_ASSIGN(names, timeline_names(history));
  }
  LW_TRY_ASSIGN(std::size_t place, first_of_page(commits, cursor));
  const std::uint64_t limit = page_limit(arguments, kCommitsOfAPage);
  SnapshotReader reader(history);
  JsonValue::Array lines;
  for (; place < commits.size() && lines.size() < limit; ++place) {
    LW_TRY_ASSIGN(const auto found, reader.find(commits[place].id));
    std::optional<CycleStats> stats;
    std::uint64_t compacted = 0;
    if (found) {
      LW_TRY_ASSIGN(compacted, newly_covered(found->snapshot, found->before));
      LW_TRY_ASSIGN(stats, stats_of_cycle(found->snapshot, found->before, profile.value_or("")));
    }
    lines.push_back(timeline_line(commits[place], names, stats, compacted));
  }
  std::vector<JsonMember> members = {{"commits", std::move(lines)}, {"total", json_of(std::uint64_t{commits.size()})}};
  if (place < commits.size()) {
    members.push_back({"next", text_of(Cursor{commits[place].id.hex(), std::to_string(commits[place].cycle)})});
  }
  return json_text_of(make_object(std::move(members)));
}

}  // namespace

const Row kTimeline = {
    .name = "timeline",
    .scope = Scope::Read,
    .summary = "Lists the commits of all branches with sizes by region, kept prefix and its break, and departures.",
    .arguments = timeline_arguments,
    .result = timeline_result,
    .example = R"({"limit":10})",
    .errors = {kProfileUnknown, kContextNotFound},
    .lines = "commits",
    .run = timeline,
};

}  // namespace latewood::operations
