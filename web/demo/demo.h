// A demo: the history of an agent that repairs the register of trees of a town, in 23 commits on two branches.
#pragma once

#include <string_view>

namespace latewood::web {

// The context that the demo creates.
inline constexpr std::string_view kDemoContext = "demo";

// JSON lines for `Session::call_line`, in order, on a store without this context.
std::string_view demo_calls();

}  // namespace latewood::web
