// The lines of one context, and the index from the prefix of a request to the commit that ends there.
//
// A branch is opened at its first use and closed when many other branches were used since. For a line that was read
// from a store the index is a hint: a node that has expired, for example, was in earlier requests. `verify` reads the
// snapshot.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "latewood/context.h"
#include "latewood/repository.h"
#include "latewood/result.h"
#include "reconcile/held_line.h"

namespace latewood::reconcile {

struct CommitEnd {
  std::string branch;
  std::uint64_t cycle = 0;
  std::uint64_t count = 0;  // so many units
  bool is_sure = false;     // this object made the commit or its head
};

// A branch that is open.
struct OpenLine {
  Context context;
  HeldLine line;
};

class ContextLines {
 public:
  // The context, with all of its branches. `options` are those of contexts that it opens; their clock and the system
  // capability included.
  static Result<ContextLines> load(Repository repository, std::string name, ContextOptions options,
                                   const UnitReader& reader);

  const std::string& name() const { return name_; }
  // Whether no branch has a commit.
  bool is_empty() const { return heads_.empty(); }
  const std::string& current() const { return current_; }
  // The branches with commits, the one in use first, then by name.
  std::vector<std::string> branches() const;

  // The commits whose request had exactly these units, the best first. Heads of branches come before other commits, and
  // the head of the branch in use before other heads. The rest of the order is newest first, then by name of the
  // branch.
  std::vector<CommitEnd> find(const Prefix& prefix) const;
  bool is_head(const CommitEnd& end) const;
  // Whether the request of that commit was `prefix`. If it was not, later calls of `find` do not return the commit.
  Result<bool> verify(const CommitEnd& end, const Prefix& prefix);

  // The system region and active head at that commit; for a head, those of its working state. The units of turns are
  // not read.
  Result<HeldLine> edges_of(const CommitEnd& end);

  // The branch, opened if it is not. The reference is valid until the next call of `open` or `fork`.
  Result<OpenLine*> open(const std::string& branch);
  // Creates a branch at that commit and opens it. Returns its name: `wish`, or a similar one if that is taken.
  Result<std::string> fork(const CommitEnd& end, const std::string& wish);

  // Makes a branch the one in use. Waits for the disk.
  Result<void> use(const std::string& branch);
  // Deletes a branch without commits of its own.
  Result<void> drop_branch(const std::string& branch);

  // Call after a commit of an open branch. `is_append`: the commit only added units at the end of the line; if it is
  // false, the line is read again.
  Result<void> note_commit(const std::string& branch, bool is_append);

  // Whether commits wait for the disk; default: Now.
  void set_commit_flush(store::Flush flush) { commit_flush_ = flush; }
  store::Flush commit_flush() const { return commit_flush_; }

  // Reads the active head and the system region of a branch again, after edits without a commit.
  Result<void> refresh(const std::string& branch);

  // Whether another process changed the branch. Costs one read.
  Result<bool> is_behind(const std::string& branch);

 private:
  ContextLines(Repository repository, std::string name, ContextOptions options, const UnitReader& reader)
      : repository_(std::move(repository)), name_(std::move(name)), options_(std::move(options)), reader_(&reader) {}

  struct Head {
    std::uint64_t cycle = 0;
  };

  Result<void> add_branch(const std::string& branch, std::uint64_t cycle);
  Result<void> add_past(const std::string& branch, const Context& context, std::uint64_t first_cycle);
  void add_ends(const std::string& branch, const HeldLine& line, bool is_sure);
  Result<OpenLine*> keep_open(const std::string& branch, Context context, HeldLine line);
  Result<Context> open_context(const std::string& branch);
  static Result<HeldLine> line_at(const Context& context, std::uint64_t cycle, const UnitReader& reader);

  Repository repository_;
  std::string name_;
  ContextOptions options_;
  const UnitReader* reader_;
  store::Flush commit_flush_ = store::Flush::Now;
  std::string current_;
  std::map<std::string, Head, std::less<>> heads_;
  std::map<Prefix, std::vector<CommitEnd>> ends_;
  std::list<std::pair<std::string, std::unique_ptr<OpenLine>>> open_;  // the last used first
};

// The units of the working state of a context.
Result<HeldLine> working_line(const Context& context, const UnitReader& reader,
                              std::vector<std::string>* ids = nullptr);

}  // namespace latewood::reconcile
