#include "server/client/http_client.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <boost/beast/ssl/ssl_stream.hpp>
#include <optional>
#include <utility>

#include "latewood/errors.h"
#include "latewood/version.h"

namespace latewood::server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;

using ErrorCode = boost::system::error_code;
using Clock = std::chrono::steady_clock;
using RequestMessage = http::request<http::string_body>;
using LocalStream = beast::basic_stream<asio::local::stream_protocol>;
using SecureStream = beast::ssl_stream<beast::tcp_stream>;

constexpr std::uint32_t kMostHead = 64 * 1024;
// A server closes connections that are idle for longer; a request on such a one would be lost.
constexpr std::chrono::seconds kIdleTime{30};

// An open connection.
class Link {
 public:
  virtual ~Link() = default;
  // What became of the request; `is_sent` tells whether the server may have read it.
  virtual ErrorCode exchange(const RequestMessage& request, std::chrono::seconds time, ClientAnswer& answer,
                             bool& keeps_alive, bool& is_sent) = 0;
};

beast::tcp_stream& timed(beast::tcp_stream& stream) { return stream; }
LocalStream& timed(LocalStream& stream) { return stream; }
beast::tcp_stream& timed(SecureStream& stream) { return stream.next_layer(); }

// Runs one asynchronous call to its end. Only asynchronous calls have a time.
template <class Begin>
ErrorCode finished(asio::io_context& context, Begin begin) {
  ErrorCode result;
  begin([&result](const ErrorCode& code, auto&&...) { result = code; });
  context.restart();
  context.run();
  return result;
}

template <class Stream>
class StreamLink : public Link {
 public:
  template <class... Given>
  explicit StreamLink(Given&&... given) : stream_(context_, std::forward<Given>(given)...) {}

  asio::io_context& context() { return context_; }
  Stream& stream() { return stream_; }

  ErrorCode exchange(const RequestMessage& request, std::chrono::seconds time, ClientAnswer& answer, bool& keeps_alive,
                     bool& is_sent) override {
    timed(stream_).expires_after(time);
    ErrorCode code = finished(context_, [&](auto done) { http::async_write(stream_, request, done); });
    is_sent = true;
    // A server may refuse a request before it has read all of it: then the answer is there although writing failed.
    const ErrorCode written = code;
    http::response_parser<http::string_body> parser;
    parser.body_limit(boost::none);
    parser.header_limit(kMostHead);
    code = finished(context_, [&](auto done) { http::async_read(stream_, buffer_, parser, done); });
    if (code) return written ? written : code;
    keeps_alive = !written && parser.keep_alive();
    const auto type = parser.get()[http::field::content_type];
    answer.status = static_cast<int>(parser.get().result_int());
    answer.media_type.assign(type.data(), type.size());
    const auto rest = parser.get()[http::field::retry_after];
    answer.retry_after.assign(rest.data(), rest.size());
    answer.body = std::move(parser.get().body());
    return {};
  }

 private:
  asio::io_context context_{1};
  Stream stream_;
  beast::flat_buffer buffer_;
};

using Opened = std::pair<std::unique_ptr<Link>, ErrorCode>;

ErrorCode connect(asio::io_context& context, beast::tcp_stream& stream, const ServerUrl& url,
                  std::chrono::seconds time) {
  ErrorCode code;
  asio::ip::tcp::resolver resolver(context);
  const auto found = resolver.resolve(url.host, url.port, code);
  if (code) return code;
  stream.expires_after(time);
  code = finished(context, [&](auto done) { stream.async_connect(found, done); });
  ErrorCode ignored;
  if (!code) stream.socket().set_option(asio::ip::tcp::no_delay(true), ignored);
  return code;
}

Opened open_plain(const ServerUrl& url, const ClientOptions& options) {
  auto link = std::make_unique<StreamLink<beast::tcp_stream>>();
  const ErrorCode code = connect(link->context(), link->stream(), url, options.connect_time);
  return {std::move(link), code};
}

Opened open_local(const ServerUrl& url, const ClientOptions& options) {
  auto link = std::make_unique<StreamLink<LocalStream>>();
  link->stream().expires_after(options.connect_time);
  const asio::local::stream_protocol::endpoint endpoint(url.path);
  const ErrorCode code = finished(link->context(), [&](auto done) { link->stream().async_connect(endpoint, done); });
  return {std::move(link), code};
}

bool is_number(const std::string& host) {
  ErrorCode code;
  static_cast<void>(asio::ip::make_address(host, code));
  return !code;
}

Opened open_secure(const ServerUrl& url, const ClientOptions& options, asio::ssl::context& tls) {
  auto link = std::make_unique<StreamLink<SecureStream>>(tls);
  SecureStream& stream = link->stream();
  ErrorCode code = connect(link->context(), stream.next_layer(), url, options.connect_time);
  if (code) return {std::move(link), code};
  // The name by which a server of many names chooses its certificate; an address has none.
  if (!is_number(url.host)) SSL_set_tlsext_host_name(stream.native_handle(), url.host.c_str());
  stream.set_verify_mode(asio::ssl::verify_peer);
  stream.set_verify_callback(asio::ssl::host_name_verification(url.host));
  code = finished(link->context(), [&](auto done) { stream.async_handshake(asio::ssl::stream_base::client, done); });
  return {std::move(link), code};
}

RequestMessage message(const ServerUrl& url, const ClientOptions& options, std::string_view method,
                       std::string_view target, std::string_view body) {
  RequestMessage request;
  request.version(11);
  request.method_string({method.data(), method.size()});
  request.target(url.base + std::string(target));
  request.set(http::field::host, url.authority());
  request.set(http::field::user_agent, "latewood/" + std::string(kVersion));
  if (!options.token.empty()) request.set(http::field::authorization, "Bearer " + options.token);
  for (const auto& [name, value] : options.headers) request.set(name, value);
  if (!body.empty()) {
    request.set(http::field::content_type, "application/json");
    request.body().assign(body);
  }
  request.prepare_payload();
  return request;
}

}  // namespace

class HttpClient::State {
 public:
  State(ServerUrl to, ClientOptions with) : url(std::move(to)), options(std::move(with)) {}

  Error unreachable(const std::string& why) const {
    return {Code::Unavailable, "cannot reach the server " + url.text + ": " + why, {}};
  }

  Result<void> prepare_tls() {
    if (tls) return {};
    asio::ssl::context made(asio::ssl::context::tls_client);
    ErrorCode code;
    made.set_options(asio::ssl::context::default_workarounds | asio::ssl::context::no_tlsv1 |
                         asio::ssl::context::no_tlsv1_1 | asio::ssl::context::no_compression,
                     code);
    made.set_default_verify_paths(code);
    code.clear();
    if (!options.ca_file.empty()) made.load_verify_file(options.ca_file, code);
    if (code) return Error{Code::Unavailable, "cannot use " + options.ca_file + ": " + code.message(), {}};
    tls.emplace(std::move(made));
    return {};
  }

  Result<void> open() {
    const bool is_stale = Clock::now() - used_at > kIdleTime;
    if (link && !is_stale) return {};
    link.reset();
    if (url.is_secure) {
      if (auto prepared = prepare_tls(); !prepared) return prepared;
    }
    Opened opened = url.is_secure      ? open_secure(url, options, *tls)
                    : url.host.empty() ? open_local(url, options)
                                       : open_plain(url, options);
    if (opened.second) return unreachable(opened.second.message());
    link = std::move(opened.first);
    return {};
  }

  Result<ClientAnswer> send(const RequestMessage& request) {
    if (auto opened = open(); !opened) return std::move(opened).error();
    ClientAnswer answer;
    bool keeps_alive = false;
    bool is_sent = false;
    const ErrorCode code = link->exchange(request, options.answer_time, answer, keeps_alive, is_sent);
    used_at = Clock::now();
    if (!keeps_alive) link.reset();
    if (!code) return answer;
    Error error = unreachable(code == http::error::end_of_stream ? "it closed the connection" : code.message());
    if (is_sent) error.rule = std::string(errors::kOutcomeUnknown);
    return error;
  }

  ServerUrl url;
  ClientOptions options;
  // Above the link, whose stream uses it.
  std::optional<asio::ssl::context> tls = {};
  std::unique_ptr<Link> link = {};
  Clock::time_point used_at = {};
};

HttpClient::HttpClient(ServerUrl url, ClientOptions options)
    : state_(std::make_unique<State>(std::move(url), std::move(options))) {}
HttpClient::HttpClient(HttpClient&&) noexcept = default;
HttpClient& HttpClient::operator=(HttpClient&&) noexcept = default;
HttpClient::~HttpClient() = default;

const ServerUrl& HttpClient::url() const { return state_->url; }

Result<ClientAnswer> HttpClient::send(std::string_view method, std::string_view target, std::string_view body) {
  return state_->send(message(state_->url, state_->options, method, target, body));
}

}  // namespace latewood::server
