// The nodes that a selector matches, or what changed over a range of moments.
#include <string>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/query.h"
#include "latewood/selector.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& select_arguments() {
  static const Schema kSchema = object(joined(
      {history_members(),
       {required("selector", text("docs/selectors.md has the language")),
        optional("working", boolean("select in the working state if the selector names no snapshot; default: false")),
        optional("options", map_of(anything(),
                                   "includeContent, contentMode, contextLines, maxSnapshots, "
                                   "maxChangesPerSnapshot, scope; default: none"))}}));
  return kSchema;
}

const Schema& select_result() {
  static const Schema kSchema = any_of(
      {list(text(), "ids in document order"), map_of(anything(), "for a range: what differs between its moments")});
  return kSchema;
}

Result<SelectOptions> options_of(const Arguments& arguments, const Selector& selector) {
  SelectOptions options;
  if (arguments.has("options")) {
    LW_TRY_ASSIGN(options, parse_select_options(arguments.json_in_order("options"), selector));
  }
  if (arguments.flag("working")) options.working = true;
  return options;
}

Result<std::string> select(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(const Selector selector, Selector::parse(arguments.text("selector")));
  LW_TRY_ASSIGN(const SelectOptions options, options_of(arguments, selector));
  LW_TRY_ASSIGN(const ReadHistory history, session.read(arguments));
  const auto lock = options.working ? history.lock_edits() : std::unique_lock<std::mutex>();
  LW_TRY_ASSIGN(const Selection selection, history.context().select(selector, options));
  return to_json(selection);
}

}  // namespace

const Row kSelect = {
    .name = "select",
    .scope = Scope::Read,
    .summary = "Gives the ids of the nodes that a selector matches, or what changed over a range of moments.",
    .arguments = select_arguments,
    .result = select_result,
    .example = R"({"selector":"@t0 .cb[role='user']"})",
    .errors = {kSelectorInvalid, kSnapshotNotFound, kSnapshotRangeKindMismatch, kSnapshotRangeWildcard,
               kSnapshotRangeLimit, kOptionInvalid},
    .run = select,
};

}  // namespace latewood::operations
