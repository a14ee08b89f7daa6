#include "baselines/beast_server.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <thread>
#include <utility>

namespace latewood::bench {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using Tcp = asio::ip::tcp;

// Lives as long as a call of its connection is pending.
class Handler : public std::enable_shared_from_this<Handler> {
 public:
  Handler(Tcp::socket socket, const std::string& body) : socket_(std::move(socket)), body_(body) {
    boost::system::error_code ignored;
    socket_.set_option(Tcp::no_delay(true), ignored);
  }

  void read() {
    request_ = {};
    http::async_read(socket_, buffer_, request_,
                     [self = shared_from_this()](const boost::system::error_code& code, std::size_t) {
                       if (!code) self->write();
                     });
  }

 private:
  void write() {
    response_ = {http::status::ok, 11};
    response_.set(http::field::content_type, "application/json");
    response_.body() = body_;
    response_.prepare_payload();
    http::async_write(socket_, response_,
                      [self = shared_from_this()](const boost::system::error_code& code, std::size_t) {
                        if (!code) self->read();
                      });
  }

  Tcp::socket socket_;
  const std::string& body_;
  boost::beast::flat_buffer buffer_;
  http::request<http::string_body> request_;
  http::response<http::string_body> response_;
};

}  // namespace

struct BeastServer::State {
  explicit State(std::string text) : body(std::move(text)) {
    accept();
    thread = std::thread([this] { context.run(); });
  }
  ~State() {
    context.stop();
    thread.join();
  }

  void accept() {
    acceptor.async_accept([this](const boost::system::error_code& code, Tcp::socket socket) {
      if (!code) std::make_shared<Handler>(std::move(socket), body)->read();
      accept();
    });
  }

  const std::string body;
  asio::io_context context{1};
  Tcp::acceptor acceptor{context, Tcp::endpoint(asio::ip::address_v4::loopback(), 0)};
  std::thread thread;
};

BeastServer::BeastServer(std::string body) : state_(std::make_unique<State>(std::move(body))) {}
BeastServer::~BeastServer() = default;
unsigned short BeastServer::port() const { return state_->acceptor.local_endpoint().port(); }

}  // namespace latewood::bench
