#include "reconcile/choice.h"

#include <utility>

#include "base/try.h"
#include "reconcile/write_request.h"

namespace latewood::reconcile {
namespace {

// The beginning of the message with which Claude Code goes on after it has compacted a conversation.
constexpr std::string_view kKnownSummaries[] = {"This session is being continued from a previous conversation"};

bool opens_with_summary(const Request& request) {
  const Component& first = request.blocks.front().block;
  const std::string* text = first.content ? first.content->as_string() : nullptr;
  if (text == nullptr) return false;
  for (const std::string_view known : kKnownSummaries) {
    if (text->starts_with(known)) return true;
  }
  return false;
}

std::vector<Unit> units_of(const std::vector<HeldUnit>& held) {
  std::vector<Unit> units;
  for (const HeldUnit& each : held) units.push_back(each.unit);
  return units;
}

std::vector<Unit> units_of(const std::vector<GivenBlock>& given) {
  std::vector<Unit> units;
  for (const GivenBlock& each : given) units.push_back(each.unit);
  return units;
}

// Requests with nothing in common in their system text and tools are not of one conversation: a title, for example, is
// asked for with the first message and other instructions.
bool is_related(const HeldLine& line, const Request& request) {
  if (!request.has_system) return true;
  const std::vector<Unit> tools = units_of(request.tools);
  const std::vector<Unit> system = units_of(request.system);
  const std::vector<Unit> held_tools = units_of(line.tools);
  const std::vector<Unit> held_system = units_of(line.system);
  const bool shares_tools = !tools.empty() && !held_tools.empty() && are_related(tools, held_tools);
  return are_related(system, held_system) || shares_tools;
}

std::string counted(std::size_t number, std::string_view what) {
  return std::to_string(number) + " " + std::string(what) + (number == 1 ? "" : "s");
}

struct Start {
  CommitEnd end;
  std::size_t kept = 0;
};

// The longest start of the request that is the whole request of a commit.
Result<std::optional<Start>> longest_start(ContextLines& lines, const Request& request) {
  const std::vector<Prefix> prefixes = request.prefixes();
  for (std::size_t kept = prefixes.size(); kept-- > 0;) {
    if (request.before + kept == 0) break;
    std::optional<Start> best;
    for (CommitEnd& end : lines.find(prefixes[kept])) {
      LW_TRY_ASSIGN(const bool is_right, lines.verify(end, prefixes[kept]));
      if (!is_right) continue;
      if (kept < request.blocks.size()) return std::optional(Start{std::move(end), kept});
      // Commits that differ in their system region alone: the one with that of the request has it already.
      LW_TRY_ASSIGN(const HeldLine edges, lines.edges_of(end));
      const bool is_same = !request.has_system || has_same_system(edges, request);
      if (is_same) return std::optional(Start{std::move(end), kept});
      if (!best) best = Start{std::move(end), kept};
    }
    if (best) return best;
  }
  return std::optional<Start>();
}

struct Shortened {
  std::string branch;
  Comparison comparison;
  std::size_t kept() const { return comparison.prefix + comparison.suffix; }
};

// The branch whose head keeps most of its blocks in the request, if these include its end. `least`: so long must that
// end be.
Result<std::optional<Shortened>> best_shortened(ContextLines& lines, const Request& request, std::size_t least) {
  std::optional<Shortened> best;
  if (request.before > 0) return best;
  const std::vector<Unit> given = request.units();
  for (const std::string& branch : lines.branches()) {
    LW_TRY_ASSIGN(const OpenLine* opened, lines.open(branch));
    if (!is_related(opened->line, request)) continue;
    std::vector<Unit> held = opened->line.units;
    for (const HeldUnit& waiting : opened->line.head) held.push_back(waiting.unit);
    const Comparison found = compare(held, given);
    if (found.suffix < least) continue;
    Shortened candidate{branch, found};
    if (!best || candidate.kept() > best->kept()) best = std::move(candidate);
  }
  return best;
}

Result<CommitEnd> head_of(ContextLines& lines, const std::string& branch) {
  LW_TRY_ASSIGN(const OpenLine* opened, lines.open(branch));
  return CommitEnd{branch, opened->context.cycle(), opened->line.units.size(), true};
}

Result<Choice> compaction(ContextLines& lines, const std::string& branch, std::size_t kept, std::string reason) {
  LW_TRY_ASSIGN(CommitEnd head, head_of(lines, branch));
  return Choice{ReconcileKind::Compaction, branch, std::move(head), kept, std::move(reason)};
}

Result<Choice> go_on_from(ContextLines& lines, const Request& request, Start start) {
  const bool is_whole = start.kept == request.blocks.size();
  const bool is_head = lines.is_head(start.end);
  const std::string held = counted(request.before + start.kept, "block");
  Choice choice{ReconcileKind::Append, start.end.branch, start.end, start.kept, {}};
  if (is_whole) {
    LW_TRY_ASSIGN(const HeldLine edges, lines.edges_of(start.end));
    if (!request.has_system || has_same_system(edges, request)) {
      choice.kind = ReconcileKind::Retry;
      choice.reason = "cycle " + std::to_string(start.end.cycle) + " has exactly these " + held;
      return choice;
    }
    choice.kind = is_head ? ReconcileKind::SystemEdit : ReconcileKind::Fork;
    choice.reason = "the same " + held + " with other system text or tools";
    return choice;
  }
  if (is_head) {
    choice.reason = "the request begins with all " + held + " of the head";
    return choice;
  }
  LW_TRY_ASSIGN(const auto shortened, best_shortened(lines, request, 2));
  if (shortened && shortened->kept() > start.kept) {
    return compaction(lines, shortened->branch, shortened->kept(),
                      "the request keeps the first " + std::to_string(shortened->comparison.prefix) + " and the last " +
                          counted(shortened->comparison.suffix, "block") + " of the head");
  }
  choice.kind = ReconcileKind::Fork;
  choice.reason = "the request begins with the " + held + " of cycle " + std::to_string(start.end.cycle) +
                  " and then differs from the head";
  return choice;
}

}  // namespace

Result<Choice> choose(ContextLines& lines, const Request& request) {
  if (lines.is_empty()) {
    return Choice{ReconcileKind::First, lines.current(), {}, 0, "the context has no request yet"};
  }
  LW_TRY_ASSIGN(auto start, longest_start(lines, request));
  if (start) {
    LW_TRY_ASSIGN(const OpenLine* opened, lines.open(start->end.branch));
    if (is_related(opened->line, request)) return go_on_from(lines, request, *std::move(start));
    return Choice{.reason = "the messages fit, but no system text or tool does"};
  }
  LW_TRY_ASSIGN(const auto shortened, best_shortened(lines, request, 1));
  if (shortened) {
    return compaction(lines, shortened->branch, shortened->kept(),
                      "the request ends with the last " + counted(shortened->comparison.suffix, "block") +
                          " of the head, with others in place of those before");
  }
  if (opens_with_summary(request)) {
    return compaction(lines, lines.current(), 0, "the request begins with the summary of a conversation");
  }
  return Choice{.reason = "no request of the context begins like this one, and none ends within it"};
}

}  // namespace latewood::reconcile
