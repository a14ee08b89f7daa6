#include <iostream>
#include <memory>
#include <string>

#include "cli/open/history.h"
#include "cli/open/node_names.h"
#include "cli/open/operation_call.h"
#include "cli/terminal/printable.h"
#include "cli/text/event_ref.h"
#include "cli/text/first_line.h"
#include "cli/text/moment_text.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"
#include "latewood/errors.h"
#include "latewood/why.h"

namespace latewood::cli {
namespace {

struct WhyRequest {
  Where where;
  std::string node;
  bool slice = false;
  bool json = false;
};

// A node and the snapshot to look in.
struct Asked {
  std::string id;
  std::string reference;
};

// Explains that an uncommitted node has no history yet.
Error with_why_hint(const Context& context, const std::string& id, Error error) {
  const bool is_new = error.rule == errors::kNodeNotFound && context.working_node(id);
  if (is_new) error.message = "'" + id + "' is not committed yet, so it has no history; `latewood status` lists it";
  return error;
}

std::string short_id(const CommitId& id) { return id.hex().substr(0, 12); }

// " by reader, event mail:3".
std::string cause_text(const std::string& actor, const std::optional<EventRef>& event) {
  std::string text;
  if (!actor.empty()) text += " by " + printable(actor);
  if (event) text += (text.empty() ? " on event " : ", event ") + event_text(*event);
  return text;
}

void print_candidate(const ReasonedCandidate& reasoned) {
  const Candidate& candidate = reasoned.candidate;
  std::cout << "  " << reasoned.number << ' ' << to_string(candidate.kind) << ' ' << printable(candidate.rule)
            << cause_text(candidate.actor, candidate.event);
  for (const Rewrite& rewrite : candidate.rewrites) {
    std::cout << "; " << to_string(rewrite.kind) << ' ' << printable(rewrite.id);
  }
  std::cout << '\n';
  if (reasoned.admission) {
    std::cout << "    admitted to view " << printable(reasoned.admission->view_id) << " by decision "
              << reasoned.admission->decision_id.hex().substr(0, 12) << '\n';
  }
}

// "cycle 2 4cb624064cec  2026-03-01 10:12:00  agent  the answer", like `log`.
void print_step(const WhyStep& step) {
  if (step.is_older) {
    std::cout << "older than cycle " << step.cycle << ' ' << short_id(step.commit_id)
              << ": earlier snapshots were collected, so its origin is unknown\n";
    return;
  }
  std::cout << "cycle " << step.cycle << ' ' << short_id(step.commit_id) << "  " << time_text(step.note.host_time);
  if (!step.note.actor.empty()) std::cout << "  " << printable(step.note.actor);
  if (!step.note.message.empty()) std::cout << "  " << printable(first_line(step.note.message));
  std::cout << '\n';
  if (!step.has_receipt) std::cout << "  imported: no record of who added it\n";
  for (const ReasonedCandidate& reasoned : step.candidates) print_candidate(reasoned);
}

void print_left(const WhyLeft& left) {
  std::cout << "left in cycle " << left.cycle << ' ' << short_id(left.commit_id) << ": " << printable(left.rule)
            << cause_text(left.actor, left.event) << '\n';
  if (!left.policy.empty()) std::cout << "  policy " << printable(left.policy) << '\n';
}

std::string ttl_text(const WhyHere& here) { return "its ttl ends in cycle " + std::to_string(*here.ttl_ends); }

std::string held_text(const WhyHere& here) {
  std::string text;
  for (const std::string& id : here.held_by) text += (text.empty() ? ": held by " : ", ") + printable(id);
  return text;
}

void print_here(const WhyHere& here) {
  if (!here.provenance.empty()) std::cout << "from " << printable(here.provenance) << '\n';
  for (const std::string& marker : here.markers) std::cout << "redacted or replaced by " << printable(marker) << '\n';
  if (here.is_pinned) {
    std::cout << "stays: pinned\n";
  } else if (here.expires && here.expires == here.ttl_ends) {
    std::cout << "expires in cycle " << *here.expires << ", by ttl\n";
  } else if (here.expires) {
    std::cout << ttl_text(here) << ", but it stays until cycle " << *here.expires << held_text(here) << '\n';
  } else if (here.ttl_ends) {
    std::cout << ttl_text(here) << ", but it stays" << held_text(here) << '\n';
  } else {
    std::cout << "stays until it is deleted or a policy prunes it" << held_text(here) << '\n';
  }
}

int tell(const Context& context, const Asked& asked) {
  const auto answer = why(context, asked.id, asked.reference);
  if (!answer) return report(with_why_hint(context, asked.id, answer.error()));
  for (const WhyStep& step : answer->steps) print_step(step);
  if (answer->left) print_left(*answer->left);
  if (answer->here) print_here(*answer->here);
  return kSuccess;
}

int list_slice(const Context& context, const Asked& asked) {
  const auto slice = why_slice(context, asked.id, asked.reference);
  if (!slice) return report(with_why_hint(context, asked.id, slice.error()));
  std::uint64_t cycle = 0;
  for (const ReasonedCandidate& reasoned : *slice) {
    if (reasoned.cycle != cycle) std::cout << "cycle " << reasoned.cycle << '\n';
    cycle = reasoned.cycle;
    print_candidate(reasoned);
  }
  return kSuccess;
}

int run_why(const Context& context, const WhyRequest& request) {
  const auto ids = find_ids(context, request.node, false);
  if (!ids) return report_in(ids.error(), request.node);
  if (ids->empty())
    return report({Code::NotFound, "no node matches " + request.node, std::string(errors::kNodeNotFound), {}});
  const std::string reference = moment_of_selector(request.node);
  for (const std::string& id : *ids) {
    if (ids->size() > 1) std::cout << (id == ids->front() ? "" : "\n") << printable(id) << '\n';
    const Asked asked{id, reference};
    const int failed = request.slice ? list_slice(context, asked) : tell(context, asked);
    if (failed != kSuccess) return failed;
  }
  return finish_output();
}

}  // namespace

void add_why_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "why", "show which commits, rules, proposers and events created or removed a node",
                            "why cb:rules\nwhy \".cb[role='user']:last\"\nwhy cb:rules --at @t-3\n"
                            "why cb:rules --slice --json");
  const auto request = std::make_shared<WhyRequest>();
  verb.add_option("NODE", request->node, "an id, also of a removed node, or a selector")->required()->type_name("");
  verb.add_flag("--slice", request->slice, "list exactly the candidates that are needed to create the node again");
  add_history_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] {
    if (request->json) {
      exit_code = print_reading(request->where, request->slice ? "slice" : "why",
                                CallArguments().add_given("nodes", request->node));
      return;
    }
    exit_code = with_history(request->where, [&](History& history) { return run_why(history.context(), *request); });
  });
}

}  // namespace latewood::cli
