// The input of a cycle: streams of events, the policy that admits them, and proposals that the commit decides.
//
//   append_event(context, {.stream = "mail", .kind = EventKind::Tool, .payload = "You have mail"}).value();
//   const Admission admission = admit(context, "main").value();
//   for (const EventRef& ref : admission.events) {
//     const Event event = find_event(context, ref).value();
//     set_cause(context, ref);
//     context.insert({.role = "tool", .content = event.payload}).value();
//   }
//   context.commit().value();  // stores the decisions, and which event caused which block
//
// All functions belong to the thread that edits the context. In a store, events are durable when `append_event`
// returns; decisions and proposals are part of the working state and survive the process. docs/receipts.md explains how
// a commit records them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/digest.h"
#include "latewood/edit.h"
#include "latewood/json_value.h"
#include "latewood/receipt.h"
#include "latewood/result.h"

namespace latewood {

class Context;

// ---- streams ----

enum class EventKind : std::uint8_t { User, Tool, Retrieval, SubAgent, Timer };

// "user", "tool", "retrieval", "sub-agent", "timer"; and back: nullopt for any other name.
std::string_view to_string(EventKind kind);
std::optional<EventKind> find_event_kind(std::string_view name);

struct NewEvent {
  std::string stream;  // not empty; created by its first event
  EventKind kind = EventKind::User;
  JsonValue payload = {};      // default: null
  std::int64_t host_time = 0;  // recorded as given, in nanoseconds; the library never uses it; default: 0
  std::uint64_t work = 0;      // cost for budgets, such as tokens; default: 0
};

struct Event {
  EventRef ref;
  EventKind kind = EventKind::User;
  JsonValue payload;            // null if it was purged
  Blake3Digest payload_digest;  // digest of the payload's canonical JSON
  std::int64_t host_time = 0;
  std::uint64_t bytes = 0;  // size of the payload's canonical JSON
  std::uint64_t work = 0;
  bool purged = false;
  friend bool operator==(const Event&, const Event&) = default;
};

// Appends to a stream; the event waits until it is admitted. Events belong to the context, not to a cycle or branch.
Result<EventRef> append_event(Context& context, const NewEvent& event);

// E_EVENT_NOT_FOUND if there is none.
Result<Event> find_event(const Context& context, const EventRef& ref);

// At most `limit` events of one stream, from the number `after` + 1 on.
Result<std::vector<Event>> list_events(const Context& context, std::string_view stream, std::uint64_t after,
                                       std::uint64_t limit);

enum class EventFate : std::uint8_t {
  Waiting,   // not decided
  Admitted,  // entered a cycle
  Dropped,   // skipped by a stream in mode PauseDrop
};

// "waiting", "admitted", "dropped".
std::string_view to_string(EventFate fate);

// A stream as a view has read it, with the decisions of the current cycle.
struct StreamState {
  std::string stream;
  EventKind kind = EventKind::User;  // kind of its first event
  std::uint64_t events = 0;          // numbered from 1 to this
  std::uint64_t cursor = 0;          // the last one that was decided; 0: none
  std::uint64_t waiting = 0;
  std::uint64_t dropped = 0;
  friend bool operator==(const StreamState&, const StreamState&) = default;
};

// All streams, sorted by name.
Result<std::vector<StreamState>> list_streams(const Context& context, std::string_view view);

// ---- admission ----

enum class AdmissionMode : std::uint8_t {
  Live,         // admits what waits, within the budgets
  PauseBuffer,  // admits nothing; events stay waiting
  PauseDrop,    // admits nothing; waiting events are dropped
  CatchUp,      // admits everything that waits, without budgets
};

// "live", "pause-buffer", "pause-drop", "catch-up".
std::string_view to_string(AdmissionMode mode);

// Limits of one cycle. Default of each: no limit.
struct AdmissionBudget {
  std::optional<std::uint64_t> max_events = {};
  std::optional<std::uint64_t> max_bytes = {};
  std::optional<std::uint64_t> max_work = {};
  friend bool operator==(const AdmissionBudget&, const AdmissionBudget&) = default;
};

struct StreamRule {
  std::string stream;
  AdmissionMode mode = AdmissionMode::Live;
  AdmissionBudget budget = {};  // for this stream alone; default: none
  friend bool operator==(const StreamRule&, const StreamRule&) = default;
};

struct AdmissionPolicy {
  AdmissionMode mode = AdmissionMode::Live;  // for streams without a rule; default: Live
  AdmissionBudget budget = {};               // for all live streams together; default: none
  std::vector<StreamRule> streams = {};      // at most one rule for a stream; default: none
  friend bool operator==(const AdmissionPolicy&, const AdmissionPolicy&) = default;
};

// Canonical JSON; members with their default are left out.
std::string to_json(const AdmissionPolicy& policy);
// E_OPTION_INVALID with the member at fault.
Result<AdmissionPolicy> parse_admission_policy(std::string_view json);

// One decision, as the commit specification records it and with what was not admitted.
struct AdmissionDecision {
  std::string view_id;
  std::string stream_id;
  std::uint64_t admit_at_tick = 0;                         // the cycle
  Blake3Digest policy_hash;                                // BLAKE3 of the policy's canonical JSON
  AdmissionBudget budget = {};                             // budget of the stream's rule; default: that of the policy
  std::optional<Blake3Digest> fairness_order_digest = {};  // nullopt: only one stream had events waiting
  std::uint64_t from_seq = 0;                              // the first admitted event; 0: none
  std::uint64_t to_seq = 0;                                // the last one
  Blake3Digest admitted_digest;
  Blake3Digest decision_id;  // derived from the members above
  // Not part of the record:
  std::uint64_t dropped = 0;  // events after the admitted ones that were dropped
  std::uint64_t waiting = 0;  // events that are still waiting
  friend bool operator==(const AdmissionDecision&, const AdmissionDecision&) = default;
};

// All decisions of one cycle.
struct CycleAdmission {
  Blake3Digest admission_digest;
  std::vector<AdmissionDecision> decisions;  // in canonical order
  friend bool operator==(const CycleAdmission&, const CycleAdmission&) = default;
};

std::string to_json(const CycleAdmission& admission);

struct Admission {
  std::vector<AdmissionDecision> decisions;  // decisions of this call, by stream
  std::vector<EventRef> events;              // admitted, in the order to process them
};

// Decides for a view about every waiting event. The next commit stores the decisions, `reset` discards them. Streams
// take turns, one event each, ascending by name from the one that the cycle's number selects; a stream whose next event
// exceeds a budget is skipped for the rest of the cycle. All calls within one cycle share its budgets.
Result<Admission> admit(Context& context, std::string_view view, const AdmissionPolicy& policy = {});

// The decisions of the commit that a reference names; empty if it has none.
Result<CycleAdmission> admission_of(const Context& context, std::string_view reference);

// Whether stored decisions are consistent: ids and digest are derived again, compared with the receipt and with the
// events of the streams. Corruption names the first difference.
Result<void> check_admission(const Context& context, std::string_view reference);

// The event that causes the edits from now on, as receipts record it; nullopt: none.
void set_cause(Context& context, std::optional<EventRef> event);

// ---- proposals ----

struct Proposal {
  std::string proposer;
  std::string rule = {};                // the rule that it applies; default: that of its first edit
  std::string scope = {};               // the node that it is about; default: the one that its first edit names
  std::optional<EventRef> event = {};   // the cause; default: none
  std::vector<EditRequest> edits = {};  // applied in this order, all or none
};

// Offers edits of the latest snapshot to the next commit, which decides about all proposals in an order derived from
// themselves: of two that conflict the first one is applied, the other one is rejected, and the receipt names the
// blocker. Direct edits of the cycle come before all proposals.
//
// Fails at once with the error of the edit if the snapshot would refuse it; E_OPTION_INVALID for a
// context without receipts.
// In a store proposals survive the process; `rebase` offers them again and `reset` discards them.
Result<void> propose(Context& context, const Proposal& proposal);

// Proposals that wait for the next commit, in the order of its decision, with rule and scope filled in.
std::vector<Proposal> list_proposals(const Context& context);

}  // namespace latewood
