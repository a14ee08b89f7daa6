#include "prefix_verb.h"

#include <iostream>
#include <memory>
#include <string>

#include "input.h"
#include "latewood/exchange.h"
#include "latewood/prefix.h"
#include "report.h"

namespace latewood::cli {
namespace {

struct Request {
  std::string file;
  std::string older = "@t-1";
  std::string newer = "@t0";
  PrefixOptions options;
  bool json = false;
};

int print(const Result<PrefixReport>& found, const Request& request) {
  if (!found) return report(found.error());
  std::cout << (request.json ? to_json(*found) + "\n" : to_text(*found));
  return finish_output();
}

int compare(const Context& context, const Request& request) {
  if (request.newer == "next") return print(prefix_of_next_commit(context, request.options), request);
  const auto older = context.snapshot(request.older);
  if (!older) return report_in(older.error(), request.older);
  const auto newer = context.snapshot(request.newer);
  if (!newer) return report_in(newer.error(), request.newer);
  return print(prefix_report(*older, *newer, request.options), request);
}

int run(const Request& request) {
  if (request.file.empty()) {
    return report({Code::Unsupported, "there is no store yet: name an exported document with --file", {}, {}});
  }
  if (request.newer == "next" && request.older != "@t0") {
    return report({Code::InvalidArgument, "'next' is compared with @t0, not with " + request.older, {}, {}});
  }
  const auto document = load_input(request.file);
  if (!document) return report(document.error(), name_of_input(request.file));
  const auto context = import_document(*document, {});
  if (!context) return report(context.error(), name_of_input(request.file));
  return compare(*context, request);
}

}  // namespace

void add_prefix_verb(CLI::App& app, int& exit_code) {
  CLI::App* verb = app.add_subcommand("prefix", "what a request keeps of the one before it")->group("Verbs");
  verb->footer(
      "Example:\n"
      "  latewood prefix --file history.json @t-1 @t0 --profile anthropic\n"
      "  latewood prefix --file history.json @t0 next    what a commit would keep");
  const auto request = std::make_shared<Request>();
  verb->add_option("--file", request->file, "an exported history, or - for standard input")->type_name("F");
  verb->add_option("A", request->older, "@t-3, @c42: the older snapshot; otherwise @t-1")->type_name("");
  verb->add_option("B", request->newer, "the newer one, or 'next' for the commit to come; otherwise @t0")
      ->type_name("");
  verb->add_option("--profile", request->options.profile, "as this profile renders; otherwise the canonical thread")
      ->type_name("P");
  verb->add_flag("--json", request->json, "for programs: docs/prefix.md has the members");
  verb->callback([request, &exit_code] { exit_code = run(*request); });
}

}  // namespace latewood::cli
