// Writes the trees of a log into a store: a commit for each request, a branch for each fork, a context for each
// conversation.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/api/past_attempts.h"
#include "latewood/repository.h"
#include "latewood/session_log.h"
#include "reconcile/context_lines.h"
#include "reconcile/placement.h"
#include "sessions/session_tree.h"

namespace latewood::sessions {

// Stamps of nodes are times of the log.
class LogClock final : public Clock {
 public:
  void set(std::int64_t time) { time_ = time; }
  std::int64_t stamp_after(std::int64_t previous) override;

 private:
  std::int64_t time_ = 0;
};

class LogHistory {
 public:
  LogHistory(Repository repository, const SessionImportOptions& options, const reconcile::UnitReader& reader,
             SessionTree& tree, SessionFormat format);

  // The entry was placed. Makes the commit of the request before an answer, and notes the answer.
  Result<void> note(EntryIndex index, const std::optional<LoggedResponse>& response,
                    const std::vector<Component>& blocks);
  // Everything that is known was noted: puts what no request has carried into the active heads, and writes the answers.
  // `is_end`: no entry will follow.
  Result<void> settle_all(bool is_end);

  // Returns the commits and attempts that were written since the last call, and forgets them.
  std::vector<SessionContext> take_report();

 private:
  // A context that conversations of the log are in.
  struct Work {
    reconcile::ContextLines lines;
    SessionContext report;
    std::vector<engine::PastAttempt> attempts;
    std::set<std::string> known_attempts;  // commit and id of the answer
    std::uint64_t unflushed = 0;
    std::string newest_branch;
  };
  // A commit that stands for the request before an answer.
  struct Made {
    std::string context;
    std::string branch;
    CommitId commit;
    std::optional<CommitId> parent;
    std::uint64_t cycle = 0;
  };
  struct Answer {
    LoggedResponse response;
    std::optional<Made> request;
    std::int64_t start = 0;
    std::int64_t end = 0;
    std::uint64_t round = 0;  // in which it was noted last
    bool is_written = false;
  };
  // The way from an entry up to a commit that has all before it.
  struct Path {
    std::vector<EntryIndex> entries;  // from the oldest, without what the commit has
    std::vector<reconcile::CommitEnd> ends;
    bool is_after_boundary = false;
    EntryIndex base = kNoEntry;  // the entry with which the request of the commit ends
  };

  Result<Path> path_to(Work& work, EntryIndex index);
  Result<reconcile::Request> request_of(const Path& path, const LogRoot& root);
  Result<Work*> work_for(EntryIndex index);
  Work* use_for(std::uint32_t root, Work& work);
  Result<bool> has_start_of(Work& work, EntryIndex index);
  Result<bool> may_begin(Work& work, EntryIndex index);
  Result<Work*> open_work(const std::string& name);
  std::string name_of(std::uint32_t root) const;
  void note_first(std::uint32_t root);
  std::string session_name(const std::string& session) const;
  Result<std::optional<Made>> commit_request(EntryIndex index);
  Result<std::optional<Made>> compact(Work& work, const Path& path, const LogRoot& root, EntryIndex index);
  Result<Made> place(Work& work, const reconcile::Request& request, const reconcile::Choice& choice, EntryIndex index);
  Result<std::optional<reconcile::CommitEnd>> fitting_end(Work& work, const Path& path,
                                                          const reconcile::Request& request);
  Result<void> hold_rest(EntryIndex leaf, bool is_end);
  void add_attempt(Work& work, Answer& answer);
  Result<void> write_attempts(Work& work);

  Repository repository_;
  const SessionImportOptions& options_;
  const reconcile::UnitReader* reader_;
  SessionTree* tree_;
  SessionFormat format_;
  std::shared_ptr<LogClock> clock_;
  std::map<std::string, std::unique_ptr<Work>, std::less<>> works_;
  std::map<std::uint32_t, std::vector<std::string>> names_;  // the names of the contexts of a root
  std::map<std::string, std::uint32_t> first_of_;            // the first root of a session that is no sub-agent's
  std::map<std::uint32_t, Answer> answers_;                  // by number
  std::map<std::string, std::string> spawning_calls_;        // the call that gave a sub-agent its first text
  std::uint64_t round_ = 1;
};

}  // namespace latewood::sessions
