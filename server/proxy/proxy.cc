#include "server/proxy/proxy.h"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <functional>
#include <optional>
#include <utility>

#include "latewood/errors.h"
#include "server/http/access_log.h"
#include "server/http/problem.h"
#include "server/http/request_reader.h"
#include "server/http/response_head.h"
#include "server/http/worker_call.h"
#include "server/proxy/call_place.h"
#include "server/proxy/relayed_head.h"

namespace latewood::server {
namespace {

// Models think for minutes, and clients may read as slowly as they like. A connection that is gone without a word is
// found by the system, which asks for a sign of life.
constexpr std::chrono::milliseconds kRelayTime = kNoLimit;
constexpr std::size_t kRelayPiece = 64 * 1024;
constexpr std::size_t kMostAnswerHead = 256 * 1024;
constexpr std::size_t kMostReadAhead = 64 * 1024;
constexpr std::size_t kMostDeclared = std::size_t{1} << 50;

// A call while it runs. Two coroutines use it: one sends the request, the other passes the answer on.
struct RunningCall {
  RunningCall(const asio::any_io_executor& executor, std::shared_ptr<Transport> from)
      : client(std::move(from)), sent(executor, asio::steady_timer::time_point::max()) {}

  std::shared_ptr<Transport> client;
  std::shared_ptr<Transport> vendor = {};
  std::string head = {};    // to send to the vendor
  std::string ready = {};   // bytes of the body to send behind it, which were read before
  std::string buffer = {};  // bytes of the client that were not sent yet
  BodyFrame frame = BodyFrame::none();
  std::unique_ptr<RelayedCall> record = {};  // null: the call is not recorded
  std::string unrecorded = {};               // contents that are not kept
  asio::steady_timer sent;                   // cancelled when the first coroutine has ended
  bool is_sending = true;                    // the first coroutine runs
  bool is_over = false;                      // the answer was passed on
  bool client_left = false;

  // The place for the content of a body; empties what is not kept.
  std::string& keep(std::string RelayedCall::*body) {
    if (record && (*record.*body).size() > kMostRecorded) {
      record->is_too_large = true;
      (*record.*body).clear();
      (*record.*body).shrink_to_fit();
    }
    if (record && !record->is_too_large) return *record.*body;
    unrecorded.clear();
    return unrecorded;
  }
};

// More bytes of the client; false if it left.
asio::awaitable<bool> read_more(RunningCall& call) {
  const std::size_t held = call.buffer.size();
  call.buffer.resize(held + kRelayPiece);
  const Arrived arrived = co_await call.client->read(call.buffer.data() + held, kRelayPiece, kRelayTime);
  call.buffer.resize(held + arrived.bytes);
  co_return arrived.bytes > 0;
}

void leave(RunningCall& call) {
  if (call.is_over) return;
  call.client_left = true;
  call.vendor->close();
}

// The body of the request, as it comes.
asio::awaitable<void> send_body(RunningCall& call) {
  std::string first = std::move(call.head) + std::move(call.ready);
  bool goes_on = true;
  while (goes_on && (!first.empty() || !call.frame.is_done())) {
    if (call.buffer.empty() && first.empty()) {
      const bool is_there = co_await read_more(call);
      if (!is_there) {
        leave(call);
        co_return;
      }
    }
    const std::size_t taken = call.frame.take(call.buffer, call.keep(&RelayedCall::request));
    if (call.frame.is_broken()) {
      leave(call);
      co_return;
    }
    const std::string_view piece = std::string_view(call.buffer).substr(0, taken);
    goes_on = co_await call.vendor->write(first, piece, kRelayTime);
    first.clear();
    call.buffer.erase(0, taken);
  }
}

// Sends the request, and then watches whether the client leaves.
asio::awaitable<void> send_request(std::shared_ptr<RunningCall> call) {
  co_await send_body(*call);
  // The rest of a request that the vendor does not take stays where it is.
  bool is_there = call->frame.is_done();
  while (is_there && !call->is_over && !call->client_left && call->buffer.size() < kMostReadAhead) {
    is_there = co_await read_more(*call);
    if (!is_there) leave(*call);
  }
  call->is_sending = false;
  call->sent.cancel();
}

}  // namespace

// ---- one connection ----

class ProxyConnection : public RelayedConnection {
 public:
  ProxyConnection(Proxy& proxy, std::shared_ptr<Transport> client, std::string peer)
      : proxy_(proxy), client_(std::move(client)), peer_(std::move(peer)) {}

  asio::awaitable<bool> serve(const std::string& head, std::string& buffer) override;

 private:
  // A request before it is passed on.
  struct Admitted {
    Request request = {};
    RelayedHead head = {};
    RequestLine line = {};
    const Vendor* vendor = nullptr;
    const VendorUrl* url = nullptr;
    std::string path = {};  // without the prefix and the query
    CallPlace place = {};
  };

  asio::awaitable<std::optional<Error>> admit(const std::string& head, const std::shared_ptr<Admitted>& admitted);
  asio::awaitable<bool> refuse(const Response& response);
  asio::awaitable<std::optional<Response>> begin_strictly(const std::shared_ptr<RunningCall>& call, bool waits);
  asio::awaitable<bool> reach_vendor(RunningCall& call, const Admitted& admitted, std::string& why);
  asio::awaitable<bool> pass_answer(RunningCall& call, const Admitted& admitted);
  asio::awaitable<bool> pass_body(RunningCall& call, std::string& bytes, BodyFrame& frame, std::string& head);
  asio::awaitable<void> end(const std::shared_ptr<RunningCall>& call);
  std::unique_ptr<RelayedCall> new_record(const Admitted& admitted) const;
  void note(const Admitted& admitted, std::chrono::steady_clock::time_point start);

  Proxy& proxy_;
  std::shared_ptr<Transport> client_;
  std::string peer_;
  std::shared_ptr<Transport> vendor_ = {};  // stays open between two calls
  std::string vendor_name_ = {};
  int status_ = 0;
  std::uint64_t bytes_ = 0;
  bool is_cut_ = false;
};

asio::awaitable<std::optional<Error>> ProxyConnection::admit(const std::string& head,
                                                             const std::shared_ptr<Admitted>& admitted) {
  RequestReader reader(kMostDeclared);
  auto request = reader.read_head(head);
  if (!request) co_return std::move(request).error();
  admitted->request = *std::move(request);
  auto lines = read_relayed_head(head);
  if (!lines) co_return Error{Code::InvalidArgument, "the head cannot be read", std::string(errors::kRequestInvalid)};
  admitted->head = *std::move(lines);
  admitted->line = read_request_line(head);
  admitted->vendor = find_vendor(admitted->line.target);
  admitted->url = &proxy_.setup_.urls.find(admitted->vendor->name)->second;
  admitted->path = std::string(admitted->line.target.substr(admitted->vendor->prefix.size()));
  admitted->path.resize(std::min(admitted->path.size(), admitted->path.find('?')));
  if (auto checked = proxy_.hosts_.check_host(admitted->request); !checked) co_return std::move(checked).error();
  if (auto checked = check_origin(admitted->request); !checked) co_return std::move(checked).error();
  const std::string* token = admitted->request.find_header(kTokenHeader);
  if (proxy_.setup_.needs_token || token != nullptr) {
    const std::string text = token == nullptr ? std::string() : *token;
    std::optional<Caller> caller = proxy_.tokens_.find_fresh(text);
    if (!caller) {
      using Found = Result<std::optional<Caller>>;
      TokenBook& tokens = proxy_.tokens_;
      const std::function<Found()> find = [&tokens, text] { return tokens.find(text); };
      const std::optional<Found> found = co_await run_on<Found>(proxy_.site_.workers, find);
      if (found && !*found) co_return found->error();
      if (found) caller = **found;
    }
    if (!caller) {
      co_return Error{Code::InvalidArgument, "the request has no valid token in the header x-latewood-token",
                      std::string(errors::kTokenInvalid)};
    }
    if (!caller->may_proxy) {
      co_return Error{Code::InvalidArgument, "the proxy needs a token with the scope proxy",
                      std::string(errors::kScope)};
    }
    admitted->request.caller = *std::move(caller);
  }
  auto place = find_place(admitted->request);
  if (!place) co_return std::move(place).error();
  admitted->place = *std::move(place);
  co_return std::nullopt;
}

asio::awaitable<bool> ProxyConnection::refuse(const Response& response) {
  status_ = response.status;
  const std::string head = head_text(response, BodyEnd::Length, false);
  const bool ignored = co_await client_->write(head, response.body, proxy_.site_.limits.write_time);
  static_cast<void>(ignored);
  co_return false;
}

std::unique_ptr<RelayedCall> ProxyConnection::new_record(const Admitted& admitted) const {
  const auto kind = find_recorded_kind(*admitted.vendor, admitted.line.method, admitted.path);
  if (!kind) return nullptr;
  auto record = std::make_unique<RelayedCall>();
  record->vendor = admitted.vendor;
  record->kind = *kind;
  record->place = admitted.place;
  record->request_encoding = std::string(admitted.head.find("content-encoding"));
  record->secrets = secrets_in(admitted.request);
  record->started_at = now_in_nanoseconds();
  return record;
}

// Reads the whole request and records it first; the refusal if that fails.
asio::awaitable<std::optional<Response>> ProxyConnection::begin_strictly(const std::shared_ptr<RunningCall>& call,
                                                                         bool waits) {
  if (waits) {
    const bool is_sent = co_await client_->write("HTTP/1.1 100 Continue\r\n\r\n", {}, kRelayTime);
    if (!is_sent) co_return problem({Code::Unavailable, "the client left", {}});
  }
  while (!call->frame.is_done() && !call->frame.is_broken()) {
    if (call->buffer.empty()) {
      const bool is_there = co_await read_more(*call);
      if (!is_there) co_return problem({Code::InvalidArgument, "the client left", {}});
    }
    const std::size_t taken = call->frame.take(call->buffer, call->keep(&RelayedCall::request));
    call->ready.append(call->buffer, 0, taken);
    call->buffer.erase(0, taken);
  }
  Recorder& recorder = proxy_.recorder_;
  const std::function<Result<void>()> begin = [&recorder, call] { return recorder.begin(*call->record); };
  const auto begun = co_await run_on<Result<void>>(proxy_.site_.workers, begin);
  if (!begun) co_return problem({Code::Unavailable, "the proxy has too much to do", std::string(errors::kOverloaded)});
  if (!*begun) co_return problem(begun->error());
  co_return std::nullopt;
}

asio::awaitable<bool> ProxyConnection::reach_vendor(RunningCall& call, const Admitted& admitted, std::string& why) {
  const bool is_open = vendor_ && vendor_name_ == admitted.vendor->name && vendor_->is_quiet();
  if (!is_open) {
    if (vendor_) vendor_->close();
    vendor_ = co_await proxy_.setup_.connector->connect(*admitted.url, why);
    vendor_name_ = admitted.vendor->name;
  }
  call.vendor = vendor_;
  co_return vendor_ != nullptr;
}

// Passes on what is there and what follows. False if the answer did not come to its end, or the client left.
asio::awaitable<bool> ProxyConnection::pass_body(RunningCall& call, std::string& bytes, BodyFrame& frame,
                                                 std::string& head) {
  std::string_view arrived = bytes;
  while (true) {
    const std::size_t taken = frame.take(arrived, call.keep(&RelayedCall::answer));
    bytes_ += taken;
    if (!head.empty() || taken > 0) {
      const bool is_sent = co_await client_->write(head, arrived.substr(0, taken), kRelayTime);
      if (!is_sent) {
        leave(call);
        co_return false;
      }
    }
    head.clear();
    if (frame.is_done()) {
      // A vendor that sends more than it announced: where the next answer begins is not known.
      is_cut_ = taken < arrived.size();
      co_return !is_cut_;
    }
    if (frame.is_broken()) co_return false;
    if (bytes.size() < kRelayPiece) bytes.resize(kRelayPiece);
    const Arrived more = co_await vendor_->read(bytes.data(), bytes.size(), kRelayTime);
    arrived = std::string_view(bytes).substr(0, more.bytes);
    if (more.bytes > 0) continue;
    is_cut_ = !frame.ends_with_connection();
    co_return false;
  }
}

// True if both connections can take another call.
asio::awaitable<bool> ProxyConnection::pass_answer(RunningCall& call, const Admitted& admitted) {
  std::string bytes;
  std::size_t end = std::string::npos;
  while (true) {
    end = bytes.find("\r\n\r\n");
    if (end == std::string::npos) {
      const std::size_t held = bytes.size();
      bytes.resize(held + kRelayPiece);
      const Arrived arrived = co_await vendor_->read(bytes.data() + held, kRelayPiece, kRelayTime);
      bytes.resize(held + arrived.bytes);
      if (arrived.bytes == 0 || bytes.size() > kMostAnswerHead + kRelayPiece) co_return false;
      continue;
    }
    const std::string text = bytes.substr(0, end + 4);
    bytes.erase(0, end + 4);
    const auto head = read_relayed_head(text);
    const int status = head ? status_in(*head) : 0;
    if (status == 0) co_return false;
    if (status < 200) {
      const std::string early = head_for_client(*head, true);
      const bool is_sent = co_await client_->write(early, {}, kRelayTime);
      if (!is_sent) co_return false;
      continue;
    }
    auto frame = frame_of_answer(*head, admitted.line.method, status);
    if (!frame) co_return false;
    status_ = status;
    if (call.record) {
      call.record->status = status;
      call.record->answer_encoding = std::string(head->find("content-encoding"));
    }
    const bool is_new_version = head->first.starts_with("HTTP/1.1");
    const bool vendor_stays =
        is_new_version && !head->has_word("connection", "close") && !frame->ends_with_connection();
    const bool client_stays = admitted.line.version == "HTTP/1.1" && !admitted.head.has_word("connection", "close") &&
                              !frame->ends_with_connection() && call.frame.is_done() && !proxy_.site_.is_stopping;
    std::string to_client = head_for_client(*head, client_stays);
    const bool is_whole = co_await pass_body(call, bytes, *frame, to_client);
    if (!is_whole || !vendor_stays || !call.frame.is_done()) {
      vendor_->close();
      vendor_.reset();
    }
    co_return is_whole&& client_stays;
  }
}

// Ends the coroutine that sends, whatever it waits for, and gives the call to the recorder.
asio::awaitable<void> ProxyConnection::end(const std::shared_ptr<RunningCall>& call) {
  call->is_over = true;
  if (call->is_sending) {
    call->client->cancel();
    call->vendor->cancel();
  }
  boost::system::error_code ignored;
  while (call->is_sending) co_await call->sent.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
  if (!call->record) co_return;
  call->record->is_canceled = call->client_left;
  call->record->is_cut = is_cut_;
  call->record->ended_at = now_in_nanoseconds();
  proxy_.recorder_.submit(std::move(call->record));
}

void ProxyConnection::note(const Admitted& admitted, std::chrono::steady_clock::time_point start) {
  const auto time = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - start);
  const std::string_view pattern = admitted.vendor == nullptr ? std::string_view() : admitted.vendor->pattern;
  proxy_.site_.metrics.add_request(pattern, status_, time);
  proxy_.site_.log.add(
      {admitted.request.method, pattern, status_, bytes_, time, admitted.request.caller.token_id, peer_});
}

asio::awaitable<bool> ProxyConnection::serve(const std::string& head, std::string& buffer) {
  const auto start = std::chrono::steady_clock::now();
  status_ = 0;
  bytes_ = 0;
  is_cut_ = false;
  const auto admitted = std::make_shared<Admitted>();
  std::optional<Error> error = co_await admit(head, admitted);
  if (error) {
    const Response refusal = problem(*error);
    co_await refuse(refusal);
    note(*admitted, start);
    co_return false;
  }
  const asio::any_io_executor executor = co_await asio::this_coro::executor;
  const auto call = std::make_shared<RunningCall>(executor, client_);
  call->buffer = std::move(buffer);
  buffer.clear();
  call->frame = frame_of_request(admitted->head);
  call->record = new_record(*admitted);
  std::string first(admitted->line.method);
  first.append(" ").append(admitted->url->path).append(admitted->line.target.substr(admitted->vendor->prefix.size()));
  first.append(" ").append(admitted->line.version);
  call->head = head_for_vendor(admitted->head, first, admitted->url->authority());
  if (proxy_.setup_.is_strict && call->record) {
    const bool waits = admitted->head.has_word("expect", "100-continue");
    const std::optional<Response> refusal = co_await begin_strictly(call, waits);
    if (refusal) {
      co_await refuse(*refusal);
      note(*admitted, start);
      co_return false;
    }
  }
  std::string why;
  const bool is_reached = co_await reach_vendor(*call, *admitted, why);
  if (!is_reached) {
    const Error unreachable = {
        Code::Unavailable, "the proxy cannot reach " + std::string(admitted->vendor->name) + ": " + why, {}};
    const Response refusal = problem(unreachable, 502);
    co_await refuse(refusal);
    note(*admitted, start);
    co_return false;
  }
  asio::co_spawn(executor, send_request(call), asio::detached);
  const bool goes_on = co_await pass_answer(*call, *admitted);
  co_await end(call);
  buffer = std::move(call->buffer);
  if (!goes_on && vendor_) {
    vendor_->close();
    vendor_.reset();
  }
  note(*admitted, start);
  co_return goes_on;
}

// ---- the proxy ----

Result<ProxySetup> read_proxy_options(const ProxyOptions& options) {
  ProxySetup setup;
  setup.is_strict = options.is_strict;
  for (const Vendor& vendor : vendors()) {
    auto url = parse_vendor_url(vendor.url);
    if (!url) return std::move(url).error();
    setup.urls[std::string(vendor.name)] = *std::move(url);
  }
  for (const std::string& text : options.upstreams) {
    const std::size_t equals = text.find('=');
    const auto known = setup.urls.find(text.substr(0, equals));
    if (equals == std::string::npos || known == setup.urls.end()) {
      return Error{Code::InvalidArgument,
                   "'" + text + "' names no vendor and its address; write openai=URL, anthropic=URL or gemini=URL",
                   std::string(errors::kOptionInvalid)};
    }
    auto url = parse_vendor_url(std::string_view(text).substr(equals + 1));
    if (!url) return std::move(url).error();
    known->second = *std::move(url);
  }
  auto connector = VendorConnector::make(options.ca_file);
  if (!connector) return std::move(connector).error();
  setup.connector = *std::move(connector);
  const auto log = AccessLog::open(options.call_log);
  if (!log) return log.error();
  setup.log = *log;
  return setup;
}

Proxy::Proxy(ProxySetup setup, HostCheck hosts, TokenBook& tokens, Site& site, Recorder& recorder)
    : setup_(std::move(setup)), hosts_(std::move(hosts)), tokens_(tokens), site_(site), recorder_(recorder) {}

bool Proxy::takes(std::string_view head) const { return find_vendor(read_request_line(head).target) != nullptr; }

std::shared_ptr<RelayedConnection> Proxy::connect(std::shared_ptr<Transport> client, std::string peer) {
  return std::make_shared<ProxyConnection>(*this, std::move(client), std::move(peer));
}

}  // namespace latewood::server
