#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/open/history.h"
#include "cli/open/leftovers.h"
#include "cli/open/operation_call.h"
#include "cli/terminal/printable.h"
#include "cli/terminal/terminal.h"
#include "cli/text/event_ref.h"
#include "cli/text/node_line.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"
#include "latewood/node_facts.h"
#include "latewood/why.h"

namespace latewood::cli {
namespace {

// "  user  How tall is an oak?"
std::string words_after(const NodeView& node, std::size_t columns) {
  const std::string role = node.role ? printable(*node.role) + "  " : std::string();
  const std::size_t used = columns_of(role);
  const std::string words = role + first_words(node, columns > used ? columns - used : 0);
  return words.empty() ? words : "  " + words;
}

struct BlameRequest {
  Where where;
  std::string reference = "@t0";
  RenderOptions options;
  std::optional<std::string> profile;  // default: the canonical thread
  bool json = false;
};

// Prints the origin of the unit, and as many of its words as fit on the line.
void print_blame_line(const BlameLine& line, const Snapshot& snapshot) {
  std::string text = (line.commit_id ? line.commit_id->hex().substr(0, 12) : "-") + " cycle " +
                     std::to_string(line.cycle) + "  " + printable(line.unit.id);
  if (!line.rule.empty()) text += "  " + printable(line.rule);
  if (!line.actor.empty()) text += " by " + printable(line.actor);
  if (line.event) text += " on event " + event_text(*line.event);
  std::cout << text;
  constexpr std::size_t kFewest = 24;
  if (const auto node = snapshot.node(line.unit.id)) {
    const std::size_t used = columns_of(text) + 2;
    const std::size_t width = terminal_width();
    std::cout << words_after(*node, std::max(kFewest, width > used ? width - used : 0));
  }
  std::cout << '\n';
}

int print_blame_lines(const std::vector<BlameLine>& lines, const Snapshot& snapshot) {
  for (const BlameLine& line : lines) print_blame_line(line, snapshot);
  return finish_output();
}

int run_blame(const BlameRequest& request) {
  if (request.json) {
    return print_reading(request.where, "blame",
                         CallArguments()
                             .add_given("moment", request.reference)
                             .add_given("profile", request.profile)
                             .add_view(request.options));
  }
  if (auto named = refuse_beside_name(request.where, request.reference); !named) return report(named.error());
  return with_history(request.where, [&](History& history) {
    const auto profile = history.shown_profile(request.profile);
    if (!profile) return report(profile.error());
    return history.at(request.reference, [&](const Context& context, const std::string& reference) {
      const auto lines = *profile ? blame(context, reference, **profile, request.options) : blame(context, reference);
      if (!lines) return report_in(lines.error(), request.reference);
      const auto snapshot = context.snapshot(reference);
      if (!snapshot) return report(snapshot.error());
      note_thread(*profile);
      return print_blame_lines(*lines, *snapshot);
    });
  });
}

}  // namespace

void add_blame_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "blame", "show for every unit of the thread the commit and event that added it",
                            "blame\nblame @t-1 --json\nblame main --profile anthropic");
  const auto request = std::make_shared<BlameRequest>();
  verb.add_option("REF", request->reference, "@t-1, @c42, a branch, tag or commit; default: @t0")->type_name("");
  CLI::Option* profile = verb.add_option(
      "--profile", request->profile, "render with this profile; default: that of `config`, else the canonical thread");
  profile->type_name("NAME");
  add_view_flag(verb, *profile, request->options);
  add_history_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run_blame(*request); });
}

}  // namespace latewood::cli
