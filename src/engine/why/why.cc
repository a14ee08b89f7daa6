#include "latewood/why.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "engine/branch/access.h"
#include "engine/branch/branch.h"
#include "engine/branch/forecast.h"
#include "engine/why/slice.h"
#include "tree/edit/marker.h"
#include "tree/edit/pins.h"
#include "tree/id_scope.h"

namespace latewood {
namespace {

using engine::Access;
using engine::Branch;
using engine::Slicer;
using history::SnapshotData;

Error not_found(std::string_view id) {
  return broken(kNodeNotFound, "there is no node '" + std::string(id) + "'", Code::NotFound);
}

bool rewrites(const Candidate& candidate, const std::set<std::string>& ids) {
  return std::any_of(candidate.rewrites.begin(), candidate.rewrites.end(),
                     [&ids](const Rewrite& rewrite) { return ids.contains(rewrite.id); });
}

// The decision that admitted the event; nullopt if another cycle admitted it.
std::optional<AdmissionDecision> admission_for(const CycleAdmission& admission, const EventRef& event) {
  for (const AdmissionDecision& decision : admission.decisions) {
    const bool is_in = decision.from_seq != 0 && decision.from_seq <= event.seq && event.seq <= decision.to_seq;
    if (decision.stream_id == event.stream && is_in) return decision;
  }
  return std::nullopt;
}

class WhySearch {
 public:
  WhySearch(const Context& context, const SnapshotData& head)
      : context_(context), head_(head), slicer_(Access::branch(context), head) {}

  Result<Why> why(const std::string& id) {
    Why answer{id, {}, {}, {}};
    std::uint64_t last = head_.position;
    if (!slicer_.has(id, last)) {
      LW_TRY_ASSIGN(const std::uint64_t departed_at, departure_of(id));
      LW_TRY_ASSIGN(answer.left, left_at(id, departed_at));
      last = departed_at - 1;
      if (slicer_.at(last).is_collected()) {
        add_older(answer, departed_at);
        return answer;
      }
    } else {
      answer.here = here(id);
    }
    LW_TRY_ASSIGN(const auto steps, slicer_.run(id, last));
    LW_TRY(add_steps(answer, steps, id));
    if (answer.steps.empty()) add_unexplained(answer, slicer_.last_change(id, last).value_or(last));
    return answer;
  }

  Result<std::vector<ReasonedCandidate>> slice(const std::string& id) {
    if (!slicer_.has(id, head_.position)) return not_found(id);
    LW_TRY_ASSIGN(const auto steps, slicer_.run(id, head_.position));
    std::vector<ReasonedCandidate> candidates;
    for (const Slicer::Step& step : steps) {
      LW_TRY_ASSIGN(ReasonedCandidate reasoned, reasoned_at(step));
      candidates.push_back(std::move(reasoned));
    }
    return candidates;
  }

 private:
  // The first commit without the node. An id is never used again, so after its first snapshot all snapshots with the
  // node are before those without it.
  Result<std::uint64_t> departure_of(const std::string& id) const {
    if (const auto reported = reported_departure_of(id)) return *reported;
    const auto entry = head_.ids->find(id);
    if (!entry) return not_found(id);
    const SnapshotData* born = history::find_cycle(head_, entry->since);
    std::uint64_t present = born == nullptr ? 0 : born->position;
    // The cycle of an imported node may be before its first snapshot.
    while (present < head_.position && !slicer_.has(id, present)) ++present;
    if (present == head_.position) return not_found(id);
    std::uint64_t absent = head_.position;
    while (present + 1 < absent) {
      const std::uint64_t middle = present + (absent - present) / 2;
      (slicer_.has(id, middle) ? present : absent) = middle;
    }
    return absent;
  }

  // For a node of collected snapshots: the oldest kept commit if its report names the node as removed.
  std::optional<std::uint64_t> reported_departure_of(const std::string& id) const {
    const SnapshotData* collected = history::find_collected(head_);
    if (collected == nullptr || collected->position >= head_.position) return std::nullopt;
    const std::uint64_t oldest = std::uint64_t{collected->position} + 1;
    const std::vector<Departure> departures = slicer_.at(oldest).report().departures;
    const bool is_reported = std::any_of(departures.begin(), departures.end(),
                                         [&id](const Departure& departure) { return departure.id == id; });
    return is_reported ? std::optional(oldest) : std::nullopt;
  }

  // A node leaves with any of its ancestors, so the earliest expiry decides.
  std::optional<WhyHere> here(const std::string& id) const {
    auto place = tree::find_place(head_.tree, id, *head_.ids);
    if (!place) return std::nullopt;
    const tree::Node& node = tree::node_at(head_.tree, *place);
    WhyHere here{node.provenance() == nullptr ? "" : *node.provenance(), {}, false, markers_of(id, *place)};
    here.is_pinned = tree::is_pinned(head_.tree.pins(), id);
    std::int64_t expiry = tree::kNever;
    for (; place; place = tree::parent_of(head_.tree, *place)) {
      expiry = std::min(expiry, tree::node_at(head_.tree, *place).expiry());
    }
    const auto fork = Access::branch(context_).fork(head_, engine::Receipts::No);
    engine::Forecast forecast = engine::forecast(fork->timeline(), fork->working_state(), id);
    if (expiry != tree::kNever) here.ttl_ends = static_cast<std::uint64_t>(std::max(expiry, std::int64_t{0}));
    here.expires = forecast.expires;
    here.held_by = std::move(forecast.held_by);
    return here;
  }

  // The markers of the node. They are in the turn of the node that they mark.
  std::vector<std::string> markers_of(const std::string& id, const tree::Place& place) const {
    std::vector<std::string> markers;
    if (place.region == tree::Region::Frame) return markers;
    for (const tree::Subtree::Entry& entry : tree::subtree_at(head_.tree, place).entries()) {
      const auto marked = tree::marked_by(*entry.node);
      if (std::find(marked.begin(), marked.end(), id) != marked.end()) markers.emplace_back(entry.node->id());
    }
    return markers;
  }

  Result<WhyLeft> left_at(const std::string& id, std::uint64_t position) {
    const SnapshotData& snapshot = slicer_.at(position);
    WhyLeft left{snapshot.cycle(), snapshot.commit_id(), "edit", {}, {}, {}};
    LW_TRY_ASSIGN(const Receipt* receipt, slicer_.receipt(position));
    if (receipt != nullptr) {
      for (const Candidate& candidate : receipt->candidates) {
        const bool removes = candidate.disposition == Disposition::Applied && rewrites(candidate, {id});
        if (!removes) continue;
        left.rule = candidate.rule;
        left.actor = candidate.actor;
        left.event = candidate.event;
      }
      if (left.rule == "prune") left.policy = receipt->policy;
      return left;
    }
    for (const Departure& departure : snapshot.report().departures) {
      if (departure.id != id || departure.cause == Cause::Delete) continue;
      left.rule = departure.cause == Cause::Ttl ? "expire" : to_string(departure.cause);
    }
    return left;
  }

  // Adds the candidates that wrote the node, or the node from which it was moved.
  Result<void> add_steps(Why& answer, const std::set<Slicer::Step>& steps, const std::string& id) {
    std::set<std::string> names = {id};
    std::vector<Slicer::Step> chain;
    for (auto at = steps.rbegin(); at != steps.rend(); ++at) {
      const Candidate& candidate = slicer_.candidate(*at);
      if (!rewrites(candidate, names)) continue;
      chain.push_back(*at);
      for (const Rewrite& rewrite : candidate.rewrites) {
        if (candidate.rule == "move" && rewrite.kind == RewriteKind::Dropped) names.insert(rewrite.id);
      }
    }
    for (auto at = chain.rbegin(); at != chain.rend(); ++at) {
      const SnapshotData& snapshot = slicer_.at(at->first);
      if (answer.steps.empty() || answer.steps.back().cycle != snapshot.cycle()) {
        answer.steps.push_back({snapshot.cycle(), snapshot.commit_id(), snapshot.note(), true, {}});
      }
      LW_TRY_ASSIGN(ReasonedCandidate reasoned, reasoned_at(*at));
      answer.steps.back().candidates.push_back(std::move(reasoned));
    }
    return {};
  }

  // Adds a step without a candidate: the node is older than the receipts.
  void add_older(Why& answer, std::uint64_t position) const {
    const SnapshotData& snapshot = slicer_.at(position);
    WhyStep step{snapshot.cycle(), snapshot.commit_id(), snapshot.note(), false, {}};
    step.is_older = true;
    answer.steps.push_back(std::move(step));
  }

  void add_unexplained(Why& answer, std::uint64_t position) const {
    const SnapshotData& snapshot = slicer_.at(position);
    WhyStep step{snapshot.cycle(), snapshot.commit_id(), snapshot.note(), false, {}};
    const auto entry = head_.ids->find(answer.id);
    const bool is_oldest = position > 0 && slicer_.at(position - 1).is_collected();
    step.is_older = is_oldest && entry && entry->since < snapshot.cycle();
    answer.steps.push_back(std::move(step));
  }

  // The candidate with the decision on its event. This cycle or an earlier one may have admitted the event.
  Result<ReasonedCandidate> reasoned_at(const Slicer::Step& step) {
    const std::uint64_t cycle = slicer_.at(step.first).cycle();
    ReasonedCandidate reasoned{cycle, step.second, slicer_.candidate(step), {}};
    if (reasoned.candidate.event) {
      LW_TRY_ASSIGN(const CycleAdmission admission, admission_of(context_, "@c" + std::to_string(cycle)));
      reasoned.admission = admission_for(admission, *reasoned.candidate.event);
    }
    return reasoned;
  }

  const Context& context_;
  const SnapshotData& head_;
  Slicer slicer_;
};

}  // namespace

Result<Why> why(const Context& context, std::string_view id, std::string_view reference) {
  LW_TRY_ASSIGN(const Snapshot snapshot, context.snapshot(reference));
  return Access::checked(snapshot, WhySearch(context, Access::data(snapshot)).why(std::string(id)));
}

Result<std::vector<ReasonedCandidate>> why_slice(const Context& context, std::string_view id,
                                                 std::string_view reference) {
  LW_TRY_ASSIGN(const Snapshot snapshot, context.snapshot(reference));
  return Access::checked(snapshot, WhySearch(context, Access::data(snapshot)).slice(std::string(id)));
}

}  // namespace latewood
