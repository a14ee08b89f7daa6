#include <iostream>
#include <memory>
#include <string>

#include "cli/open/leftovers.h"
#include "cli/open/operation_call.h"
#include "cli/open/remote.h"
#include "cli/open/where.h"
#include "cli/terminal/report.h"
#include "cli/usage/verb.h"
#include "cli/verbs/doors/server_options.h"
#include "cli/verbs/verbs.h"
#include "latewood/json_text.h"

namespace latewood::cli {
namespace {

struct ProxyRequest {
  Where where;
  server::ServeOptions options;
  server::ProxyOptions proxy;
  bool only_checks = false;
  bool json = false;
};

int announce_proxy(const ProxyRequest& request, const std::string& url) {
  if (request.json) {
    std::cout << json_text_of(make_object({{"anthropic", url + "/anthropic"},
                                           {"gemini", url + "/gemini"},
                                           {"openai", url + "/openai/v1"},
                                           {"url", url}}))
              << '\n';
  } else {
    std::cout << "latewood records calls to vendors at " << url << "\nOPENAI_BASE_URL=" << url
              << "/openai/v1\nANTHROPIC_BASE_URL=" << url << "/anthropic\nGOOGLE_GEMINI_BASE_URL=" << url
              << "/gemini\n";
  }
  return finish_output();
}

int run_proxy(ProxyRequest& request) {
  if (auto here = refuse_remote(request.where, "proxy"); !here) return report_as(request.json, here.error());
  if (auto taken = take_collector(request.options); !taken) return report_as(request.json, taken.error());
  request.options.store = request.where.store;
  request.options.clock = request.where.clock;
  request.options.create = true;
  request.options.proxy = request.proxy;
  request.options.is_proxy_only = true;
  const auto server = server::Server::open(request.options);
  if (!server) return report_as(request.json, server.error());
  if (const int code = announce_proxy(request, (*server)->url()); code != kSuccess || request.only_checks) return code;
  (*server)->run();
  return kSuccess;
}

}  // namespace

void add_proxy_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "proxy", "pass calls to model providers on, and record them in the store",
                            "proxy\nproxy --listen 127.0.0.1:0 --json\n"
                            "proxy --upstream openai=https://llm.example/v1 --call-log calls.jsonl");
  const auto request = std::make_shared<ProxyRequest>();
  add_listen_options(verb, request->options, "127.0.0.1:7071");
  add_proxy_options(verb, request->proxy);
  verb.add_flag("--check", request->only_checks, "check options and store, and listen, but end then");
  add_store_options(verb, request->where);
  without_options(verb, {"--context", "--branch", "--actor", "--system"});
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run_proxy(*request); });
}

}  // namespace latewood::cli
