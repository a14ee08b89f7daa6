#include "node/native/owned_session.h"

#include <unistd.h>

#include <optional>
#include <string>
#include <utility>

#include "latewood/clock.h"
#include "latewood/errors.h"
#include "latewood/ext/store.h"
#include "latewood/json_text.h"
#include "latewood/json_value.h"
#include "latewood/tokens.h"

namespace latewood::node {
namespace {

Error wrong_option(const std::string& name, const std::string& expected) {
  return {Code::InvalidArgument,
          "option " + json_text(name) + " must be " + expected,
          std::string(errors::kOptionInvalid),
          {}};
}

std::optional<Scope> scope_of(std::string_view name) {
  for (const Scope scope : {Scope::Read, Scope::Write, Scope::Admin}) {
    if (to_string(scope) == name) return scope;
  }
  return std::nullopt;
}

std::optional<SystemText> system_text_of(std::string_view name) {
  if (name == "refuse") return SystemText::Refuse;
  if (name == "request") return SystemText::OnRequest;
  if (name == "allow") return SystemText::Allow;
  return std::nullopt;
}

// The member of the options that is a text of any value.
std::string* text_option(SessionOptions& options, std::string_view name) {
  if (name == "context") return &options.context;
  if (name == "branch") return &options.branch;
  if (name == "actor") return &options.actor;
  return name == "profile" ? &options.profile : nullptr;
}

// Takes one option whose value is a text.
Result<void> take(SessionOptions& options, const std::string& name, const std::string& value) {
  if (std::string* text = text_option(options, name)) {
    *text = value;
  } else if (name == "scope") {
    const auto scope = scope_of(value);
    if (!scope) return wrong_option(name, "read, write or admin");
    options.scope = *scope;
  } else if (name == "system") {
    const auto system = system_text_of(value);
    if (!system) return wrong_option(name, "refuse, request or allow");
    options.system = *system;
  } else if (name == "clock") {
    if (value != "host" && value != "logical") return wrong_option(name, "host or logical");
    if (value == "logical") options.clock = make_logical_clock();
  } else if (name == "tokens") {
    auto counter = make_token_counter(value);
    if (!counter) return counter.error();
    options.tokens = *std::move(counter);
  } else {
    return wrong_option(name, "one of actor, branch, clock, context, profile, scope, system and tokens");
  }
  return {};
}

}  // namespace

Result<SessionOptions> read_session_options(std::string_view json) {
  auto value = parse_json_text(json);
  if (!value) return value.error();
  SessionOptions options;
  const JsonValue::Object* members = value->as_object();
  if (members == nullptr) return wrong_option("options", "an object");
  for (const JsonMember& member : *members) {
    const std::string* text = member.value.as_string();
    if (text == nullptr) return wrong_option(member.key, "a text");
    if (const auto taken = take(options, member.key, *text); !taken) return taken.error();
  }
  return options;
}

OwnedSession::OwnedSession(std::string url, SessionOptions options)
    : process_(::getpid()), session_(std::make_unique<Session>(std::move(url), std::move(options))) {}

// A forked process leaves the memory of the session alone: closing its connection would end that of the first process.
OwnedSession::~OwnedSession() {
  if (::getpid() != process_) session_.release();  // NOLINT(bugprone-unused-return-value)
}

template <class Value>
Result<Value> OwnedSession::counted(Result<Value> result) {
  if (!counter_.check) return result;
  const auto answers = counter_.check();
  counter_.end();
  if (!answers) return answers.error();
  return result;
}

Result<void> OwnedSession::check_process() const {
  if (::getpid() == process_) return {};
  return Error{Code::Unsupported,
               "process " + std::to_string(process_) + " opened this repository, and process " +
                   std::to_string(::getpid()) + " is a fork of it",
               {},
               {},
               "open the repository again in the forked process"};
}

Result<std::string> OwnedSession::call(std::string_view operation, std::string_view arguments,
                                       const Progress& progress) {
  if (const auto own = check_process(); !own) return own.error();
  return counted(session_->call(operation, arguments, progress));
}

Result<Snapshot> OwnedSession::snapshot(std::string_view moment, std::string_view context, std::string_view branch) {
  if (const auto own = check_process(); !own) return own.error();
  return counted(session_->snapshot(moment, context, branch));
}

Result<std::string> OwnedSession::call_here(std::string_view operation, std::string_view arguments) {
  if (counter_.check && *running_ > 0) {
    return Error{Code::Unsupported,
                 "callSync cannot wait for a call that waits for the token counter of this thread",
                 {},
                 {},
                 "await the running calls first, or use `call`"};
  }
  ++*running_;
  auto result = call(operation, arguments, {});
  --*running_;
  return result;
}

}  // namespace latewood::node
