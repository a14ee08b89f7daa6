#include "server/http/request_reader.h"

#include <algorithm>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <cctype>
#include <string>
#include <utility>

#include "latewood/errors.h"
#include "server/http/head_check.h"

namespace latewood::server {

namespace http = boost::beast::http;

class RequestReader::State {
 public:
  http::request_parser<http::string_body> parser;
};

namespace {

std::string text_of(boost::beast::string_view text) { return {text.data(), text.size()}; }

std::string lowered(boost::beast::string_view text) {
  std::string out = text_of(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

Error error_of(const boost::beast::error_code& code) {
  if (code == http::error::body_limit) {
    return {Code::InvalidArgument, "the body is too large", std::string(errors::kRequestTooLarge)};
  }
  return {Code::InvalidArgument, "the request cannot be read: " + code.message(), std::string(errors::kRequestInvalid)};
}

}  // namespace

RequestReader::RequestReader(std::size_t most_body) : state_(std::make_unique<State>()) {
  state_->parser.body_limit(most_body);
}
RequestReader::RequestReader(RequestReader&&) noexcept = default;
RequestReader& RequestReader::operator=(RequestReader&&) noexcept = default;
RequestReader::~RequestReader() = default;

Result<Request> RequestReader::read_head(std::string_view head) {
  if (auto checked = check_head(head); !checked) return std::move(checked).error();
  auto& parser = state_->parser;
  boost::beast::error_code code;
  parser.header_limit(static_cast<std::uint32_t>(head.size() + 1));
  parser.put(boost::asio::const_buffer(head.data(), head.size()), code);
  if (code && code != http::error::need_more) return error_of(code);
  if (!parser.is_header_done()) return error_of(http::error::partial_message);
  parser.eager(true);
  const auto& message = parser.get();
  auto target = parse_target(std::string_view(message.target().data(), message.target().size()));
  if (!target) return std::move(target).error();
  Request request;
  request.method = text_of(message.method_string());
  request.target = *std::move(target);
  for (const auto& field : message) request.headers.push_back({lowered(field.name_string()), text_of(field.value())});
  return request;
}

bool RequestReader::has_body() const { return !state_->parser.is_done(); }
bool RequestReader::keeps_alive() const { return state_->parser.get().keep_alive(); }
bool RequestReader::is_old_version() const { return state_->parser.get().version() < 11; }

bool RequestReader::waits_for_continue() const {
  return lowered(state_->parser.get()[http::field::expect]) == "100-continue";
}

Result<std::size_t> RequestReader::read_body(std::string_view bytes) {
  auto& parser = state_->parser;
  boost::beast::error_code code;
  const std::size_t taken = parser.put(boost::asio::const_buffer(bytes.data(), bytes.size()), code);
  if (code && code != http::error::need_more) return error_of(code);
  return taken;
}

bool RequestReader::is_done() const { return state_->parser.is_done(); }
std::string RequestReader::take_body() { return std::move(state_->parser.get().body()); }

}  // namespace latewood::server
