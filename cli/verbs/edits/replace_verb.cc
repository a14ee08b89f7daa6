#include <charconv>
#include <memory>
#include <optional>
#include <string>

#include "cli/open/content_options.h"
#include "cli/open/node_names.h"
#include "cli/open/where.h"
#include "cli/usage/verb.h"
#include "cli/verbs/edits/mutation.h"
#include "cli/verbs/verbs.h"
#include "latewood/errors.h"

namespace latewood::cli {
namespace {

struct ReplaceRequest {
  Where where;
  std::string node;
  ContentOptions content;
  Replacement given;
  std::string ttl;
  bool all = false;
  bool json = false;
};

// Parses a number of cycles, or `none`.
Result<void> read_ttl(const std::string& text, Replacement& replacement) {
  if (text.empty()) return {};
  replacement.persistent = text == "none";
  if (replacement.persistent) return {};
  std::int64_t cycles = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, cycles);
  if (read.ec != std::errc() || read.ptr != end) {
    return Error{Code::InvalidArgument,
                 "--ttl " + text + " must be a number of cycles or none",
                 std::string(errors::kTtlInvalid),
                 {}};
  }
  replacement.ttl = cycles;
  return {};
}

// The kind and type of the nodes if all have the same. JSON members in the content of a call or a tool keep their
// order.
struct Target {
  std::string kind = {};
  std::string node_type = {};
  friend bool operator==(const Target&, const Target&) = default;
};

Result<Target> target_of(const Context& context, const std::string& name) {
  const auto ids = find_ids(context, name, true);
  if (!ids) return ids.error();
  std::optional<Target> target;
  for (const std::string& id : *ids) {
    const auto node = context.working_node(id);
    if (!node) return node.error();
    const Target found{node->kind.value_or(""), node->node_type};
    if (target && *target != found) return Target();
    target = found;
  }
  return target.value_or(Target());
}

Result<std::optional<JsonValue>> content_for(const Context& context, const ReplaceRequest& request,
                                             const std::optional<std::string>& loaded) {
  if (!request.content.is_json) return content_of(loaded, request.content, {}, {});
  const auto target = target_of(context, request.node);
  // The mutation reports a name that matches nothing.
  const Target kept = target ? *target : Target();
  return content_of(loaded, request.content, request.given.kind.value_or(kept.kind),
                    request.given.node_type.value_or(kept.node_type));
}

int run_replace(const ReplaceRequest& request) {
  // Read before opening the store: standard input may be slow, and other processes may commit meanwhile.
  Replacement replacement = request.given;
  if (auto ttl = read_ttl(request.ttl, replacement); !ttl) return report(ttl.error());
  const auto loaded = load_content(request.content);
  if (!loaded) return report(loaded.error());
  auto attributes = read_attributes(request.content);
  if (!attributes) return report(attributes.error());
  replacement.attributes = *std::move(attributes);
  return with_context(request.where, [&](Context& context) {
    auto content = content_for(context, request, *loaded);
    if (!content) return report(content.error());
    replacement.content = *std::move(content);
    return mutate(
        context, {request.node}, "replaced", request.json,
        [&](const Selector& nodes) { return context.replace(nodes, replacement); },
        request.all ? Matches::Any : Matches::One);
  });
}

void add_member_options(CLI::App& verb, ReplaceRequest& request) {
  Replacement& given = request.given;
  const auto add = [&verb](const char* name, auto& value, const char* help, const char* type) {
    verb.add_option(name, value, std::string(help) + "; default: unchanged")->type_name(type);
  };
  add("--role", given.role, "user, assistant, tool, system or other", "ROLE");
  add("--kind", given.kind, "text, call, result, image, ...", "KIND");
  add("--ttl", request.ttl, "the number of further snapshots that contain it, or none for no limit", "N");
  add("--offset", given.offset, "below 0: before the core of its turn; above 0: after it", "N");
  add("--priority", given.priority, "the lowest is pruned first", "N");
  verb.add_option("--type", given.node_type,
                  "a type such as cb:summary; default: unchanged, cb:replacement for a marker")
      ->type_name("TYPE");
}

}  // namespace

void add_replace_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb =
      add_verb(app, "replace", "give a node new content; in a sealed turn add a marker and keep the original",
               "replace cb:draft \"A better question\"\n"
               "replace cb:answer \"A correction\" --kind text --ttl 3\n"
               "replace \"^sys .cb:first\" --system --from prompt.txt\n"
               "replace --all \".cb[data_draft=true]\" \"(withdrawn)\"");
  const auto request = std::make_shared<ReplaceRequest>();
  verb.add_option("NODE", request->node, "an id or a selector")->required()->type_name("");
  add_content_options(verb, request->content);
  add_member_options(verb, *request);
  verb.add_flag("--all", request->all, "allow the selector to match several nodes; default: exactly one");
  add_store_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] {
    require_content(request->content);
    exit_code = run_replace(*request);
  });
}

}  // namespace latewood::cli
