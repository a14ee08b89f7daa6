#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "cli/open/operation_call.h"
#include "cli/terminal/printable.h"
#include "cli/text/counted.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"

namespace latewood::cli {
namespace {

struct ReportRequest {
  Where where;
  std::string context;
  std::optional<std::string> profile;
  bool json = false;
};

// "97.3%" of tenths of a percent.
std::string per_mille_text(std::int64_t per_mille) {
  return std::to_string(per_mille / 10) + "." + std::to_string(per_mille % 10) + "%";
}

std::uint64_t unsigned_of(const JsonValue& value, std::string_view member) {
  return static_cast<std::uint64_t>(number_of(value, member));
}

void print_cache_hits(const JsonValue& result, std::string_view member, std::string_view what, std::string_view none) {
  const JsonValue* hits = result.find(member);
  std::cout << what;
  if (hits == nullptr || hits->is_null()) {
    std::cout << none << '\n';
    return;
  }
  std::cout << per_mille_text(number_of(*hits, "per_mille")) << " (" << number_of(*hits, "from_cache") << " of "
            << number_of(*hits, "total") << ")\n";
}

// The prediction for the same answers, and the names of the differences.
void print_predictions(const JsonValue& result) {
  const JsonValue* predicted = result.find("cache_predicted");
  if (predicted == nullptr || predicted->is_null()) return;
  print_cache_hits(result, "cache_predicted", "predicted for the same answers, in tokens: ", "");
  for (const JsonValue& each : list_of(result, "differences")) {
    std::cout << "  " << text_of(each, "difference") << ": " << counted(unsigned_of(each, "attempts"), "answer")
              << '\n';
  }
}

void print_breaks(const JsonValue& result) {
  std::cout << "sent again in full: " << counted(unsigned_of(result, "sent_again"), "byte") << '\n';
  for (const JsonValue& cause : list_of(result, "causes")) {
    std::cout << "  " << text_of(cause, "cause") << ": " << counted(unsigned_of(cause, "bytes"), "byte") << " in "
              << counted(unsigned_of(cause, "breaks"), "break") << '\n';
  }
  if (!list_of(result, "breaks").empty()) std::cout << "worst breaks of the prefix:\n";
  for (const JsonValue& each : list_of(result, "breaks")) {
    std::cout << "  cycle " << number_of(each, "cycle") << ": " << counted(unsigned_of(each, "bytes"), "byte")
              << " again, " << per_mille_text(number_of(each, "kept_per_mille")) << " kept: " << text_of(each, "cause")
              << " at " << printable(text_of(each, "id")) << "  " << printable(text_of(each, "message")) << '\n';
  }
}

void print_departures(const JsonValue& result) {
  const JsonValue::Array& compactions = list_of(result, "compactions");
  if (!compactions.empty()) std::cout << "compacted away:\n";
  for (const JsonValue& each : compactions) {
    std::cout << "  cycle " << number_of(each, "cycle") << ": " << counted(unsigned_of(each, "covers"), "node")
              << " covered by " << printable(text_of(each, "id")) << "  " << printable(text_of(each, "text")) << '\n';
  }
  for (const JsonValue& each : list_of(result, "left")) {
    std::cout << "left by " << text_of(each, "cause") << ": " << counted(unsigned_of(each, "nodes"), "node") << ", "
              << counted(unsigned_of(each, "bytes"), "byte") << '\n';
  }
}

void print_report(const JsonValue& result) {
  const std::string& profile = text_of(result, "profile");
  std::cout << "context " << printable(text_of(result, "context")) << ", branch "
            << printable(text_of(result, "branch")) << ": " << counted(unsigned_of(result, "requests"), "request")
            << ", " << counted(unsigned_of(result, "attempts"), "recorded answer") << ", compared as "
            << (profile.empty() ? "the canonical thread" : profile) << '\n';
  if (const JsonValue* peak = result.find("peak"); peak != nullptr && !peak->is_null()) {
    std::cout << "largest request: " << counted(unsigned_of(*peak, "bytes"), "byte") << " at cycle "
              << number_of(*peak, "cycle") << '\n';
  }
  print_cache_hits(result, "cache_expected", "begins like the request before, in bytes: ", "there is one request");
  print_cache_hits(result, "cache_by_vendor", "from the cache by the provider's count, in tokens: ", "not counted");
  print_predictions(result);
  print_breaks(result);
  print_departures(result);
  if (!flag_of(result, "has_system")) {
    std::cout
        << "The requests have no system text and no tools. If an imported log lacks them, these figures are lower "
           "bounds.\n";
  }
}

int run_report(ReportRequest& request) {
  if (!request.context.empty()) request.where.context = request.context;
  if (request.json) {
    return print_reading(request.where, "report", CallArguments().add_given("profile", request.profile));
  }
  CallArguments arguments;
  arguments.add_given("profile", request.profile);
  arguments.add_given("at", request.where.at);
  return run_operation(request.where, "report", arguments, {.print = print_report});
}

}  // namespace

void add_report_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb =
      add_verb(app, "report", "show what a context cost: requests, what was sent again in full and why, cache hits",
               "report\nreport claude-code/SESSION\nreport --profile openai --json");
  const auto request = std::make_shared<ReportRequest>();
  verb.add_option("CONTEXT", request->context, "the context; default: that of --context")->type_name("");
  verb.add_option(
          "--profile", request->profile,
          "compare requests of this profile; default: that of the newest attempt if there is system text, else the "
          "canonical thread")
      ->type_name("NAME");
  add_history_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run_report(*request); });
}

}  // namespace latewood::cli
