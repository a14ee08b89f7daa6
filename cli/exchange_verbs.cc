#include "exchange_verbs.h"

#include <iostream>
#include <memory>
#include <string>

#include "input.h"
#include "latewood/bundle.h"
#include "latewood/exchange.h"
#include "latewood/hash.h"
#include "output.h"
#include "report.h"

namespace latewood::cli {
namespace {

struct Request {
  std::string file;
  bool strict = false;
  bool all = false;            // of export: every snapshot
  std::string bundle = {};     // of export: the file to write instead
  bool bytes = false;          // of hash snapshot: the reference serialization itself
  std::string reference = {};  // of render
  std::string profile = {};    // of render
};

// Standard output as a sink: what was written so far stays written, so a full disk is told at
// the end like everywhere else.
Result<void> write_out(std::string_view piece) {
  std::cout << piece;
  if (std::cout.good()) return {};
  return Error{Code::Unavailable, "the result could not be written", {}, {}};
}

// Runs `use` on the context in the file; its result is an exit code.
template <class Use>
int with_context(const Request& request, Use use) {
  if (request.file.empty()) {
    return report({Code::Unsupported, "there is no store yet: name an exported document with --file", {}, {}});
  }
  ImportOptions options;
  options.strict = request.strict;
  const auto context = load_context(request.file, options);
  if (!context) return report(context.error(), name_of_input(request.file));
  return use(*context);
}

// The latest snapshot; a history of no snapshots has none.
template <class Use>
int with_latest(const Request& request, Use use) {
  return with_context(request, [&](const Context& context) {
    const auto snapshot = context.latest();
    return snapshot ? use(*snapshot) : report(snapshot.error(), name_of_input(request.file));
  });
}

int finish(const Result<void>& written, std::string_view last = {}) {
  if (!written) return report(written.error());
  std::cout << last;
  return finish_output();
}

int run_bundle(const Request& request) {
  return with_context(request, [&](const Context& context) {
    const auto written =
        save_output(request.bundle, [&](const ByteSink& sink) { return export_bundle(context, sink); });
    return written ? finish_output() : report(written.error(), name_of_input(request.bundle));
  });
}

int run_export(const Request& request) {
  if (!request.bundle.empty()) return run_bundle(request);
  if (request.all) {
    return with_context(request,
                        [](const Context& context) { return finish(export_history(context, write_out), "\n"); });
  }
  return with_latest(request,
                     [](const Snapshot& snapshot) { return finish(export_snapshot(snapshot, write_out), "\n"); });
}

int print_thread(const Snapshot& snapshot, const Request& request) {
  if (request.profile.empty()) return finish(write_out(snapshot.provider_thread()));
  const auto rendered = snapshot.render(request.profile);
  if (!rendered) return report(rendered.error());
  return finish(write_out(rendered->bytes));
}

int run_render(const Request& request) {
  if (request.reference.empty()) {
    return with_latest(request, [&](const Snapshot& snapshot) { return print_thread(snapshot, request); });
  }
  return with_context(request, [&](const Context& context) {
    const auto snapshot = context.snapshot(request.reference);
    return snapshot ? print_thread(*snapshot, request) : report_in(snapshot.error(), request.reference);
  });
}

int run_hash_snapshot(const Request& request) {
  return with_latest(request, [&](const Snapshot& snapshot) {
    if (request.bytes) return finish(serialize_snapshot(snapshot, write_out));
    return finish(write_out(snapshot.state_root().hex()), "\n");
  });
}

int run_hash_content(const Request& request) {
  const auto document = load_input(request.file);
  if (!document) return report(document.error(), name_of_input(request.file));
  const auto hash = content_hash_of_json(*document);
  if (!hash) return report(hash.error(), name_of_input(request.file));
  if (!hash->warning.empty()) std::cerr << "warning: the content is invalid: " << hash->warning << '\n';
  return finish(write_out(hash->digest.hex()), "\n");
}

CLI::App& add_verb(CLI::App& app, const std::string& name, const std::string& help, const std::string& example) {
  CLI::App* verb = app.add_subcommand(name, help)->group("Verbs");
  verb->footer("Example:\n  latewood " + example);
  return *verb;
}

void add_file_option(CLI::App& verb, Request& request) {
  verb.add_option("--file", request.file, "an exported snapshot or history, a bundle, or - for standard input")
      ->type_name("F");
  verb.add_flag("--strict", request.strict, "refuse an incomplete document instead of completing it");
}

void add_hash_verbs(CLI::App& app, int& exit_code) {
  CLI::App* hash = app.add_subcommand("hash", "hashes of documents")->group("Verbs");
  hash->require_subcommand(1);
  CLI::App& content = add_verb(*hash, "content", "content_hash of a node", "hash content node.json");
  const auto node = std::make_shared<Request>();
  content.add_option("FILE", node->file, "a node as JSON, or - for standard input")->required()->type_name("");
  content.callback([node, &exit_code] { exit_code = run_hash_content(*node); });

  CLI::App& snapshot = add_verb(*hash, "snapshot", "state_root of a snapshot", "hash snapshot snapshot.json");
  const auto tree = std::make_shared<Request>();
  snapshot.add_option("FILE", tree->file, "an exported snapshot, or - for standard input")->required()->type_name("");
  snapshot.add_flag("--bytes", tree->bytes, "the reference serialization instead of a hash");
  snapshot.add_flag("--strict", tree->strict, "refuse an incomplete document instead of completing it");
  snapshot.callback([tree, &exit_code] { exit_code = run_hash_snapshot(*tree); });
}

}  // namespace

void add_exchange_verbs(CLI::App& app, int& exit_code) {
  CLI::App& exported =
      add_verb(app, "export", "a snapshot, or a history, as canonical JSON", "export --file history.json --all");
  const auto document = std::make_shared<Request>();
  add_file_option(exported, *document);
  CLI::Option* all =
      exported.add_flag("--all", document->all, "every snapshot, oldest to newest; otherwise the newest");
  exported.add_option("--bundle", document->bundle, "write the whole history to this file, with its commit ids")
      ->type_name("FILE")
      ->excludes(all);
  exported.callback([document, &exit_code] { exit_code = run_export(*document); });

  CLI::App& render =
      add_verb(app, "render", "the bytes a provider gets", "render --file snapshot.json --profile openai");
  const auto thread = std::make_shared<Request>();
  add_file_option(render, *thread);
  render.add_option("REF", thread->reference, "@t-1, @c42: a snapshot; otherwise the newest")->type_name("");
  render.add_option("--profile", thread->profile, "a provider's request members; otherwise the canonical thread")
      ->type_name("P");
  render.callback([thread, &exit_code] { exit_code = run_render(*thread); });

  add_hash_verbs(app, exit_code);
}

}  // namespace latewood::cli
