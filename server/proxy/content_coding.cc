#include "server/proxy/content_coding.h"

#include <brotli/decode.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace latewood::server {
namespace {

constexpr std::size_t kPiece = 64 * 1024;
constexpr std::size_t kMostEncodings = 3;
// Window bits of zlib that find out whether a header is of gzip or of zlib.
constexpr int kAnyHeader = 15 + 32;

Error refused(std::string message) { return {Code::InvalidArgument, std::move(message), {}}; }

Error too_large(std::size_t most) {
  return refused("the decoded body has more than " + std::to_string(most) + " bytes");
}

Result<std::string> inflated(const std::string& body, std::size_t most) {
  z_stream stream = {};
  if (inflateInit2(&stream, kAnyHeader) != Z_OK) return refused("zlib has no memory");
  const std::unique_ptr<z_stream, int (*)(z_streamp)> guard(&stream, inflateEnd);
  std::string out;
  std::vector<unsigned char> piece(kPiece);
  std::size_t at = 0;
  while (true) {
    const std::size_t size = std::min(body.size() - at, kPiece);
    // zlib does not write to its input.
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(body.data() + at));
    stream.avail_in = static_cast<uInt>(size);
    stream.next_out = piece.data();
    stream.avail_out = static_cast<uInt>(piece.size());
    const int code = inflate(&stream, Z_NO_FLUSH);
    at += size - stream.avail_in;
    const std::size_t made = piece.size() - stream.avail_out;
    if (out.size() + made > most) return too_large(most);
    out.append(reinterpret_cast<const char*>(piece.data()), made);
    if (code == Z_STREAM_END) {
      // A file of gzip may have several parts.
      if (at == body.size() || inflateReset(&stream) != Z_OK) return out;
      continue;
    }
    const bool is_cut = code == Z_BUF_ERROR || (code == Z_OK && at == body.size() && made < piece.size());
    if (is_cut) return out;
    if (code != Z_OK) return refused("the body is not gzip or deflate");
  }
}

Result<std::string> unpacked(const std::string& body, std::size_t most) {
  const std::unique_ptr<ZSTD_DStream, std::size_t (*)(ZSTD_DStream*)> stream(ZSTD_createDStream(), ZSTD_freeDStream);
  if (!stream) return refused("zstd has no memory");
  std::string out;
  std::vector<char> piece(kPiece);
  ZSTD_inBuffer in = {body.data(), body.size(), 0};
  while (true) {
    ZSTD_outBuffer made = {piece.data(), piece.size(), 0};
    const std::size_t code = ZSTD_decompressStream(stream.get(), &made, &in);
    if (ZSTD_isError(code) != 0) return refused("the body is not zstd");
    if (out.size() + made.pos > most) return too_large(most);
    out.append(piece.data(), made.pos);
    if (in.pos == in.size && made.pos < made.size) return out;
  }
}

Result<std::string> unbrotlied(const std::string& body, std::size_t most) {
  const std::unique_ptr<BrotliDecoderState, void (*)(BrotliDecoderState*)> state(
      BrotliDecoderCreateInstance(nullptr, nullptr, nullptr), BrotliDecoderDestroyInstance);
  if (!state) return refused("brotli has no memory");
  std::string out;
  std::vector<std::uint8_t> piece(kPiece);
  const auto* in = reinterpret_cast<const std::uint8_t*>(body.data());
  std::size_t left = body.size();
  while (true) {
    std::uint8_t* next = piece.data();
    std::size_t room = piece.size();
    const BrotliDecoderResult code = BrotliDecoderDecompressStream(state.get(), &left, &in, &room, &next, nullptr);
    const std::size_t made = piece.size() - room;
    if (out.size() + made > most) return too_large(most);
    out.append(reinterpret_cast<const char*>(piece.data()), made);
    if (code == BROTLI_DECODER_RESULT_ERROR) return refused("the body is not brotli");
    if (code != BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT) return out;
  }
}

std::vector<std::string> encodings_in(std::string_view list) {
  std::vector<std::string> names(1);
  for (const char c : list) {
    if (c == ',') {
      names.emplace_back();
    } else if (c != ' ' && c != '\t') {
      names.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  std::erase_if(names, [](const std::string& name) { return name.empty() || name == "identity"; });
  return names;
}

Result<std::string> decoded_once(std::string body, const std::string& encoding, std::size_t most) {
  if (encoding == "gzip" || encoding == "x-gzip" || encoding == "deflate") return inflated(body, most);
  if (encoding == "zstd") return unpacked(body, most);
  if (encoding == "br") return unbrotlied(body, most);
  return Error{Code::Unsupported, "bodies with the encoding '" + encoding + "' are not read", {}};
}

}  // namespace

Result<std::string> decoded_body(std::string body, std::string_view encoding, std::size_t most) {
  std::vector<std::string> names = encodings_in(encoding);
  if (names.size() > kMostEncodings)
    return refused("the body is encoded more often than " + std::to_string(kMostEncodings) + " times");
  // The last one was applied last.
  std::reverse(names.begin(), names.end());
  for (const std::string& name : names) {
    auto decoded = decoded_once(std::move(body), name, most);
    if (!decoded) return decoded;
    body = *std::move(decoded);
  }
  if (body.size() > most) return too_large(most);
  return body;
}

}  // namespace latewood::server
