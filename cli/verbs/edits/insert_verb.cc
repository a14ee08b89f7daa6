#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/open/content_options.h"
#include "cli/open/where.h"
#include "cli/terminal/printable.h"
#include "cli/text/event_ref.h"
#include "cli/usage/verb.h"
#include "cli/verbs/edits/planned_edit.h"
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
  bool plan = false;
  bool json = false;
};

Result<CallArguments> arguments_of(const InsertRequest& request) {
  CallArguments arguments;
  if (auto content = add_content(arguments, request.content); !content) return content.error();
  const Component& given = request.component;
  arguments.add_given("role", given.role);
  arguments.add_given("kind", given.kind);
  arguments.add_given("ttl", given.ttl);
  arguments.add_given("key", given.key);
  arguments.add_given("id", given.id);
  arguments.add_given("provenance", given.provenance);
  if (given.offset != 0) arguments.add("offset", given.offset);
  if (given.priority != 0) arguments.add("priority", given.priority);
  if (given.node_type != Component().node_type) arguments.add("nodeType", given.node_type);
  arguments.add_flag("removable", request.removable);
  arguments.add_given("depth", request.depth);
  arguments.add_given("under", request.under);
  arguments.add_given("event", request.event);
  return arguments;
}

// How to quote a text that looks like JSON.
Error with_quoting_hint(Error error) {
  const bool wants_text =
      error.rule == std::string(errors::kAttrValue) && error.message.find("; a text such as ") != std::string::npos;
  if (wants_text) error.hint = "in a shell write --attr 'NAME=\"TEXT\"'";
  return error;
}

// Prints notes about requests that are valid but rarely intended.
void note_surprises(const InsertRequest& request) {
  const ContentOptions& content = request.content;
  std::cout.flush();
  if (content.text && content.text->empty()) {
    std::cerr << "note: the content is an empty text; use --empty for a node without content\n";
  }
  if (request.component.ttl == 0) {
    std::cerr << "note: with --ttl 0 the next commit removes it; no snapshot will contain it\n";
  }
}

int run_insert(const InsertRequest& request) {
  // Read before opening the store: standard input may be slow, and other processes may commit meanwhile.
  const auto arguments = arguments_of(request);
  if (!arguments) return report(arguments.error());
  if (request.plan) return plan_edit(request.where, "insert", *arguments, request.json);
  const auto print = [](const JsonValue& result) {
    for (const JsonValue& id : list_of(result, "ids")) std::cout << printable(*id.as_string()) << '\n';
  };
  const auto judge = [&request](const JsonValue&) {
    note_surprises(request);
    return kSuccess;
  };
  return run_operation(request.where, "insert", *arguments,
                       {.json = request.json,
                        .done = "the edit was made",
                        .print = print,
                        .judge = judge,
                        .explain = with_quoting_hint});
}

void add_component_options(CLI::App& verb, Component& component) {
  verb.add_option("--role", component.role, "user, assistant, tool, system or other; default: none")->type_name("ROLE");
  verb.add_option("--kind", component.kind, "text, call, result, image, ...; default: text if the content is a text")
      ->type_name("KIND");
  verb.add_option("--ttl", component.ttl, "the number of snapshots that contain it; default: no limit")->type_name("N");
  verb.add_option("--offset", component.offset,
                  "the place in its turn: below 0 before the core, above 0 after it; default: 0")
      ->type_name("N");
  verb.add_option("--priority", component.priority, "the lowest is pruned first; default: 0")->type_name("N");
  verb.add_option(
          "--key", component.key,
          "the topic of the node; of several nodes with one key the newest must be the shallowest, and `overlaps` sets "
          "what happens to an insertion that breaks this; default: none")
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
                                       "where to insert: -1 is the system region, 0 the active head, k > 0 a new turn "
                                       "at depth k; default: 0");
  depth->type_name("N");
  verb.add_option("--under", request->under, "insert below this node: an id or a selector")
      ->type_name("NODE")
      ->excludes(depth);
  verb.add_option("--event", request->event, "the event that caused it, recorded in the receipt")
      ->type_name("STREAM:N");
  add_plan_flag(verb, request->plan);
  add_store_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] {
    require_content(request->content);
    exit_code = run_insert(*request);
  });
}

}  // namespace latewood::cli
