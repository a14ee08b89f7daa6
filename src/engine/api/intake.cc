// The streams, admissions and proposals of a context.
#include "latewood/intake.h"

#include <algorithm>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "canon/binary_writer.h"
#include "canon/blake3.h"
#include "engine/api/context_impl.h"
#include "engine/branch/access.h"
#include "engine/record/admission_text.h"
#include "engine/why/admission_check.h"
#include "history/snapshot_data.h"
#include "intake/decide.h"
#include "tree/placement.h"

namespace latewood {

Result<engine::Streams*> Context::Impl::open_streams() {
  if (!streams && stored) streams = std::make_unique<engine::Streams>(stored->place().store, stored->place().context);
  if (!streams) {
    LW_TRY_ASSIGN(engine::Streams copied, engine::Streams::copy(stream_origin));
    streams = std::make_unique<engine::Streams>(std::move(copied));
  }
  LW_TRY(streams->refresh());
  return streams.get();
}

// If the streams were not opened, reads only the end of the event log.
Result<void> Context::Impl::mark_events() {
  engine::WorkingState& working = branch->working_state();
  if (!working.names_events()) return {};
  if (!streams && stored) {
    LW_TRY_ASSIGN(auto mark, engine::load_mark(*stored->place().store, stored->place().context));
    working.set_events(std::move(mark));
    if (working.events()) return {};
  }
  LW_TRY_ASSIGN(const engine::Streams* all, open_streams());
  working.set_events(all->mark());
  return {};
}

namespace {

using engine::Access;
using engine::Branch;
using engine::Cursor;
using engine::Cursors;
using engine::StoredAdmission;
using engine::Streams;
using history::SnapshotData;

// The decisions of the current cycle, and the read positions of the views.
Result<StoredAdmission> admission_so_far(const Branch& branch) {
  const std::string& decided = branch.working_state().admission().bytes;
  if (!decided.empty()) return engine::decode_admission(decided);
  StoredAdmission so_far;
  for (const SnapshotData* at = branch.head(); at != nullptr; at = at->parent) {
    LW_TRY_ASSIGN(const auto bytes, branch.load_admission(*at));
    if (!bytes) continue;
    LW_TRY_ASSIGN(StoredAdmission last, engine::decode_admission(*bytes));
    so_far.cursors = std::move(last.cursors);
    break;
  }
  return so_far;
}

const StreamRule* rule_for(const AdmissionPolicy& policy, std::string_view stream) {
  const auto found = std::find_if(policy.streams.begin(), policy.streams.end(),
                                  [stream](const StreamRule& rule) { return rule.stream == stream; });
  return found == policy.streams.end() ? nullptr : &*found;
}

// One call of `admit`.
class AdmitCall {
 public:
  AdmitCall(const Streams& streams, StoredAdmission so_far, std::string_view view, const AdmissionPolicy& policy,
            std::uint64_t tick)
      : streams_(streams), kept_(std::move(so_far)), view_(view), policy_(policy), tick_(tick) {}

  Admission run() {
    for (const auto& [name, stream] : streams_.all()) add_queue(name, stream);
    const intake::Outcome outcome = intake::decide(queues_, policy_.budget, used_, tick_);
    Admission admission;
    for (const auto& [queue, event] : outcome.order) {
      admission.events.push_back({queues_[queue].stream, cursor_of(queues_[queue].stream).seq + event + 1});
    }
    const auto fairness = fairness_of(admission.events);
    const std::string policy = to_json(policy_);
    const Blake3Digest policy_hash = blake3_of(policy);
    for (std::size_t at = 0; at < queues_.size(); ++at) {
      admission.decisions.push_back(decided(queues_[at], outcome.verdicts[at], fairness, policy_hash));
    }
    kept_.admission.decisions.insert(kept_.admission.decisions.end(), admission.decisions.begin(),
                                     admission.decisions.end());
    engine::seal_admission(kept_.admission);
    if (!admission.decisions.empty()) kept_.policies.insert(policy);
    return admission;
  }

  const StoredAdmission& kept() const { return kept_; }

 private:
  Cursor& cursor_of(const std::string& stream) { return kept_.cursors[{view_, stream}]; }

  void add_queue(const std::string& name, const Streams::Stream& stream) {
    const StreamRule* rule = rule_for(policy_, name);
    intake::Queue queue{name, rule == nullptr ? policy_.mode : rule->mode, {}, {}, {}};
    if (rule != nullptr) queue.budget = rule->budget;
    if (queue.mode == AdmissionMode::Live) add_usage(queue, stream);
    const Cursor cursor = cursor_of(name);
    for (std::uint64_t at = cursor.seq; at < stream.events.size(); ++at) {
      queue.events.push_back({stream.events[at].bytes, stream.events[at].work});
    }
    if (!queue.events.empty()) queues_.push_back(std::move(queue));
  }

  // Adds what earlier calls of this cycle used of the budgets.
  void add_usage(intake::Queue& queue, const Streams::Stream& stream) {
    for (const AdmissionDecision& decision : kept_.admission.decisions) {
      if (decision.view_id != view_ || decision.stream_id != queue.stream || decision.from_seq == 0) continue;
      for (std::uint64_t seq = decision.from_seq; seq <= std::min<std::uint64_t>(decision.to_seq, stream.events.size());
           ++seq) {
        const intake::EventCost cost{stream.events[seq - 1].bytes, stream.events[seq - 1].work};
        queue.used.add(cost);
        used_.add(cost);
      }
    }
  }

  std::optional<Blake3Digest> fairness_of(const std::vector<EventRef>& events) const {
    if (queues_.size() < 2) return std::nullopt;
    BinaryWriter out;
    out.u64(events.size());
    for (const EventRef& event : events) {
      out.sized(event.stream);
      out.u64(event.seq);
    }
    return blake3_of(out.view());
  }

  AdmissionDecision decided(const intake::Queue& queue, const intake::Verdict& verdict,
                            const std::optional<Blake3Digest>& fairness, const Blake3Digest& policy_hash) {
    Cursor& cursor = cursor_of(queue.stream);
    AdmissionDecision decision;
    decision.view_id = view_;
    decision.stream_id = queue.stream;
    decision.admit_at_tick = tick_;
    decision.policy_hash = policy_hash;
    decision.budget = queue.budget == AdmissionBudget() ? policy_.budget : queue.budget;
    decision.fairness_order_digest = fairness;
    if (verdict.admitted > 0) {
      decision.from_seq = cursor.seq + 1;
      decision.to_seq = cursor.seq + verdict.admitted;
    }
    const Streams::Stream& stream = streams_.all().find(queue.stream)->second;
    decision.admitted_digest = engine::admitted_digest(stream, decision.from_seq, decision.to_seq);
    decision.decision_id = {warp::decision_id(engine::record_of(decision)).bytes};
    decision.dropped = verdict.dropped;
    decision.waiting = queue.events.size() - verdict.admitted - verdict.dropped;
    cursor.seq += verdict.admitted + verdict.dropped;
    cursor.dropped += verdict.dropped;
    return decision;
  }

  const Streams& streams_;
  StoredAdmission kept_;
  const std::string view_;
  const AdmissionPolicy& policy_;
  const std::uint64_t tick_;
  std::vector<intake::Queue> queues_;
  intake::Usage used_;
};

}  // namespace

// ---- streams ----

Result<EventRef> append_event(Context& context, const NewEvent& event) {
  LW_TRY_ASSIGN(Streams * streams, Access::impl(context).open_streams());
  return streams->append(event);
}

Result<Event> find_event(const Context& context, const EventRef& ref) {
  LW_TRY_ASSIGN(const Streams* streams, Access::impl(context).open_streams());
  return streams->load(ref);
}

Result<std::vector<Event>> list_events(const Context& context, std::string_view name, std::uint64_t after,
                                       std::uint64_t limit) {
  LW_TRY_ASSIGN(const Streams* streams, Access::impl(context).open_streams());
  const auto stream = streams->all().find(name);
  std::vector<Event> events;
  if (stream == streams->all().end()) return events;
  for (std::uint64_t seq = after + 1; seq <= stream->second.events.size() && events.size() < limit; ++seq) {
    LW_TRY_ASSIGN(Event event, streams->load({std::string(name), seq}));
    events.push_back(std::move(event));
  }
  return events;
}

Result<std::vector<StreamState>> list_streams(const Context& context, std::string_view view) {
  LW_TRY_ASSIGN(const Streams* streams, Access::impl(context).open_streams());
  LW_TRY_ASSIGN(StoredAdmission so_far, admission_so_far(Access::branch(context)));
  std::vector<StreamState> states;
  for (const auto& [name, stream] : streams->all()) {
    const Cursor cursor = so_far.cursors[{std::string(view), name}];
    const std::uint64_t events = stream.events.size();
    states.push_back({name, stream.kind, events, cursor.seq, events - std::min(events, cursor.seq), cursor.dropped});
  }
  return states;
}

// ---- admission ----

Result<Admission> admit(Context& context, std::string_view view, const AdmissionPolicy& policy) {
  LW_TRY(parse_admission_policy(to_json(policy)));
  auto& impl = Access::impl(context);
  LW_TRY_ASSIGN(const Streams* streams, impl.open_streams());
  LW_TRY_ASSIGN(StoredAdmission so_far, admission_so_far(*impl.branch));
  AdmitCall admitting(*streams, std::move(so_far), view, policy, context.cycle() + 1);
  Admission admission = admitting.run();
  if (admission.decisions.empty()) return admission;
  engine::PendingAdmission pending = engine::pending_of(admitting.kept());
  if (impl.stored) LW_TRY(impl.stored->write_admission(pending.bytes));
  impl.branch->working_state().set_admission(std::move(pending));
  return admission;
}

Result<CycleAdmission> admission_of(const Context& context, std::string_view reference) {
  LW_TRY_ASSIGN(const Snapshot snapshot, context.snapshot(reference));
  LW_TRY_ASSIGN(const auto bytes, Access::branch(context).load_admission(Access::data(snapshot)));
  CycleAdmission none;
  engine::seal_admission(none);
  if (!bytes) return none;
  LW_TRY_ASSIGN(StoredAdmission kept, engine::decode_admission(*bytes));
  return std::move(kept.admission);
}

Result<void> check_admission(const Context& context, std::string_view reference) {
  LW_TRY_ASSIGN(const Snapshot snapshot, context.snapshot(reference));
  LW_TRY_ASSIGN(const auto bytes, Access::branch(context).load_admission(Access::data(snapshot)));
  CycleAdmission admission;
  engine::seal_admission(admission);
  if (bytes) {
    LW_TRY_ASSIGN(const Streams* streams, Access::impl(context).open_streams());
    LW_TRY_ASSIGN(StoredAdmission kept, engine::check_admission_bytes(*bytes, snapshot.cycle(), *streams));
    admission = std::move(kept.admission);
  }
  const auto receipt = receipt_of(context, reference);
  if (!receipt && receipt.error().rule != kReceiptMissing) return receipt.error();
  if (receipt && receipt->admission_digest != admission.admission_digest) {
    return engine::wrong_admission(snapshot.cycle(), "the receipt has another admission digest");
  }
  return {};
}

void set_cause(Context& context, std::optional<EventRef> event) {
  Access::branch(context).working_state().set_cause(std::move(event));
}

// ---- proposals ----

namespace {

// The id that the edit gives to its new node; null if it leaves the id to the context or makes no node.
const std::string* own_id(const EditRequest& edit) {
  const Component* component = nullptr;
  if (const auto* insert = std::get_if<InsertEdit>(&edit)) component = &insert->component;
  if (const auto* under = std::get_if<InsertUnderEdit>(&edit)) component = &under->component;
  return component == nullptr || !component->id ? nullptr : &*component->id;
}

}  // namespace

Result<void> propose(Context& context, const Proposal& proposal) {
  for (const EditRequest& edit : proposal.edits) {
    if (const std::string* id = own_id(edit)) LW_TRY(tree::check_own_id(*id));
  }
  engine::Offer offer{{{}, Access::permissions(context), {}, proposal.event}, proposal.rule, proposal.scope};
  offer.call.permissions.actor = proposal.proposer;
  for (const EditRequest& edit : proposal.edits) offer.call.edits.push_back({edit, {}});
  return Access::branch(context).propose(std::move(offer));
}

std::vector<Proposal> list_proposals(const Context& context) {
  std::vector<Proposal> proposals;
  for (const engine::PendingProposal& pending : Access::branch(context).working_state().proposals()) {
    const auto& [call, rule, scope] = pending.offer;
    Proposal proposal{call.permissions.actor, pending.candidate.rule, pending.candidate.scope.id, call.event, {}};
    for (const tree::MadeEdit& made : call.edits) proposal.edits.push_back(made.edit);
    proposals.push_back(std::move(proposal));
  }
  return proposals;
}

}  // namespace latewood
