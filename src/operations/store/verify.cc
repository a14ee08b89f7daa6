// Recomputes every digest of a history.
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

const Schema& verify_arguments() {
  static const Schema kSchema =
      object(joined({{place_members().front()},
                     {optional("all", boolean("all contexts of the store; default: false")),
                      optional("threads", integer("contexts at a time; default: one per processor", 1, 1024))}}));
  return kSchema;
}

const Schema& verify_result() {
  static const Schema kSchema = object(
      {required("contexts", count()), required("commits", count("recomputed")), required("collected", count()),
       required("receipts", count()), required("admissions", count()), required("events", count()),
       required("attempts", count()), required("purged", list(digest(), "contents that were erased on purpose")),
       required("starts", list(object({required("context", text()), required("commit_id", commit_id()),
                                       required("cycle", count())}),
                               "snapshots that stand at the start of a shortened history")),
       required("trails", list(object({required("context", text()), required("branch", text()),
                                       required("digest", digest("binds all records beside the commits"))}))),
       required("wrong",
                list(object({required("context", text()), required("object", text()), required("message", text())}),
                     "the first fault of each context; empty: the history is sound"))});
  return kSchema;
}

JsonValue verify_json(const VerifyReport& report) {
  JsonValue::Array wrong;
  for (const WrongObject& each : report.wrong) {
    wrong.push_back(make_object({{"context", each.context}, {"message", each.message}, {"object", each.object}}));
  }
  JsonValue::Array starts;
  for (const VerifyStart& start : report.starts) {
    starts.push_back(
        make_object({{"commit_id", start.commit.hex()}, {"context", start.context}, {"cycle", json_of(start.cycle)}}));
  }
  JsonValue::Array trails;
  for (const VerifyTrail& trail : report.trails) {
    trails.push_back(
        make_object({{"branch", trail.branch}, {"context", trail.context}, {"digest", trail.digest.hex()}}));
  }
  JsonValue::Array purged;
  for (const Blake3Digest& digest : report.purged) purged.push_back(digest.hex());
  return make_object({{"admissions", json_of(report.admissions)},
                      {"attempts", json_of(report.attempts)},
                      {"collected", json_of(report.collected)},
                      {"commits", json_of(report.commits)},
                      {"contexts", json_of(report.contexts)},
                      {"events", json_of(report.events)},
                      {"purged", std::move(purged)},
                      {"receipts", json_of(report.receipts)},
                      {"starts", std::move(starts)},
                      {"trails", std::move(trails)},
                      {"wrong", std::move(wrong)}});
}

Result<std::string> verify(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(Repository* const repository, session.repository());
  LW_TRY_ASSIGN(const std::string context, session.context_name(arguments));
  VerifyOptions options;
  if (!arguments.flag("all")) options.context = context;
  options.threads = static_cast<unsigned>(arguments.integer("threads", 0));
  const auto report = repository->verify(options, arguments.progress());
  if (!report) return with_hint(*repository, {context, {}, {}}, report.error());
  return json_text_of(verify_json(*report));
}

}  // namespace

const Row kVerify = {
    .name = "verify",
    .scope = Scope::Read,
    .summary = "Recomputes every digest of a history from its patches, and compares.",
    .arguments = verify_arguments,
    .result = verify_result,
    .example = R"({})",
    .errors = {kContextNotFound},
    .run = verify,
};

}  // namespace latewood::operations
