#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include "content_options.h"
#include "mutation.h"
#include "node_names.h"
#include "verb.h"
#include "verbs.h"
#include "where.h"

namespace latewood::cli {
namespace {

struct Request {
  Where where;
  std::string node;
  ContentOptions content;
  bool json = false;
};

// What the nodes are, if all of them are the same: content of a call or a tool keeps the order it is given in.
struct Target {
  std::string kind = {};
  std::string node_type = {};
  friend bool operator==(const Target&, const Target&) = default;
};

Result<Target> target_of(const Context& context, const std::string& name) {
  const auto ids = find_ids(context, name, true);
  if (!ids) return ids.error();
  const auto nodes = context.working();
  if (!nodes) return nodes.error();
  std::optional<Target> target;
  for (const NodeView& node : *nodes) {
    if (std::find(ids->begin(), ids->end(), node.id) == ids->end()) continue;
    const Target found{node.kind.value_or(""), node.node_type};
    if (target && *target != found) return Target();
    target = found;
  }
  return target.value_or(Target());
}

Result<std::optional<JsonValue>> content_for(const Context& context, const Request& request,
                                             const std::optional<std::string>& loaded) {
  if (!request.content.is_json) return content_of(loaded, request.content, {}, {});
  const auto target = target_of(context, request.node);
  // What the name does not mean is told by the mutation.
  return target ? content_of(loaded, request.content, target->kind, target->node_type)
                : content_of(loaded, request.content, {}, {});
}

int run(const Request& request) {
  // Before the store is opened: standard input may take its time, and others commit meanwhile.
  const auto loaded = load_content(request.content);
  if (!loaded) return report(loaded.error());
  const auto attributes = read_attributes(request.content);
  if (!attributes) return report(attributes.error());
  return with_context(request.where, [&](Context& context) {
    const auto content = content_for(context, request, *loaded);
    if (!content) return report(content.error());
    return mutate(context, {request.node}, "replaced", request.json, [&](const Selector& nodes) {
      return context.replace(nodes, {*content, *attributes});
    });
  });
}

}  // namespace

void add_replace_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb =
      add_verb(app, "replace", "give a node new content; in a sealed turn the original stays, and a marker names it",
               "replace cb:draft \"A better question\"\n"
               "replace \"^sys .cb:first\" --system --from prompt.txt");
  const auto request = std::make_shared<Request>();
  verb.add_option("NODE", request->node, "an id, or a selector")->required()->type_name("");
  add_content_options(verb, request->content);
  add_store_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] {
    require_content(request->content);
    exit_code = run(*request);
  });
}

}  // namespace latewood::cli
