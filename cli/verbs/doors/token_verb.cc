#include <charconv>
#include <cstdint>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "cli/open/leftovers.h"
#include "cli/open/operation_call.h"
#include "cli/open/remote.h"
#include "cli/open/where.h"
#include "cli/terminal/printable.h"
#include "cli/terminal/report.h"
#include "cli/text/moment_text.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"
#include "latewood/errors.h"
#include "latewood/json_text.h"
#include "server/access/token_record.h"

namespace latewood::cli {
namespace {

struct TokenVerbRequest {
  Where where;
  std::string action = "list";
  std::string id;
  std::string scopes = "read";
  std::string prefix;
  std::string expires;
  std::string actor;
  bool json = false;
};

// "30d" as nanoseconds; nullopt for another form, or more than a hundred years.
std::optional<std::int64_t> parse_duration(std::string_view text) {
  static constexpr std::pair<char, std::int64_t> kUnits[] = {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86400}};
  if (text.size() < 2) return std::nullopt;
  std::int64_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size() - 1, number);
  const bool is_number = read.ec == std::errc() && read.ptr == text.data() + text.size() - 1;
  constexpr std::int64_t kMostSeconds = std::int64_t{100} * 366 * 86400;
  for (const auto& [unit, seconds] : kUnits) {
    if (text.back() != unit) continue;
    if (!is_number || number < 1 || number > kMostSeconds / seconds) return std::nullopt;
    return number * seconds * 1'000'000'000;
  }
  return std::nullopt;
}

Error bad_value(std::string message) {
  return {Code::InvalidArgument, std::move(message), std::string(errors::kOptionInvalid)};
}

Result<server::TokenRights> rights_of(const TokenVerbRequest& request) {
  server::TokenRights rights;
  std::string_view rest = request.scopes;
  while (!rest.empty()) {
    const std::size_t comma = rest.find(',');
    const std::string name(rest.substr(0, comma));
    if (!server::add_scope(rights, name)) {
      return bad_value("there is no scope '" + name + "'; known: read, write, admin, proxy");
    }
    rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
  }
  rights.context_prefix = request.prefix;
  rights.actor = request.actor;
  if (request.expires.empty()) return rights;
  const auto time = parse_duration(request.expires);
  if (!time) return bad_value("'" + request.expires + "' is no time; use a number and s, m, h or d, such as 30d");
  rights.expires = server::now_in_nanoseconds() + *time;
  return rights;
}

int make(const TokenVerbRequest& request, server::TokenBook& book) {
  const auto rights = rights_of(request);
  if (!rights) return report_as(request.json, rights.error());
  const auto made = book.create(*rights);
  if (!made) return report_as(request.json, made.error());
  if (request.json) {
    std::cout << json_text_of(make_object({{"id", made->id}, {"token", made->text}})) << '\n';
  } else {
    std::cout << made->text << '\n';
  }
  return finish_output("the token " + made->id + " was made");
}

void print_line(const server::TokenRecord& record) {
  std::string scopes;
  for (const std::string& name : server::scope_names(record.rights)) scopes += (scopes.empty() ? "" : ",") + name;
  std::cout << record.id << "  " << scopes;
  if (!record.rights.context_prefix.empty()) std::cout << "  contexts " << printable(record.rights.context_prefix);
  if (!record.rights.actor.empty()) std::cout << "  actor " << printable(record.rights.actor);
  const auto expires = record.rights.expires;
  if (expires) {
    const bool is_over = *expires <= server::now_in_nanoseconds();
    std::cout << (is_over ? "  expired " : "  expires ") << time_text(*expires);
  }
  std::cout << '\n';
}

int list_tokens(const TokenVerbRequest& request, server::TokenBook& book) {
  const auto records = book.list();
  if (!records) return report_as(request.json, records.error());
  for (const server::TokenRecord& record : *records) {
    if (request.json) {
      std::cout << server::token_json(record) << '\n';
    } else {
      print_line(record);
    }
  }
  return finish_output();
}

int revoke(const TokenVerbRequest& request, server::TokenBook& book) {
  const auto done = book.revoke(request.id);
  if (!done) return report_as(request.json, done.error());
  if (!*done) return report_as(request.json, {Code::NotFound, "there is no token '" + request.id + "'", {}});
  if (request.json) {
    std::cout << json_text_of(make_object({{"revoked", request.id}})) << '\n';
  } else {
    std::cout << "revoked " << printable(request.id) << '\n';
  }
  return finish_output("the token was revoked");
}

int run_token(const TokenVerbRequest& request) {
  if (auto here = refuse_remote(request.where, "token"); !here) return report_as(request.json, here.error());
  auto repository = open_repository(request.where, request.action == "list" ? StoreUse::Read : StoreUse::Write);
  if (!repository) return report_as(request.json, repository.error());
  server::TokenBook book(*std::move(repository));
  if (request.action == "new") return make(request, book);
  return request.action == "revoke" ? revoke(request, book) : list_tokens(request, book);
}

}  // namespace

void add_token_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "token", "make, list or revoke the tokens that `serve` accepts",
                            "token new --scope read,write --expires 30d\n"
                            "token new --scope write --context-prefix team-a/\ntoken revoke 3f9a1c2e77b0");
  const auto request = std::make_shared<TokenVerbRequest>();
  verb.add_option("ACTION", request->action, "new, list or revoke; default: list")
      ->type_name("")
      ->check(one_of({"new", "list", "revoke"}));
  verb.add_option("ID", request->id, "with revoke, the token to revoke: the digits between its two underscores")
      ->type_name("");
  CLI::Option* scope =
      verb.add_option("--scope", request->scopes, "with new, one or more of read, write, admin, proxy; default: read");
  scope->type_name("LIST");
  verb.add_option("--context-prefix", request->prefix,
                  "with new, permit only contexts whose names begin with TEXT; default: all")
      ->type_name("TEXT");
  verb.add_option("--expires", request->expires,
                  "with new, the time until it expires, such as 30d or 12h; default: never")
      ->type_name("TIME");
  verb.add_option("--as", request->actor, "with new, the actor of edits that name none; default: none")
      ->type_name("NAME");
  add_store_options(verb, request->where);
  without_options(verb, {"--context", "--branch", "--actor", "--system", "--clock"});
  add_json_flag(verb, request->json);
  verb.callback([request, &verb, &exit_code] {
    const bool is_new = request->action == "new";
    if (request->action == "revoke" && request->id.empty()) throw CLI::RequiredError("ID");
    if (request->action != "revoke" && !request->id.empty()) throw CLI::ValidationError("ID", "only revoke takes it");
    for (const char* name : {"--scope", "--context-prefix", "--expires", "--as"}) {
      if (!is_new && verb.count(name) > 0) throw CLI::ValidationError(name, "only new takes it");
    }
    exit_code = run_token(*request);
  });
}

}  // namespace latewood::cli
