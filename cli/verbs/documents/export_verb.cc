#include <memory>
#include <string>

#include "cli/open/named_snapshot.h"
#include "cli/open/operation_call.h"
#include "cli/terminal/exact_output.h"
#include "cli/text/diff/uncommitted.h"
#include "cli/usage/verb.h"
#include "cli/verbs/documents/bundle_file.h"
#include "cli/verbs/verbs.h"
#include "latewood/exchange.h"

namespace latewood::cli {
namespace {

struct ExportRequest {
  Where where;
  std::string reference;
  BundleFile bundle;  // `all` without a path: all snapshots as JSON
  bool otlp = false;
};

// The document is for a collector, so it is the same with and without --json.
int print_spans(const Where& where) {
  CallArguments arguments;
  arguments.add_given("service", environment("OTEL_SERVICE_NAME"));
  return run_operation(where, "spans", arguments, {.json = true});
}

int run_export(const ExportRequest& request) {
  if (request.otlp) return print_spans(request.where);
  if (!request.bundle.path.empty()) return write_bundle(request.where, request.bundle);
  if (request.bundle.all) {
    return with_history(request.where, [](const History& history) {
      if (!history.context().latest()) note_nothing_committed();
      return finish_written(export_history(history.context(), write_to_output), "\n");
    });
  }
  return with_snapshot(request.where, request.reference, [](const Snapshot& snapshot) {
    return finish_written(export_snapshot(snapshot, write_to_output), "\n");
  });
}

}  // namespace

void add_export_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb =
      add_verb(app, "export", "write a snapshot or a history as canonical JSON, or as a bundle",
               "export @t-1 > snapshot.json\nexport --all > history.json\nexport --bundle history.lwb\n"
               "export --bundle everything.lwb --all\nexport --otlp | curl --json @- http://localhost:4318/v1/traces");
  const auto request = std::make_shared<ExportRequest>();
  add_history_options(verb, request->where);
  CLI::Option* moment =
      verb.add_option("REF", request->reference, "@t-1, @c42, a branch or tag; default: the newest snapshot");
  moment->type_name("");
  CLI::Option* all =
      verb.add_flag("--all", request->bundle.all,
                    "all snapshots, oldest first; with --bundle all branches and tags; default: the newest "
                    "snapshot, with --bundle one branch");
  CLI::Option* bundle = verb.add_option("--bundle", request->bundle.path,
                                        "write the history with its commit ids to this file; - is standard output");
  bundle->type_name("FILE")->excludes(moment);
  verb.add_flag("--force", request->bundle.force, "with --bundle, overwrite an existing file")->needs(bundle);
  all->excludes(moment);
  verb.add_flag("--otlp", request->otlp,
                "the ended attempts as spans of OpenTelemetry, for a POST to /v1/traces; OTEL_SERVICE_NAME names the "
                "service")
      ->excludes(moment)
      ->excludes(all)
      ->excludes(bundle)
      ->excludes(verb.get_option("--at"));
  add_needless_json_flag(verb);
  verb.callback([request, &exit_code] { exit_code = run_export(*request); });
}

}  // namespace latewood::cli
