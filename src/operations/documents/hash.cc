// Hashes of nodes, documents and snapshots.
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/exchange.h"
#include "latewood/hash.h"
#include "latewood/json_text.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& hash_arguments() {
  static const Schema kSchema =
      object(joined({history_members(),
                     {moment_member(), optional("node", map_of(anything(), "a node: gives its content_hash")),
                      optional("document", map_of(anything(),
                                                  "an exported snapshot or history: gives the state_root of its "
                                                  "newest snapshot"))}}));
  return kSchema;
}

const Schema& hash_result() {
  static const Schema kSchema =
      any_of({object({required("content_hash", digest("SHA-256")),
                      optional("warning", text("why the content is invalid and hashed as no bytes"))}),
              object({required("state_root", digest())})});
  return kSchema;
}

std::string root_json(const Snapshot& snapshot) {
  return json_text_of(make_object({{"state_root", snapshot.state_root().hex()}}));
}

Result<std::string> hash_node(const SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(const JsonField node, arguments.field("node"));
  LW_TRY_ASSIGN(const ContentHash hash, content_hash_of_json(node.source(), session.options().warn));
  std::vector<JsonMember> members = {{"content_hash", hash.digest.hex()}};
  if (!hash.warning.empty()) members.push_back({"warning", hash.warning});
  return json_text_of(make_object(std::move(members)));
}

Result<std::string> hash_document(const Arguments& arguments) {
  LW_TRY_ASSIGN(const JsonField document, arguments.field("document"));
  LW_TRY_ASSIGN(const Context context, import_document(document.source()));
  LW_TRY_ASSIGN(const Snapshot newest, context.snapshot("@t0"));
  return root_json(newest);
}

Result<std::string> hash(SessionState& session, const Arguments& arguments) {
  const bool has_node = arguments.has("node");
  const bool has_document = arguments.has("document");
  const bool has_moment = arguments.has("moment");
  if (int{has_node} + int{has_document} + int{has_moment} > 1) {
    return broken(kArgumentInvalid, "only one of 'node', 'document' and 'moment' can be given");
  }
  if (has_node) return hash_node(session, arguments);
  if (has_document) return hash_document(arguments);
  LW_TRY_ASSIGN(const ReadHistory history, session.read(arguments));
  LW_TRY_ASSIGN(const Snapshot snapshot, history.moment(arguments.text("moment")));
  return root_json(snapshot);
}

}  // namespace

const Row kHash = {
    .name = "hash",
    .scope = Scope::Read,
    .summary = "Gives the content_hash of a node, or the state_root of a snapshot or of an exported document.",
    .arguments = hash_arguments,
    .result = hash_result,
    .example = R"({"node":{"role":"user","content":"Hello"}})",
    .errors = {kSnapshotNotFound},
    .run = hash,
};

}  // namespace latewood::operations
