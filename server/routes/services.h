// Shared by all routes.
#pragma once

#include <atomic>

#include "latewood/repository.h"
#include "latewood/session.h"
#include "server/http/commit_feed.h"
#include "server/http/metrics.h"
#include "server/http/workers.h"
#include "server/telemetry/span_callers.h"

namespace latewood::server {

struct Services {
  const Session& session;  // with every right; each call narrows it to those of its caller
  Repository repository;
  CommitFeed& feed;
  Metrics& metrics;
  Workers& workers;
  const std::atomic<bool>& is_ending;  // long calls shall end now
  SpanCallers* callers = nullptr;      // null: no spans are sent
};

}  // namespace latewood::server
