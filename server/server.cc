#include "server/server.h"

#include <sys/prctl.h>

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <csignal>
#include <utility>

#include "latewood/clock.h"
#include "latewood/errors.h"
#include "latewood/repository.h"
#include "latewood/session.h"
#include "server/http/connection.h"
#include "server/http/listen_address.h"
#include "server/http/listener.h"
#include "server/http/site.h"
#include "server/proxy/proxy.h"
#include "server/proxy/recorder.h"
#include "server/routes/routes.h"
#include "server/telemetry/span_sender.h"

namespace latewood::server {
namespace {

constexpr std::size_t kOpenContexts = 256;
// A request waits so long for a database that is gone.
constexpr std::uint32_t kReconnectTime = 2000;
constexpr std::chrono::milliseconds kFeedWait{100};
constexpr std::chrono::milliseconds kFeedWaitOfServers{200};

Error bad_option(std::string message) {
  return {Code::InvalidArgument, std::move(message), std::string(errors::kOptionInvalid)};
}

SessionOptions session_options(const ServeOptions& options) {
  SessionOptions session;
  session.open_contexts = kOpenContexts;
  if (options.clock == "logical") session.clock = make_logical_clock();
  return session;
}

std::chrono::milliseconds feed_wait(const std::string& store) {
  return store.starts_with("postgres") ? kFeedWaitOfServers : kFeedWait;
}

Result<Repository> open_repository(const ServeOptions& options) {
  store::StoreOptions how;
  how.missing = options.create || options.store == "memory:" ? store::Missing::Create : store::Missing::Refuse;
  how.reconnect_timeout_ms = kReconnectTime;
  how.connections = 8;
  return Repository::open(options.store, how);
}

// A server for other machines needs tokens, and a connection that keeps them secret.
Result<void> check_exposure(const ServeOptions& options, const ListenAddress& address, TokenBook& tokens) {
  if (address.is_local()) return {};
  if (!options.is_behind_proxy && options.certificate.empty()) {
    return bad_option(
        "listening on " + address.authority() +
        " would send tokens in the clear: give --tls-cert and --tls-key, or put a proxy with TLS in front "
        "and pass --behind-proxy");
  }
  const auto list = tokens.list();
  if (!list) return list.error();
  if (list->empty()) {
    return bad_option("listening on " + address.authority() + " needs a token: `latewood token new` makes one");
  }
  return {};
}

std::vector<std::string> served_hosts(const ServeOptions& options, const ListenAddress& address) {
  std::vector<std::string> hosts = options.hosts;
  hosts.emplace_back(host_without_port(address.authority()));
  return hosts;
}

}  // namespace

// In the order of use: what is destroyed last is first. The workers and the feed end before what their calls use; the
// connections end with the context, and use the site until then.
class Server::State {
 public:
  State(const ServeOptions& options, Repository repository, std::FILE* log_file, const ListenAddress& address)
      : limits(options.limits),
        session(repository, session_options(options)),
        tokens(repository),
        log(log_file, metrics),
        site{limits, gate, workers, feed, metrics, log},
        feed(repository, metrics, feed_wait(options.store)),
        workers(limits.threads, limits.waiting_calls),
        services{session, repository, feed, metrics, workers, is_ending, options.collector ? &callers : nullptr},
        router(options.is_proxy_only ? health_routes(services) : all_routes(services)),
        gate(HostCheck(served_hosts(options, address)), router, tokens) {
    if (options.collector)
      sender.emplace(*options.collector, session.narrowed({Scope::Read, {}, {}}), repository, feed, callers, metrics);
  }

  // Before the first connection.
  Result<void> add_proxy(const ServeOptions& options, const ListenAddress& address) {
    if (!options.proxy) return {};
    auto setup = read_proxy_options(*options.proxy);
    if (!setup) return std::move(setup).error();
    setup->needs_token = !address.is_local() || options.is_behind_proxy;
    RecorderOptions how;
    if (options.clock == "logical") how.clock = make_logical_clock();
    how.log = setup->log;
    how.after_commit = [this] { feed.poke(); };
    recorder = std::make_unique<Recorder>(services.repository, std::move(how), metrics);
    proxy =
        std::make_unique<Proxy>(*std::move(setup), HostCheck(served_hosts(options, address)), tokens, site, *recorder);
    site.relay = proxy.get();
    // The process holds keys of vendors: its memory is for no file and no debugger.
    prctl(PR_SET_DUMPABLE, 0);
    return {};
  }

  void stop() {
    if (site.is_stopping) return;
    site.is_stopping = true;
    listener->close();
    for (Connection* connection : std::set<Connection*>(site.connections)) connection->stop();
    deadline.expires_after(limits.stop_time);
    deadline.async_wait([this](const boost::system::error_code& code) {
      if (code) return;
      is_ending = true;
      context.stop();
    });
    watch_connections();
  }

  // The context runs while the deadline waits: it ends with the last connection.
  void watch_connections() {
    if (site.connections.empty()) {
      context.stop();
      return;
    }
    round.expires_after(std::chrono::milliseconds(20));
    round.async_wait([this](const boost::system::error_code& code) {
      if (!code) watch_connections();
    });
  }

  const Limits limits;
  std::string url;
  std::unique_ptr<TlsContext> tls;
  Metrics metrics;
  std::atomic<bool> is_ending{false};  // long calls shall end now
  Session session;
  TokenBook tokens;
  AccessLog log;
  Site site;
  std::unique_ptr<Proxy> proxy;
  asio::io_context context{1};
  CommitFeed feed;
  SpanCallers callers;
  std::optional<SpanSender> sender;  // ends after those that commit, and sends what they did
  std::unique_ptr<Recorder> recorder;
  Workers workers;
  Services services;
  Router router;
  Gate gate;
  std::optional<Listener> listener;
  asio::signal_set signals{context, SIGINT, SIGTERM};
  asio::steady_timer deadline{context};
  asio::steady_timer round{context};
};

Server::Server(std::unique_ptr<State> state) : state_(std::move(state)) {}
Server::~Server() = default;

Result<std::unique_ptr<Server>> Server::open(const ServeOptions& options) {
  auto address = parse_listen_address(options.listen);
  if (!address) return std::move(address).error();
  auto repository = open_repository(options);
  if (!repository) return std::move(repository).error();
  TokenBook tokens(*repository);
  if (auto checked = check_exposure(options, *address, tokens); !checked) return std::move(checked).error();
  const auto log = AccessLog::open(options.access_log);
  if (!log) return log.error();
  auto state = std::make_unique<State>(options, *std::move(repository), *log, *address);
  auto listener = Listener::open(state->context, *address);
  if (!listener) return std::move(listener).error();
  if (!address->host.empty()) address->port = listener->port();
  if (!options.certificate.empty()) {
    auto tls = TlsContext::load(options.certificate, options.key);
    if (!tls) return std::move(tls).error();
    state->tls = *std::move(tls);
    state->site.tls = state->tls.get();
  }
  if (auto made = state->add_proxy(options, *address); !made) return std::move(made).error();
  state->url = (state->tls ? "https://" : "http://") + address->authority();
  state->listener.emplace(*std::move(listener));
  return std::unique_ptr<Server>(new Server(std::move(state)));
}

const std::string& Server::url() const { return state_->url; }
TokenBook& Server::tokens() { return state_->tokens; }

void Server::run() {
  State& state = *state_;
  state.listener->start(state.context, state.site);
  state.signals.async_wait([&state](const boost::system::error_code& code, int) {
    if (!code) state.stop();
  });
  state.context.run();
}

}  // namespace latewood::server
