#include <array>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/open/input.h"
#include "cli/open/operation_call.h"
#include "cli/open/output.h"
#include "cli/open/remote.h"
#include "cli/open/where.h"
#include "cli/terminal/guarded_output.h"
#include "cli/terminal/printable.h"
#include "cli/text/json_output.h"
#include "cli/text/moment_text.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"
#include "latewood/attempt.h"
#include "latewood/json_text.h"
#include "latewood/predicted.h"

namespace latewood::cli {
namespace {

struct BeginRequest {
  Where where;
  std::string provider;
  std::string model;
  std::optional<std::string> profile;
  RenderOptions render;
  std::optional<std::int64_t> started_at;
  std::string params = "{}";
  std::string output;
  bool json = false;
};

struct EndRequest {
  Where where;
  std::uint64_t id = 0;
  std::string status = "completed";
  std::optional<std::string> reply;
  AttemptOutcome outcome;
  bool json = false;
};

struct ListRequest {
  Where where;
  bool json = false;
};

constexpr std::string_view kStandardStream = "-";

// The attempt is recorded by now, with the digest of the bytes to send, so the error names its number.
Error not_saved(Error error, const std::string& path, std::int64_t id) {
  const std::string number = std::to_string(id);
  error.message = printable(path) + ": " + error.message + "; attempt " + number +
                  " has begun: cancel it with `latewood attempt end " + number + " --status canceled`";
  return error;
}

// The result without the bytes to send, which went to the file.
std::string without_request(const JsonValue& result) {
  std::vector<JsonMember> members;
  for (const JsonMember& member : *result.as_object()) {
    if (member.key != "request") members.push_back(member);
  }
  return json_text_of(make_object(std::move(members)));
}

// Writes the bytes to send, and prints the number or the result. Standard output gets only the bytes if they go there.
int send(const JsonValue& result, const BeginRequest& request) {
  const std::int64_t id = number_of(result, "attempt_id");
  const std::string done = "the attempt was begun: " + std::to_string(id);
  if (request.output == kStandardStream) {
    write_exact(text_of(result, "request"));
    const int written = finish_output(done);
    if (written != kSuccess) return written;
    std::cerr << (request.json ? without_request(result) : "attempt " + std::to_string(id)) << '\n';
    return kSuccess;
  }
  const auto saved =
      save_output(request.output, [&](const ByteSink& sink) { return sink(text_of(result, "request")); });
  if (!saved) return report_as(request.json, not_saved(saved.error(), request.output, id));
  std::cout << (request.json ? without_request(result) : std::to_string(id)) << '\n';
  return finish_output(done);
}

int begin(const BeginRequest& request) {
  CallArguments arguments;
  arguments.add("provider", request.provider);
  arguments.add("model", request.model);
  arguments.add_given("profile", request.profile);
  if (auto added = arguments.add_written("params", request.params); !added) {
    return report_written(request.json, added.error(), request.params);
  }
  if (request.render.view == View::Structural) arguments.add("view", "structural");
  if (request.started_at) arguments.add("started_at", std::to_string(*request.started_at));
  CallOutput output{.json = request.json,
                    .done = "the attempt was begun",
                    .done_member = "attempt_id",
                    .print = [](const JsonValue& begun) { std::cout << number_of(begun, "attempt_id") << '\n'; }};
  if (!request.output.empty()) {
    arguments.add_flag("with_request", true);
    output.json = false;
    output.print = [](const JsonValue&) {};
    output.judge = [&request](const JsonValue& result) { return send(result, request); };
  }
  return run_operation(request.where, "begin_attempt", arguments, output);
}

AttemptStatus attempt_status(const std::string& name) {
  constexpr std::array kEnds = {AttemptStatus::Completed, AttemptStatus::Canceled, AttemptStatus::Error};
  for (const AttemptStatus status : kEnds) {
    if (name == to_string(status)) return status;
  }
  return AttemptStatus::Completed;
}

// "; began 2026-03-01 10:12:00, took 2.315 s". Attempts of older stores have no times.
std::string times_text(const Attempt& attempt) {
  if (!attempt.started_at) return "; times not recorded";
  std::string text = "; began " + time_text(*attempt.started_at);
  if (!attempt.ended_at) return text;
  constexpr std::int64_t kMillisecond = 1'000'000;
  const std::int64_t took = (*attempt.ended_at - *attempt.started_at) / kMillisecond;
  const std::string rest = std::to_string(1000 + took % 1000).substr(1);
  return text + ", ended " + time_text(*attempt.ended_at) +
         (took < 0 ? std::string() : ", took " + std::to_string(took / 1000) + "." + rest + " s");
}

void print_attempt(const Attempt& attempt, const PredictedAttempt& predicted) {
  std::cout << attempt.attempt_id << " cycle " << attempt.cycle_id << ' ' << to_string(attempt.status) << ' '
            << printable(attempt.provider) << '/' << printable(attempt.model) << ", " << attempt.token_in
            << " tokens in, " << attempt.token_out << " out; sent " << attempt.bytes_digest.hex().substr(0, 12)
            << " by " << (attempt.profile ? to_string(*attempt.profile) : "the canonical thread");
  if (attempt.profile_digest) std::cout << ' ' << attempt.profile_digest->hex().substr(0, 12);
  if (attempt.status == AttemptStatus::Completed && !attempt.commit) std::cout << ", not committed";
  std::cout << times_text(attempt);
  if (attempt.error) std::cout << ": " << printable(*attempt.error);
  std::cout << '\n';
  const bool has_both = predicted.predicted && predicted.actual;
  if (has_both) std::cout << "  cache: " << printable(predicted.text) << '\n';
}

int call_end(const EndRequest& request) {
  CallArguments arguments;
  arguments.add("attempt_id", static_cast<std::int64_t>(request.id));
  arguments.add("status", request.status);
  arguments.add_given("reply", request.reply);
  arguments.add_given("error", request.outcome.error);
  arguments.add_given("ended_at", request.outcome.ended_at);
  arguments.add("token_in", static_cast<std::int64_t>(request.outcome.token_in));
  arguments.add("token_out", static_cast<std::int64_t>(request.outcome.token_out));
  return run_operation(request.where, "end_attempt", arguments,
                       {.json = request.json, .done = "the attempt was ended", .print = [](const JsonValue&) {}});
}

int end(EndRequest request) {
  // Read before opening the store: standard input may be slow, and other processes may commit meanwhile.
  if (request.reply == kStandardStream) {
    auto reply = load_input("-");
    if (!reply) return report(reply.error(), name_of_input("-"));
    request.reply = *std::move(reply);
  }
  if (request.json || is_remote(request.where)) return call_end(request);
  return with_context(request.where, [&](Context& context) {
    AttemptOutcome outcome = request.outcome;
    outcome.status = attempt_status(request.status);
    if (request.reply) outcome.reply.push_back({.role = "assistant", .content = JsonValue(*request.reply)});
    const auto ended = context.end_attempt(request.id, outcome);
    if (!ended) return report(ended.error());
    return finish_output("the attempt was ended");
  });
}

int list_attempts(ListRequest& request) {
  if (request.json) return run_operation(request.where, "attempts", {}, {.json = true});
  return with_repository(request.where, StoreUse::Read, [&](Repository& repository) {
    const auto context = open_context(repository, request.where);
    if (!context) return report(context.error());
    const auto profile = default_profile(repository, request.where);
    if (!profile) return report(profile.error());
    const auto options = plan_options(&repository, request.where, *profile);
    if (!options) return report(options.error());
    const auto predicted = predict_attempts(*context, *options);
    if (!predicted) return report(predicted.error());
    const std::vector<Attempt> attempts = context->attempts();
    for (std::size_t at = 0; at < attempts.size(); ++at) print_attempt(attempts[at], (*predicted)[at]);
    return finish_output();
  });
}

void add_begin(CLI::App& attempt, int& exit_code) {
  CLI::App& verb = add_verb(attempt, "begin", "record a call to a provider; prints its number",
                            "attempt begin --provider acme --model large --output body.json\n"
                            "attempt begin --provider acme --model large --profile openai --output - | send.sh");
  const auto request = std::make_shared<BeginRequest>();
  verb.add_option("--provider", request->provider, "the provider that is called")->required()->type_name("NAME");
  verb.add_option("--model", request->model, "the model that is called")->required()->type_name("NAME");
  verb.add_option("--params", request->params, "the parameters of the call; only their hash is recorded; default: {}")
      ->type_name("JSON");
  CLI::Option* profile = verb.add_option(
      "--profile", request->profile, "render with this profile; default: that of `config`, else the canonical thread");
  profile->type_name("NAME");
  add_view_flag(verb, *profile, request->render);
  verb.add_option("--started-at", request->started_at, "start in nanoseconds since 1970; default: now, by --clock")
      ->type_name("NS");
  verb.add_option(
          "--output", request->output,
          "write the bytes to send to this file; - is standard output, and the number then goes to standard error")
      ->type_name("F");
  add_store_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = begin(*request); });
}

void add_end(CLI::App& attempt, int& exit_code) {
  CLI::App& verb = add_verb(
      attempt, "end",
      "record how a call ended and insert its reply. A completed call can be canceled until it is "
      "committed",
      "attempt end 1 --reply \"Hello\"\nattempt end 1 --reply - < reply.txt\nattempt end 2 --status error --error "
      "\"timeout\"\nattempt end 1 --status canceled");
  const auto request = std::make_shared<EndRequest>();
  verb.add_option("NUMBER", request->id, "the number that `attempt begin` printed")->required()->type_name("");
  verb.add_option("--status", request->status, "completed, canceled or error; default: completed")
      ->type_name("STATUS")
      ->check(one_of({"completed", "canceled", "error"}));
  verb.add_option("--reply", request->reply, "the text of the reply, or - for standard input")->type_name("TEXT");
  verb.add_option("--error", request->outcome.error, "the error message of the provider")->type_name("TEXT");
  verb.add_option("--token-in", request->outcome.token_in, "tokens of the request; default: 0")->type_name("N");
  verb.add_option("--token-out", request->outcome.token_out, "tokens of the reply; default: 0")->type_name("N");
  verb.add_option("--ended-at", request->outcome.ended_at, "end in nanoseconds since 1970; default: now, by --clock")
      ->type_name("NS");
  add_store_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = end(*request); });
}

void add_attempt_list(CLI::App& attempt, int& exit_code) {
  CLI::App& verb = add_verb(attempt, "list", "list all calls of this branch, oldest first", "attempt list --json");
  const auto request = std::make_shared<ListRequest>();
  add_store_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = list_attempts(*request); });
}

}  // namespace

void add_attempt_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb =
      add_verb(app, "attempt", "record calls to a provider; records are not part of the history",
               "attempt begin --provider acme --model large\nattempt end 1 --reply \"Hello\"\nattempt list");
  verb.require_subcommand(1);
  add_begin(verb, exit_code);
  add_end(verb, exit_code);
  add_attempt_list(verb, exit_code);
}

}  // namespace latewood::cli
