#include "server/telemetry/span_sender.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "latewood/json_text.h"
#include "latewood/json_value.h"

namespace latewood::server {
namespace {

constexpr int kTries = 5;
constexpr std::chrono::seconds kFirstRest{1};
constexpr std::chrono::seconds kLongestRest{30};
constexpr std::chrono::seconds kCollectorConnectTime{5};
constexpr std::chrono::seconds kCollectorAnswerTime{10};

// The answers after which the protocol permits another try.
bool may_try_again(int status) { return status == 429 || status == 502 || status == 503 || status == 504; }

std::chrono::seconds rest_after(const ClientAnswer& answer, std::chrono::seconds planned) {
  std::uint32_t seconds = 0;
  const std::string& text = answer.retry_after;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (text.empty() || read.ec != std::errc()) return planned;
  return std::min(std::max(planned, std::chrono::seconds(seconds)), kLongestRest);
}

ClientOptions client_options(const Collector& collector) {
  ClientOptions options;
  options.headers = collector.headers;
  options.connect_time = kCollectorConnectTime;
  options.answer_time = kCollectorAnswerTime;
  return options;
}

const JsonValue::Array& spans_of(const JsonValue& request) {
  const JsonValue& resource = request.find("resourceSpans")->as_array()->front();
  return *resource.find("scopeSpans")->as_array()->front().find("spans")->as_array();
}

// The number of the newest attempt among the spans.
std::uint64_t newest_attempt(const JsonValue::Array& spans) {
  std::uint64_t newest = 0;
  for (const JsonValue& span : spans) {
    for (const JsonValue& attribute : *span.find("attributes")->as_array()) {
      if (*attribute.find("key")->as_string() != "latewood.attempt_id") continue;
      const std::string& digits = *attribute.find("value")->find("intValue")->as_string();
      std::uint64_t id = 0;
      std::from_chars(digits.data(), digits.data() + digits.size(), id);
      newest = std::max(newest, id);
    }
  }
  return newest;
}

}  // namespace

SpanSender::SpanSender(Collector collector, Session session, Repository repository, CommitFeed& feed,
                       SpanCallers& callers, Metrics& metrics)
    : collector_(std::move(collector)),
      session_(std::move(session)),
      repository_(std::move(repository)),
      feed_(feed),
      callers_(callers),
      metrics_(metrics),
      client_(collector_.url, client_options(collector_)),
      thread_([this] { run(); }) {
  subscription_ = feed_.subscribe([this] {
    const std::lock_guard lock(mutex_);
    is_awake_ = true;
    changed_.notify_all();
  });
}

SpanSender::~SpanSender() {
  feed_.unsubscribe(subscription_);
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

bool SpanSender::rest(std::chrono::seconds time) {
  std::unique_lock lock(mutex_);
  return !changed_.wait_for(lock, time, [this] { return is_ending_; });
}

// Errors of the store leave the place where it is: the next round reads again.
void SpanSender::run() {
  while (true) {
    const bool has_more = send_new();
    std::unique_lock lock(mutex_);
    if (has_more && !is_ending_) continue;
    if (is_ending_) break;
    changed_.wait_for(lock, kLongestRest, [this] { return is_awake_ || is_ending_; });
    is_awake_ = false;
  }
  send_new();
}

bool SpanSender::send_new() {
  if (!has_place_) {
    auto start = feed_.start({});
    if (!start) return false;
    place_ = *start;
    has_place_ = true;
  }
  const auto events = feed_.next(place_);
  if (!events) return false;
  for (const CommitFeed::Event& event : *events) send_commit(event);
  return !events->empty();
}

// A commit is looked for on the branch whose head it is. If that branch has gone on, on all that reach its cycle.
void SpanSender::send_commit(const CommitFeed::Event& event) {
  if (event.context.empty()) return;
  const auto branches = repository_.branches(event.context);
  if (!branches) return;
  const auto is_head = [&](const BranchInfo& branch) { return branch.head == event.id; };
  const bool has_head = std::any_of(branches->begin(), branches->end(), is_head);
  for (const BranchInfo& branch : *branches) {
    const bool is_wanted = has_head ? is_head(branch) : branch.cycle >= event.cycle;
    if (is_wanted) send_branch(event.context, branch.name, event.cycle);
  }
}

void SpanSender::send_branch(const std::string& context, const std::string& branch, std::uint64_t cycle) {
  const JsonValue arguments = make_object({{"branch", branch},
                                           {"context", context},
                                           {"cycle", JsonValue(static_cast<std::int64_t>(cycle))},
                                           {"service", collector_.service},
                                           {"traceparents", callers_.trace_contexts(context)}});
  const auto body = session_.call("spans", json_text_of(arguments));
  const auto request = body ? parse_json_text(*body) : Result<JsonValue>(body.error());
  if (!request) return;
  const JsonValue::Array& spans = spans_of(*request);
  if (spans.empty()) return;
  std::atomic<std::uint64_t>& counter = post(*body) ? metrics_.sent_spans : metrics_.dropped_spans;
  counter += spans.size();
  callers_.forget(context, newest_attempt(spans));
}

bool SpanSender::post(const std::string& body) {
  std::chrono::seconds planned = kFirstRest;
  for (int tries = 1;; ++tries) {
    const auto answer = client_.send("POST", collector_.path, body);
    if (answer && answer->status >= 200 && answer->status < 300) return true;
    if (tries == kTries || (answer && !may_try_again(answer->status))) return false;
    if (!rest(answer ? rest_after(*answer, planned) : planned)) return false;
    planned = std::min(planned * 2, kLongestRest);
  }
}

}  // namespace latewood::server
