// The condition of a whole store, and what to do about it.
#include <string>
#include <utility>
#include <vector>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/json_text.h"
#include "operations/doctor/findings.h"
#include "operations/json/members.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

void advise(Findings& found) {
  std::vector<std::string> first;
  if (!found.wrong.empty()) {
    first.emplace_back(
        "copy the file first; then `repair` rebuilds pages, and `verify` with `all` shows which history is intact");
  }
  const bool has_unfinished = found.uploads > 0 || !found.unfinished_imports.empty();
  if (has_unfinished) {
    first.emplace_back("if no import is running, `gc` with `all` and `uploads` removes unfinished imports");
  }
  if (!found.waiting.empty()) first.emplace_back("`status` shows uncommitted edits; commit or reset them");
  const std::uint64_t all = found.file ? found.file->bytes : 0;
  if (found.collectable_bytes > all / 10) {
    first.emplace_back("`gc` with `all` and `compact` removes the garbage");
  } else if (found.file && found.file->free_bytes > all / 4 && found.file->free_bytes > std::uint64_t{1} << 20) {
    first.emplace_back("`gc` with `all` and `compact` returns the free bytes to the disk");
  }
  found.advice.insert(found.advice.begin(), first.begin(), first.end());
}

// The advice for a store that does not open.
std::string advice_on_opening(const Error& error) {
  if (error.code == Code::Unsupported)
    return "check the file name, or use the version of latewood that created the file";
  if (error.code == Code::Corruption) return "copy the file, then replace it by a `backup`, or import a bundle";
  return "make the file readable or the server reachable, then run `doctor` again";
}

JsonValue file_json(const StoreFile& file) {
  return make_object({{"bytes", json_of(file.bytes)},
                      {"free_bytes", json_of(file.free_bytes)},
                      {"leftovers", json_of(file.leftovers)},
                      {"log_bytes", json_of(file.log_bytes)},
                      {"permissions", file.permissions}});
}

JsonValue findings_json(const Findings& found) {
  JsonValue::Array tables;
  for (const store::TableSize& size : found.tables) {
    tables.push_back(
        make_object({{"bytes", json_of(size.bytes)}, {"records", json_of(size.records)}, {"table", size.table}}));
  }
  return make_object({{"advice", json_of(found.advice)},
                      {"collectable_bytes", json_of(found.collectable_bytes)},
                      {"contexts", json_of(found.contexts)},
                      {"file", found.file ? file_json(*found.file) : JsonValue()},
                      {"schema", found.schema ? JsonValue(*found.schema) : JsonValue()},
                      {"store", found.store.empty() ? JsonValue() : JsonValue(found.store)},
                      {"tables", std::move(tables)},
                      {"unfinished_imports", json_of(found.unfinished_imports)},
                      {"uploads", json_of(found.uploads)},
                      {"waiting", json_of(found.waiting)},
                      {"wrong", json_of(found.wrong)}});
}

const Schema& doctor_arguments() {
  static const Schema kSchema = object({});
  return kSchema;
}

const Schema& doctor_result() {
  static const Schema kFile =
      object({required("bytes", count()), required("free_bytes", count("in unused pages")),
              required("leftovers", list(text(), "incomplete files beside it")),
              required("log_bytes", count("of the log beside it")), required("permissions", text("rw-r--r--"))});
  static const Schema kTable =
      object({required("table", text()), required("records", count()), required("bytes", count())});
  static const Schema kSchema = object(
      {required("store", nullable(text("the address without its password; null: a server does not tell it"))),
       required("schema", nullable(integer("the version"))), required("file", nullable(kFile)),
       required("contexts", count()), required("tables", list(kTable)),
       required("collectable_bytes", count("that `gc` would remove")),
       required("uploads", count("contents that were never completed")), required("unfinished_imports", list(text())),
       required("waiting", list(text(), "branches with uncommitted edits")),
       required("wrong", list(text(), "empty: nothing is wrong")),
       required("advice", list(text(), "next steps, most urgent first"))});
  return kSchema;
}

// NotFound if there is no store. A store that does not open is a finding, not an error.
Result<std::string> doctor(SessionState& session, const Arguments& arguments) {
  Findings found;
  found.store = store_name(session.url());
  look_at_file(session.url(), found);
  const auto repository = session.repository();
  if (!repository && repository.error().code == Code::NotFound) return repository.error();
  const Result<void> looked =
      repository ? look_inside(**repository, arguments.progress(), found) : Result<void>(repository.error());
  if (!looked && looked.error().rule == kInterrupted) return looked.error();
  if (!looked) found.wrong.push_back(looked.error().message);
  if (repository) {
    advise(found);
  } else {
    found.advice.insert(found.advice.begin(), advice_on_opening(repository.error()));
  }
  return json_text_of(findings_json(found));
}

}  // namespace

const Row kDoctor = {
    .name = "doctor",
    .scope = Scope::Read,
    .summary = "Finds damage, garbage and leftovers in a store, and tells what to do. Writes nothing.",
    .arguments = doctor_arguments,
    .result = doctor_result,
    .example = "{}",
    .errors = {},
    .run = doctor,
};

}  // namespace latewood::operations
