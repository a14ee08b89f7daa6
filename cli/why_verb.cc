#include <iostream>
#include <memory>
#include <string>

#include "event_ref.h"
#include "history.h"
#include "latewood/why.h"
#include "printable.h"
#include "verb.h"
#include "verbs.h"

namespace latewood::cli {
namespace {

struct Request {
  Where where;
  std::string id;
  bool slice = false;
  bool json = false;
};

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

void print_step(const WhyStep& step) {
  std::cout << "cycle " << step.cycle << ' ' << short_id(step.commit_id);
  if (!step.note.message.empty()) std::cout << "  " << printable(step.note.message);
  std::cout << '\n';
  if (!step.has_receipt) std::cout << "  without a receipt: nothing more is known\n";
  for (const ReasonedCandidate& reasoned : step.candidates) print_candidate(reasoned);
}

void print_left(const WhyLeft& left) {
  std::cout << "left in cycle " << left.cycle << ' ' << short_id(left.commit_id) << ": " << printable(left.rule)
            << cause_text(left.actor, left.event) << '\n';
  if (!left.policy.empty()) std::cout << "  policy " << printable(left.policy) << '\n';
}

int tell(const Context& context, const Request& request) {
  const auto answer = why(context, request.id);
  if (!answer) return report(answer.error());
  if (request.json) {
    std::cout << to_json(*answer) << '\n';
    return finish_output();
  }
  for (const WhyStep& step : answer->steps) print_step(step);
  if (answer->left) print_left(*answer->left);
  return finish_output();
}

int list_slice(const Context& context, const Request& request) {
  const auto slice = why_slice(context, request.id);
  if (!slice) return report(slice.error());
  if (request.json) {
    std::cout << to_json(*slice) << '\n';
    return finish_output();
  }
  std::uint64_t cycle = 0;
  for (const ReasonedCandidate& reasoned : *slice) {
    if (reasoned.cycle != cycle) std::cout << "cycle " << reasoned.cycle << '\n';
    cycle = reasoned.cycle;
    print_candidate(reasoned);
  }
  return finish_output();
}

}  // namespace

void add_why_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "why", "which commits, rules, proposers and events made a node, or took it away",
                            "why cb:rules\nwhy cb:rules --at @t-3\nwhy cb:rules --slice --json");
  const auto request = std::make_shared<Request>();
  verb.add_option("NODE", request->id, "the id of a node, also of one that left")->required()->type_name("");
  verb.add_flag("--slice", request->slice, "exactly the candidates that it takes to make the node again");
  add_history_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] {
    exit_code = with_history(request->where, [&](History& history) {
      return request->slice ? list_slice(history.context(), *request) : tell(history.context(), *request);
    });
  });
}

}  // namespace latewood::cli
