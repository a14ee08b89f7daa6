#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "event_ref.h"
#include "history.h"
#include "json_lines.h"
#include "latewood/why.h"
#include "leftovers.h"
#include "printable.h"
#include "verb.h"
#include "verbs.h"

namespace latewood::cli {
namespace {

struct Request {
  Where where;
  std::string reference = "@t0";
  RenderOptions options;
  std::optional<std::string> profile;  // default: the canonical thread
  bool json = false;
};

void print_line(const BlameLine& line) {
  std::cout << (line.commit_id ? line.commit_id->hex().substr(0, 12) : "-") << " cycle " << line.cycle << "  "
            << printable(line.unit.id);
  if (!line.rule.empty()) std::cout << "  " << printable(line.rule);
  if (!line.actor.empty()) std::cout << " by " << printable(line.actor);
  if (line.event) std::cout << " on event " << event_text(*line.event);
  std::cout << '\n';
}

int run(const Request& request) {
  if (auto named = refuse_beside_name(request.where, request.reference); !named) return report(named.error());
  return with_history(request.where, [&](History& history) {
    return history.at(request.reference, [&](const Context& context, const std::string& reference) {
      const auto lines =
          request.profile ? blame(context, reference, *request.profile, request.options) : blame(context, reference);
      if (!lines) return report_in(lines.error(), request.reference);
      if (request.json) {
        print_json_lines(to_json(*lines));
      } else {
        for (const BlameLine& line : *lines) print_line(line);
      }
      return finish_output();
    });
  });
}

}  // namespace

void add_blame_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "blame", "for every unit of the thread, the commit and event that brought it",
                            "blame\nblame @t-1 --json\nblame main --profile anthropic");
  const auto request = std::make_shared<Request>();
  verb.add_option("REF", request->reference, "@t-1, @c42, a branch, tag or commit; otherwise @t0")->type_name("");
  CLI::Option* profile = verb.add_option("--profile", request->profile, "otherwise the canonical thread");
  profile->type_name("NAME");
  add_view_flag(verb, *profile, request->options);
  add_history_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run(*request); });
}

}  // namespace latewood::cli
