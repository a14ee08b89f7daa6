#include <memory>
#include <string>

#include "content_options.h"
#include "mutation.h"
#include "verb.h"
#include "verbs.h"
#include "where.h"

namespace latewood::cli {
namespace {

struct Request {
  Where where;
  std::string node;
  ContentOptions content;
  bool all = false;
  bool json = false;
};

Result<Replacement> replacement_of(const ContentOptions& options) {
  auto content = read_content(options);
  if (!content) return content.error();
  auto attributes = read_attributes(options);
  if (!attributes) return attributes.error();
  return Replacement{*std::move(content), *std::move(attributes)};
}

int run(const Request& request) {
  // Before the store is opened: standard input may take its time, and others commit meanwhile.
  const auto replacement = replacement_of(request.content);
  if (!replacement) return report(replacement.error());
  return with_context(request.where, [&](Context& context) {
    return mutate(
        context, {request.node}, "replaced", request.json,
        [&](const Selector& nodes) { return context.replace(nodes, *replacement); },
        request.all ? Matches::Any : Matches::One);
  });
}

}  // namespace

void add_replace_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb =
      add_verb(app, "replace", "give a node new content; in a sealed turn the original stays, and a marker names it",
               "replace cb:draft \"A better question\"\n"
               "replace \"^sys .cb:first\" --system --from prompt.txt\n"
               "replace --all \".cb[data_draft=true]\" \"(withdrawn)\"");
  const auto request = std::make_shared<Request>();
  verb.add_option("NODE", request->node, "an id, or a selector")->required()->type_name("");
  add_content_options(verb, request->content);
  verb.add_flag("--all", request->all, "the selector may match several nodes; default: one");
  add_store_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] {
    require_content(request->content);
    exit_code = run(*request);
  });
}

}  // namespace latewood::cli
