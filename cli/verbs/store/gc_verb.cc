#include <iostream>
#include <memory>
#include <optional>

#include "cli/open/leftovers.h"
#include "cli/open/operation_call.h"
#include "cli/open/remote.h"
#include "cli/open/where.h"
#include "cli/terminal/progress.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"

namespace latewood::cli {
namespace {

struct GcRequest {
  Where where;
  std::optional<std::uint64_t> keep;
  bool all = false;
  bool uploads = false;
  bool dry_run = false;
  bool compact = false;
  bool json = false;
};

void print_collected(const GcRequest& request, const CollectReport& report) {
  std::cout << (request.dry_run ? "would collect " : "collected ") << report.collected << " snapshots and "
            << (request.dry_run ? "keep " : "kept ") << report.kept << '\n'
            << report.patches << " patches, " << report.payloads << " contents, " << report.pages << " pages, "
            << report.uploads << " uploads; " << report.bytes << " bytes\n";
}

CollectReport collected_in(const JsonValue& result) {
  const auto number = [&result](std::string_view name) { return static_cast<std::uint64_t>(number_of(result, name)); };
  CollectReport report;
  report.collected = number("collected");
  report.kept = number("kept");
  report.patches = number("patches");
  report.payloads = number("payloads");
  report.pages = number("pages");
  report.uploads = number("uploads");
  report.bytes = number("bytes");
  return report;
}

int run_gc(GcRequest& request) {
  if (request.json || is_remote(request.where)) {
    CallArguments arguments;
    arguments.add_flag("all", request.all);
    if (request.keep) arguments.add("keep", static_cast<std::int64_t>(*request.keep));
    arguments.add_flag("uploads", request.uploads);
    arguments.add_flag("compact", request.compact);
    arguments.add_flag("dry_run", request.dry_run);
    return run_operation(request.where, "gc", arguments,
                         {.json = request.json,
                          .done = request.dry_run ? "" : "the garbage was collected",
                          .print = [&](const JsonValue& result) { print_collected(request, collected_in(result)); },
                          .progress = "gc"});
  }
  const StoreUse use = request.dry_run ? StoreUse::Read : StoreUse::Write;
  return with_repository(request.where, use, [&](Repository& repository) {
    CollectOptions options;
    if (!request.all) options.context = request.where.context;
    options.retention.last = request.keep;
    options.uploads = request.uploads;
    options.dry_run = request.dry_run ? DryRun::Yes : DryRun::No;
    const auto done =
        with_progress("gc", [&](const Progress& progress) { return repository.collect(options, progress); });
    if (!done) return report(with_nearest_name(repository, request.where, done.error()));
    if (request.compact) {
      if (const auto compacted = repository.compact(); !compacted) return report(compacted.error());
    }
    print_collected(request, *done);
    return finish_output(request.dry_run ? "" : "the garbage was collected");
  });
}

}  // namespace

void add_gc_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "gc", "remove data that no kept snapshot needs; commit headers stay",
                            "gc --dry-run\ngc --keep 1000");
  const auto request = std::make_shared<GcRequest>();
  verb.add_option("--keep", request->keep, "keep this many of the newest snapshots of each branch; default: all")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000'000));
  CLI::Option* all = verb.add_flag("--all", request->all, "all contexts of the store");
  verb.add_flag("--uploads", request->uploads,
                "also remove unfinished contents and imports; no other process may be writing");
  CLI::Option* dry = verb.add_flag("--dry-run", request->dry_run, "print what would be removed and change nothing");
  verb.add_flag("--compact", request->compact,
                "afterwards return free space to the disk; needs as much free space as the store")
      ->excludes(dry);
  add_store_options(verb, request->where);
  without_options(verb, {"--branch"});
  all->excludes(verb.get_option("--context"));
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run_gc(*request); });
}

}  // namespace latewood::cli
