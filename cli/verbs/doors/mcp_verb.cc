#include <cstddef>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

#include "cli/open/caller.h"
#include "cli/open/remote.h"
#include "cli/open/where.h"
#include "cli/terminal/guarded_output.h"
#include "cli/terminal/report.h"
#include "cli/usage/verb.h"
#include "cli/verbs/doors/call_queue.h"
#include "cli/verbs/doors/line_reader.h"
#include "cli/verbs/verbs.h"
#include "latewood/mcp.h"

namespace latewood::cli {
namespace {

constexpr std::size_t kLongestMessage = std::size_t{16} * 1024 * 1024;

struct McpRequest {
  Where where;
  bool writes = false;
};

// One message a line. A client that is gone needs no answers: the process ends.
void write_message(const std::string& message) {
  write_exact(message + "\n");
  if (finish_output() != kSuccess) std::_Exit(kFailure);
}

void handle(const McpServer& server, McpMessage message, CallQueue& queue) {
  if (!message.cancels.empty()) return queue.cancel(message.cancels);
  if (!message.is_call) {
    if (const auto answer = server.answer(message)) queue.write(*answer);
    return;
  }
  const auto call = std::make_shared<const McpMessage>(std::move(message));
  const bool is_new = queue.add(call->id, [&server, call] { return server.answer(*call).value_or(std::string()); });
  if (!is_new) queue.write(repeated_mcp_id(*call));
}

int serve_lines(const McpServer& server) {
  CallQueue queue(write_message);
  LineReader reader(kLongestMessage);
  while (auto line = reader.next()) {
    if (line->is_too_long) {
      queue.write(refused_mcp_message("a message has at most " + std::to_string(kLongestMessage) + " bytes"));
      continue;
    }
    const bool is_blank = line->text.find_first_not_of(" \t\r") == std::string::npos;
    if (!is_blank) handle(server, read_mcp_message(std::move(line->text)), queue);
  }
  // A cancelled call that still runs uses the session, so the process ends without taking it down.
  if (queue.finish()) std::_Exit(kSuccess);
  return finish_output();
}

int run_mcp(const McpRequest& request) {
  if (auto here = refuse_remote(request.where, "mcp"); !here) return report(here.error());
  SessionOptions options = session_options(request.where, request.writes ? Scope::Write : Scope::Read);
  options.system = request.writes && request.where.system ? SystemText::Allow : SystemText::Refuse;
  const Scope scope = options.scope;
  Session session(request.where.store, std::move(options));
  return serve_lines(McpServer(session, {.scope = scope}));
}

}  // namespace

void add_mcp_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "mcp", "serve the operations to an agent as tools: MCP on standard input and output",
                            "mcp\nmcp --write --store agent.db --actor claude");
  const auto request = std::make_shared<McpRequest>();
  verb.add_flag("--write", request->writes, "offer the tools that edit and commit; default: only those that read");
  add_store_options(verb, request->where);
  add_needless_json_flag(verb);
  verb.callback([request, &exit_code] { exit_code = run_mcp(*request); });
}

}  // namespace latewood::cli
