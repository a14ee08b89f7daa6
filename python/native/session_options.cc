#include "python/native/session_options.h"

#include <string>
#include <utility>

#include "latewood/json_text.h"
#include "latewood/tokens.h"

namespace latewood::python {
namespace {

Error unknown(std::string_view name, const std::string& text) {
  return {Code::InvalidArgument, "option " + std::string(name) + ": '" + text + "' is not known", {}};
}

Result<Scope> scope_of(const std::string& text) {
  for (const Scope scope : {Scope::Read, Scope::Write, Scope::Admin}) {
    if (text == to_string(scope)) return scope;
  }
  return unknown("scope", text);
}

Result<SystemText> system_of(const std::string& text) {
  if (text == "refuse") return SystemText::Refuse;
  if (text == "request") return SystemText::OnRequest;
  if (text == "allow") return SystemText::Allow;
  return unknown("system", text);
}

Result<void> take(SessionOptions& options, const std::string& name, const std::string& text) {
  if (name == "actor") {
    options.actor = text;
  } else if (name == "branch") {
    options.branch = text;
  } else if (name == "context") {
    options.context = text;
  } else if (name == "profile") {
    options.profile = text;
  } else if (name == "clock") {
    if (text == "logical") options.clock = make_logical_clock();
    if (text != "logical" && text != "host") return unknown(name, text);
  } else if (name == "scope") {
    const auto scope = scope_of(text);
    if (!scope) return scope.error();
    options.scope = *scope;
  } else if (name == "system") {
    const auto system = system_of(text);
    if (!system) return system.error();
    options.system = *system;
  } else if (name == "tokens") {
    auto counter = make_token_counter(text);
    if (!counter) return counter.error();
    options.tokens = *std::move(counter);
  } else if (name != "tokens_name") {
    return Error{Code::InvalidArgument, "there is no option '" + name + "'", {}};
  }
  return {};
}

}  // namespace

Result<SessionOptions> session_options_of(std::string_view json) {
  SessionOptions options;
  const auto given = parse_json_text(json);
  if (!given) return given.error();
  if (given->as_object() == nullptr) return Error{Code::InvalidArgument, "the options are no JSON object", {}};
  for (const JsonMember& member : *given->as_object()) {
    if (const bool* flag = member.value.as_bool(); flag != nullptr && member.key == "restore_purged") {
      options.restore_purged = *flag;
      continue;
    }
    const std::string* text = member.value.as_string();
    if (text == nullptr) return Error{Code::InvalidArgument, "option " + member.key + ": a text expected", {}};
    const auto taken = take(options, member.key, *text);
    if (!taken) return taken.error();
  }
  return options;
}

}  // namespace latewood::python
