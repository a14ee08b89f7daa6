#include "cli/verbs/doors/server_options.h"

#include <string>

namespace latewood::cli {

void add_listen_options(CLI::App& verb, server::ServeOptions& options, const char* listen) {
  options.listen = listen;
  verb.add_option("--listen", options.listen, std::string("an address with its port, or unix:PATH; default: ") + listen)
      ->type_name("ADDRESS");
  verb.add_option("--allow-host", options.hosts, "a name that requests may use for this server; may be repeated")
      ->type_name("HOST");
  CLI::Option* certificate =
      verb.add_option("--tls-cert", options.certificate, "speak TLS with this certificate (PEM)");
  CLI::Option* key = verb.add_option("--tls-key", options.key, "the key of the certificate (PEM)");
  certificate->type_name("F")->needs(key);
  key->type_name("F")->needs(certificate);
  verb.add_flag("--behind-proxy", options.is_behind_proxy,
                "accept connections from other machines without TLS, because a proxy in front handles it");
  verb.add_option("--access-log", options.access_log, "write a JSON line for each request; - is standard error")
      ->type_name("F");
  verb.add_option("--max-connections", options.limits.connections, "the most open connections; default: 4096")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
}

void add_proxy_options(CLI::App& verb, server::ProxyOptions& options) {
  verb.add_option(
          "--upstream", options.upstreams,
          "the address that stands behind /openai/v1, /anthropic or /gemini; may be repeated; default: those of "
          "the vendors")
      ->type_name("VENDOR=URL");
  verb.add_option("--ca", options.ca_file, "trust these certificates (PEM) of vendors; default: those of the system")
      ->type_name("F");
  verb.add_option("--call-log", options.call_log, "write a JSON line for each recorded call; - is standard error")
      ->type_name("F");
  verb.add_flag("--strict", options.is_strict,
                "record each request before it is passed on, and refuse it if that fails; default: pass it on");
}

Result<void> take_collector(server::ServeOptions& options) {
  server::Variables variables;
  for (const std::string& name : server::collector_variables()) {
    if (std::string value = environment(name.c_str()); !value.empty()) variables[name] = std::move(value);
  }
  auto collector = server::find_collector(variables);
  if (!collector) return std::move(collector).error();
  options.collector = *std::move(collector);
  return {};
}

}  // namespace latewood::cli
