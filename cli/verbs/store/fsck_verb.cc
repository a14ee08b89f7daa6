#include <iomanip>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/open/leftovers.h"
#include "cli/open/where.h"
#include "cli/terminal/printable.h"
#include "cli/terminal/progress.h"
#include "cli/text/json_output.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"
#include "latewood/errors.h"

namespace latewood::cli {
namespace {

struct FsckRequest {
  Where where;
  unsigned threads = 0;
  bool names_context = false;
  bool tables = false;
  bool repair = false;
  bool json = false;
};

JsonValue sizes_json(const std::vector<store::TableSize>& sizes) {
  JsonValue::Array tables;
  for (const store::TableSize& size : sizes) {
    tables.push_back(
        make_object({{"bytes", json_of(size.bytes)}, {"records", json_of(size.records)}, {"table", size.table}}));
  }
  return tables;
}

void print_fsck(const std::vector<store::TableSize>& sizes) {
  for (const store::TableSize& size : sizes) {
    std::cout << std::left << std::setw(10) << size.table << std::right << std::setw(10) << size.records << " records"
              << std::setw(12) << size.bytes << " bytes\n";
  }
}

// Rebuilds pages and prints them; with --json the caller prints them with the rest.
Result<std::vector<std::string>> repair(const FsckRequest& request, Repository& repository) {
  std::vector<std::string> pages;
  if (!request.repair) return pages;
  const auto repaired = with_progress("repair", [&](const Progress& progress) { return repository.repair(progress); });
  if (!repaired) return repaired.error();
  for (const Blake3Digest& page : repaired->pages) pages.push_back(page.hex());
  if (!request.json) {
    for (const std::string& page : pages) std::cout << "page " << page << " was rebuilt\n";
  }
  return pages;
}

// fsck checks the whole store whatever --context names, but an unknown name is still an error.
std::optional<Error> find_mistake(const FsckRequest& request, const Repository& repository) {
  if (!request.names_context) return std::nullopt;
  const auto known = repository.current_branch(request.where.context);
  if (known || known.error().rule != errors::kContextNotFound) return std::nullopt;
  return with_nearest_name(repository, request.where, known.error());
}

int run_fsck(const FsckRequest& request) {
  return with_repository(request.where, request.repair ? StoreUse::Write : StoreUse::Read, [&](Repository& repository) {
    if (const auto mistake = find_mistake(request, repository)) return report(*mistake);
    const auto repaired = repair(request, repository);
    if (!repaired) return report(repaired.error());
    const auto found = with_progress(
        "fsck", [&](const Progress& progress) { return repository.fsck({.threads = request.threads}, progress); });
    if (!found) return report(found.error());
    std::vector<store::TableSize> sizes;
    if (request.tables) {
      auto held = repository.table_sizes();
      if (!held) return report(held.error());
      sizes = *std::move(held);
    }
    if (request.json) {
      std::vector<JsonMember> members = {{"tables", sizes_json(sizes)}, {"wrong", json_of(*found)}};
      if (request.repair) members.push_back({"repaired", json_of(*repaired)});
      print_json(make_object(std::move(members)));
    } else {
      print_fsck(sizes);
      for (const std::string& each : *found) std::cout << printable(each) << '\n';
      if (found->empty()) std::cout << "all right\n";
    }
    const int written = finish_output(request.repair ? "the repair is complete" : "");
    return found->empty() ? written : kFailure;
  });
}

}  // namespace

void add_fsck_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "fsck", "check the structure of a store, and repair pages",
                            "fsck\nfsck --repair\nfsck --tables --store archive.db");
  const auto request = std::make_shared<FsckRequest>();
  verb.add_option("--threads", request->threads, "contexts to check at a time; default: one per processor")
      ->type_name("N");
  verb.add_flag("--repair", request->repair, "first rebuild damaged pages of checkpoints from the patches");
  verb.add_flag("--tables", request->tables, "also print the size of each table");
  add_store_options(verb, request->where);
  without_options(verb, {"--branch"});
  add_json_flag(verb, request->json);
  const CLI::Option* context = verb.get_option("--context");
  verb.callback([request, context, &exit_code] {
    request->names_context = context->count() > 0;
    exit_code = run_fsck(*request);
  });
}

}  // namespace latewood::cli
