#include <iostream>
#include <memory>
#include <string>

#include "cli/open/leftovers.h"
#include "cli/open/operation_call.h"
#include "cli/open/remote.h"
#include "cli/open/where.h"
#include "cli/terminal/guarded_output.h"
#include "cli/terminal/progress.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"

namespace latewood::cli {
namespace {

struct ReplayRequest {
  Where where;
  std::string reference = "@t0";
  bool thread = false;
  bool json = false;
};

int print_replayed(const ReplayRequest& request, const Snapshot& snapshot) {
  const auto thread = snapshot.provider_thread();
  if (!thread) return report(thread.error());
  if (request.thread) {
    write_exact(*thread);
  } else {
    std::cout << "cycle " << snapshot.cycle() << "\ncommit " << snapshot.commit_id().hex() << "\nroot   "
              << snapshot.state_root().hex() << '\n';
  }
  return finish_output();
}

int run_replay(ReplayRequest& request) {
  if (request.json || is_remote(request.where)) {
    CallArguments arguments;
    if (auto named = refuse_beside_name(request.where, request.reference); !named) {
      return report_as(request.json, named.error());
    }
    arguments.add("moment", request.reference);
    arguments.add_flag("thread", request.thread);
    const auto print = [&request](const JsonValue& result) {
      if (request.thread) return write_exact(text_of(result, "thread"));
      std::cout << "cycle " << number_of(result, "cycle") << "\ncommit " << text_of(result, "commit_id") << "\nroot   "
                << text_of(result, "state_root") << '\n';
    };
    return run_operation(request.where, "replay", arguments,
                         {.json = request.json, .print = print, .progress = "replay"});
  }
  return with_repository(request.where, StoreUse::Read, [&](Repository& repository) {
    const auto moment = moment_on_branch(request.where, request.reference);
    if (!moment) return report(moment.error());
    const std::string& reference = *moment;
    const auto replayed = with_progress("replay", [&](const Progress& progress) {
      return repository.replay(request.where.context, reference, context_options(request.where), progress);
    });
    if (!replayed) return report(with_nearest_moment(repository, request.where, reference, replayed.error()));
    const auto snapshot = replayed->latest();
    return snapshot ? print_replayed(request, *snapshot) : report(snapshot.error());
  });
}

}  // namespace

void add_replay_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb =
      add_verb(app, "replay", "rebuild a snapshot from the patches only", "replay @c42\nreplay --thread @t-1");
  const auto request = std::make_shared<ReplayRequest>();
  verb.add_option("REF", request->reference, "@t-1, @c42, a branch, tag or commit; default: @t0")->type_name("");
  verb.add_flag("--thread", request->thread, "print the canonical thread instead of the root");
  add_store_options(verb, request->where);
  hide_writing_options(verb);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run_replay(*request); });
}

}  // namespace latewood::cli
