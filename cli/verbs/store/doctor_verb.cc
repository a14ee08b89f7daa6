#include <iostream>
#include <memory>
#include <string>

#include "cli/open/leftovers.h"
#include "cli/open/where.h"
#include "cli/terminal/printable.h"
#include "cli/terminal/progress.h"
#include "cli/text/json_output.h"
#include "cli/usage/verb.h"
#include "cli/verbs/store/doctor.h"
#include "cli/verbs/verbs.h"

namespace latewood::cli {
namespace {

struct DoctorRequest {
  Where where;
  bool json = false;
};

JsonValue json_of_table(const store::TableSize& size) {
  return make_object({{"bytes", json_of(size.bytes)}, {"records", json_of(size.records)}, {"table", size.table}});
}

JsonValue json_of_findings(const Findings& found) {
  JsonValue::Array tables;
  for (const store::TableSize& size : found.tables) tables.push_back(json_of_table(size));
  JsonValue file;
  if (found.file) {
    file = make_object({{"bytes", json_of(found.file->bytes)},
                        {"free_bytes", json_of(found.file->free_bytes)},
                        {"leftovers", json_of(found.file->leftovers)},
                        {"log_bytes", json_of(found.file->log_bytes)},
                        {"permissions", found.file->permissions}});
  }
  return make_object({{"advice", json_of(found.advice)},
                      {"collectable_bytes", json_of(found.collectable_bytes)},
                      {"contexts", json_of(found.contexts)},
                      {"file", file},
                      {"schema", found.schema ? JsonValue(*found.schema) : JsonValue()},
                      {"store", found.store},
                      {"tables", std::move(tables)},
                      {"unfinished_imports", json_of(found.unfinished_imports)},
                      {"uploads", json_of(found.uploads)},
                      {"waiting", json_of(found.waiting)},
                      {"wrong", json_of(found.wrong)}});
}

void print_list(const char* word, const std::vector<std::string>& lines) {
  for (const std::string& line : lines) std::cout << word << ": " << printable(line) << '\n';
}

void print_findings(const Findings& found) {
  std::cout << "store " << printable(found.store);
  if (found.schema) std::cout << ", schema version " << *found.schema;
  std::cout << ", " << found.contexts << (found.contexts == 1 ? " context\n" : " contexts\n");
  if (found.file) {
    std::cout << "file: " << found.file->bytes << " bytes, " << found.file->free_bytes << " of them free; "
              << found.file->permissions << "; log of " << found.file->log_bytes << " bytes\n";
    print_list("left over", found.file->leftovers);
  }
  for (const store::TableSize& size : found.tables) {
    if (size.records > 0) {
      std::cout << "table " << size.table << ": " << size.records << (size.records == 1 ? " record, " : " records, ")
                << size.bytes << " bytes\n";
    }
  }
  if (found.collectable_bytes > 0) std::cout << "garbage: " << found.collectable_bytes << " bytes\n";
  if (found.uploads > 0) std::cout << "unfinished uploads: " << found.uploads << '\n';
  print_list("unfinished import", found.unfinished_imports);
  print_list("waiting", found.waiting);
  print_list("wrong", found.wrong);
  print_list("next", found.advice);
  if (found.wrong.empty()) std::cout << "nothing is wrong\n";
}

int run_doctor(const DoctorRequest& request) {
  const auto found =
      with_progress("doctor", [&](const Progress& progress) { return examine(request.where, progress); });
  if (!found) return report(found.error());
  request.json ? print_json(json_of_findings(*found)) : print_findings(*found);
  const int written = finish_output();
  return found->wrong.empty() ? written : kFailure;
}

}  // namespace

void add_doctor_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb =
      add_verb(app, "doctor", "find damage, garbage and leftovers in a store, and say what to do; read-only",
               "doctor\ndoctor --store archive.db --json");
  const auto request = std::make_shared<DoctorRequest>();
  add_store_options(verb, request->where);
  without_options(verb, {"--context", "--branch"});
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run_doctor(*request); });
}

}  // namespace latewood::cli
