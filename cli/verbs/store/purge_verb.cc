#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "cli/open/node_names.h"
#include "cli/open/operation_call.h"
#include "cli/open/remote.h"
#include "cli/open/where.h"
#include "cli/terminal/printable.h"
#include "cli/terminal/progress.h"
#include "cli/text/counted.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"
#include "latewood/errors.h"
#include "latewood/hash.h"

namespace latewood::cli {
namespace {

struct PurgeRequest {
  Where where;
  std::string content;
  bool everywhere = false;
  bool dry_run = false;
  bool json = false;
};

// The id of the single node that the name selects.
Result<std::string> id_of(const Context& context, const std::string& name, bool working) {
  const auto ids = find_ids(context, name, working);
  if (!ids) return ids.error();
  if (ids->size() == 1) return ids->front();
  if (ids->empty()) return Error{Code::NotFound, "no node matches " + name, std::string(errors::kNodeNotFound), {}};
  return Error{Code::InvalidArgument,
               "'" + name + "' matches " + std::to_string(ids->size()) + " nodes; purge takes one",
               std::string(errors::kOptionInvalid),
               {}};
}

// The digest of the content of the node.
Result<Blake3Digest> digest_of_content(const Result<NodeView>& node) {
  if (!node) return node.error();
  if (node->content) return payload_digest(*node->content);
  // Purging again completes an interrupted purge.
  if (node->purged) return *node->purged;
  return Error{Code::NotFound, "'" + node->id + "' has no content", {}, {}};
}

// Looks in the newest snapshot, or in the one that the selector names.
Result<Blake3Digest> digest_in_history(Repository& repository, const PurgeRequest& request) {
  const std::string newest = request.where.branch + "@t0";
  const auto context = repository.load(request.where.context, newest);
  if (!context) return with_nearest_moment(repository, request.where, newest, context.error());
  const auto id = id_of(*context, request.content, false);
  if (!id) return id.error();
  const auto snapshot = context->snapshot(moment_of_selector(request.content));
  if (!snapshot) return snapshot.error();
  return digest_of_content(snapshot->node(*id));
}

Result<Blake3Digest> digest_in_edits(Repository& repository, const PurgeRequest& request) {
  const auto context = open_context(repository, request.where);
  if (!context) return context.error();
  const auto id = id_of(*context, request.content, true);
  if (!id) return id.error();
  return digest_of_content(context->working_node(*id));
}

// The digest to purge: the name itself, or the content of the node it names. A node that no snapshot contains may be
// in the working state.
Result<Blake3Digest> digest_of(Repository& repository, const PurgeRequest& request) {
  if (const auto digest = Blake3Digest::from_hex(request.content)) return *digest;
  const auto committed = digest_in_history(repository, request);
  if (committed || committed.error().code != Code::NotFound) return committed;
  const auto waiting = digest_in_edits(repository, request);
  return waiting ? waiting : committed;
}

void print_purged(const PurgeRequest& request, const PurgeReport& report) {
  std::cout << (request.dry_run ? "would purge " : "purged ") << report.payload.hex() << ", " << report.size
            << " bytes\n";
  for (const std::string& context : report.contexts) std::cout << "used by " << printable(context) << '\n';
  const std::string verb = request.dry_run ? "would become [purged]" : "now [purged]";
  for (const std::string& journal : report.journals) {
    std::cout << verb << " in the uncommitted edits of " << printable(journal) << '\n';
  }
  if (report.attempts > 0) std::cout << verb << " in the records of " << counted(report.attempts, "attempt") << '\n';
  if (report.events > 0) std::cout << verb << " in " << counted(report.events, "event") << '\n';
}

PurgeReport purged_in(const JsonValue& result) {
  PurgeReport report;
  if (const auto digest = Blake3Digest::from_hex(text_of(result, "payload"))) report.payload = *digest;
  report.size = static_cast<std::uint64_t>(number_of(result, "bytes"));
  for (const JsonValue& context : list_of(result, "contexts")) report.contexts.push_back(*context.as_string());
  for (const JsonValue& journal : list_of(result, "journals")) report.journals.push_back(*journal.as_string());
  report.attempts = static_cast<std::uint64_t>(number_of(result, "attempts"));
  report.events = static_cast<std::uint64_t>(number_of(result, "events"));
  return report;
}

int run_purge(PurgeRequest& request) {
  if (request.json || is_remote(request.where)) {
    CallArguments arguments;
    arguments.add("content", request.content);
    arguments.add_flag("everywhere", request.everywhere);
    arguments.add_flag("dry_run", request.dry_run);
    return run_operation(request.where, "purge", arguments,
                         {.json = request.json,
                          .done = request.dry_run ? "" : "the content was erased",
                          .print = [&](const JsonValue& result) { print_purged(request, purged_in(result)); },
                          .progress = "purge"});
  }
  return with_repository(request.where, request.dry_run ? StoreUse::Read : StoreUse::Write,
                         [&](Repository& repository) {
                           const auto digest = digest_of(repository, request);
                           if (!digest) return report(digest.error());
                           const PurgeOptions options{request.everywhere, request.dry_run ? DryRun::Yes : DryRun::No,
                                                      request.where.system};
                           const auto done = with_progress("purge", [&](const Progress& progress) {
                             return repository.purge(request.where.context, *digest, options, progress);
                           });
                           if (!done) return report(done.error());
                           print_purged(request, *done);
                           return finish_output(request.dry_run ? "" : "the content was erased");
                         });
}

}  // namespace

void add_purge_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "purge", "erase content permanently; digests and structure stay",
                            "purge --dry-run cb:6kq2m4x7n3p5r8st\npurge \"@t-3 .cb[data_secret=true]\"\n"
                            "purge --everywhere cb:6kq2m4x7n3p5r8st");
  const auto request = std::make_shared<PurgeRequest>();
  verb.add_option("CONTENT", request->content,
                  "the id of a node of the newest snapshot or the working state, a selector of one node, or the "
                  "digest of a payload")
      ->type_name("")
      ->required();
  verb.add_flag("--everywhere", request->everywhere, "erase it even if other contexts use it");
  verb.add_flag("--dry-run", request->dry_run, "print which contexts use it and erase nothing");
  add_store_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run_purge(*request); });
}

}  // namespace latewood::cli
