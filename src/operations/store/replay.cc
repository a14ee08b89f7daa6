// Rebuilds a snapshot from the patches only.
#include <string>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/hint.h"
#include "latewood/json_text.h"
#include "operations/json/members.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& replay_arguments() {
  static const Schema kSchema = object(
      joined({place_members(),
              {moment_member(), optional("thread", boolean("also give the canonical thread; default: false"))}}));
  return kSchema;
}

const Schema& replay_result() {
  static const Schema kSchema =
      object({required("commit_id", commit_id()), required("cycle", count()), required("state_root", digest()),
              required("thread", nullable(text("the exact bytes as a text")))});
  return kSchema;
}

Result<std::string> replay(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(Repository* const repository, session.repository());
  LW_TRY_ASSIGN(const std::string context, session.context_name(arguments));
  LW_TRY_ASSIGN(const std::string branch, session.branch_name(*repository, context, arguments));
  const std::string asked = arguments.find_text("moment").value_or("@t0");
  const std::string reference = asked.starts_with('@') ? branch + asked : asked;
  const auto replayed = repository->replay(context, reference, {}, arguments.progress());
  if (!replayed) return with_hint(*repository, {context, branch, reference}, replayed.error());
  LW_TRY_ASSIGN(const Snapshot snapshot, replayed->latest());
  JsonValue thread;
  if (arguments.flag("thread")) {
    LW_TRY_ASSIGN(std::string bytes, snapshot.provider_thread());
    thread = std::move(bytes);
  }
  return json_text_of(make_object({{"commit_id", snapshot.commit_id().hex()},
                                   {"cycle", json_of(snapshot.cycle())},
                                   {"state_root", snapshot.state_root().hex()},
                                   {"thread", std::move(thread)}}));
}

}  // namespace

const Row kReplay = {
    .name = "replay",
    .scope = Scope::Read,
    .summary = "Rebuilds a snapshot from the patches only.",
    .arguments = replay_arguments,
    .result = replay_result,
    .example = R"({"moment":"@t-1"})",
    .errors = {kSnapshotNotFound, kSnapshotCollected},
    .run = replay,
};

}  // namespace latewood::operations
