#include "operations/table/table.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/json_text.h"
#include "latewood/nearest_word.h"
#include "latewood/operation.h"
#include "operations/table/rows.h"

namespace latewood::operations {

// One per line, so that a new operation is a new line.
// clang-format off
const std::vector<const Row*>& table() {
  static const std::vector<const Row*> kTable = {
      &kInit,
      &kContexts,
      &kCreateContext,
      &kRenameContext,
      &kDeleteContext,
      &kBranches,
      &kCreateBranch,
      &kDeleteBranch,
      &kSwitch,
      &kFork,
      &kTags,
      &kCreateTag,
      &kDeleteTag,
      &kPolicy,
      &kSetPolicy,
      &kRecommendPolicy,
      &kOverlaps,
      &kSetOverlaps,
      &kConfig,
      &kSetConfig,
      &kInsert,
      &kReplace,
      &kDelete,
      &kMove,
      &kPin,
      &kUnpin,
      &kRestore,
      &kAppend,
      &kCommit,
      &kApply,
      &kReset,
      &kRebase,
      &kUndo,
      &kRequest,
      &kComplete,
      &kReconcile,
      &kAttempts,
      &kSpans,
      &kBeginAttempt,
      &kEndAttempt,
      &kAppendEvent,
      &kStreams,
      &kEvents,
      &kAdmit,
      &kPropose,
      &kAdmission,
      &kBlame,
      &kDiff,
      &kExplain,
      &kGrep,
      &kLog,
      &kMap,
      &kOutline,
      &kPlan,
      &kSimulate,
      &kPrefix,
      &kPreview,
      &kProposals,
      &kReceipt,
      &kRender,
      &kSelect,
      &kShow,
      &kSlice,
      &kStats,
      &kReport,
      &kStatus,
      &kTimeline,
      &kTree,
      &kWhy,
      &kExport,
      &kImport,
      &kHash,
      &kWarp,
      &kVerify,
      &kReplay,
      &kFsck,
      &kRepair,
      &kDoctor,
      &kGc,
      &kPurge,
      &kBackup,
  };
  return kTable;
}
// clang-format on

const Row* find_row(std::string_view name) {
  const auto& rows = table();
  const auto found = std::find_if(rows.begin(), rows.end(), [name](const Row* row) { return row->name == name; });
  return found == rows.end() ? nullptr : *found;
}

namespace {

Operation described(const Row& row) {
  Operation operation;
  operation.name = row.name;
  operation.scope = row.scope;
  operation.summary = row.summary;
  operation.arguments = json_text_of(schema_json(row.arguments()));
  operation.result = json_text_of(schema_json(row.result()));
  operation.example = row.example;
  operation.errors.assign(row.errors.begin(), row.errors.end());
  std::sort(operation.errors.begin(), operation.errors.end());
  operation.lines = row.lines;
  return operation;
}

JsonValue parsed(const std::string& text) {
  auto value = parse_json_text(text);
  return value ? *std::move(value) : JsonValue();
}

JsonValue described_json(const Operation& operation) {
  return make_object({{"name", operation.name},
                      {"scope", std::string(to_string(operation.scope))},
                      {"summary", operation.summary},
                      {"arguments", parsed(operation.arguments)},
                      {"result", parsed(operation.result)},
                      {"example", parsed(operation.example)},
                      {"errors", JsonValue::Array(operation.errors.begin(), operation.errors.end())}});
}

}  // namespace
}  // namespace latewood::operations

namespace latewood {

std::string_view to_string(Scope scope) {
  switch (scope) {
    case Scope::Read: return "read";
    case Scope::Write: return "write";
    case Scope::Admin: return "admin";
  }
  return "admin";
}

std::vector<Operation> list_operations() {
  std::vector<Operation> all;
  for (const operations::Row* row : operations::table()) all.push_back(operations::described(*row));
  return all;
}

Result<Operation> find_operation(std::string_view name) {
  if (const operations::Row* row = operations::find_row(name)) return operations::described(*row);
  std::vector<std::string> names;
  for (const operations::Row* row : operations::table()) names.emplace_back(row->name);
  Error error =
      broken(kOperationUnknown, "there is no operation '" + std::string(name.substr(0, 40)) + "'", Code::NotFound);
  const auto nearest = nearest_word(name, names);
  error.hint = nearest ? "did you mean '" + *nearest + "'?" : "`schema` lists them";
  return error;
}

std::string operation_json(const Operation& operation) { return json_text_of(operations::described_json(operation)); }

std::string operations_json() {
  JsonValue::Array all;
  for (const Operation& operation : list_operations()) all.push_back(operations::described_json(operation));
  return json_text_of(make_object({{"operations", std::move(all)}}));
}

std::string error_json(const Error& error) {
  JsonValue place;
  if (error.place) {
    place = make_object({{"offset", JsonValue(static_cast<std::int64_t>(error.place->offset))},
                         {"length", JsonValue(static_cast<std::int64_t>(error.place->length))}});
  }
  const JsonValue object = make_object({{"code", std::string(name_of(error))},
                                        {"kind", std::string(to_string(error.code))},
                                        {"rule", error.rule.empty() ? JsonValue() : JsonValue(error.rule)},
                                        {"message", error.message},
                                        {"place", std::move(place)},
                                        {"hint", error.hint.empty() ? JsonValue() : JsonValue(error.hint)}});
  return json_text_of(make_object({{"error", object}}));
}

}  // namespace latewood
