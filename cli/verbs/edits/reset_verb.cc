#include <iostream>
#include <memory>

#include "cli/open/where.h"
#include "cli/text/json_output.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"
#include "latewood/working_diff.h"

namespace latewood::cli {
namespace {

struct ResetRequest {
  Where where;
  bool json = false;
};

int run_reset(const ResetRequest& request) {
  return with_context(request.where, [&](Context& context) {
    const auto edits = working_diff(context);
    if (!edits) return report(edits.error());
    const auto done = context.reset();
    if (!done) return report(done.error());
    const std::uint64_t forgotten = edits->added.size() + edits->removed.size() + edits->changed.size();
    if (request.json) {
      print_json(make_object({{"cycle", json_of(context.cycle())}, {"forgotten", json_of(forgotten)}}));
    } else {
      std::cout << "at cycle " << context.cycle() << "; edits of " << forgotten << (forgotten == 1 ? " node" : " nodes")
                << " discarded\n";
    }
    return finish_output("the edits were discarded");
  });
}

}  // namespace

void add_reset_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "reset", "discard all uncommitted edits", "reset");
  const auto request = std::make_shared<ResetRequest>();
  add_store_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run_reset(*request); });
}

}  // namespace latewood::cli
