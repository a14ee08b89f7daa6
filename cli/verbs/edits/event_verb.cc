#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/open/content_options.h"
#include "cli/open/leftovers.h"
#include "cli/open/operation_call.h"
#include "cli/open/remote.h"
#include "cli/open/where.h"
#include "cli/terminal/printable.h"
#include "cli/text/event_ref.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"
#include "latewood/intake.h"
#include "latewood/nearest_word.h"

namespace latewood::cli {
namespace {

struct EventRequest {
  Where where;
  std::string stream;
  std::string kind = "user";
  std::string view = "main";
  ContentOptions payload;
  std::int64_t host_time = 0;
  std::uint64_t work = 0;
  bool json = false;
};

int call_add(const EventRequest& request) {
  CallArguments arguments;
  arguments.add("stream", request.stream);
  const auto loaded = load_content(request.payload);
  if (!loaded) return report_as(request.json, loaded.error());
  if (*loaded && request.payload.is_json) {
    arguments.add_json("payload", **loaded);
  } else {
    arguments.add("payload", *loaded ? JsonValue(**loaded) : JsonValue());
  }
  arguments.add("kind", request.kind);
  if (request.work > 0) arguments.add("work", static_cast<std::int64_t>(request.work));
  if (request.host_time != 0) arguments.add("host_time", request.host_time);
  const auto print = [](const JsonValue& added) {
    std::cout << printable(text_of(added, "stream")) << ':' << number_of(added, "seq") << '\n';
  };
  return run_operation(request.where, "append_event", arguments,
                       {.json = request.json, .done = "the event was appended", .print = print});
}

int add(EventRequest& request) {
  if (request.json || is_remote(request.where)) return call_add(request);
  return with_context(request.where, [&](Context& context) {
    const auto loaded = load_content(request.payload);
    if (!loaded) return report(loaded.error());
    const auto payload = content_of(*loaded, request.payload, {}, {});
    if (!payload) return report(payload.error());
    NewEvent event{request.stream, *find_event_kind(request.kind), payload->value_or(JsonValue()), request.host_time,
                   request.work};
    const auto added = append_event(context, event);
    if (!added) return report(added.error());
    std::cout << event_text(*added) << '\n';
    return finish_output("the event was appended: " + event_text(*added));
  });
}

std::string event_line(const Event& event) {
  const std::string what = event.purged ? "purged" : std::to_string(event.bytes) + " bytes";
  return event_text(event.ref) + ' ' + std::string(to_string(event.kind)) + ' ' + what + ", work " +
         std::to_string(event.work);
}

// A stream exists as soon as it has an event.
Error no_stream(const Context& context, const EventRequest& request) {
  std::vector<std::string> names;
  if (const auto streams = list_streams(context, request.view)) {
    for (const StreamState& stream : *streams) names.push_back(stream.stream);
  }
  const auto nearest = nearest_word(request.stream, names);
  return {Code::NotFound,
          "there is no stream '" + request.stream + "'" +
              (nearest ? "; did you mean '" + *nearest + "'?" : "; `latewood event list` lists the streams"),
          {},
          {}};
}

int call_list(const EventRequest& request) {
  CallArguments arguments;
  if (request.stream.empty()) {
    arguments.add("view", request.view);
    return run_operation(request.where, "streams", arguments, {.json = true});
  }
  arguments.add("stream", request.stream);
  return run_operation(request.where, "events", arguments, {.json = true});
}

int list_one(const Context& context, const EventRequest& request) {
  const auto events = list_events(context, request.stream, 0, UINT64_MAX);
  if (!events) return report(events.error());
  if (events->empty()) return report(no_stream(context, request));
  for (const Event& event : *events) {
    std::cout << event_line(event) << '\n';
  }
  return finish_output();
}

int list_all(const Context& context, const EventRequest& request) {
  const auto streams = list_streams(context, request.view);
  if (!streams) return report(streams.error());
  for (const StreamState& stream : *streams) {
    std::cout << printable(stream.stream) << ' ' << to_string(stream.kind) << ": " << stream.events << " events, "
              << stream.waiting << " waiting, " << stream.dropped << " dropped\n";
  }
  return finish_output();
}

void add_add(CLI::App& event, int& exit_code) {
  CLI::App& verb = add_verb(event, "add", "append an event to a stream; `admit` admits it later",
                            "event add mail \"You have mail\" --kind tool");
  const auto request = std::make_shared<EventRequest>();
  verb.add_option("STREAM", request->stream, "the stream; its first event creates it")->required()->type_name("");
  add_content_options(verb, request->payload);
  without_options(verb, {"--attr"});
  verb.add_option("--kind", request->kind, "user, tool, retrieval, sub-agent or timer; default: user")
      ->type_name("KIND")
      ->check(one_of({"user", "tool", "retrieval", "sub-agent", "timer"}));
  verb.add_option("--work", request->work, "the cost of admitting it, such as tokens; default: 0")->type_name("N");
  verb.add_option("--host-time", request->host_time, "when it happened, in nanoseconds since 1970; only recorded")
      ->type_name("NS");
  add_store_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] {
    require_content(request->payload);
    exit_code = add(*request);
  });
}

void add_event_list(CLI::App& event, int& exit_code) {
  CLI::App& verb = add_verb(event, "list", "list the streams of the context, or the events of one stream",
                            "event list\nevent list mail --json");
  const auto request = std::make_shared<EventRequest>();
  CLI::Option* one = verb.add_option("STREAM", request->stream, "a stream; default: list all streams");
  one->type_name("");
  verb.add_option("--view", request->view, "in the list of streams, count for this view; default: main")
      ->type_name("NAME")
      ->excludes(one);
  add_store_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] {
    const auto list = [&](Context& context) {
      return request->stream.empty() ? list_all(context, *request) : list_one(context, *request);
    };
    exit_code = request->json ? call_list(*request) : with_context(request->where, list, StoreUse::Read);
  });
}

}  // namespace

void add_event_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "event", "append events to streams, and list them",
                            "event add mail \"You have mail\" --kind tool\nevent list");
  verb.require_subcommand(1);
  add_add(verb, exit_code);
  add_event_list(verb, exit_code);
}

}  // namespace latewood::cli
