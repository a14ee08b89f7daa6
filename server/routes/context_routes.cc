// Addresses of contexts, branches and moments: each is an operation whose arguments are in the address, the query and
// the body.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "latewood/errors.h"
#include "latewood/json_text.h"
#include "latewood/json_value.h"
#include "server/access/token.h"
#include "server/http/problem.h"
#include "server/routes/arguments.h"
#include "server/routes/line_pieces.h"
#include "server/routes/operation_answer.h"
#include "server/routes/routes.h"

namespace latewood::server {
namespace {

// One address and its operation.
struct ResourceRow {
  std::string_view method;
  std::string_view pattern;
  std::string_view operation;
  std::vector<std::string_view> captures;  // the arguments that the segments in braces give
  bool is_thread = false;                  // without the profile of the session
};

const std::vector<ResourceRow>& resource_rows() {
  static const std::vector<ResourceRow> kRows = {
      {"GET", "/v1/contexts", "contexts", {}},
      {"POST", "/v1/contexts", "create_context", {}},
      {"GET", "/v1/contexts/{context}", "status", {"context"}},
      {"DELETE", "/v1/contexts/{context}", "delete_context", {"name"}},
      {"GET", "/v1/contexts/{context}/log", "log", {"context"}},
      {"GET", "/v1/contexts/{context}/timeline", "timeline", {"context"}},
      {"GET", "/v1/contexts/{context}/stats", "stats", {"context"}},
      {"GET", "/v1/contexts/{context}/policy", "policy", {"context"}},
      {"GET", "/v1/contexts/{context}/streams", "streams", {"context"}},
      {"GET", "/v1/contexts/{context}/streams/{stream}", "events", {"context", "stream"}},
      {"POST", "/v1/contexts/{context}/streams/{stream}", "append_event", {"context", "stream"}},
      {"GET", "/v1/contexts/{context}/tags", "tags", {"context"}},
      {"POST", "/v1/contexts/{context}/tags", "create_tag", {"context"}},
      {"DELETE", "/v1/contexts/{context}/tags/{tag}", "delete_tag", {"context", "name"}},
      {"GET", "/v1/contexts/{context}/branches", "branches", {"context"}},
      {"POST", "/v1/contexts/{context}/branches", "create_branch", {"context"}},
      {"GET", "/v1/contexts/{context}/branches/{branch}", "status", {"context", "branch"}},
      {"DELETE", "/v1/contexts/{context}/branches/{branch}", "delete_branch", {"context", "name"}},
      {"GET", "/v1/contexts/{context}/branches/{branch}/log", "log", {"context", "branch"}},
      {"GET", "/v1/contexts/{context}/branches/{branch}/preview", "preview", {"context", "branch"}},
      {"GET", "/v1/contexts/{context}/branches/{branch}/attempts", "attempts", {"context", "branch"}},
      {"PUT", "/v1/contexts/{context}/branches/{branch}/policy", "set_policy", {"context", "branch"}},
      {"POST", "/v1/contexts/{context}/branches/{branch}/edits", "apply", {"context", "branch"}},
      {"POST", "/v1/contexts/{context}/branches/{branch}/messages", "append", {"context", "branch"}},
      {"POST", "/v1/contexts/{context}/branches/{branch}/commits", "commit", {"context", "branch"}},
      {"POST", "/v1/contexts/{context}/branches/{branch}/attempts", "request", {"context", "branch"}},
      {"POST", "/v1/contexts/{context}/branches/{branch}/replies", "complete", {"context", "branch"}},
      {"GET", "/v1/contexts/{context}/at/{moment}/tree", "tree", {"context", "moment"}},
      {"GET", "/v1/contexts/{context}/at/{moment}/outline", "outline", {"context", "moment"}},
      {"GET", "/v1/contexts/{context}/at/{moment}/thread", "render", {"context", "moment"}, true},
      {"GET", "/v1/contexts/{context}/at/{moment}/render", "render", {"context", "moment"}},
      {"GET", "/v1/contexts/{context}/at/{moment}/select", "select", {"context", "at"}},
      {"GET", "/v1/contexts/{context}/at/{moment}/show", "show", {"context", "at"}},
      {"GET", "/v1/contexts/{context}/at/{moment}/diff", "diff", {"context", "newer"}},
      {"GET", "/v1/contexts/{context}/at/{moment}/prefix", "prefix", {"context", "newer"}},
      {"GET", "/v1/contexts/{context}/at/{moment}/why", "why", {"context", "moment"}},
      {"GET", "/v1/contexts/{context}/at/{moment}/blame", "blame", {"context", "moment"}},
      {"GET", "/v1/contexts/{context}/at/{moment}/grep", "grep", {"context", "moment"}},
      {"GET", "/v1/contexts/{context}/at/{moment}/receipt", "receipt", {"context", "moment"}},
      {"GET", "/v1/contexts/{context}/at/{moment}/export", "export", {"context", "moment"}},
      {"POST", "/v1/admin/verify", "verify", {}},
      {"POST", "/v1/admin/fsck", "fsck", {}},
      {"POST", "/v1/admin/repair", "repair", {}},
      {"POST", "/v1/admin/gc", "gc", {}},
      {"POST", "/v1/admin/purge", "purge", {}},
      {"POST", "/v1/admin/backup", "backup", {}},
  };
  return kRows;
}

// ---- reading ----

// The bytes of an answer are its version: a purge changes them, and so the tag.
void add_tag(const Request& request, Response& response) {
  const std::string tag = "\"" + token_digest(response.body).hex().substr(0, 32) + "\"";
  response.headers.push_back({"ETag", tag});
  const std::string* known = request.find_header("if-none-match");
  if (known == nullptr || known->find(tag) == std::string::npos) return;
  response.status = 304;
  response.body.clear();
}

bool wants_lines(const Request& request) {
  const std::string* accept = request.find_header("accept");
  return accept != nullptr && accept->find("application/x-ndjson") != std::string::npos;
}

Response read_resource(const Services& services, const Operation& operation, const Request& request,
                       ArgumentsText arguments) {
  arguments.add_query(operation, request.target);
  const bool is_stream = has_lines(operation) && wants_lines(request) && !request.target.find("limit");
  if (is_stream) return lines_answer(session_of(services, request), operation, arguments.text());
  Response response = operation_answer(services, request, operation.name, arguments.text());
  if (response.status == 200) add_tag(request, response);
  return response;
}

// ---- writing ----

std::string text_in(const std::string& json, std::string_view name) {
  const auto value = parse_json_text(json);
  const JsonValue* member = value ? value->find(name) : nullptr;
  return member == nullptr || member->as_string() == nullptr ? std::string() : *member->as_string();
}

// 412 with both ids: the message of the conflict has them.
Response unmet(const Error& error) { return problem(error, 412); }

Response write_resource(const Services& services, const Operation& operation, const Request& request,
                        ArgumentsText arguments) {
  const auto body = json_body(request);
  if (!body) return problem(body.error(), 415);
  if (auto added = arguments.add_object(*body); !added) return problem(added.error());
  if (request.method == "DELETE") arguments.add_query(operation, request.target);
  const bool takes_parent = operation.arguments.find("\"expected_parent\"") != std::string::npos;
  if (takes_parent) {
    if (auto added = add_expected_parent(request, arguments); !added) return problem(added.error());
  }
  auto result = call_operation(services, request, operation.name, arguments.text());
  if (!result) {
    const bool is_unmet = takes_parent && has_precondition(request) && result.error().rule == errors::kConflict;
    return is_unmet ? unmet(result.error()) : problem(result.error());
  }
  Response response;
  // The tag that the next `If-Match` names.
  const std::string commit = operation.name == "commit" ? text_in(*result, "commit_id") : std::string();
  if (!commit.empty()) response.headers.push_back({"ETag", "\"" + commit + "\""});
  response.body = *std::move(result);
  return response;
}

ArgumentsText captured(const ResourceRow& row, const Captures& captures) {
  ArgumentsText arguments;
  for (std::size_t at = 0; at < row.captures.size(); ++at) arguments.add_text(row.captures[at], captures[at]);
  if (row.is_thread) arguments.add_json("profile", "\"\"");
  return arguments;
}

}  // namespace

std::vector<Route> context_routes(const Services& services) {
  std::vector<Route> routes;
  for (const ResourceRow& row : resource_rows()) {
    const auto operation = find_operation(row.operation);
    if (!operation) continue;
    const auto described = std::make_shared<const Operation>(*operation);
    const auto answer = [&services, &row, described](const Request& request, const Captures& captures) {
      ArgumentsText arguments = captured(row, captures);
      return row.method == "GET" ? read_resource(services, *described, request, std::move(arguments))
                                 : write_resource(services, *described, request, std::move(arguments));
    };
    routes.push_back({row.method, row.pattern, Access::Read, answer, {{}, row.operation, row.captures, {}}});
  }
  return routes;
}

}  // namespace latewood::server
