// A profile's request, turn by turn: what is settled is taken over, what is known is looked up, the
// rest is built and written.
#include <algorithm>
#include <iterator>
#include <utility>

#include "base/try.h"
#include "render/markers.h"
#include "render/profile.h"
#include "render/runs.h"

namespace latewood::render {
namespace {

// Turns at the end that never count as settled: more than any profile has breakpoints.
constexpr std::size_t kUnsettled = 4;
// More turns than these are rather found among all that are known than rendered one by one.
constexpr std::size_t kFew = 64;

// A request in pieces, and what had to be done for it after the settled turns.
struct Drawing {
  Outline outline;
  SettledPart settled;
  ThreadRepairs repairs;
};

// The turns that end with a breakpoint: the newest of `^seq` that say anything. The first and
// the last of the thread's turns are `^sys` and `^ah`.
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

// `"messages":[`, and what is before it.
Result<Piece> write_opening(const Thread& thread, const Profile& profile) {
  Piece opening;
  opening.bytes = "{";
  LW_TRY_ASSIGN(const Piece head, profile.write_head(thread));
  join(opening, head);
  append_key(opening.bytes, profile.messages_key);
  opening.bytes.push_back('[');
  return opening;
}

// A known turn's piece is shared with whoever else knows it.
void add_known(Outline& outline, const std::shared_ptr<const KnownTurn>& turn, Breakpoint breakpoint) {
  if (breakpoint == Breakpoint::None || !turn->mark) {
    outline.add({turn, &turn->piece}, turn->ring);
    return;
  }
  Piece marked = turn->piece;
  insert_mark(marked, turn->mark->at, turn->mark->text);
  outline.add(std::move(marked));
}

// Calls add(piece) for what comes before the turns of `^seq`.
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

// `known`: of the turns of `^seq` that are not settled.
Result<Outline> draw(const Thread& thread, const Profile& profile, KnownTurns known, const SettledPart& settled) {
  Outline outline;
  outline.profile = &profile;
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

// The request in one, if nobody wants its pieces: each is joined while it is still near.
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

PieceCache::Turns learn_turns(const tree::Tree& tree, const Profile& profile, PieceCache& cache) {
  const std::string name = to_string(name_of(profile));
  PieceCache::Turns turns = cache.find(name, tree.rings);
  std::size_t learned = 0;
  for (std::size_t ring = 0; ring < turns.size(); ++ring) {
    if (turns[ring] != nullptr) continue;
    turns[ring] = std::make_shared<const KnownTurn>(learn_turn(tree.rings[ring], profile));
    ++learned;
  }
  cache.keep(name, turns, learned);
  return turns;
}

// The turns after the settled ones, as the latest thread had them or made anew.
PieceCache::Turns learn_rest(const tree::Tree& tree, const Profile& profile, const SettledPart& settled) {
  PieceCache::Turns turns;
  const PieceCache::Turns& recent = settled.start->recent;
  tree.rings.for_each_from(settled.turns, [&](const tree::Ring& ring) {
    const auto found =
        std::find_if(recent.begin(), recent.end(), [&ring](const auto& turn) { return turn->ring == ring; });
    turns.push_back(found != recent.end() ? *found : std::make_shared<const KnownTurn>(learn_turn(ring, profile)));
  });
  return turns;
}

// How far the tree may go on from the latest thread; nothing of it if too much differs.
SettledPart settled_part(const tree::Tree& tree, std::shared_ptr<const ThreadStart> start) {
  if (start == nullptr || start->sys != tree.sys || tree.rings.size() < kUnsettled) return {};
  const std::size_t shared = std::min(start->shared_with(tree.rings), tree.rings.size() - kUnsettled);
  SettledPart part{std::move(start), shared};
  if (!part.says() || tree.rings.size() - shared > kFew) return {};
  return part;
}

// Whether the settled turns look the same at the start of this thread: it must have its breakpoints
// and its end behind them, and the opening must not depend on what is called.
bool may_follow(const Thread& thread, const Profile& profile) {
  const auto first = thread.turns.begin() + 1;
  const auto speaking =
      std::count_if(first, std::prev(thread.turns.end()), [](const Turn& turn) { return turn.says_something(); });
  const bool may_declare = profile.dialect.declares_called_tools && thread.tools.empty() && thread.has_calls;
  return static_cast<std::size_t>(speaking) >= std::max<std::size_t>(1, profile.turn_breakpoints) && !may_declare;
}

bool has_markers(const tree::Tree& tree, const PieceCache::Turns& turns) {
  const auto any_in = [](const tree::Ring& ring) {
    const auto entries = ring->entries();
    return std::any_of(entries.begin(), entries.end(), [](const auto& each) { return Markers::is_marker(*each.node); });
  };
  return any_in(tree.sys) || any_in(tree.ah) ||
         std::any_of(turns.begin(), turns.end(), [](const auto& turn) { return turn->has_markers; });
}

// The latest start as far as it is shared, or an empty one in front of this thread.
ThreadStart start_of(const tree::Tree& tree, const Thread& thread, const Drawing& drawing, std::size_t head) {
  ThreadStart start;
  if (drawing.settled.turns > 0) {
    start = *drawing.settled.start;
    start.cut(drawing.settled.turns);
    return start;
  }
  start.sys = tree.sys;
  start.head = head;
  if (thread.adds_user) start.user_added = drawing.repairs.ends.front();
  return start;
}

// Whether later turns have a say in what comes before all turns: by a tool that is called and not
// defined, or as the other half of something in `^sys`.
bool is_head_open(const Thread& thread) {
  const auto waits = [](const Part& part) { return part.call || part.block.kind == Kind::Opaque; };
  const std::vector<Message>& messages = thread.turns.front().messages;
  return !thread.added_tools.empty() || std::any_of(messages.begin(), messages.end(), [&](const Message& message) {
    return std::any_of(message.parts.begin(), message.parts.end(), waits);
  });
}

// Keeps what is settled of a thread for the next one, unless the latest start has all of it already.
void keep_start(const tree::Tree& tree, const Thread& thread, const Drawing& drawing, const PieceCache::Turns& known,
                std::string_view name, PieceCache& cache) {
  if (is_head_open(thread)) return;
  const tree::PersistentVector<Strip>& strips = drawing.outline.strips;
  const std::size_t settled = drawing.settled.turns;
  const std::size_t head = strips.size() - (thread.turns.size() - 1) - settled;
  const std::size_t most = tree.rings.size() < kUnsettled ? 0 : tree.rings.size() - kUnsettled;
  // A turn that was built, or has a breakpoint, has another piece than the known one.
  std::size_t end = settled;
  while (end < most && strips[head + end].piece.get() == &known[end - settled]->piece) ++end;
  if (end == 0 || (settled > 0 && end <= drawing.settled.start->turns.size())) return;
  ThreadStart start = start_of(tree, thread, drawing, head);
  for (std::size_t turn = settled; turn < end; ++turn) start.add(known[turn - settled]);
  start.rings = tree.rings;
  start.strips = strips.take(head + end);
  start.recent.assign(known.begin() + static_cast<std::ptrdiff_t>(end - settled), known.end());
  cache.lead(name, std::move(start));
}

// Goes on from the latest thread; nothing if the tree does not.
Result<std::optional<Drawing>> draw_following(const tree::Tree& tree, const Profile& profile, View view,
                                              std::string_view name, PieceCache& cache) {
  const SettledPart settled = settled_part(tree, cache.start(name));
  if (settled.turns == 0) return std::optional<Drawing>();
  const PieceCache::Turns known = learn_rest(tree, profile, settled);
  if (view == View::Effective && has_markers(tree, known)) return std::optional<Drawing>();
  LW_TRY_ASSIGN(Thread thread, build_thread(tree, profile.dialect, view, known, settled));
  if (!may_follow(thread, profile)) return std::optional<Drawing>();
  LW_TRY_ASSIGN(Outline outline, draw(thread, profile, known, settled));
  Drawing drawing{std::move(outline), settled, std::move(thread.repairs)};
  keep_start(tree, thread, drawing, known, name, cache);
  return std::optional(std::move(drawing));
}

Result<Drawing> draw_whole(const tree::Tree& tree, const Profile& profile, View view, std::string_view name,
                           PieceCache& cache) {
  const PieceCache::Turns known = learn_turns(tree, profile, cache);
  LW_TRY_ASSIGN(Thread thread, build_thread(tree, profile.dialect, view, known));
  LW_TRY_ASSIGN(Outline outline, draw(thread, profile, known, {}));
  Drawing drawing{std::move(outline), {}, std::move(thread.repairs)};
  const bool settles = view == View::Structural || !has_markers(tree, known);
  if (settles) keep_start(tree, thread, drawing, known, name, cache);
  return drawing;
}

// Of what a cache keeps beside the turns, which are the same in both views.
std::string product_name(const Profile& profile, View view) {
  return to_string(name_of(profile)) + (view == View::Structural ? " structural" : "");
}

Result<Drawing> draw_profile(const tree::Tree& tree, const Profile& profile, View view, PieceCache& cache) {
  const std::string name = product_name(profile, view);
  LW_TRY_ASSIGN(std::optional<Drawing> following, draw_following(tree, profile, view, name, cache));
  if (following) return *std::move(following);
  return draw_whole(tree, profile, view, name, cache);
}

// All of them, in the order of ThreadRepairs; those of spelling last.
std::vector<Repair> all_repairs(const ThreadRepairs& repairs, const SettledPart& settled,
                                const std::vector<Repair>& spelling) {
  std::vector<Repair> all;
  const auto add = [&all](const std::vector<Repair>& some) { all.insert(all.end(), some.begin(), some.end()); };
  const std::vector<const TurnRepairs*> repaired = settled.repaired();
  const auto add_settled = [&](auto TurnRepairs::*list) {
    for (const TurnRepairs* turn : repaired) add(turn->*list);
  };
  add(repairs.markers);
  add(repairs.system);
  add_settled(&TurnRepairs::built);
  add(repairs.turns);
  add(repairs.pairs);
  add(repairs.system_reasoning);
  add_settled(&TurnRepairs::dropped);
  add(repairs.reasoning);
  if (settled.turns > 0 && settled.start->user_added) all.push_back(*settled.start->user_added);
  add(repairs.ends);
  add(spelling);
  return all;
}

}  // namespace

Result<Outline> outline_profile(const tree::Tree& tree, const Profile& profile, const RenderOptions& options,
                                PieceCache& cache) {
  LW_TRY_ASSIGN(Drawing drawing, draw_profile(tree, profile, options.view, cache));
  return std::move(drawing.outline);
}

Result<Rendered> render_profile(const tree::Tree& tree, const Profile& profile, const RenderOptions& options,
                                PieceCache* cache) {
  if (cache == nullptr) {
    LW_TRY_ASSIGN(const Thread thread, build_thread(tree, profile.dialect, options.view));
    LW_TRY_ASSIGN(Piece whole, draw_joined(thread, profile));
    return Rendered{name_of(profile), std::move(whole.bytes), std::move(whole.units), std::move(whole.marks),
                    all_repairs(thread.repairs, {}, whole.repairs)};
  }
  LW_TRY_ASSIGN(const Drawing drawing, draw_profile(tree, profile, options.view, *cache));
  JoinedText whole = joined_by_runs(drawing.outline, product_name(profile, options.view), *cache, UnitsOfText::Kept);
  return Rendered{name_of(profile), std::move(whole.bytes), std::move(whole.units), std::move(whole.marks),
                  all_repairs(drawing.repairs, drawing.settled, whole.repairs)};
}

}  // namespace latewood::render
