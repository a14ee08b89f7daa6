#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "cli/open/operation_call.h"
#include "cli/open/where.h"
#include "cli/terminal/printable.h"
#include "cli/terminal/terminal.h"
#include "cli/text/departure_text.h"
#include "cli/text/event_ref.h"
#include "cli/text/marker_text.h"
#include "cli/text/node_line.h"
#include "cli/text/query_text.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"
#include "latewood/errors.h"
#include "latewood/intake.h"
#include "latewood/node_facts.h"
#include "latewood/plan.h"
#include "latewood/working_diff.h"

namespace latewood::cli {
namespace {

struct StatusRequest {
  Where where;
  bool json = false;
};

struct Status {
  std::string context;
  std::string branch;
  std::uint64_t cycle = 0;
  std::optional<std::string> commit_id;
  std::string profile;  // the profile of requests; empty: the canonical thread
  Diff edits;
  PinEdits pins;
  CommitReport next;
  std::string refused;  // why the next commit would be refused; empty: it would not
  std::vector<NodeView> working;
  std::vector<Proposal> proposals;
  std::uint64_t stale = 0;               // edits that need a rebase
  std::string plan;                      // the headline of the plan; empty: no profile
  std::optional<std::uint64_t> attempt;  // the completed one that the next commit binds, and whose reply it inserts
};

std::optional<std::uint64_t> attempt_to_bind(const Context& context) {
  std::optional<std::uint64_t> found;
  for (const Attempt& attempt : context.attempts()) {
    const bool is_of_next = attempt.cycle_id == context.cycle() + 1 && !attempt.commit;
    if (is_of_next && attempt.status == AttemptStatus::Completed) found = attempt.attempt_id;
  }
  return found;
}

Result<Status> status_of(const Context& context, const Repository& repository, const Where& where) {
  auto branch = branch_name(repository, where);
  if (!branch) return branch.error();
  auto edits = working_diff(context);
  if (!edits) return edits.error();
  // A commit that its limit refuses removes nothing, and that is what is shown.
  auto next = context.preview_report();
  const bool is_refused = !next && next.error().rule == errors::kLimitExceeded;
  if (!next && !is_refused) return next.error();
  auto working = context.working();
  if (!working) return working.error();
  const auto latest = context.latest();
  std::optional<std::string> commit_id;
  if (latest) commit_id = latest->commit_id().hex();
  auto profile = default_profile(repository, where);
  if (!profile) return profile.error();
  auto options = plan_options(&repository, where, *profile);
  if (!options) return options.error();
  std::string headlines;
  if (!profile->empty()) {
    if (const auto plan = plan_commit(context, *options)) headlines = headline(*plan);
  }
  return Status{.context = where.context,
                .branch = *branch,
                .cycle = context.cycle(),
                .commit_id = commit_id,
                .profile = *std::move(profile),
                .edits = *std::move(edits),
                .pins = pin_edits(context),
                .next = is_refused ? CommitReport() : *std::move(next),
                .refused = is_refused ? next.error().message : std::string(),
                .working = *std::move(working),
                .proposals = list_proposals(context),
                .stale = context.stale_edits(),
                .plan = std::move(headlines),
                .attempt = attempt_to_bind(context)};
}

void print_proposals(const std::vector<Proposal>& proposals) {
  if (!proposals.empty()) std::cout << "Proposals for the next commit, in order of decision:\n";
  for (const Proposal& proposal : proposals) {
    std::cout << "  " << printable(proposal.proposer) << ": " << printable(proposal.rule) << ' '
              << printable(proposal.scope);
    if (proposal.event) std::cout << ", on event " << printable(event_text(*proposal.event));
    std::cout << '\n';
  }
}

std::string pin_words(const Pin& pin) {
  return printable(pin.id) + (pin.holder.empty() ? "" : " by " + printable(pin.holder));
}

// Whether only the pins of the node changed. These have lines of their own.
bool only_pinned(const NodeChange& change) {
  return std::ranges::all_of(change.fields,
                             [](const FieldChange& field) { return field.name == "pins" || field.name == "ttl"; }) &&
         std::ranges::any_of(change.fields, [](const FieldChange& field) { return field.name == "pins"; });
}

void print_edits(const Status& status) {
  const Paint paint(Stream::Output);
  std::cout << "Edits for the next commit, cycle " << status.cycle + 1 << ":\n";
  for (const NodeView& node : status.working) {
    // A core is added and removed with its blocks, so it gets no line.
    if (is_core(node) || !std::ranges::count(status.edits.added, node.id)) continue;
    std::cout << paint(Colour::Green, "  + " + node_line(node, terminal_width() - 4)) << '\n';
    for (const std::string& line : marker_lines(node, status.working, terminal_width() - 4)) {
      std::cout << "    " << line << '\n';
    }
  }
  for (const std::string& id : status.edits.removed) {
    std::cout << paint(Colour::Red, "  - " + printable(id)) << '\n';
  }
  for (const Pin& pin : status.pins.pinned) std::cout << "  pinned " << pin_words(pin) << '\n';
  for (const Pin& pin : status.pins.unpinned) std::cout << "  unpinned " << pin_words(pin) << '\n';
  for (const NodeChange& change : status.edits.changed) {
    if (only_pinned(change)) continue;
    std::cout << paint(Colour::Yellow, "  ~ " + change_line(change)) << '\n';
  }
}

void print_held(std::string_view heading, const std::vector<std::string>& ids, const SeenNodes& seen) {
  if (!ids.empty()) std::cout << heading << '\n';
  for (const std::string& id : ids) std::cout << "  " << printable(id) << ", " << holders_text(id, seen) << '\n';
}

void print_pins(const std::vector<std::string>& pins) {
  std::string names;
  for (const std::string& id : pins) names += (names.empty() ? "" : ", ") + printable(id);
  if (!names.empty()) std::cout << "Pinned: " << names << '\n';
}

void print_status(const Status& status, const std::vector<std::string>& pins) {
  const SeenNodes seen{status.working, pins};
  std::cout << "On branch " << printable(status.branch) << " of context " << printable(status.context);
  if (status.commit_id) {
    std::cout << ", cycle " << status.cycle << ", commit " << status.commit_id->substr(0, 12) << '\n';
  } else {
    std::cout << ", nothing committed yet\n";
  }
  if (!status.profile.empty()) std::cout << "Requests are rendered with profile " << printable(status.profile) << ".\n";
  if (status.stale > 0) {
    std::cout
        << status.stale << (status.stale == 1 ? " edit was" : " edits were")
        << " made before the newest commit: `latewood rebase` applies them to it, `latewood reset` discards them.\n";
  } else if (is_empty(status.edits) && status.pins.is_empty()) {
    std::cout << "No uncommitted edits.\n";
  } else {
    print_edits(status);
  }
  print_pins(pins);
  print_proposals(status.proposals);
  if (status.attempt) {
    std::cout << "Attempt " << *status.attempt
              << " is completed: the next commit must render to what was sent, and inserts its reply.\n";
  }
  if (!status.refused.empty()) std::cout << "The next commit is refused: " << printable(status.refused) << ".\n";
  if (!status.next.departures.empty()) std::cout << "The next commit removes:\n";
  for (const Departure& departure : status.next.departures) {
    std::cout << "  " << departure_text(departure) << '\n';
  }
  print_held("The next commit keeps, although the ttl has ended:", status.next.deferred, seen);
  print_held("The next commit keeps, although over budget:", status.next.kept, seen);
  std::cout << printable_lines(status.plan);
}

int run_status(StatusRequest& request) {
  if (request.json) return print_reading(request.where, "status", {});
  return with_repository(request.where, StoreUse::Read, [&](Repository& repository) {
    const auto context = open_context(repository, request.where);
    if (!context) return report(context.error());
    const auto status = status_of(*context, repository, request.where);
    if (!status) return report(status.error());
    print_status(*status, context->working_pins());
    return finish_output();
  });
}

}  // namespace

void add_status_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "status", "show uncommitted edits, and what the next commit removes",
                            "status\nstatus --context planner --json");
  const auto request = std::make_shared<StatusRequest>();
  add_store_options(verb, request->where);
  hide_writing_options(verb);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run_status(*request); });
}

}  // namespace latewood::cli
