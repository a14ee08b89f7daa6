#include "reconcile/context_lines.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "engine/branch/access.h"
#include "engine/branch/branch.h"
#include "history/snapshot_data.h"

namespace latewood::reconcile {
namespace {

using engine::Access;

// Branches that stay open.
constexpr std::size_t kMostOpen = 16;

}  // namespace

Result<HeldLine> working_line(const Context& context, const UnitReader& reader, std::vector<std::string>* ids) {
  const engine::Branch& branch = Access::branch(context);
  HeldLine line = line_of(branch.working(), reader, ids);
  LW_TRY(branch.check_read());
  return line;
}

Result<ContextLines> ContextLines::load(Repository repository, std::string name, ContextOptions options,
                                        const UnitReader& reader) {
  ContextLines lines(std::move(repository), std::move(name), std::move(options), reader);
  LW_TRY_ASSIGN(lines.current_, lines.repository_.current_branch(lines.name_));
  LW_TRY_ASSIGN(const std::vector<BranchInfo> branches, lines.repository_.branches(lines.name_));
  // The branch in use comes last, so it is among those that stay open.
  for (const BranchInfo& branch : branches) {
    if (!branch.is_current) LW_TRY(lines.add_branch(branch.name, branch.cycle));
  }
  for (const BranchInfo& branch : branches) {
    if (branch.is_current) LW_TRY(lines.add_branch(branch.name, branch.cycle));
  }
  return lines;
}

std::vector<std::string> ContextLines::branches() const {
  std::vector<std::string> names;
  if (heads_.contains(current_)) names.push_back(current_);
  for (const auto& [name, head] : heads_) {
    if (name != current_) names.push_back(name);
  }
  return names;
}

Result<Context> ContextLines::open_context(const std::string& branch) {
  OpenOptions options;
  options.branch = branch;
  options.create = true;
  options.context = options_;
  return repository_.open_context(name_, options);
}

Result<OpenLine*> ContextLines::keep_open(const std::string& branch, Context context, HeldLine line) {
  if (open_.size() >= kMostOpen) open_.pop_back();
  open_.emplace_front(branch, std::make_unique<OpenLine>(OpenLine{std::move(context), std::move(line)}));
  return open_.front().second.get();
}

Result<OpenLine*> ContextLines::open(const std::string& branch) {
  const auto known = std::find_if(open_.begin(), open_.end(), [&](const auto& each) { return each.first == branch; });
  if (known != open_.end()) {
    open_.splice(open_.begin(), open_, known);
    return open_.front().second.get();
  }
  LW_TRY_ASSIGN(Context context, open_context(branch));
  LW_TRY_ASSIGN(HeldLine line, working_line(context, *reader_));
  return keep_open(branch, std::move(context), std::move(line));
}

Result<HeldLine> ContextLines::line_at(const Context& context, std::uint64_t cycle, const UnitReader& reader) {
  LW_TRY_ASSIGN(const Snapshot snapshot, context.at(cycle));
  HeldLine line = line_of(Access::data(snapshot).tree, reader);
  LW_TRY(Access::check_read(snapshot));
  return line;
}

Result<void> ContextLines::add_branch(const std::string& branch, std::uint64_t cycle) {
  heads_[branch] = {cycle};
  LW_TRY_ASSIGN(const OpenLine* opened, open(branch));
  add_ends(branch, opened->line, false);
  return add_past(branch, opened->context, opened->line.first_cycle);
}

// Before a commit that edited the history the line was another one, which ends with the commit before.
Result<void> ContextLines::add_past(const std::string& branch, const Context& context, std::uint64_t first_cycle) {
  while (first_cycle > 1) {
    const auto edited = context.at(first_cycle);
    if (!edited) return {};  // collected
    const history::SnapshotData& data = Access::data(*edited);
    if (data.is_genesis()) return {};
    const HeldLine line = line_of(data.older(), *reader_);
    LW_TRY(Access::check_read(*edited));
    add_ends(branch, line, false);
    if (line.first_cycle >= first_cycle) return {};
    first_cycle = line.first_cycle;
  }
  return {};
}

void ContextLines::add_ends(const std::string& branch, const HeldLine& line, bool is_sure) {
  const std::uint64_t head = heads_[branch].cycle;
  for (const LineEnd& end : line.ends) {
    std::vector<CommitEnd>& known = ends_[line.prefixes[end.count]];
    // A commit of several branches is here once, and once more for each branch whose head it is.
    const bool is_new = std::none_of(known.begin(), known.end(), [&](const CommitEnd& other) {
      return other.cycle == end.cycle && (other.branch == branch || (end.cycle != head && !is_head(other)));
    });
    if (is_new) known.push_back({branch, end.cycle, end.count, is_sure});
  }
}

bool ContextLines::is_head(const CommitEnd& end) const {
  const auto head = heads_.find(end.branch);
  return head != heads_.end() && head->second.cycle == end.cycle;
}

std::vector<CommitEnd> ContextLines::find(const Prefix& prefix) const {
  const auto found = ends_.find(prefix);
  if (found == ends_.end()) return {};
  const auto rank = [this](const CommitEnd& end) {
    const bool head = is_head(end);
    return std::tuple(!head, !(head && end.branch == current_), ~end.cycle, std::string_view(end.branch));
  };
  std::vector<CommitEnd> ends = found->second;
  std::sort(ends.begin(), ends.end(), [&](const CommitEnd& a, const CommitEnd& b) { return rank(a) < rank(b); });
  return ends;
}

Result<bool> ContextLines::verify(const CommitEnd& end, const Prefix& prefix) {
  if (end.is_sure || is_head(end)) return true;
  LW_TRY_ASSIGN(const OpenLine* opened, open(end.branch));
  LW_TRY_ASSIGN(const HeldLine line, line_at(opened->context, end.cycle, *reader_));
  const bool is_right = line.prefix() == prefix;
  for (CommitEnd& known : ends_[prefix]) {
    if (known.branch == end.branch && known.cycle == end.cycle) known.is_sure = is_right;
  }
  if (!is_right) {
    std::erase_if(ends_[prefix],
                  [&](const CommitEnd& known) { return known.branch == end.branch && known.cycle == end.cycle; });
  }
  return is_right;
}

Result<HeldLine> ContextLines::edges_of(const CommitEnd& end) {
  LW_TRY_ASSIGN(const OpenLine* opened, open(end.branch));
  HeldLine edges;
  if (is_head(end)) {
    edges.tools = opened->line.tools;
    edges.system = opened->line.system;
    edges.head = opened->line.head;
    return edges;
  }
  LW_TRY_ASSIGN(const Snapshot snapshot, opened->context.at(end.cycle));
  read_edges(Access::data(snapshot).tree, *reader_, edges);
  LW_TRY(Access::check_read(snapshot));
  return edges;
}

Result<std::string> ContextLines::fork(const CommitEnd& end, const std::string& wish) {
  LW_TRY_ASSIGN(const OpenLine* from, open(end.branch));
  LW_TRY_ASSIGN(const Snapshot base, from->context.at(end.cycle));
  HeldLine line = from->line;
  const bool has_it = end.is_sure && line.first_cycle <= end.cycle && end.count <= line.units.size();
  if (has_it) {
    line.units.resize(end.count);
    line.prefixes.resize(end.count + 1);
    std::erase_if(line.ends, [&](const LineEnd& each) { return each.cycle > end.cycle; });
  } else {
    line = line_of(Access::data(base).tree, *reader_);
    LW_TRY(Access::check_read(base));
  }
  std::string name = wish;
  for (int number = 2; heads_.contains(name); ++number) name = wish + "-" + std::to_string(number);
  LW_TRY(repository_.create_branch(name_, name, base.commit_id().hex()));
  heads_[name] = {end.cycle};
  LW_TRY_ASSIGN(Context context, open_context(name));
  read_edges(Access::branch(context).working(), *reader_, line);
  LW_TRY(keep_open(name, std::move(context), std::move(line)));
  return name;
}

Result<void> ContextLines::use(const std::string& branch) {
  LW_TRY(repository_.switch_branch(name_, branch));
  current_ = branch;
  return {};
}

Result<void> ContextLines::drop_branch(const std::string& branch) {
  heads_.erase(branch);
  open_.remove_if([&](const auto& each) { return each.first == branch; });
  return repository_.delete_branch(name_, branch, Uncommitted::Drop);
}

Result<void> ContextLines::note_commit(const std::string& branch, bool is_append) {
  LW_TRY_ASSIGN(OpenLine* const opened, open(branch));
  const std::uint64_t cycle = opened->context.cycle();
  const bool is_first = heads_.empty();
  heads_[branch] = {cycle};
  if (is_first) current_ = branch;
  if (!is_append) {
    LW_TRY_ASSIGN(opened->line, working_line(opened->context, *reader_));
  } else {
    read_edges(Access::branch(opened->context).working(), *reader_, opened->line);
    opened->line.ends.push_back({opened->line.units.size(), cycle});
  }
  const HeldLine& line = opened->line;
  std::vector<CommitEnd>& known = ends_[line.prefix()];
  known.push_back({branch, cycle, line.units.size(), true});
  return {};
}

Result<void> ContextLines::refresh(const std::string& branch) {
  LW_TRY_ASSIGN(OpenLine* const opened, open(branch));
  read_edges(Access::branch(opened->context).working(), *reader_, opened->line);
  return {};
}

Result<bool> ContextLines::is_behind(const std::string& branch) {
  LW_TRY_ASSIGN(const OpenLine* opened, open(branch));
  return opened->context.is_behind();
}

}  // namespace latewood::reconcile
