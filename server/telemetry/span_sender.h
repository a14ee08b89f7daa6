// Sends the spans of a server to a collector of OpenTelemetry.
//
// One thread follows the feed of commits, also those of other processes, and sends the attempts of each commit: the
// result of the operation `spans`. It has no queue: it keeps its place in the feed and reads the store, so a collector
// that is slow or gone takes no memory and holds up nothing.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

#include "latewood/repository.h"
#include "latewood/session.h"
#include "server/client/http_client.h"
#include "server/http/commit_feed.h"
#include "server/http/metrics.h"
#include "server/telemetry/collector.h"
#include "server/telemetry/span_callers.h"

namespace latewood::server {

class SpanSender {
 public:
  // The feed, the callers and the metrics must outlive this object. Sends the commits after this moment; those before
  // are for `export --otlp`.
  SpanSender(Collector collector, Session session, Repository repository, CommitFeed& feed, SpanCallers& callers,
             Metrics& metrics);
  SpanSender(const SpanSender&) = delete;
  SpanSender& operator=(const SpanSender&) = delete;
  // Sends what is there, without a second try.
  ~SpanSender();

 private:
  void run();
  bool send_new();
  void send_commit(const CommitFeed::Event& event);
  void send_branch(const std::string& context, const std::string& branch, std::uint64_t cycle);
  bool post(const std::string& body);
  // True: time for another try. False: the sender ends.
  bool rest(std::chrono::seconds time);

  const Collector collector_;
  Session session_;
  Repository repository_;
  CommitFeed& feed_;
  SpanCallers& callers_;
  Metrics& metrics_;
  HttpClient client_;
  FeedPlace place_;
  bool has_place_ = false;

  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_awake_ = false;  // guarded by `mutex_`
  bool is_ending_ = false;
  std::uint64_t subscription_ = 0;
  std::thread thread_;
};

}  // namespace latewood::server
