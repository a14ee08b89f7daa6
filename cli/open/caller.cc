#include "cli/open/caller.h"

#include <utility>

#include "cli/open/input.h"
#include "cli/open/line_arguments.h"
#include "cli/open/remote.h"
#include "cli/open/remote_input.h"
#include "cli/terminal/result_members.h"
#include "latewood/json_text.h"

namespace latewood::cli {

SessionOptions session_options(const Where& where, Scope scope) {
  SessionOptions options;
  const ContextOptions made = context_options(where);
  options.context = where.context.empty() ? environment("LATEWOOD_CONTEXT") : where.context;
  options.profile = environment("LATEWOOD_PROFILE");
  options.branch = where.branch;
  options.actor = where.actor;
  options.scope = scope;
  options.system = where.system ? SystemText::Allow : SystemText::OnRequest;
  options.restore_purged = where.restore;
  options.clock = made.clock;
  options.warn = made.warn;
  return options;
}

Result<Caller> Caller::open(const Where& where, Scope scope) {
  if (is_remote(where)) {
    auto store = open_remote(where);
    if (!store) return std::move(store).error();
    return Caller(Remote{where, *std::move(store)});
  }
  SessionOptions options = session_options(where, scope);
  if (where.file.empty()) return Caller(Session(where.store, std::move(options)));
  auto document = load_context(where.file, {.strict = where.strict, .context = document_options(where)});
  if (!document) return document.error();
  return Caller(Session(*std::move(document), std::move(options)));
}

Result<std::string> Caller::call(std::string_view operation, const std::string& arguments, const Progress& progress,
                                 const CallInput& input) {
  if (auto* session = std::get_if<Session>(&way_)) return session->call(operation, arguments, progress, input);
  Remote& remote = *std::get_if<Remote>(&way_);
  const auto known = find_operation(operation);
  if (!known) return known.error();
  const std::string whole = with_defaults(remote.where, *known, arguments);
  if (!input) return remote.store.call(operation, whole);
  const auto with_file = with_input(whole, input);
  if (!with_file) return with_file.error();
  return remote.store.call(operation, *with_file);
}

Result<std::string> Caller::call_line(const std::string& line) {
  if (auto* session = std::get_if<Session>(&way_)) return session->call_line(line);
  // A line that names no call is refused alike on every store.
  const auto request = line_arguments(line);
  if (!request) return Session("memory:").call_line(line);
  return call(request->operation, request->arguments);
}

Result<std::string> context_in_use(Caller& caller) {
  const auto settings = caller.call("config", "{}");
  if (!settings) return settings.error();
  const auto value = parse_json_text(*settings);
  if (!value) return value.error();
  return text_of(*value->find("settings")->find("context"), "value");
}

}  // namespace latewood::cli
