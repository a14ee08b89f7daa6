// Any bytes as a document of snapshots. What is imported must be exported to bytes that are
// imported to the same state; what is refused must come with one line and a place.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/require.h"
#include "latewood/exchange.h"
#include "latewood/hash.h"

namespace latewood::fuzz {
namespace {

ImportOptions options() {
  ImportOptions options;
  options.context.clock = make_logical_clock();
  options.context.system = true;
  return options;
}

void check_error(const Error& error, std::size_t size) {
  const bool is_version = error.code == Code::Unsupported;
  require(is_version || error.code == Code::InvalidArgument, "the input is to blame");
  require(error.place.has_value(), "an error has a place");
  require(error.place->offset <= size && error.place->length <= size - error.place->offset, "the place is inside");
  const bool one_line = std::all_of(error.message.begin(), error.message.end(), [](char c) { return c != '\n'; });
  require(one_line, "the message is one line");
}

void check_same(const Context& a, const Context& b) {
  require(export_history(a).value() == export_history(b).value(), "an export comes back byte for byte");
  const auto latest = a.latest();
  if (!latest) return;
  require(latest->state_root() == b.latest()->state_root(), "an export comes back as the same state");
  require(latest->provider_thread().value() == b.latest()->provider_thread().value(), "an export renders as before");
}

void check_context(Context& context) {
  const auto again = import_history(export_history(context).value(), options());
  require(again.has_value(), "an export can be imported");
  check_same(context, *again);
  if (const auto committed = context.commit(); !committed) {
    return require(committed.error().rule == "E_STAMPS_EXHAUSTED", "work goes on");
  }
  const auto later = import_history(export_history(context).value(), options());
  require(later.has_value(), "also after a commit");
  check_same(context, *later);
}

// The same document as a file that is read in pieces.
void check_in_pieces(std::string_view document, const Result<Context>& whole) {
  constexpr std::size_t kPiece = 3;
  const ByteSource source = [left = document]() mutable -> Result<std::string_view> {
    const std::string_view piece = left.substr(0, kPiece);
    left.remove_prefix(piece.size());
    return piece;
  };
  const auto context = import_document(source, options());
  require(context.has_value() == whole.has_value(), "pieces are the same document");
  if (context) return check_same(*context, *whole);
  require(context.error().message == whole.error().message, "pieces have the same fault");
  require(context.error().place == whole.error().place, "pieces have it at the same place");
}

}  // namespace
}  // namespace latewood::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace latewood;
  const std::string_view document(reinterpret_cast<const char*>(data), size);
  auto context = import_document(document, fuzz::options());
  fuzz::check_in_pieces(document, context);
  if (context) {
    fuzz::check_context(*context);
  } else {
    fuzz::check_error(context.error(), size);
  }
  ignore(content_hash_of_json(document), "only that it ends is of interest");
  return 0;
}
