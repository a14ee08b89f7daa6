#include "engine/record/plan.h"

#include <algorithm>
#include <utility>

#include "intake/rewrites.h"

namespace latewood::engine {
namespace {

using intake::header_of;
using intake::instance_at;
using tree::Place;
using tree::Subtree;
using tree::Tree;

// ---- edits ----

// The nodes that an edit names; the first is its scope. The scope of an insertion at a depth is a region.
struct NamedBy {
  const Tree& tree;
  using Names = std::vector<std::string_view>;
  std::string_view region_of(std::int64_t depth) const {
    if (depth < 0) return tree.sys->container().id();
    return depth == 0 ? tree.ah->container().id() : tree.seq()->id();
  }
  Names operator()(const tree::InsertEdit& edit) const { return {region_of(edit.depth)}; }
  Names operator()(const tree::InsertUnderEdit& edit) const { return {edit.parent}; }
  Names operator()(const tree::ReplaceEdit& edit) const { return {edit.id}; }
  Names operator()(const tree::DeleteEdit& edit) const { return {edit.ids.begin(), edit.ids.end()}; }
  Names operator()(const tree::DetachEdit& edit) const { return {edit.id}; }
  Names operator()(const tree::MoveEdit& edit) const { return {edit.ids.begin(), edit.ids.end()}; }
  Names operator()(const tree::ReparentEdit& edit) const { return {edit.id, edit.parent}; }
  Names operator()(const tree::PinEdit& edit) const { return {edit.id}; }
  Names operator()(const tree::UnpinEdit& edit) const { return {edit.id}; }
};

struct RuleOf {
  std::string_view operator()(const tree::InsertEdit&) const { return "insert"; }
  std::string_view operator()(const tree::InsertUnderEdit&) const { return "insert"; }
  std::string_view operator()(const tree::ReplaceEdit&) const { return "replace"; }
  std::string_view operator()(const tree::DeleteEdit&) const { return "delete"; }
  std::string_view operator()(const tree::DetachEdit&) const { return "delete"; }
  std::string_view operator()(const tree::MoveEdit&) const { return "move"; }
  std::string_view operator()(const tree::ReparentEdit&) const { return "move"; }
  // Pins are part of the root's header.
  std::string_view operator()(const tree::PinEdit&) const { return "replace"; }
  std::string_view operator()(const tree::UnpinEdit&) const { return "replace"; }
};

// Adds the named nodes that the call did not change as reads. Skips nodes that the call itself made: `before` has none
// of them.
void add_named(Candidate& candidate, const Tree& before, const FindPlace& find,
               const std::vector<std::string_view>& names) {
  for (const std::string_view name : names) {
    const auto place = find(before, name);
    if (!place || intake::is_frame(before, *place)) continue;
    const auto is_it = [name](const Rewrite& rewrite) { return rewrite.id == name; };
    if (std::any_of(candidate.rewrites.begin(), candidate.rewrites.end(), is_it)) continue;
    candidate.reads.push_back({instance_at(before, *place), std::string(name)});
  }
}

// ---- lifecycle ----

Candidate step_at(std::string_view rule, NodeRef scope) {
  Candidate candidate;
  candidate.kind = CandidateKind::Lifecycle;
  candidate.rule = rule;
  candidate.scope = std::move(scope);
  return candidate;
}

std::string_view rule_of(Cause cause) {
  switch (cause) {
    case Cause::Ttl: return "expire";
    case Cause::Cascade: return "cascade";
    case Cause::Prune: return "prune";
    case Cause::Delete: break;  // a candidate of its own, not a step
  }
  return "expire";
}

class Departures {
 public:
  Departures(const CommitSteps& steps, const CommitReport& report, const FindPlace& find)
      : steps_(steps), report_(report), find_(find) {}

  std::vector<Candidate> run() {
    for (const std::string& id : report_.deferred) add_deferred(id);
    for (const Departure& departure : report_.departures) add_departure(departure);
    if (!report_.departures.empty()) add_cores();
    return std::move(candidates_);
  }

 private:
  // The commit sets the expiry of a deferred node to its own cycle (D-16).
  void add_deferred(const std::string& id) {
    const auto was = find_(steps_.edited, id);
    const auto now = find_(steps_.pruned, id);
    if (!was || !now) return;
    const tree::Node& node = tree::node_at(steps_.pruned, *now);
    if (&node == &tree::node_at(steps_.edited, *was)) return;
    const Instance here = instance_at(steps_.pruned, *now);
    Candidate candidate = step_at("expire", {here, id});
    candidate.rewrites.push_back({RewriteKind::Changed, id, {}, here, {}, header_of(node)});
    candidates_.push_back(std::move(candidate));
  }

  void add_departure(const Departure& departure) {
    const auto was = find_(steps_.edited, departure.id);
    if (!was) return;
    const Instance there = instance_at(steps_.edited, *was);
    Candidate candidate = step_at(rule_of(departure.cause), {there, departure.id});
    // No earlier candidate made the core of this cycle's active head, so its drop is not recorded.
    if (!intake::is_frame(steps_.edited, *was)) {
      candidate.rewrites.push_back({RewriteKind::Dropped, departure.id, there});
    }
    candidates_.push_back(std::move(candidate));
  }

  void add_cores() {
    intake::Difference made = intake::difference(steps_.pruned, steps_.unsealed);
    for (Rewrite& rewrite : made.rewrites) {
      Candidate candidate = step_at("cascade", {rewrite.to, rewrite.id});
      candidate.reads.push_back({rewrite.to, rewrite.parent});
      candidate.rewrites.push_back(std::move(rewrite));
      candidates_.push_back(std::move(candidate));
    }
  }

  const CommitSteps& steps_;
  const CommitReport& report_;
  const FindPlace& find_;
  std::vector<Candidate> candidates_;
};

// The rewrite of one node by sealing. A block moves from the active head (Placed). The core of this cycle has no
// earlier candidate, so it is Made here.
Rewrite seal_rewrite(const Sealing& sealing, Subtree::Index at, const Instance& ring) {
  const tree::Node& node = sealing.turn.node(at);
  const std::string id(node.id());
  const std::string parent(sealing.turn.node(sealing.turn.entries()[at].parent).id());
  const auto was = sealing.head.find(id);
  const bool is_on_record = was && !intake::is_core_of(sealing.head.node(*was), ring.cycle);
  if (is_on_record) return {RewriteKind::Placed, id, {}, ring, parent};
  return {RewriteKind::Made, id, {}, ring, parent, header_of(node)};
}

}  // namespace

std::string_view rule_of(const tree::Edit& edit) { return std::visit(RuleOf(), edit); }

Candidate candidate_of(const EditCall& call, const Tree& before, const Tree& after, const FindPlace& find) {
  Candidate candidate;
  candidate.actor = call.permissions.actor;
  candidate.event = call.event;
  intake::Difference found = intake::difference(before, after);
  candidate.rewrites = std::move(found.rewrites);
  candidate.reads = std::move(found.reads);
  candidate.keys = std::move(found.keys);
  for (const tree::MadeEdit& made : call.edits) {
    const std::vector<std::string_view> names = std::visit(NamedBy{before}, made.edit);
    if (candidate.rule.empty()) {
      candidate.rule = rule_of(made.edit);
      const auto place = names.empty() ? std::nullopt : find(before, names.front());
      if (place) candidate.scope = {instance_at(before, *place), std::string(names.front())};
    }
    add_named(candidate, before, find, names);
  }
  std::sort(candidate.reads.begin(), candidate.reads.end());
  candidate.reads.erase(std::unique(candidate.reads.begin(), candidate.reads.end()), candidate.reads.end());
  return candidate;
}

std::vector<Candidate> departure_candidates(const CommitSteps& steps, const CommitReport& report,
                                            const FindPlace& find) {
  return Departures(steps, report, find).run();
}

// The first candidate makes the turn and its core. Every other node gets its own candidate, so that the history of a
// node does not include its neighbours.
std::vector<Candidate> seal_candidates(const Sealing& sealing) {
  const Subtree& turn = sealing.turn;
  const Instance ring{std::string(turn.container().id()), turn.container().cycle()};
  std::vector<Candidate> candidates = {step_at("seal", {ring, ring.turn})};
  std::vector<Rewrite>& opening = candidates.front().rewrites;
  opening.push_back({RewriteKind::Made, ring.turn, {}, ring, std::string(sealing.seq), header_of(turn.container())});
  const auto core = turn.find_core();
  if (core) opening.push_back(seal_rewrite(sealing, *core, ring));
  for (Subtree::Index at = 1; at < turn.entries().size(); ++at) {
    if (at == core) continue;
    Rewrite rewrite = seal_rewrite(sealing, at, ring);
    Candidate candidate = step_at("seal", {{}, rewrite.id});
    candidate.reads.push_back({ring, rewrite.parent});
    candidate.rewrites.push_back(std::move(rewrite));
    candidates.push_back(std::move(candidate));
  }
  return candidates;
}

}  // namespace latewood::engine
