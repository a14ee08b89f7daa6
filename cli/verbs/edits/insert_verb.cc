#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/open/content_options.h"
#include "cli/open/where.h"
#include "cli/terminal/printable.h"
#include "cli/text/event_ref.h"
#include "cli/text/json_output.h"
#include "cli/usage/verb.h"
#include "cli/verbs/edits/mutation.h"
#include "cli/verbs/verbs.h"
#include "latewood/errors.h"
#include "latewood/intake.h"
#include "latewood/nearest_word.h"
#include "latewood/selector.h"

namespace latewood::cli {
namespace {

struct InsertRequest {
  Where where;
  ContentOptions content;
  Component component;
  std::optional<std::int64_t> depth;
  std::string under;
  std::string event;
  bool removable = false;
  bool json = false;
};

Result<Component> component_of(const InsertRequest& request) {
  Component component = request.component;
  const auto loaded = load_content(request.content);
  if (!loaded) return loaded.error();
  auto content = content_of(*loaded, request.content, component.kind.value_or(""), component.node_type);
  if (!content) return content.error();
  component.content = *std::move(content);
  auto attributes = read_attributes(request.content);
  if (!attributes) return attributes.error();
  component.attributes = *std::move(attributes);
  // Absent unless requested: an explicit `false` is a different value, which the library does not write.
  if (request.removable) component.removable = true;
  return component;
}

Result<std::vector<std::string>> insert(Context& context, const Component& component, const InsertRequest& request) {
  if (request.under.empty()) {
    auto id = context.insert(component, request.depth.value_or(0));
    if (!id) return id.error();
    return std::vector{*std::move(id)};
  }
  const auto parents = selector_of(context, {request.under});
  if (!parents) return parents.error();
  const auto inserted = context.insert_under(component, *parents);
  if (!inserted) return inserted.error();
  std::vector<std::string> ids;
  for (const MutatedNode& parent : *inserted) ids.insert(ids.end(), parent.new_ids.begin(), parent.new_ids.end());
  return ids;
}

// Adds a suggestion: the option for a header that was given as an attribute, or how to quote a text that looks like
// JSON.
Error with_option_hint(Error error, const std::vector<JsonMember>& attributes) {
  static const std::vector<std::string> kHeaders = {"role", "kind", "ttl",       "offset",     "priority", "type",
                                                    "key",  "id",   "removable", "provenance", "nodeType", "depth"};
  const bool wants_text =
      error.rule == errors::kAttrValue && error.message.find("; a text such as ") != std::string::npos;
  if (wants_text) error.message += "; in a shell write --attr 'NAME=\"TEXT\"'";
  if (error.rule != errors::kAttrName) return error;
  for (const JsonMember& attribute : attributes) {
    const auto nearest = nearest_word(attribute.key, kHeaders);
    const bool is_meant = nearest && error.message.find("'" + attribute.key + "'") != std::string::npos;
    if (is_meant) error.message += "; did you mean --" + (*nearest == "nodeType" ? "type" : *nearest) + "?";
  }
  return error;
}

// Prints notes about requests that are valid but rarely intended.
void note_surprises(const Component& component) {
  const std::string* text = component.content ? component.content->as_string() : nullptr;
  std::cout.flush();
  if (text != nullptr && text->empty()) {
    std::cerr << "note: the content is an empty text; use --empty for a node without content\n";
  }
  if (component.ttl == 0) {
    std::cerr << "note: with --ttl 0 the next commit removes it; no snapshot will contain it\n";
  }
}

int run_insert(const InsertRequest& request) {
  // Read before opening the store: standard input may be slow, and other processes may commit meanwhile.
  const auto component = component_of(request);
  if (!component) return report(component.error());
  return with_context(request.where, [&](Context& context) {
    if (!request.event.empty()) {
      const auto event = parse_event(request.event);
      if (!event) return report(event.error());
      const auto known = find_event(context, *event);
      if (!known) return report(known.error());
      set_cause(context, *event);
    }
    const auto ids = insert(context, *component, request);
    if (!ids) return report(with_option_hint(ids.error(), component->attributes));
    for (const std::string& id : *ids) {
      if (request.json) {
        print_json(make_object({{"id", id}}));
      } else {
        std::cout << printable(id) << '\n';
      }
    }
    note_surprises(*component);
    return finish_output("the edit was made");
  });
}

void add_component_options(CLI::App& verb, Component& component) {
  verb.add_option("--role", component.role, "user, assistant, tool, system or other; default: none")->type_name("ROLE");
  verb.add_option("--kind", component.kind, "text, call, result, image, ...; default: text if the content is a text")
      ->type_name("KIND");
  verb.add_option("--ttl", component.ttl, "the number of snapshots that contain it; default: no limit")->type_name("N");
  verb.add_option("--offset", component.offset, "below 0: before the core of its turn; above 0: after it; default: 0")
      ->type_name("N");
  verb.add_option("--priority", component.priority, "the lowest is pruned first; default: 0")->type_name("N");
  verb.add_option(
          "--key", component.key,
          "names the topic of the node; the newest node of a key must be the shallowest, and `overlaps` decides "
          "about an insertion that breaks this; default: none")
      ->type_name("KEY");
  verb.add_option("--type", component.node_type, "a type such as cb:summary; default: cb")->type_name("TYPE");
  verb.add_option("--id", component.id,
                  "must not start with mt: or mc: or look like a derived id; default: a derived id")
      ->type_name("ID");
  verb.add_option("--provenance", component.provenance, "the origin of the content; default: the actor")
      ->type_name("TEXT");
}

}  // namespace

void add_insert_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "insert", "add a block to the working state and print its id",
                            "insert \"What grows here?\" --role user\n"
                            "insert --depth -1 --system --role system \"Answer briefly.\"\n"
                            "insert --from oak.txt --ttl 2 --offset 1 --attr data_source=lexicon\n"
                            "insert - --under \"^seq .mt:depth(1)\" --offset 1 < note.txt");
  verb.alias("add");
  const auto request = std::make_shared<InsertRequest>();
  add_content_options(verb, request->content);
  add_component_options(verb, request->component);
  verb.add_flag("--removable", request->removable, "remove the node when its last child is removed");
  CLI::Option* depth = verb.add_option("--depth", request->depth,
                                       "-1: system region; 0: active head; k > 0: a new turn at depth k; default: 0");
  depth->type_name("N");
  verb.add_option("--under", request->under, "insert below this node: an id or a selector")
      ->type_name("NODE")
      ->excludes(depth);
  verb.add_option("--event", request->event, "the event that caused it, recorded in the receipt")
      ->type_name("STREAM:N");
  add_store_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] {
    require_content(request->content);
    exit_code = run_insert(*request);
  });
}

}  // namespace latewood::cli
