// What enters a cycle, and by whose decision: streams of events, the policy that admits them, and edits that
// several proposers offer for the same commit.
//
//   append_event(context, {.stream = "mail", .kind = EventKind::Tool, .payload = "You have mail"});
//   LW_TRY_ASSIGN(const Admission admission, admit(context, "main"));
//   for (const EventRef& ref : admission.events) {
//     LW_TRY_ASSIGN(const Event event, find_event(context, ref));
//     set_cause(context, ref);
//     context.insert({.role = "tool", .content = event.payload});
//   }
//   context.commit();   // keeps the decisions, and which event brought which block
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

// "user", "tool", "retrieval", "sub-agent", "timer".
std::string_view to_string(EventKind kind);
std::optional<EventKind> find_event_kind(std::string_view name);

struct NewEvent {
  std::string stream;  // not empty; made by its first event
  EventKind kind = EventKind::User;
  JsonValue payload = {};
  std::int64_t host_time = 0;  // recorded as given, in nanoseconds; never read by the library
  std::uint64_t work = 0;      // what it costs to take in, such as tokens, for budgets
};

struct Event {
  EventRef ref;
  EventKind kind = EventKind::User;
  JsonValue payload;
  Blake3Digest payload_digest;  // of the payload's canonical JSON
  std::int64_t host_time = 0;
  std::uint64_t bytes = 0;  // of the payload's canonical JSON
  std::uint64_t work = 0;
  bool purged = false;  // whether the payload was erased: then it is null, and its digest is what is left
  friend bool operator==(const Event&, const Event&) = default;
};

// Appends to a stream: nothing is let in by it. Events are kept with the context, whatever becomes of the cycle.
Result<EventRef> append_event(Context& context, const NewEvent& event);

// E_EVENT_NOT_FOUND if there is none.
Result<Event> find_event(const Context& context, const EventRef& ref);

// Of one stream, after `after`, at most `limit`.
Result<std::vector<Event>> list_events(const Context& context, std::string_view stream, std::uint64_t after,
                                       std::uint64_t limit);

enum class EventFate : std::uint8_t {
  Waiting,   // not decided yet
  Admitted,  // entered a cycle
  Dropped,   // passed over by a stream that pauses and drops
};

// "waiting", "admitted", "dropped".
std::string_view to_string(EventFate fate);

// A stream as a view sees it: how far it has read, the decisions of the cycle under way included.
struct StreamState {
  std::string stream;
  EventKind kind = EventKind::User;  // of its first event
  std::uint64_t events = 0;          // numbered 1 to this
  std::uint64_t cursor = 0;          // the last one that was decided
  std::uint64_t waiting = 0;
  std::uint64_t dropped = 0;
  friend bool operator==(const StreamState&, const StreamState&) = default;
};

// By name.
Result<std::vector<StreamState>> list_streams(const Context& context, std::string_view view);

// ---- admission ----

enum class AdmissionMode : std::uint8_t {
  Live,         // what waits, as far as the budgets go
  PauseBuffer,  // nothing; what waits goes on waiting
  PauseDrop,    // nothing; what waits is passed over
  CatchUp,      // all that waits, whatever the budgets
};

// "live", "pause-buffer", "pause-drop", "catch-up".
std::string_view to_string(AdmissionMode mode);

// What one cycle may take in; nothing: no limit.
struct AdmissionBudget {
  std::optional<std::uint64_t> max_events = {};
  std::optional<std::uint64_t> max_bytes = {};
  std::optional<std::uint64_t> max_work = {};
  friend bool operator==(const AdmissionBudget&, const AdmissionBudget&) = default;
};

struct StreamRule {
  std::string stream;
  AdmissionMode mode = AdmissionMode::Live;
  AdmissionBudget budget = {};  // of this stream alone
  friend bool operator==(const StreamRule&, const StreamRule&) = default;
};

struct AdmissionPolicy {
  AdmissionMode mode = AdmissionMode::Live;  // of streams without a rule; default: Live
  AdmissionBudget budget = {};               // of all live streams together; default: none
  std::vector<StreamRule> streams = {};      // at most one for a stream
  friend bool operator==(const AdmissionPolicy&, const AdmissionPolicy&) = default;
};

// Canonical JSON: the members by their names, those at their defaults left out.
std::string to_json(const AdmissionPolicy& policy);
// E_OPTION_INVALID with the member at fault.
Result<AdmissionPolicy> parse_admission_policy(std::string_view json);

// One decision as the commit specification records it, and what was not let in.
struct AdmissionDecision {
  std::string view_id;
  std::string stream_id;
  std::uint64_t admit_at_tick = 0;                         // the cycle
  Blake3Digest policy_hash;                                // BLAKE3 of the policy's canonical JSON
  AdmissionBudget budget = {};                             // of the stream if it has one of its own, else of the view
  std::optional<Blake3Digest> fairness_order_digest = {};  // if several streams had events waiting
  std::uint64_t from_seq = 0;                              // admitted, both ends; 0 and 0: none
  std::uint64_t to_seq = 0;
  Blake3Digest admitted_digest;
  Blake3Digest decision_id;  // derived from the members above
  // Beside the record:
  std::uint64_t dropped = 0;  // how many were passed over, after those that were admitted
  std::uint64_t waiting = 0;  // how many are left; those of a live stream are over budget
  friend bool operator==(const AdmissionDecision&, const AdmissionDecision&) = default;
};

// Everything that was decided in one cycle.
struct CycleAdmission {
  Blake3Digest admission_digest;
  std::vector<AdmissionDecision> decisions;  // in canonical order
  friend bool operator==(const CycleAdmission&, const CycleAdmission&) = default;
};

std::string to_json(const CycleAdmission& admission);

struct Admission {
  std::vector<AdmissionDecision> decisions;  // of this call, by stream
  std::vector<EventRef> events;              // admitted, in the order of fairness
};

// Decides, for a view, about everything that waits; the decisions are kept by the next commit and forgotten by
// `reset`. Streams take turns, one event each, in ascending order of their names from the one that the cycle's
// number points at; one whose next event does not fit its budgets is out for the cycle. Calls within one
// cycle share its budgets.
Result<Admission> admit(Context& context, std::string_view view, const AdmissionPolicy& policy = {});

// The decisions of the commit that a reference names; none if it made none.
Result<CycleAdmission> admission_of(const Context& context, std::string_view reference);

// Whether the stored decisions have the ids and the digest that they derive, the digest is that of the receipt,
// and what they admitted is what the streams hold. Corruption names the first lie.
Result<void> check_admission(const Context& context, std::string_view reference);

// The event that edits from now on are on account of; nothing: none in particular.
void set_cause(Context& context, std::optional<EventRef> event);

// ---- proposals ----

struct Proposal {
  std::string proposer;
  std::string rule = {};                // the rule it applies; default: that of its first edit
  std::string scope = {};               // the node it is about; default: the one that its first edit names
  std::optional<EventRef> event = {};   // what brought it about; default: nothing
  std::vector<EditRequest> edits = {};  // made all or not at all, in this order
};

// Offers edits of the last snapshot for arbitration by the next commit, which decides in an order that follows from the
// proposals themselves: of two that get in each other's way the first one is made, the other one rejected, and
// the receipt names who was in its way. Direct edits of the cycle go before all proposals. Whatever the snapshot
// would refuse is refused here, and so are proposals to a context without receipts. They are part of the working state
// like edits: in a store they outlive the process, `rebase` offers them again and `reset` forgets them.
Result<void> propose(Context& context, const Proposal& proposal);

// Those that wait for the next commit, in the order in which it decides, with the rule and the scope that this order
// follows from.
std::vector<Proposal> list_proposals(const Context& context);

}  // namespace latewood
