#include <iostream>
#include <memory>
#include <string>

#include "cli/open/leftovers.h"
#include "cli/open/operation_call.h"
#include "cli/open/where.h"
#include "cli/terminal/printable.h"
#include "cli/terminal/report.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"

namespace latewood::cli {
namespace {

struct DoctorRequest {
  Where where;
  bool json = false;
};

void print_list(const char* word, const JsonValue::Array& lines) {
  for (const JsonValue& line : lines) std::cout << word << ": " << printable(*line.as_string()) << '\n';
}

void print_file(const JsonValue& file) {
  std::cout << "file: " << number_of(file, "bytes") << " bytes, " << number_of(file, "free_bytes") << " of them free; "
            << text_of(file, "permissions") << "; log of " << number_of(file, "log_bytes") << " bytes\n";
  print_list("left over", list_of(file, "leftovers"));
}

void print_table(const JsonValue& table) {
  const std::int64_t records = number_of(table, "records");
  if (records == 0) return;
  std::cout << "table " << text_of(table, "table") << ": " << records << (records == 1 ? " record, " : " records, ")
            << number_of(table, "bytes") << " bytes\n";
}

// A server does not tell where its store is: `address` is how the command reached it.
void print_findings(const JsonValue& found, const std::string& address) {
  const std::int64_t contexts = number_of(found, "contexts");
  const std::string& store = text_of(found, "store");
  std::cout << "store " << printable(store.empty() ? address : store);
  if (!found.find("schema")->is_null()) std::cout << ", schema version " << number_of(found, "schema");
  std::cout << ", " << contexts << (contexts == 1 ? " context\n" : " contexts\n");
  if (const JsonValue& file = *found.find("file"); !file.is_null()) print_file(file);
  for (const JsonValue& table : list_of(found, "tables")) print_table(table);
  if (const auto bytes = number_of(found, "collectable_bytes"); bytes > 0)
    std::cout << "garbage: " << bytes << " bytes\n";
  if (const auto uploads = number_of(found, "uploads"); uploads > 0)
    std::cout << "unfinished uploads: " << uploads << '\n';
  print_list("unfinished import", list_of(found, "unfinished_imports"));
  print_list("waiting", list_of(found, "waiting"));
  print_list("wrong", list_of(found, "wrong"));
  for (const JsonValue& step : list_of(found, "advice")) {
    std::cout << "next: " << printable(in_commands(*step.as_string())) << '\n';
  }
  if (list_of(found, "wrong").empty()) std::cout << "nothing is wrong\n";
}

int run_doctor(const DoctorRequest& request) {
  const auto judge = [](const JsonValue& found) { return list_of(found, "wrong").empty() ? kSuccess : kFailure; };
  const auto print = [&request](const JsonValue& found) { print_findings(found, request.where.store); };
  return run_operation(request.where, "doctor", {},
                       {.json = request.json, .print = print, .judge = judge, .progress = "doctor"});
}

}  // namespace

void add_doctor_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb =
      add_verb(app, "doctor", "find damage, garbage and leftovers in a store, and say what to do; read-only",
               "doctor\ndoctor --store archive.db --json");
  const auto request = std::make_shared<DoctorRequest>();
  add_store_options(verb, request->where);
  hide_writing_options(verb);
  without_options(verb, {"--context", "--branch"});
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run_doctor(*request); });
}

}  // namespace latewood::cli
