#include <iostream>
#include <memory>
#include <string>

#include "json_output.h"
#include "verb.h"
#include "verbs.h"
#include "where.h"

namespace latewood::cli {
namespace {

struct Request {
  Where where;
  std::string profile;
  bool report_only = false;
};

Result<std::string> bytes_of(const Context& context, const std::string& profile) {
  if (profile.empty()) return context.preview();
  const auto rendered = context.preview(profile);
  if (!rendered) return rendered.error();
  return rendered->bytes;
}

int print_report(const Context& context) {
  const auto next = context.preview_report();
  if (!next) return report(next.error());
  print_json(make_object({{"cycle", json_of(next->cycle)},
                          {"left", json_of(next->departures)},
                          {"deferred", json_of(next->deferred)},
                          {"kept", json_of(next->kept)},
                          {"nodes_before", JsonValue(next->nodes_before)},
                          {"nodes_after", JsonValue(next->nodes_after)},
                          {"bytes_before", JsonValue(next->bytes_before)},
                          {"bytes_after", JsonValue(next->bytes_after)}}));
  return finish_output();
}

int run(const Request& request) {
  return with_repository(request.where, StoreUse::Read, [&](Repository& repository) {
    const auto context = open_context(repository, request.where);
    if (!context) return report(context.error());
    if (request.report_only) return print_report(*context);
    const auto bytes = bytes_of(*context, request.profile);
    if (!bytes) return report(bytes.error());
    std::cout << *bytes;
    return finish_output();
  });
}

}  // namespace

void add_preview_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "preview", "the bytes a provider would get if the cycle were committed now",
                            "preview\npreview --profile anthropic\npreview --report");
  const auto request = std::make_shared<Request>();
  CLI::Option* profile =
      verb.add_option("--profile", request->profile, "a provider's request members; otherwise the canonical thread");
  profile->type_name("P");
  verb.add_flag("--report", request->report_only, "what the commit would report, as JSON, instead of bytes")
      ->excludes(profile);
  add_store_options(verb, request->where);
  verb.callback([request, &exit_code] { exit_code = run(*request); });
}

}  // namespace latewood::cli
