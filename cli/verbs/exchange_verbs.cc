#include "cli/open/leftovers.h"
#include "cli/verbs/verbs.h"

#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "cli/open/history.h"
#include "cli/open/input.h"
#include "cli/open/output.h"
#include "cli/terminal/guarded_output.h"
#include "cli/terminal/printable.h"
#include "cli/terminal/report.h"
#include "cli/terminal/terminal.h"
#include "cli/text/json_output.h"
#include "cli/text/thread_output.h"
#include "cli/text/uncommitted.h"
#include "cli/usage/verb.h"
#include "cli/verbs/bundle_file.h"
#include "latewood/exchange.h"
#include "latewood/hash.h"
#include "latewood/trace.h"

namespace latewood::cli {
namespace {

struct Request {
  Where where;
  bool json = false;                        // of render and hash
  bool all = false;                         // of export: every snapshot, or every branch and tag
  bool force = false;                       // of export: the file may be there
  std::string bundle = {};                  // of export: the file to write instead
  bool bytes = false;                       // of hash snapshot: the reference serialization itself
  bool raw = false;                         // with that: of the document as it stands
  std::string reference = {};               // of export and render
  std::string subject = {};                 // of hash snapshot
  std::optional<std::string> profile = {};  // of render
  RenderOptions options = {};               // likewise
};

// Standard output as a sink: what was written so far stays written, so a full disk is told at
// the end like everywhere else.
Result<void> write_out(std::string_view piece) {
  write_exact(piece);
  if (std::cout.good()) return {};
  return Error{Code::Unavailable, "the result could not be written", {}, {}};
}

// The named snapshot, or the latest; a history of no snapshots has none.
template <class Use>
int with_snapshot(const Request& request, Use use) {
  if (auto named = refuse_beside_name(request.where, request.reference); !named) return report(named.error());
  return with_history(request.where, [&](History& history) {
    const std::string reference = request.reference.empty() ? "@t0" : request.reference;
    const auto snapshot = history.moment(reference);
    return snapshot ? use(*snapshot) : report_in(snapshot.error(), reference);
  });
}

int finish(const Result<void>& written, std::string_view last = {}) {
  if (!written) return report(written.error());
  std::cout << last;
  return finish_output();
}

int run_export(const Request& request) {
  if (!request.bundle.empty()) return write_bundle(request.where, {request.bundle, request.all, request.force});
  if (request.all) {
    return with_history(request.where, [](const History& history) {
      if (!history.context().latest()) note_nothing_committed();
      return finish(export_history(history.context(), write_out), "\n");
    });
  }
  return with_snapshot(request,
                       [](const Snapshot& snapshot) { return finish(export_snapshot(snapshot, write_out), "\n"); });
}

int print_canonical(const Snapshot& snapshot, bool json) {
  const auto thread = snapshot.provider_thread();
  if (!thread) return report(thread.error());
  if (!json) return print_bytes(*thread);
  const auto units = thread_units(snapshot);
  return units ? print_thread_json(*thread, units_json(*units)) : report(units.error());
}

int print_thread(const Snapshot& snapshot, const Request& request) {
  if (!request.profile) return print_canonical(snapshot, request.json);
  const auto rendered = snapshot.render(*request.profile, request.options);
  if (!rendered) return report(rendered.error());
  return request.json ? print_rendered_json(*rendered) : print_bytes(rendered->bytes);
}

int run_render(const Request& request) {
  return with_snapshot(request, [&](const Snapshot& snapshot) { return print_thread(snapshot, request); });
}

int print_digest(const std::string& name, const std::string& hex, bool json) {
  if (!json) return finish(write_out(hex), "\n");
  print_json(make_object({{name, hex}}));
  return finish_output();
}

int run_raw(const std::string& file, bool is_moment) {
  if (is_moment) {
    return report({Code::InvalidArgument,
                   "--raw is for a document; a snapshot of the store has nothing to complete",
                   "E_OPTION_INVALID",
                   {}});
  }
  const auto document = load_input(file);
  if (!document) return report(document.error(), name_of_input(file));
  const auto bytes = serialize_document(*document);
  return bytes ? finish(write_out(*bytes)) : report(bytes.error(), name_of_input(file));
}

// What is asked for is a file unless it looks like a moment.
int run_hash_snapshot(Request& request) {
  const bool is_moment = request.subject.starts_with('@');
  if (request.raw) return run_raw(request.subject, is_moment);
  const bool has_other = !request.where.file.empty() || !request.where.at.empty() || !request.where.branch.empty();
  if (!is_moment && has_other) throw CLI::ValidationError("FILE", "it is the document, and no other is looked at");
  (is_moment ? request.reference : request.where.file) = request.subject;
  return with_snapshot(request, [&](const Snapshot& snapshot) {
    if (request.bytes) return finish(serialize_snapshot(snapshot, write_out));
    return print_digest("state_root", snapshot.state_root().hex(), request.json);
  });
}

int run_hash_content(const Request& request) {
  const auto document = load_input(request.where.file);
  if (!document) return report(document.error(), name_of_input(request.where.file));
  const auto hash = content_hash_of_json(*document, print_warning);
  if (!hash) return report(hash.error(), name_of_input(request.where.file));
  return print_digest("content_hash", hash->digest.hex(), request.json);
}

void add_hash_verbs(CLI::App& app, int& exit_code) {
  CLI::App& hash = add_verb(app, "hash", "hashes of documents and snapshots",
                            "hash content node.json\nhash snapshot snapshot.json\nhash snapshot @t-1");
  hash.require_subcommand(1);
  CLI::App& content = add_verb(hash, "content", "content_hash of a node", "hash content node.json");
  const auto node = std::make_shared<Request>();
  content.add_option("FILE", node->where.file, "a node as JSON, or - for standard input")->required()->type_name("");
  add_json_flag(content, node->json);
  content.callback([node, &exit_code] { exit_code = run_hash_content(*node); });

  CLI::App& snapshot =
      add_verb(hash, "snapshot", "state_root of a snapshot",
               "hash snapshot snapshot.json\nhash snapshot @t-1\nhash snapshot --bytes --raw tree.json");
  const auto tree = std::make_shared<Request>();
  snapshot
      .add_option("FILE", tree->subject, "an exported snapshot, - for standard input, or @t-1, @c42: one of the store")
      ->required()
      ->type_name("");
  add_history_options(snapshot, tree->where);
  CLI::Option* bytes = snapshot.add_flag("--bytes", tree->bytes, "the reference serialization instead of a hash");
  snapshot.add_flag("--raw", tree->raw, "with --bytes, of the document as it stands, without completing it")
      ->needs(bytes);
  add_json_flag(snapshot, tree->json);
  snapshot.callback([tree, &exit_code] { exit_code = run_hash_snapshot(*tree); });
}

}  // namespace

void add_exchange_verbs(CLI::App& app, int& exit_code) {
  CLI::App& exported =
      add_verb(app, "export", "a snapshot, or a history, as canonical JSON",
               "export @t-1 > snapshot.json\nexport --all > history.json\nexport --bundle history.lwb\n"
               "export --bundle everything.lwb --all");
  const auto document = std::make_shared<Request>();
  add_history_options(exported, document->where);
  CLI::Option* moment =
      exported.add_option("REF", document->reference, "@t-1, @c42, a branch or tag; otherwise the newest snapshot");
  moment->type_name("");
  CLI::Option* all =
      exported.add_flag("--all", document->all,
                        "every snapshot, oldest to newest; with --bundle every branch and tag; default: the newest "
                        "snapshot, with --bundle the branch");
  CLI::Option* bundle = exported.add_option(
      "--bundle", document->bundle, "write the whole history to this file, - for standard output, with its commit ids");
  bundle->type_name("FILE")->excludes(moment);
  exported.add_flag("--force", document->force, "of a bundle: write over a file that is there")->needs(bundle);
  all->excludes(moment);
  add_needless_json_flag(exported);
  exported.callback([document, &exit_code] { exit_code = run_export(*document); });

  CLI::App& render = add_verb(app, "render", "the bytes a provider gets",
                              "render\nrender @t-1 --profile openai\nrender --file snapshot.json --profile anthropic");
  const auto thread = std::make_shared<Request>();
  add_history_options(render, thread->where);
  render.add_option("REF", thread->reference, "@t-1, @c42, a branch or tag; otherwise the newest snapshot")
      ->type_name("");
  CLI::Option* profile =
      render.add_option("--profile", thread->profile, "a provider's request members; otherwise the canonical thread");
  profile->type_name("P");
  add_view_flag(render, *profile, thread->options);
  render.add_flag("--json", thread->json, "the bytes as a text, with what each node gave and what was repaired");
  render.callback([thread, &exit_code] { exit_code = run_render(*thread); });

  add_hash_verbs(app, exit_code);
}

}  // namespace latewood::cli
