// The heads of relayed messages: read, and written again without what belongs to one connection.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/proxy/body_frame.h"

namespace latewood::server {

// A line of a head as it was sent; both are parts of the head.
struct HeadLine {
  std::string_view name;
  std::string_view value;  // without blanks around it
};

// The head of a request, or of an answer.
struct RelayedHead {
  std::string_view first;       // the first line
  std::vector<HeadLine> lines;  // the other lines
  // The value of the first header of that name, which is in lower case; empty if there is none.
  std::string_view find(std::string_view name) const;
  bool has(std::string_view name) const;
  // Whether one of the values of a list has this word, such as "close" in `Connection`.
  bool has_word(std::string_view name, std::string_view word) const;
};

// `head` ends with its empty line and must outlive the result. nullopt if a line has no colon.
std::optional<RelayedHead> read_relayed_head(std::string_view head);

// The parts of the first line of a request: "POST", "/openai/v1/responses", "HTTP/1.1". Empty if it has no three parts.
struct RequestLine {
  std::string_view method;
  std::string_view target;
  std::string_view version;
};
RequestLine read_request_line(std::string_view head);

// The status of an answer; 0 if its first line is none.
int status_in(const RelayedHead& head);

// Where the body of a request ends, as its head says.
BodyFrame frame_of_request(const RelayedHead& head);
// The same for an answer; nullopt if the head contradicts itself.
std::optional<BodyFrame> frame_of_answer(const RelayedHead& head, std::string_view method, int status);

// The head of the request to the vendor: another first line and host, and neither headers that belong to one connection
// nor those for the proxy (`x-latewood-...`). All other headers as they came.
std::string head_for_vendor(const RelayedHead& head, std::string_view first, std::string_view host);
// The head of the answer to the client.
std::string head_for_client(const RelayedHead& head, bool keeps_alive);

// Compares names of headers, which may have any case; `b` is in lower case.
bool is_header(std::string_view a, std::string_view b);

}  // namespace latewood::server
