#include "server/http/connection.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "latewood/errors.h"
#include "server/http/problem.h"
#include "server/http/relay.h"
#include "server/http/response_head.h"
#include "server/http/worker_call.h"

namespace latewood::server {

// One request and what became of it. Shared with the worker that answers it.
struct Exchange {
  explicit Exchange(std::size_t most_body) : reader(most_body) {}

  RequestReader reader;
  Request request = {};
  FoundRoute found = {};
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
  BodyEnd end = BodyEnd::Length;
  int status = 0;
  std::uint64_t bytes = 0;

  std::string_view pattern() const { return found.route == nullptr ? std::string_view() : found.route->pattern; }
};

// Resumes a stream of events.
struct EventWake {
  explicit EventWake(const asio::any_io_executor& executor) : timer(executor) {}

  asio::steady_timer timer;
  bool is_due = false;

  void fire() {
    is_due = true;
    timer.cancel();
  }
};

namespace {

constexpr std::size_t kReadPiece = 2048;       // for heads
constexpr std::size_t kBodyPiece = 64 * 1024;  // for bodies
constexpr std::size_t kMostDrained = 256 * 1024;
constexpr std::chrono::milliseconds kDrainTime{1000};
constexpr std::chrono::milliseconds kStorePause{1000};
constexpr std::string_view kComment = ":\n\n";
constexpr std::string_view kLastEvent = "event: stop\ndata: {}\n\n";

std::chrono::milliseconds left_until(std::chrono::steady_clock::time_point deadline) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
  return std::max(left, std::chrono::milliseconds(1));
}

Response late(std::string what) {
  return problem({Code::InvalidArgument, std::move(what), std::string(errors::kRequestTimeout)});
}

Response too_long_head() {
  return problem({Code::InvalidArgument, "the head is too large", std::string(errors::kRequestTooLarge)}, 431);
}

Response overloaded() {
  return problem({Code::Unavailable, "the server has too much to do", std::string(errors::kOverloaded)});
}

// A mistake of the server must not end it.
Response guarded(const Exchange& exchange) {
  try {
    return exchange.found.route->answer(exchange.request, exchange.found.captures);
  } catch (const std::exception&) {
    return problem({Code::Unavailable, "the server could not answer this request", {}}, 500);
  }
}

}  // namespace

Connection::Connection(std::shared_ptr<Transport> transport, Site& site, std::string peer)
    : transport_(std::move(transport)), site_(site), peer_(std::move(peer)) {
  site_.connections.insert(this);
  ++site_.metrics.connections;
}

Connection::~Connection() {
  site_.connections.erase(this);
  --site_.metrics.connections;
}

void Connection::stop() {
  if (is_idle_) transport_->close();
  if (wake_) wake_->fire();
}

asio::awaitable<void> Connection::run() {
  bool goes_on = co_await transport_->begin(site_.limits.head_time);
  while (goes_on) goes_on = co_await serve_one();
  co_await transport_->end_output(kDrainTime);
  co_await drain();
  transport_->close();
}

// An answer is lost if its connection is closed while bytes of the client arrive.
asio::awaitable<void> Connection::drain() {
  const auto deadline = Clock::now() + kDrainTime;
  buffer_.resize(kReadPiece);
  std::size_t drained = 0;
  while (drained < kMostDrained && Clock::now() < deadline && !site_.is_stopping) {
    const Arrived arrived = co_await transport_->read(buffer_.data(), buffer_.size(), left_until(deadline));
    if (arrived.bytes == 0) break;
    drained += arrived.bytes;
  }
}

asio::awaitable<void> Connection::refuse(const Response& response) {
  Exchange exchange(0);
  const bool ignored = co_await send(exchange, response, false);
  static_cast<void>(ignored);
}

// ---- a request ----

asio::awaitable<std::optional<std::string>> Connection::read_head() {
  const Limits& limits = site_.limits;
  is_idle_ = buffer_.empty();
  auto deadline = Clock::now() + (is_idle_ ? limits.idle_time : limits.head_time);
  while (true) {
    const std::size_t end = buffer_.find("\r\n\r\n");
    const bool is_too_long = (end == std::string::npos ? buffer_.size() : end + 4) > limits.head_bytes;
    if (is_too_long) {
      const Response refusal = too_long_head();
      co_await refuse(refusal);
      co_return std::nullopt;
    }
    if (end != std::string::npos) {
      std::string head = buffer_.substr(0, end + 4);
      buffer_.erase(0, end + 4);
      co_return head;
    }
    const std::size_t held = buffer_.size();
    buffer_.resize(held + kReadPiece);
    const Arrived arrived = co_await transport_->read(buffer_.data() + held, kReadPiece, left_until(deadline));
    buffer_.resize(held + arrived.bytes);
    if (arrived.bytes == 0) {
      if (arrived.is_late && !is_idle_) {
        const Response refusal = late("the head of the request did not arrive in time");
        co_await refuse(refusal);
      }
      co_return std::nullopt;
    }
    if (is_idle_) {
      is_idle_ = false;
      deadline = Clock::now() + limits.head_time;
    }
  }
}

// The refusal of a request; nullopt: its body may be read.
asio::awaitable<std::optional<Response>> Connection::admit(const std::shared_ptr<Exchange>& exchange) {
  auto found = site_.gate.find_route(exchange->request);
  if (!found) co_return problem(found.error());
  exchange->found = *std::move(found);
  const Route& route = *exchange->found.route;
  if (!site_.gate.identify_fresh(route, exchange->request)) {
    const Gate& gate = site_.gate;
    const std::function<Result<void>()> identify = [exchange, &gate, &route] {
      return gate.identify(route, exchange->request);
    };
    const auto identified = co_await run_on<Result<void>>(site_.workers, identify);
    if (!identified) co_return overloaded();
    if (!*identified) co_return problem(identified->error());
  }
  const auto permitted = Gate::check_right(route, exchange->request);
  if (!permitted) co_return problem(permitted.error());
  co_return std::nullopt;
}

asio::awaitable<std::optional<Response>> Connection::read_body(RequestReader& reader, Exchange& exchange) {
  const auto deadline = Clock::now() + site_.limits.body_time;
  if (reader.has_body() && reader.waits_for_continue() && buffer_.empty()) {
    const bool is_sent = co_await transport_->write("HTTP/1.1 100 Continue\r\n\r\n", {}, site_.limits.write_time);
    if (!is_sent) co_return late("the client does not read");
  }
  while (!reader.is_done()) {
    if (!buffer_.empty()) {
      const auto taken = reader.read_body(buffer_);
      if (!taken) co_return problem(taken.error());
      buffer_.erase(0, *taken);
      if (reader.is_done()) break;
    }
    const std::size_t held = buffer_.size();
    buffer_.resize(held + kBodyPiece);
    const Arrived arrived = co_await transport_->read(buffer_.data() + held, kBodyPiece, left_until(deadline));
    buffer_.resize(held + arrived.bytes);
    if (arrived.bytes == 0) co_return late("the body of the request did not arrive in time");
  }
  exchange.request.body = reader.take_body();
  co_return std::nullopt;
}

asio::awaitable<Response> Connection::answer(const std::shared_ptr<Exchange>& exchange) {
  if (exchange->found.route->is_quick) co_return guarded(*exchange);
  const std::function<Response()> call = [exchange] { return guarded(*exchange); };
  std::optional<Response> response = co_await run_on<Response>(site_.workers, call);
  if (!response) response = overloaded();
  co_return *std::move(response);
}

asio::awaitable<bool> Connection::relay_one(const std::string& head) {
  if (!relayed_) relayed_ = site_.relay->connect(transport_, peer_);
  const bool goes_on = co_await relayed_->serve(head, buffer_);
  co_return goes_on;
}

asio::awaitable<bool> Connection::serve_one() {
  const auto head = co_await read_head();
  if (!head) co_return false;
  if (site_.relay != nullptr && site_.relay->takes(*head)) {
    const bool is_relayed = co_await relay_one(*head);
    co_return is_relayed;
  }
  const auto exchange = std::make_shared<Exchange>(site_.limits.body_bytes);
  RequestReader& reader = exchange->reader;
  auto request = reader.read_head(*head);
  if (!request) {
    const Response refusal = problem(request.error());
    co_await refuse(refusal);
    co_return false;
  }
  exchange->request = *std::move(request);
  std::optional<Response> response = co_await admit(exchange);
  // The rest of a refused request would be read as the next one.
  bool is_whole = !response || !reader.has_body();
  if (!response) {
    response = co_await read_body(reader, *exchange);
    is_whole = !response;
  }
  if (!response) response = co_await answer(exchange);
  const bool keeps_alive = is_whole && reader.keeps_alive() && !reader.is_old_version() && !site_.is_stopping;
  const bool goes_on = co_await send(*exchange, *response, keeps_alive);
  co_return goes_on;
}

// ---- its answer ----

asio::awaitable<bool> Connection::send(Exchange& exchange, const Response& response, bool keeps_alive) {
  exchange.status = response.status;
  bool is_sent = false;
  const bool has_body = exchange.request.method != "HEAD";
  if (response.events && has_body) {
    is_sent = co_await send_events(exchange, response);
    keeps_alive = false;
  } else if (response.pieces && has_body) {
    is_sent = co_await send_pieces(exchange, response, keeps_alive);
  } else {
    const std::string head = head_text(response, BodyEnd::Length, keeps_alive);
    const std::string_view body = has_body ? response.bytes() : std::string_view();
    exchange.bytes = body.size();
    is_sent = co_await transport_->write(head, body, site_.limits.write_time);
  }
  const auto time = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - exchange.start);
  site_.metrics.add_request(exchange.pattern(), exchange.status, time);
  site_.log.add({exchange.request.method, exchange.pattern(), exchange.status, exchange.bytes, time,
                 exchange.request.caller.token_id, peer_});
  co_return is_sent&& keeps_alive;
}

asio::awaitable<bool> Connection::write_piece(Exchange& exchange, const std::string& text) {
  exchange.bytes += text.size();
  const std::string chunk = exchange.end == BodyEnd::Chunks ? chunk_text(text) : text;
  const bool is_sent = co_await transport_->write(chunk, {}, site_.limits.write_time);
  co_return is_sent;
}

asio::awaitable<bool> Connection::send_pieces(Exchange& exchange, const Response& response, bool keeps_alive) {
  exchange.end = exchange.reader.is_old_version() ? BodyEnd::Closing : BodyEnd::Chunks;
  const std::string head = head_text(response, exchange.end, keeps_alive);
  bool goes_on = co_await transport_->write(head, {}, site_.limits.write_time);
  const std::function<std::string()> next = [pieces = response.pieces] { return pieces->next(); };
  while (goes_on) {
    const auto piece = co_await run_on<std::string>(site_.workers, next);
    // Without a last chunk the client knows that the body is not whole.
    if (!piece) co_return false;
    if (piece->empty()) break;
    goes_on = co_await write_piece(exchange, *piece);
  }
  if (goes_on && exchange.end == BodyEnd::Chunks) {
    goes_on = co_await transport_->write(kLastChunk, {}, site_.limits.write_time);
  }
  co_return goes_on;
}

asio::awaitable<bool> Connection::send_events(Exchange& exchange, const Response& response) {
  exchange.end = exchange.reader.is_old_version() ? BodyEnd::Closing : BodyEnd::Chunks;
  const std::string head = head_text(response, exchange.end, false);
  bool goes_on = co_await transport_->write(head, {}, site_.limits.write_time);
  if (!goes_on) co_return false;
  buffer_.shrink_to_fit();
  const asio::any_io_executor executor = co_await asio::this_coro::executor;
  const auto wake = std::make_shared<EventWake>(executor);
  wake_ = wake;
  ++site_.metrics.streams;
  const std::uint64_t subscription =
      site_.feed.subscribe([wake, executor] { asio::post(executor, [wake] { wake->fire(); }); });
  goes_on = co_await send_event_texts(exchange, *response.events);
  site_.feed.unsubscribe(subscription);
  --site_.metrics.streams;
  wake_.reset();
  if (goes_on && exchange.end == BodyEnd::Chunks) {
    goes_on = co_await transport_->write(kLastChunk, {}, site_.limits.write_time);
  }
  co_return goes_on;
}

// Until the server stops (true) or the client does not read any more (false).
asio::awaitable<bool> Connection::send_event_texts(Exchange& exchange, const EventQuery& query) {
  using Read = Result<CommitFeed::Events>;
  struct Reader {
    std::optional<FeedPlace> place = {};  // nullopt: the store could not be read yet
    EventQuery query;
  };
  CommitFeed& feed = site_.feed;
  const auto reader = std::make_shared<Reader>();
  reader->query = query;
  const std::shared_ptr<EventWake> wake = wake_;
  const std::string comment = std::string(kComment);
  const std::function<Read()> read = [&feed, reader]() -> Read {
    if (!reader->place) {
      const auto start = feed.start(reader->query);
      if (!start) return start.error();
      reader->place = *start;
    }
    return feed.read(*reader->place, reader->query);
  };
  while (!site_.is_stopping) {
    wake->is_due = false;
    const bool is_slow = !reader->place || feed.needs_store(*reader->place);
    std::optional<Read> events;
    if (is_slow) {
      events = co_await run_on<Read>(site_.workers, read);
    } else {
      events = read();
    }
    const bool is_read = events && events->has_value();
    if (is_read && !(*events)->text.empty()) {
      const bool is_sent = co_await write_piece(exchange, (*events)->text);
      if (!is_sent) co_return false;
    }
    const bool waits = !wake->is_due && !site_.is_stopping && !(is_read && (*events)->has_more);
    if (!waits) continue;
    wake->timer.expires_after(is_read ? std::chrono::milliseconds(site_.limits.comment_time) : kStorePause);
    boost::system::error_code woken;
    co_await wake->timer.async_wait(asio::redirect_error(asio::use_awaitable, woken));
    if (woken || !is_read) continue;
    const bool is_sent = co_await write_piece(exchange, comment);
    if (!is_sent) co_return false;
  }
  const std::string last = std::string(kLastEvent);
  const bool is_sent = co_await write_piece(exchange, last);
  co_return is_sent;
}

}  // namespace latewood::server
