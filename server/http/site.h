// Shared by all connections of a server.
#pragma once

#include <set>

#include "server/http/access_log.h"
#include "server/http/commit_feed.h"
#include "server/http/gate.h"
#include "server/http/limits.h"
#include "server/http/metrics.h"
#include "server/http/tls.h"
#include "server/http/workers.h"

namespace latewood::server {

class Connection;
class Relay;

struct Site {
  const Limits& limits;
  const Gate& gate;
  Workers& workers;
  CommitFeed& feed;
  Metrics& metrics;
  AccessLog& log;
  TlsContext* tls = nullptr;               // null: connections are not encrypted
  Relay* relay = nullptr;                  // takes the addresses that are answered elsewhere; null: there are none
  std::set<Connection*> connections = {};  // open now; belongs to the thread of the io context
  bool is_stopping = false;                // the same
};

}  // namespace latewood::server
