// Where the body of a message of HTTP/1.1 ends, found while its bytes are passed on unchanged.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace latewood::server {

class BodyFrame {
 public:
  // No body.
  static BodyFrame none() { return BodyFrame(Kind::None, 0); }
  static BodyFrame of_length(std::uint64_t bytes) { return BodyFrame(Kind::Length, bytes); }
  static BodyFrame of_chunks() { return BodyFrame(Kind::Chunks, 0); }
  // Until the connection ends.
  static BodyFrame until_close() { return BodyFrame(Kind::Close, 0); }

  // Reads bytes in their order and returns how many belong to the body; the rest is of the next message. The content
  // of the body, without the sizes of chunks, is appended to `content`.
  std::size_t take(std::string_view bytes, std::string& content);

  bool is_done() const { return state_ == State::Done; }
  // The sizes of chunks cannot be read: where the body ends is not known.
  bool is_broken() const { return state_ == State::Broken; }
  bool ends_with_connection() const { return kind_ == Kind::Close; }

 private:
  enum class Kind : std::uint8_t { None, Length, Chunks, Close };
  enum class State : std::uint8_t { Data, Size, Extension, SizeEnd, DataEnd, Trailer, Done, Broken };

  BodyFrame(Kind kind, std::uint64_t left);
  void take_size(char c);
  void take_line(char c);
  void end_size();

  Kind kind_;
  State state_ = State::Data;
  std::uint64_t left_ = 0;       // bytes of data
  std::size_t digits_ = 0;       // digits of the size that is being read
  std::size_t line_length_ = 0;  // bytes of the line of a trailer
  std::size_t trailers_ = 0;     // bytes of all of them
};

}  // namespace latewood::server
