// Any bytes as a tick patch. A patch that decodes has exactly these bytes, and
// applying it to a state succeeds or changes nothing.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz/require.h"
#include "warp/graph/apply.h"
#include "warp/graph/portal_rules.h"
#include "warp/graph/tick_patch.h"

namespace latewood::fuzz {
namespace {

using namespace warp;

template <class Id>
Id filled(std::uint8_t byte) {
  Id id;
  id.bytes.fill(byte);
  return id;
}

// Two instances whose ids the corpus uses, so that patches can find their targets.
State small_state() {
  State state;
  Instance& outer = state.put(filled<WarpId>(1), Instance(filled<NodeId>(2), {}));
  outer.put_node(filled<NodeId>(2), {filled<TypeId>(3), {}});
  outer.put_edge(filled<EdgeId>(4),
                 {filled<NodeId>(2), filled<NodeId>(2), filled<TypeId>(3), Descend{filled<WarpId>(5)}});
  Instance& inner =
      state.put(filled<WarpId>(5), Instance(filled<NodeId>(2), beta_of(filled<WarpId>(1), filled<EdgeId>(4))));
  inner.put_node(filled<NodeId>(2), {filled<TypeId>(3), {}});
  return state;
}

void check_patch(const TickPatch& patch, std::string_view bytes) {
  require(encode_patch(patch) == bytes, "a patch has one encoding");
  State state = small_state();
  if (apply(state, patch)) {
    require(check_portals(state).has_value(), "an applied patch keeps the portal rules");
  } else {
    require(state == small_state(), "a refused patch changes nothing");
  }
}

}  // namespace
}  // namespace latewood::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace latewood;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto patch = warp::decode_patch(bytes);
  if (patch) {
    fuzz::check_patch(*patch, bytes);
  } else {
    fuzz::require(patch.error().place.has_value(), "an error has a place");
    fuzz::require(patch.error().place->offset <= size, "the place is inside");
  }
  return 0;
}
