// Removes data that no kept snapshot needs.
#include <string>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/caretaking.h"
#include "latewood/hint.h"
#include "latewood/json_text.h"
#include "operations/json/members.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& gc_arguments() {
  static const Schema kSchema = object(
      joined({{place_members().front()},
              {optional("all", boolean("all contexts of the store; default: false")),
               optional("keep", integer("keep this many of the newest snapshots of each branch; default: all", 1)),
               optional("uploads", boolean("also remove unfinished contents and imports; no process may be writing; "
                                           "default: false")),
               optional("compact", boolean("afterwards return free space to the disk; default: false")),
               optional("dry_run", boolean("change nothing; default: false"))}}));
  return kSchema;
}

const Schema& gc_result() {
  static const Schema kSchema =
      object({required("kept", count("snapshots that can be read afterwards")),
              required("collected", count("snapshots")), required("states", count()), required("patches", count()),
              required("payloads", count()), required("pages", count()), required("uploads", count()),
              required("bytes", count()), required("dry_run", boolean())});
  return kSchema;
}

Result<std::string> gc(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(Repository* const repository, session.repository());
  LW_TRY_ASSIGN(const std::string context, session.context_name(arguments));
  const bool is_dry = arguments.flag("dry_run");
  CollectOptions options;
  if (!arguments.flag("all")) options.context = context;
  if (const auto keep = arguments.find_integer("keep")) options.retention.last = static_cast<std::uint64_t>(*keep);
  options.uploads = arguments.flag("uploads");
  options.dry_run = is_dry ? DryRun::Yes : DryRun::No;
  const auto done = repository->collect(options, arguments.progress());
  if (!done) return with_hint(*repository, {context, {}, {}}, done.error());
  if (arguments.flag("compact") && !is_dry) LW_TRY(repository->compact());
  return json_text_of(make_object({{"bytes", json_of(done->bytes)},
                                   {"collected", json_of(done->collected)},
                                   {"dry_run", is_dry},
                                   {"kept", json_of(done->kept)},
                                   {"pages", json_of(done->pages)},
                                   {"patches", json_of(done->patches)},
                                   {"payloads", json_of(done->payloads)},
                                   {"states", json_of(done->states)},
                                   {"uploads", json_of(done->uploads)}}));
}

}  // namespace

const Row kGc = {
    .name = "gc",
    .scope = Scope::Admin,
    .summary = "Removes data that no kept snapshot needs; commit headers stay.",
    .arguments = gc_arguments,
    .result = gc_result,
    .example = R"({"dry_run":true})",
    .errors = {kContextNotFound, kConflict},
    .run = gc,
};

}  // namespace latewood::operations
