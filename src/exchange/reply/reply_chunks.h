// The body of an answer taken apart: one response, or the chunks of a stream in one of the forms in which programs
// collect them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "latewood/json_value.h"
#include "latewood/result.h"

namespace latewood::exchange {

struct ReplyChunk {
  std::string text;  // JSON, as it was given
  JsonValue value;
  Place place;  // in the body
};

struct ReplyChunks {
  bool is_stream = false;  // else there is one chunk, a JSON object
  bool is_cut = false;     // the last one was cut off in the middle, and is left out
  std::vector<ReplyChunk> chunks;
};

// A JSON object is one response. A JSON array, JSON lines and server-sent events are streams; `[DONE]` ends the last.
Result<ReplyChunks> read_reply_chunks(std::string_view body);

}  // namespace latewood::exchange
