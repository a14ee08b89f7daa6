// Erases a content permanently.
#include <string>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/caretaking.h"
#include "latewood/hash.h"
#include "latewood/hint.h"
#include "latewood/json_text.h"
#include "operations/edits/node_names.h"
#include "operations/json/members.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& purge_arguments() {
  static const Schema kSchema = object(joined(
      {place_members(),
       {required("content", text("the id of a node of the newest snapshot or the working state, a selector of one "
                                 "node, or the digest of a content")),
        optional("everywhere", boolean("erase it even if other contexts use it; default: false")),
        optional("system", boolean("permit erasing system text; default: false")),
        optional("dry_run", boolean("change nothing; default: false"))}}));
  return kSchema;
}

const Schema& purge_result() {
  static const Schema kSchema =
      object({required("payload", digest()), required("bytes", count("of the content")),
              required("contexts", list(text(), "that use it")),
              required("journals", list(text(), "context/branch of uncommitted edits with it")),
              required("edits", count("uncommitted edits that now have the text [purged]")),
              required("attempts", count()), required("events", count()), required("dry_run", boolean())});
  return kSchema;
}

// The digest of the content of the node.
Result<Blake3Digest> digest_in(const std::vector<NodeView>& nodes, const std::string& id) {
  for (const NodeView& node : nodes) {
    if (node.id != id) continue;
    if (node.content) return payload_digest(*node.content);
    // Purging again completes an interrupted purge.
    if (node.purged) return *node.purged;
    return Error{Code::NotFound, "'" + id + "' has no content", {}, {}};
  }
  return broken(kNodeNotFound, "there is no node '" + id + "'", Code::NotFound);
}

Result<std::string> single(const Context& context, const std::string& name, bool working) {
  if (!is_selector(name)) return name;
  LW_TRY_ASSIGN(const Selector selector, Selector::parse(name));
  LW_TRY_ASSIGN(const Selection found, context.select(selector, {.working = working && !selector.has_snapshot()}));
  const auto* ids = std::get_if<std::vector<std::string>>(&found);
  if (ids == nullptr) return broken(kSelectorInvalid, "a range selects changes, not nodes");
  if (ids->size() == 1) return ids->front();
  if (ids->empty()) return broken(kNodeNotFound, "no node matches " + name, Code::NotFound);
  return broken(kOptionInvalid, "'" + name + "' matches " + std::to_string(ids->size()) + " nodes; purge takes one");
}

std::string moment_of_selector(const std::string& name) {
  return name.starts_with('@') ? name.substr(0, name.find(' ')) : "@t0";
}

// Looks in the newest snapshot, or in the one that the selector names.
Result<Blake3Digest> digest_in_history(const ReadHistory& history, const std::string& name) {
  LW_TRY_ASSIGN(const std::string id, single(history.context(), name, false));
  LW_TRY_ASSIGN(const Snapshot snapshot, history.moment(is_selector(name) ? moment_of_selector(name) : "@t0"));
  LW_TRY_ASSIGN(const auto nodes, snapshot.nodes());
  return digest_in(nodes, id);
}

Result<Blake3Digest> digest_in_edits(const ReadHistory& history, const std::string& name) {
  const auto lock = history.lock_edits();
  LW_TRY_ASSIGN(const std::string id, single(history.context(), name, true));
  LW_TRY_ASSIGN(const auto nodes, history.context().working());
  return digest_in(nodes, id);
}

// The digest to purge: the name itself, or the content of the node it names. A node that no snapshot contains may be
// in the working state.
Result<Blake3Digest> digest_of(SessionState& session, const Arguments& arguments) {
  const std::string name = arguments.text("content");
  if (const auto digest = Blake3Digest::from_hex(name)) return *digest;
  LW_TRY_ASSIGN(const ReadHistory history, session.read(arguments));
  auto committed = digest_in_history(history, name);
  if (committed || committed.error().code != Code::NotFound) return committed;
  auto waiting = digest_in_edits(history, name);
  return waiting ? waiting : committed;
}

Result<std::string> purge(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(Repository* const repository, session.repository());
  LW_TRY_ASSIGN(const std::string context, session.context_name(arguments));
  LW_TRY_ASSIGN(const Blake3Digest digest, digest_of(session, arguments));
  LW_TRY_ASSIGN(const bool may_change_system, session.permits_system(arguments));
  const bool is_dry = arguments.flag("dry_run");
  const PurgeOptions options{arguments.flag("everywhere"), is_dry ? DryRun::Yes : DryRun::No, may_change_system};
  LW_TRY_ASSIGN(const PurgeReport done, repository->purge(context, digest, options, arguments.progress()));
  session.forget_all();
  return json_text_of(make_object({{"attempts", json_of(done.attempts)},
                                   {"bytes", json_of(done.size)},
                                   {"contexts", json_of(done.contexts)},
                                   {"dry_run", is_dry},
                                   {"edits", json_of(done.edits)},
                                   {"events", json_of(done.events)},
                                   {"journals", json_of(done.journals)},
                                   {"payload", done.payload.hex()}}));
}

}  // namespace

const Row kPurge = {
    .name = "purge",
    .scope = Scope::Admin,
    .summary = "Erases a content permanently; digests and structure stay.",
    .arguments = purge_arguments,
    .result = purge_result,
    .example = R"({"content":"question","dry_run":true})",
    .errors = {kNodeNotFound, kPayloadShared, kUnauthorized, kConflict},
    .run = purge,
};

}  // namespace latewood::operations
