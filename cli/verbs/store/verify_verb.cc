#include <iostream>
#include <memory>
#include <utility>

#include "cli/open/leftovers.h"
#include "cli/open/operation_call.h"
#include "cli/open/remote.h"
#include "cli/open/where.h"
#include "cli/terminal/printable.h"
#include "cli/terminal/progress.h"
#include "cli/text/counted.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"

namespace latewood::cli {
namespace {

struct VerifyRequest {
  Where where;
  bool all = false;
  unsigned threads = 0;
  bool json = false;
};

void print_verify(const VerifyReport& report) {
  for (const WrongObject& wrong : report.wrong) {
    std::cout << "wrong: " << printable(wrong.context) << ", " << printable(wrong.object) << ": "
              << printable(wrong.message) << '\n';
  }
  for (const VerifyStart& start : report.starts) {
    std::cout << "begins: " << printable(start.context) << " at cycle " << start.cycle
              << ", because older snapshots were collected\n";
  }
  for (const Blake3Digest& digest : report.purged) std::cout << "purged: " << digest.hex() << '\n';
  std::cout << counted(report.commits, "commit") << " of " << counted(report.contexts, "context");
  if (report.receipts > 0) std::cout << ", " << counted(report.receipts, "receipt");
  if (report.admissions > 0) std::cout << ", " << counted(report.admissions, "admission");
  if (report.events > 0) std::cout << ", " << counted(report.events, "event");
  if (report.attempts > 0) std::cout << ", " << counted(report.attempts, "attempt");
  if (report.collected > 0) std::cout << ", " << report.collected << " collected";
  std::cout << (report.is_sound() ? ": all right\n" : ": not all right\n");
}

VerifyReport verified_in(const JsonValue& result) {
  const auto number = [&result](std::string_view name) { return static_cast<std::uint64_t>(number_of(result, name)); };
  VerifyReport report;
  for (const JsonValue& wrong : list_of(result, "wrong")) {
    report.wrong.push_back({text_of(wrong, "context"), text_of(wrong, "object"), text_of(wrong, "message")});
  }
  for (const JsonValue& start : list_of(result, "starts")) {
    VerifyStart begins;
    begins.context = text_of(start, "context");
    begins.cycle = static_cast<std::uint64_t>(number_of(start, "cycle"));
    report.starts.push_back(std::move(begins));
  }
  for (const JsonValue& digest : list_of(result, "purged")) {
    if (const auto read = Blake3Digest::from_hex(*digest.as_string())) report.purged.push_back(*read);
  }
  report.commits = number("commits");
  report.contexts = number("contexts");
  report.receipts = number("receipts");
  report.admissions = number("admissions");
  report.events = number("events");
  report.attempts = number("attempts");
  report.collected = number("collected");
  return report;
}

int run_verify(VerifyRequest& request) {
  if (request.json || is_remote(request.where)) {
    CallArguments arguments;
    arguments.add_flag("all", request.all);
    if (request.threads > 0) arguments.add("threads", std::int64_t{request.threads});
    const auto judge = [](const JsonValue& result) { return list_of(result, "wrong").empty() ? kSuccess : kFailure; };
    const auto print = [](const JsonValue& result) { print_verify(verified_in(result)); };
    return run_operation(request.where, "verify", arguments,
                         {.json = request.json, .print = print, .judge = judge, .progress = "verify"});
  }
  return with_repository(request.where, StoreUse::Read, [&](Repository& repository) {
    const VerifyOptions options{.context = request.all ? std::string() : request.where.context,
                                .threads = request.threads};
    const auto verified =
        with_progress("verify", [&](const Progress& progress) { return repository.verify(options, progress); });
    if (!verified) return report(with_nearest_name(repository, request.where, verified.error()));
    print_verify(*verified);
    const int written = finish_output();
    return verified->is_sound() ? written : kFailure;
  });
}

}  // namespace

void add_verify_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "verify", "recompute every digest of a history from its patches, and compare",
                            "verify\nverify --all --threads 4");
  const auto request = std::make_shared<VerifyRequest>();
  add_store_options(verb, request->where);
  hide_writing_options(verb);
  without_options(verb, {"--branch"});
  verb.add_flag("--all", request->all, "all contexts of the store")->excludes(verb.get_option("--context"));
  verb.add_option("--threads", request->threads, "contexts to verify at a time; default: one per processor")
      ->type_name("N");
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run_verify(*request); });
}

}  // namespace latewood::cli
