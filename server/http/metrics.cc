#include "server/http/metrics.h"

#include <cstdio>
#include <numeric>

namespace latewood::server {
namespace {

// The shortest text of a bound of a bucket, and of seconds with their microseconds.
std::string bound_text(double bound) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", bound);
  return text;
}

std::string seconds_text(std::uint64_t microseconds) {
  char text[40];
  std::snprintf(text, sizeof text, "%llu.%06llu", static_cast<unsigned long long>(microseconds / 1000000),
                static_cast<unsigned long long>(microseconds % 1000000));
  return text;
}

void add_header(std::string& out, std::string_view name, std::string_view type, std::string_view help) {
  out.append("# HELP ").append(name).append(" ").append(help).append("\n# TYPE ").append(name).append(" ");
  out.append(type).append("\n");
}

void add_value(std::string& out, std::string_view name, std::string_view type, std::string_view help,
               std::uint64_t value) {
  add_header(out, name, type, help);
  out.append(name).append(" ").append(std::to_string(value)).append("\n");
}

}  // namespace

void Metrics::add_request(std::string_view route, int status, std::chrono::microseconds time) {
  const auto count = static_cast<std::uint64_t>(time.count());
  const double seconds = static_cast<double>(time.count()) / 1e6;
  std::size_t bucket = 0;
  while (bucket < kBounds.size() && seconds > kBounds.at(bucket)) ++bucket;
  const std::lock_guard lock(mutex_);
  ++requests_[{std::string(route), status}];
  Histogram& times = times_[std::string(route)];
  ++times.counts.at(bucket);
  times.microseconds += count;
}

std::string Metrics::text(std::size_t queue, std::size_t open) const {
  std::string out;
  add_value(out, "latewood_connections", "gauge", "open connections", connections);
  add_value(out, "latewood_connections_refused_total", "counter", "connections refused at the limit",
            refused_connections);
  add_value(out, "latewood_event_streams", "gauge", "open streams of events", streams);
  add_value(out, "latewood_queue_depth", "gauge", "calls that wait for a thread", queue);
  add_value(out, "latewood_open_contexts", "gauge", "branches kept open between calls", open);
  add_value(out, "latewood_commits_total", "counter", "commits seen in the store since the start", commits);
  add_value(out, "latewood_conflicts_total", "counter", "calls that met another writer", conflicts);
  add_value(out, "latewood_store_errors_total", "counter", "calls that the store could not answer", store_errors);
  add_value(out, "latewood_log_lines_dropped_total", "counter", "lines of the access log that were dropped",
            dropped_log_lines);
  add_value(out, "latewood_calls_recorded_total", "counter", "calls to vendors that were recorded", recorded_calls);
  add_value(out, "latewood_calls_unrecorded_total", "counter", "calls to vendors that could not be recorded",
            unrecorded_calls);
  add_value(out, "latewood_calls_different_total", "counter", "recorded calls whose commit renders to another request",
            different_requests);
  add_value(out, "latewood_spans_sent_total", "counter", "spans that the collector of OpenTelemetry took", sent_spans);
  add_value(out, "latewood_spans_dropped_total", "counter", "spans that the collector did not take", dropped_spans);
  const std::lock_guard lock(mutex_);
  add_header(out, "latewood_requests_total", "counter", "answered requests");
  for (const auto& [key, count] : requests_) {
    out += "latewood_requests_total{route=\"" + key.first + "\",status=\"" + std::to_string(key.second) + "\"} " +
           std::to_string(count) + "\n";
  }
  add_header(out, "latewood_request_seconds", "histogram", "time from the head of a request to its answer");
  for (const auto& [route, times] : times_) {
    const std::string label = "{route=\"" + route + "\"";
    std::uint64_t below = 0;
    for (std::size_t at = 0; at <= kBounds.size(); ++at) {
      below += times.counts.at(at);
      const std::string bound = at < kBounds.size() ? bound_text(kBounds.at(at)) : "+Inf";
      out += "latewood_request_seconds_bucket" + label + ",le=\"" + bound + "\"} " + std::to_string(below) + "\n";
    }
    out += "latewood_request_seconds_sum" + label + "} " + seconds_text(times.microseconds) + "\n";
    out += "latewood_request_seconds_count" + label + "} " + std::to_string(below) + "\n";
  }
  return out;
}

}  // namespace latewood::server
