// Renders a profile's request turn by turn: settled turns are shared, known turns are looked up, new turns are built
// and written.
#include <algorithm>
#include <iterator>
#include <utility>

#include "base/try.h"
#include "render/cache/runs.h"
#include "render/learn_turn.h"
#include "render/parts/markers.h"
#include "render/profile.h"

namespace latewood::render {
namespace {

// The number of turns at the end that are never settled. Must be greater than the breakpoints of any profile.
constexpr std::size_t kUnsettled = 4;
// Up to this number of turns, rendering again is cheaper than a search in all known turns.
constexpr std::ptrdiff_t kFewPieces = 8;

// An outline and the values from which it was made.
struct Drawing {
  Outline outline;
  SettledPart settled;
  PieceCache::Turns known;  // the turns after the settled ones
  Thread thread;            // refers to `known`
};

// A tree, the profile to render it, and the function that finds its nodes.
struct Subject {
  const tree::Tree& tree;
  FindNode find;
  const Profile& profile;
  View view;
};

FindNode finder(const tree::Tree& tree, const FindNode& given) { return given ? given : find_by_looking(tree); }

// The breakpoints of the turns: at the end of the newest turns of `^seq` with messages. The first and the last of the
// thread's turns are `^sys` and `^ah`.
std::vector<Breakpoint> breakpoints(const Thread& thread, const Profile& profile) {
  std::vector<Breakpoint> result(thread.turns.size(), Breakpoint::None);
  std::size_t left = profile.turn_breakpoints;
  for (std::size_t turn = thread.turns.size() - 1; turn-- > 1 && left > 0;) {
    if (!thread.turns[turn].says_something()) continue;
    result[turn] = Breakpoint::AtEnd;
    --left;
  }
  return result;
}

// Writes `"messages":[` and the members before it.
Result<Piece> write_opening(const Thread& thread, const Profile& profile) {
  Piece opening;
  opening.bytes = "{";
  LW_TRY_ASSIGN(const Piece head, profile.write_head(thread));
  join(opening, head);
  append_key(opening.bytes, profile.messages_key);
  opening.bytes.push_back('[');
  return opening;
}

// Adds the piece of a known turn. The piece is shared, not copied.
void add_known(Outline& outline, const std::shared_ptr<const KnownTurn>& turn, Breakpoint breakpoint) {
  if (breakpoint == Breakpoint::None || !turn->mark) {
    outline.add({turn, &turn->piece}, turn->ring);
    return;
  }
  Piece marked = turn->piece;
  insert_mark(marked, turn->mark->at, turn->mark->text);
  outline.add(std::move(marked));
}

// Calls add(piece) for the pieces before the turns of `^seq`.
template <class Add>
Result<void> draw_head(const Thread& thread, const Profile& profile, Add add) {
  LW_TRY_ASSIGN(Piece opening, write_opening(thread, profile));
  add(std::move(opening));
  if (thread.adds_user) add(profile.write_first_user());
  LW_TRY_ASSIGN(Piece system, profile.write_turn(thread.turns.front(), Breakpoint::None));
  add(std::move(system));
  return {};
}

constexpr std::string_view kClosing = "]}";

// Makes the outline of a thread. `known`: one entry for each turn of `^seq` that is not settled.
Result<Outline> draw(const Thread& thread, const Profile& profile, KnownTurns known, const SettledPart& settled) {
  Outline outline;
  outline.profile = &profile;
  outline.spell = spell_turn;
  outline.closing = kClosing;
  if (settled.turns > 0) {
    outline.strips = settled.start->strips.take(settled.start->head + settled.turns);
  } else {
    LW_TRY(draw_head(thread, profile, [&outline](Piece piece) { outline.add(std::move(piece)); }));
  }
  const std::vector<Breakpoint> ends = breakpoints(thread, profile);
  for (std::size_t turn = 1; turn < thread.turns.size(); ++turn) {
    if (thread.turns[turn].known != nullptr) {
      add_known(outline, known[turn - 1], ends[turn]);
      continue;
    }
    LW_TRY_ASSIGN(Piece piece, profile.write_turn(thread.turns[turn], ends[turn]));
    outline.add(std::move(piece));
  }
  return outline;
}

// Makes the request as one piece, for a render without a cache: each piece is joined as soon as it is written.
Result<Piece> draw_joined(const Thread& thread, const Profile& profile) {
  Piece whole;
  std::size_t size = 0;
  for (const Turn& turn : thread.turns) size += expected_size(turn);
  whole.bytes.reserve(size);
  LW_TRY(draw_head(thread, profile, [&whole](const Piece& piece) { join(whole, piece); }));
  const std::vector<Breakpoint> ends = breakpoints(thread, profile);
  for (std::size_t turn = 1; turn < thread.turns.size(); ++turn) {
    LW_TRY_ASSIGN(const Piece piece, profile.write_turn(thread.turns[turn], ends[turn]));
    join(whole, piece);
  }
  whole.bytes.append(kClosing);
  return whole;
}

// The turns after the settled ones: from the latest thread, from the cache, or rendered now.
PieceCache::Turns learn_turns(const Subject& subject, PieceCache& cache, const SettledPart& settled) {
  const std::string name = to_string(name_of(subject.profile));
  const tree::PersistentVector<tree::Ring>& rings = subject.tree.rings;
  PieceCache::Turns turns(rings.size() - settled.turns);
  if (settled.turns > 0) turns = find_turns(settled.start->recent, rings, settled.turns);
  if (std::count(turns.begin(), turns.end(), nullptr) > kFewPieces) {
    const PieceCache::Turns kept = cache.find(name, rings, settled.turns);
    std::transform(turns.begin(), turns.end(), kept.begin(), turns.begin(),
                   [](const auto& a, const auto& b) { return a != nullptr ? a : b; });
  }
  std::size_t learned = 0;
  for (std::size_t at = 0; at < turns.size(); ++at) {
    if (turns[at] != nullptr) continue;
    turns[at] = std::make_shared<const KnownTurn>(learn_turn(rings[settled.turns + at], subject.profile));
    ++learned;
  }
  if (settled.turns == 0) cache.keep(name, turns, learned);
  return turns;
}

// The settled turns of the latest thread that the tree still has.
SettledPart settled_part(const tree::Tree& tree, std::shared_ptr<const ThreadStart> start) {
  if (start == nullptr || start->sys != tree.sys || tree.rings.size() < kUnsettled) return {};
  const std::size_t shared = std::min(first_difference(start->rings, tree.rings), start->turns.size());
  const std::size_t turns = start->closed(std::min(shared, tree.rings.size() - kUnsettled));
  return {std::move(start), turns};
}

// Whether the settled turns can be used in this thread: breakpoints and the end must be after them, and the opening
// must not depend on the called tools.
bool may_follow(const Thread& thread, const Profile& profile) {
  const auto first = thread.turns.begin() + 1;
  const auto speaking =
      std::count_if(first, std::prev(thread.turns.end()), [](const Turn& turn) { return turn.says_something(); });
  const bool may_declare = profile.dialect.declares_called_tools && thread.tools.empty() && thread.has_calls;
  return static_cast<std::size_t>(speaking) >= std::max<std::size_t>(1, profile.turn_breakpoints) && !may_declare;
}

// The shared part of the latest start; otherwise an empty start with the opening of this thread.
ThreadStart start_of(const tree::Tree& tree, const Drawing& drawing, std::size_t head) {
  ThreadStart start;
  if (drawing.settled.turns > 0) {
    start = *drawing.settled.start;
    start.cut(drawing.settled.turns);
    return start;
  }
  start.sys = tree.sys;
  start.head = head;
  if (drawing.thread.adds_user) start.user_added = drawing.thread.end_repairs.front();
  return start;
}

// Whether the opening depends on turns: on calls of undefined tools, on the other half of an item in `^sys`, or on
// markers that name nodes there.
bool is_head_open(const Thread& thread) {
  const auto waits = [](const Part& part) { return part.call || part.block.kind == Kind::Opaque; };
  const std::vector<Message>& messages = thread.turns.front().messages;
  return !thread.added_tools.empty() || thread.ties.with_system ||
         std::any_of(messages.begin(), messages.end(), [&](const Message& message) {
           return std::any_of(message.parts.begin(), message.parts.end(), waits);
         });
}

// The record of a turn for the settled start.
TurnToSettle to_settle(const Turn& turn, const KnownTurn& known) {
  if (turn.known != nullptr) {
    return {known.repairs, known.call_ids, known.says, !known.called.empty(), known.has_markers};
  }
  const auto calls = [](const Message& message) {
    return std::any_of(message.parts.begin(), message.parts.end(),
                       [](const Part& part) { return part.call.has_value(); });
  };
  return {turn.own_repairs, turn.own_ids, turn.says_something(),
          std::any_of(turn.messages.begin(), turn.messages.end(), calls), known.has_markers};
}

// The number of settled turns at the start of the thread: those before the last few, before the first with a breakpoint
// and before the last one with messages. Built turns keep their memory, so their number is limited.
std::size_t count_settled(const Drawing& drawing, const tree::Tree& tree, const Profile& profile, std::size_t head,
                          const PieceCache& cache) {
  const std::vector<Turn>& turns = drawing.thread.turns;
  const std::vector<Breakpoint> ends = breakpoints(drawing.thread, profile);
  std::size_t last = turns.size() - 1;
  while (last > 0 && !turns[last].says_something()) --last;
  const std::size_t most = tree.rings.size() < kUnsettled ? 0 : tree.rings.size() - kUnsettled;
  const std::size_t settled = drawing.settled.turns;
  std::size_t end = settled;
  for (; end < most; ++end) {
    const std::size_t turn = end - settled + 1;
    const bool is_too_long =
        turns[turn].known == nullptr && drawing.outline.strips[head + end].end.bytes > cache.limit();
    if (turn >= last || ends[turn] != Breakpoint::None || is_too_long) break;
  }
  return end;
}

// Keeps the settled start of a thread in the cache, unless the cache has all of it already.
void keep_start(const Subject& subject, const Drawing& drawing, std::string_view name, PieceCache& cache) {
  const Thread& thread = drawing.thread;
  if (is_head_open(thread)) return;
  const tree::PersistentVector<Strip>& strips = drawing.outline.strips;
  const std::size_t settled = drawing.settled.turns;
  const std::size_t head = strips.size() - (thread.turns.size() - 1) - settled;
  const std::size_t most = count_settled(drawing, subject.tree, subject.profile, head, cache);
  if (most == 0 || (settled > 0 && most <= drawing.settled.start->turns.size())) return;
  ThreadStart start = start_of(subject.tree, drawing, head);
  for (std::size_t at = 0; at < most - settled; ++at) {
    start.add(to_settle(thread.turns[at + 1], *drawing.known[at]));
  }
  for (const auto& [summary, turn] : thread.summaries) {
    if (turn >= settled && turn < most) start.summaries.emplace_back(summary, turn);
  }
  start.add(thread.ties);
  start.strips = strips.take(head + most);
  const std::size_t end = start.closed(most);
  if (end == 0 || (settled > 0 && end <= drawing.settled.start->turns.size())) return;
  start.cut(end);
  start.rings = subject.tree.rings;
  start.recent.assign(drawing.known.begin() + static_cast<std::ptrdiff_t>(end - settled), drawing.known.end());
  cache.lead(name, std::move(start));
}

// Renders after the settled turns. If the thread changes a settled turn, tries again with the turns before it.
Result<Drawing> draw_from(const Subject& subject, SettledPart settled, std::string_view name, PieceCache& cache) {
  while (true) {
    if (!settled.says()) settled = {};
    PieceCache::Turns known = learn_turns(subject, cache, settled);
    LW_TRY_ASSIGN(Thread thread,
                  build_thread(subject.tree, subject.find, subject.profile.dialect, subject.view, known, settled));
    if (settled.turns > 0 && (thread.reopened || !may_follow(thread, subject.profile))) {
      settled.turns = thread.reopened ? settled.start->closed(*thread.reopened) : 0;
      continue;
    }
    LW_TRY_ASSIGN(Outline outline, draw(thread, subject.profile, known, settled));
    Drawing drawing{std::move(outline), std::move(settled), std::move(known), std::move(thread)};
    keep_start(subject, drawing, name, cache);
    return drawing;
  }
}

Result<Drawing> draw_profile(const Subject& subject, PieceCache& cache) {
  const std::string name = product_name(subject.profile, subject.view);
  return draw_from(subject, settled_part(subject.tree, cache.start(name)), name, cache);
}

// All repairs in the order of the report: those of the turns list by list, then those of the thread and of the
// spelling.
std::vector<Repair> all_repairs(const Thread& thread, const SettledPart& settled, const std::vector<Repair>& spelling) {
  std::vector<Repair> all;
  const auto add = [&all](const std::vector<Repair>& some) { all.insert(all.end(), some.begin(), some.end()); };
  const std::vector<const TurnRepairs*> repaired = settled.repaired();
  for (const auto list : TurnRepairs::kLists) {
    add(thread.turns.front().repairs().*list);
    for (const TurnRepairs* turn : repaired) add(turn->*list);
    for (auto turn = thread.turns.begin() + 1; turn != thread.turns.end(); ++turn) add(turn->repairs().*list);
  }
  if (settled.turns > 0 && settled.start->user_added) all.push_back(*settled.start->user_added);
  add(thread.end_repairs);
  add(spelling);
  return all;
}

}  // namespace

Result<Outline> outline_profile(const tree::Tree& tree, const Profile& profile, const RenderOptions& options,
                                PieceCache& cache, const FindNode& find) {
  LW_TRY_ASSIGN(Drawing drawing, draw_profile({tree, finder(tree, find), profile, options.view}, cache));
  return std::move(drawing.outline);
}

Result<Rendered> render_profile(const tree::Tree& tree, const Profile& profile, const RenderOptions& options,
                                PieceCache* cache, const FindNode& find) {
  if (cache == nullptr) {
    LW_TRY_ASSIGN(const Thread thread, build_thread(tree, finder(tree, find), profile.dialect, options.view));
    LW_TRY_ASSIGN(Piece whole, draw_joined(thread, profile));
    return Rendered{name_of(profile), std::move(whole.bytes), std::move(whole.units), std::move(whole.marks),
                    all_repairs(thread, {}, whole.repairs)};
  }
  LW_TRY_ASSIGN(const Drawing drawing, draw_profile({tree, finder(tree, find), profile, options.view}, *cache));
  JoinedText whole = joined_by_runs(drawing.outline, product_name(profile, options.view), *cache, UnitsOfText::Kept);
  return Rendered{name_of(profile), std::move(whole.bytes), std::move(whole.units), std::move(whole.marks),
                  all_repairs(drawing.thread, drawing.settled, whole.repairs)};
}

}  // namespace latewood::render
