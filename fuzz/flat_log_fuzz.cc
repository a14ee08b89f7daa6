// Any bytes as a flat log: it is refused with one line and changes nothing, or all of it goes into
// a context and is committed.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fuzz/require.h"
#include "latewood/exchange.h"
#include "latewood/json_text.h"

namespace latewood::fuzz {
namespace {

Context open_context() {
  ContextOptions options;
  options.clock = make_logical_clock();
  options.system = true;
  return Context(std::move(options));
}

void check_refusal(const Error& error) {
  require(error.code == Code::InvalidArgument, "the input is to blame");
  require(error.message.find('\n') == std::string::npos, "the message is one line");
}

std::size_t units_of(const Context& context) {
  const auto thread = parse_json_text(*context.latest()->provider_thread());
  require(thread.has_value() && thread->as_array() != nullptr, "a thread is an array");
  return thread->as_array()->size();
}

void check_inserted(std::string_view document, std::size_t entries) {
  Context context = open_context();
  const std::vector<NodeView> before = *context.working();
  const auto inserted = insert_flat_log(context, document);
  if (!inserted) {
    check_refusal(inserted.error());
    require(*context.working() == before, "a log that is refused changes nothing");
    return;
  }
  require(insert_flat_log(context, document).has_value(), "also where its names are taken");
  require(context.commit().has_value(), "and is committed");
  require(units_of(context) == 2 * entries, "every entry is a unit");
}

}  // namespace
}  // namespace latewood::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace latewood;
  const std::string_view document(reinterpret_cast<const char*>(data), size);
  const auto entries = parse_flat_log(document);
  if (entries) {
    fuzz::check_inserted(document, entries->size());
  } else {
    fuzz::check_refusal(entries.error());
  }
  return 0;
}
