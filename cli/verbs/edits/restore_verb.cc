#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "cli/open/where.h"
#include "cli/terminal/printable.h"
#include "cli/text/json_output.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"
#include "latewood/restore.h"

namespace latewood::cli {
namespace {

struct RestoreRequest {
  Where where;
  std::string node;
  std::string from;
  RestoreOptions options;
  bool json = false;
};

// The snapshot to restore from: --from, or the last one on this branch that contains the node.
Result<Snapshot> source_of(const Context& context, Repository& repository, const RestoreRequest& request,
                           std::optional<Context>& other) {
  if (request.from.empty()) return last_with(context, request.node);
  if (request.from.starts_with('@')) return context.snapshot(request.from);
  auto line = repository.load(request.where.context, request.from);
  if (!line) return with_nearest_moment(repository, request.where, request.from, line.error());
  other = *std::move(line);
  return other->latest();
}

int print_restored(const std::vector<RestoredNode>& restored, bool json) {
  for (const RestoredNode& node : restored) {
    if (json) {
      print_json(make_object({{"id", node.id}, {"was", node.was}}));
    } else {
      std::cout << "restored " << printable(node.was) << " as " << printable(node.id) << '\n';
    }
  }
  return finish_output("the edit was made");
}

int run_restore(const RestoreRequest& request) {
  return with_context(request.where, [&](Context& context, Repository& repository) {
    std::optional<Context> other;
    const auto from = source_of(context, repository, request, other);
    if (!from) return report(from.error());
    const auto restored = restore_node(context, request.node, *from, request.options);
    return restored ? print_restored(*restored, request.json) : report(restored.error());
  });
}

}  // namespace

void add_restore_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "restore", "insert a removed node again, with its content, role, kind and place",
                            "restore leaflet\nrestore leaflet --from @t-3 --ttl 2\nrestore mt:4 --from main");
  const auto request = std::make_shared<RestoreRequest>();
  verb.add_option("NODE", request->node, "the id of a removed node or turn")->required()->type_name("");
  verb.add_option("--from", request->from, "take it from this moment; default: the last snapshot that contains it")
      ->type_name("REF");
  verb.add_option("--ttl", request->options.ttl, "the number of snapshots that contain it; default: no limit")
      ->type_name("N");
  add_store_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run_restore(*request); });
}

}  // namespace latewood::cli
