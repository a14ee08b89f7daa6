// `hash content` and `hash snapshot`.
#include <memory>
#include <string>

#include "cli/open/input.h"
#include "cli/open/named_snapshot.h"
#include "cli/terminal/exact_output.h"
#include "cli/text/json_output.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"
#include "latewood/errors.h"
#include "latewood/exchange.h"
#include "latewood/hash.h"

namespace latewood::cli {
namespace {

struct HashRequest {
  Where where;
  std::string subject;  // a file, or a moment of the store
  bool bytes = false;   // snapshot: print the reference serialization
  bool raw = false;     // with `bytes`: do not complete the document
  bool json = false;
};

int print_digest(const std::string& name, const std::string& hex, bool json) {
  if (!json) return finish_written(write_to_output(hex), "\n");
  print_json(make_object({{name, hex}}));
  return finish_output();
}

int write_raw_bytes(const std::string& file, bool is_moment) {
  if (is_moment) {
    return report({Code::InvalidArgument,
                   "--raw is for documents; a snapshot of the store is already complete",
                   std::string(errors::kOptionInvalid),
                   {}});
  }
  const auto document = load_input(file);
  if (!document) return report(document.error(), name_of_input(file));
  const auto bytes = serialize_document(*document);
  return bytes ? finish_written(write_to_output(*bytes)) : report(bytes.error(), name_of_input(file));
}

// The subject is a file unless it looks like a moment.
int run_hash_snapshot(const HashRequest& request) {
  const bool is_moment = request.subject.starts_with('@');
  if (request.raw) return write_raw_bytes(request.subject, is_moment);
  const bool has_other = !request.where.file.empty() || !request.where.at.empty() || !request.where.branch.empty();
  if (!is_moment && has_other)
    throw CLI::ValidationError("FILE", "is the document to hash; leave out --file, --at and --branch");
  Where where = request.where;
  if (!is_moment) where.file = request.subject;
  return with_snapshot(where, is_moment ? request.subject : "", [&](const Snapshot& snapshot) {
    if (request.bytes) return finish_written(serialize_snapshot(snapshot, write_to_output));
    return print_digest("state_root", snapshot.state_root().hex(), request.json);
  });
}

int run_hash_content(const HashRequest& request) {
  const auto document = load_input(request.subject);
  if (!document) return report(document.error(), name_of_input(request.subject));
  const auto hash = content_hash_of_json(*document, print_warning);
  if (!hash) return report(hash.error(), name_of_input(request.subject));
  if (!request.json || hash->warning.empty()) return print_digest("content_hash", hash->digest.hex(), request.json);
  print_json(make_object({{"content_hash", hash->digest.hex()}, {"warning", hash->warning}}));
  return finish_output();
}

void add_hash_content(CLI::App& hash, int& exit_code) {
  CLI::App& verb = add_verb(hash, "content", "print the content_hash of a node", "hash content node.json");
  const auto request = std::make_shared<HashRequest>();
  verb.add_option("FILE", request->subject, "a node as JSON, or - for standard input")->required()->type_name("");
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run_hash_content(*request); });
}

void add_hash_snapshot(CLI::App& hash, int& exit_code) {
  CLI::App& verb = add_verb(hash, "snapshot", "print the state_root of a snapshot",
                            "hash snapshot snapshot.json\nhash snapshot @t-1\nhash snapshot --bytes --raw tree.json");
  const auto request = std::make_shared<HashRequest>();
  verb.add_option("FILE", request->subject,
                  "an exported snapshot, - for standard input, or @t-1 or @c42 for a snapshot of the store")
      ->required()
      ->type_name("");
  add_history_options(verb, request->where);
  CLI::Option* bytes =
      verb.add_flag("--bytes", request->bytes, "print the reference serialization instead of its hash");
  verb.add_flag("--raw", request->raw, "with --bytes, do not complete the document first")->needs(bytes);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run_hash_snapshot(*request); });
}

}  // namespace

void add_hash_verb(CLI::App& app, int& exit_code) {
  CLI::App& hash = add_verb(app, "hash", "print hashes of documents and snapshots",
                            "hash content node.json\nhash snapshot snapshot.json\nhash snapshot @t-1");
  hash.require_subcommand(1);
  add_hash_content(hash, exit_code);
  add_hash_snapshot(hash, exit_code);
}

}  // namespace latewood::cli
