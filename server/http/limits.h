// How much a client may take.
#pragma once

#include <chrono>
#include <cstddef>

namespace latewood::server {

struct Limits {
  std::size_t connections = 4096;             // open at a time; more get 503
  std::size_t head_bytes = 16 * 1024;         // the first line and all headers
  std::size_t body_bytes = 16 * 1024 * 1024;  // most bytes of one body
  std::size_t waiting_calls = 1024;           // calls that wait for a thread; more get 503
  std::size_t threads = 32;                   // calls that run at a time
  std::chrono::seconds head_time{10};         // from the first byte of a request to the end of its head
  std::chrono::seconds body_time{60};         // from the end of the head to the end of the body
  std::chrono::seconds idle_time{75};         // between two requests of a connection
  std::chrono::seconds write_time{30};        // until the client takes a part of an answer
  std::chrono::seconds comment_time{15};      // between two signs of life on a stream of events
  std::chrono::seconds stop_time{10};         // for requests that run when the server is told to stop
};

}  // namespace latewood::server
