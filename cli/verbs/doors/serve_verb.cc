#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "cli/open/leftovers.h"
#include "cli/open/operation_call.h"
#include "cli/open/remote.h"
#include "cli/open/where.h"
#include "cli/terminal/report.h"
#include "cli/terminal/terminal.h"
#include "cli/usage/verb.h"
#include "cli/verbs/doors/demo_store.h"
#include "cli/verbs/doors/desktop.h"
#include "cli/verbs/doors/server_options.h"
#include "cli/verbs/verbs.h"
#include "latewood/json_text.h"
#include "server/server.h"

namespace latewood::cli {
namespace {

struct ServeRequest {
  Where where;
  server::ServeOptions options;
  server::ProxyOptions proxy;
  bool has_proxy = false;
  bool opens_page = false;
  bool only_checks = false;
  bool demo = false;
  bool json = false;
};

struct StartTokens {
  std::string all;   // for programs
  std::string page;  // only reads
};

Result<StartTokens> make_tokens(server::TokenBook& book) {
  auto all = book.create_temporary({.scope = Scope::Admin});
  if (!all) return std::move(all).error();
  auto page = book.create_temporary({.scope = Scope::Read});
  if (!page) return std::move(page).error();
  return StartTokens{all->text, page->text};
}

// Tokens end with the server, and a log that keeps the output of a service shall not have them.
int announce(const ServeRequest& request, server::Server& server) {
  const bool shows_tokens = request.json || request.opens_page || is_terminal(Stream::Output);
  if (!shows_tokens) {
    std::cout << "latewood serves " << server.url() << '\n';
    return finish_output();
  }
  const auto tokens = make_tokens(server.tokens());
  if (!tokens) return report(tokens.error());
  const std::string page = server.url() + "/#token=" + tokens->page;
  if (request.json) {
    std::cout << json_text_of(make_object({{"page", page}, {"token", tokens->all}, {"url", server.url()}})) << '\n';
  } else {
    std::cout << "latewood serves " << server.url() << "\npage:  " << page << "\ntoken: " << tokens->all
              << "\nBoth tokens end with the server; `latewood token new` makes tokens that stay.\n";
  }
  if (request.opens_page) open_on_desktop(page);
  return finish_output();
}

int run_serve(ServeRequest& request) {
  std::unique_ptr<DemoStore> demo;
  if (request.demo) {
    auto made = DemoStore::make();
    if (!made) return report_as(request.json, made.error());
    demo = *std::move(made);
    request.where.store = demo->path();
  }
  if (auto here = refuse_remote(request.where, "serve"); !here) return report_as(request.json, here.error());
  request.options.store = request.where.store;
  request.options.clock = request.where.clock;
  if (request.has_proxy) request.options.proxy = request.proxy;
  if (auto taken = take_collector(request.options); !taken) return report_as(request.json, taken.error());
  const auto server = server::Server::open(request.options);
  if (!server) return report_as(request.json, explain_missing_store(server.error(), request.where));
  if (const int code = announce(request, **server); code != kSuccess || request.only_checks) return code;
  (*server)->run();
  return kSuccess;
}

}  // namespace

void add_serve_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "serve", "serve the store over HTTP, with a page that shows it",
                            "serve --open\nserve --demo --open\nserve --listen 127.0.0.1:0 --json\n"
                            "serve --listen unix:latewood.sock --access-log -");
  const auto request = std::make_shared<ServeRequest>();
  server::ServeOptions& options = request->options;
  add_listen_options(verb, options, "127.0.0.1:7070");
  verb.add_flag("--open", request->opens_page, "print the address of the page with a token, and on a desktop open it");
  verb.add_flag("--demo", request->demo, "serve a new store with a demo instead of --store, and delete it at the end");
  verb.add_flag("--create", options.create, "make the store if there is none; default: refuse to start");
  verb.add_option("--max-body", options.limits.body_bytes, "the largest body of a request; default: 16 MiB")
      ->type_name("BYTES")
      ->check(CLI::PositiveNumber);
  CLI::Option* proxy =
      verb.add_flag("--proxy", request->has_proxy, "also pass on calls to vendors and record them, as `proxy` does");
  add_proxy_options(verb, request->proxy);
  for (const char* name : {"--upstream", "--ca", "--call-log", "--strict"}) verb.get_option(name)->needs(proxy);
  verb.add_flag("--check", request->only_checks, "check the options and the store, try to listen, then end");
  add_store_options(verb, request->where);
  without_options(verb, {"--context", "--branch", "--actor", "--system"});
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run_serve(*request); });
}

}  // namespace latewood::cli
