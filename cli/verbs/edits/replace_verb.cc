#include <algorithm>
#include <charconv>
#include <memory>
#include <optional>
#include <string>

#include "cli/open/content_options.h"
#include "cli/open/where.h"
#include "cli/terminal/report.h"
#include "cli/usage/verb.h"
#include "cli/verbs/edits/node_edit.h"
#include "cli/verbs/edits/planned_edit.h"
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
  bool plan = false;
  bool json = false;
};

// A number of cycles, or `none`.
Result<void> add_ttl(CallArguments& arguments, const std::string& text) {
  if (text.empty()) return {};
  std::int64_t cycles = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, cycles);
  const bool is_number = read.ec == std::errc() && read.ptr == end;
  if (!is_number && text != "none") {
    return Error{Code::InvalidArgument,
                 "--ttl " + text + " must be a number of cycles or none",
                 std::string(errors::kTtlInvalid),
                 {}};
  }
  arguments.add("ttl", is_number ? JsonValue(cycles) : JsonValue(text));
  return {};
}

Result<CallArguments> arguments_of(const ReplaceRequest& request) {
  CallArguments arguments;
  arguments.add("nodes", request.node);
  arguments.add_flag("all", request.all);
  if (auto ttl = add_ttl(arguments, request.ttl); !ttl) return ttl.error();
  if (auto content = add_content(arguments, request.content); !content) return content.error();
  arguments.add_given("role", request.given.role);
  arguments.add_given("kind", request.given.kind);
  arguments.add_given("offset", request.given.offset);
  arguments.add_given("priority", request.given.priority);
  arguments.add_given("nodeType", request.given.node_type);
  return arguments;
}

int run_replace(const ReplaceRequest& request) {
  // Read before opening the store: standard input may be slow, and other processes may commit meanwhile.
  const auto arguments = arguments_of(request);
  if (!arguments) return report(arguments.error());
  if (request.plan) return plan_edit(request.where, "replace", *arguments, request.json);
  return edit_nodes(request.where, "replace", *arguments, "replaced", request.json);
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
  add_plan_flag(verb, request->plan);
  add_store_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] {
    require_content(request->content);
    exit_code = run_replace(*request);
  });
}

}  // namespace latewood::cli
