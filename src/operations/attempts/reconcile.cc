// Finds what a full request is to the history, and makes the commit that is missing.
#include <string>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/json_text.h"
#include "latewood/reconcile.h"
#include "operations/attempts/attempt_json.h"
#include "operations/attempts/vendor_format.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& reconcile_arguments() {
  static const Schema kSchema =
      object({required("request", any_of({map_of(anything()), list(anything())},
                                         "the body of a request with all of its messages, or the list of these")),
              optional("context", text("default: named by the session of the request, else by its first message")),
              optional("session", text("the id of the client's session; default: the request's own")), format_member(),
              optional("message", text("of the commit; default: the first words of the new messages")),
              optional("host_time", time_argument("of the commit, in nanoseconds since 1970; default: now")),
              optional("actor", text("author of the commit; default: that of the session")),
              optional("system", boolean("allow new system text and tools; default: false"))});
  return kSchema;
}

const Schema& reconcile_result() {
  static const Schema kSchema = object({
      required("added", count("blocks that were inserted")),
      required("base", nullable(commit_id("the commit it goes on from"))),
      required("blocks", count("of the request, without system text and tools")),
      required("branch", text()),
      required("commit_id", commit_id("the commit that stands for the request")),
      required("context", text()),
      required("covered", count("blocks of the base that the request does not have")),
      required("cycle", count("of the commit")),
      required("decision", word({"first", "append", "fork", "retry", "compaction", "system_edit", "side_request"})),
      required("format", text("of the request")),
      required("is_new_context", boolean()),
      required("kept", count("blocks of the request that the base has")),
      required("masked", list(object({required("index", count()), required("text", text())}),
                              "system texts that are not compared, as this request has them")),
      required("reason", text("one sentence")),
      required("side_of", nullable(text("the context that a side request did not fit"))),
      required("system_added", count("system texts and tools that were inserted or replaced")),
      required("system_removed", count()),
      required("taken", count("blocks that the active head held already")),
  });
  return kSchema;
}

Result<std::string> reconcile(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(Repository* const repository, session.repository());
  LW_TRY_ASSIGN(const bool system, session.permits_system(arguments));
  ReconcileOptions options;
  options.context = arguments.text("context");
  options.session = arguments.text("session");
  LW_TRY_ASSIGN(options.format, find_format(arguments));
  options.note.message = arguments.text("message");
  LW_TRY_ASSIGN(const auto time, find_time(arguments, "host_time"));
  options.note.host_time = time.value_or(0);
  const std::string actor = arguments.find_text("actor").value_or(session.options().actor);
  // Names that are made for contexts stay within the contexts that the caller may use.
  Reconciler reconciler(*repository, {.actor = actor,
                                      .system = system,
                                      .clock = session.options().clock,
                                      .context_prefix = session.options().context_prefix});
  LW_TRY_ASSIGN(const Reconciled done, reconciler.reconcile(arguments.json_in_order("request"), options));
  session.forget(done.context);
  return json_text_of(json_of(done));
}

}  // namespace

const Row kReconcile = {
    .name = "reconcile",
    .scope = Scope::Write,
    .summary = "Finds what a whole request is to the requests before it, and makes the commit that is missing.",
    .arguments = reconcile_arguments,
    .result = reconcile_result,
    .example = R"({"request":{"messages":[{"role":"user","content":"And the oak?"}]},"session":"s1"})",
    .errors = {kChatLogInvalid, kUnauthorized, kContentInvalid},
    .run = reconcile,
};

}  // namespace latewood::operations
