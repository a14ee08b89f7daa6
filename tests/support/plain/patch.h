// The operations of a patch, the slow and obvious way: two whole graphs are compared entry by
// entry.
#pragma once

#include <vector>

#include "tree/tree.h"
#include "warp/graph/state.h"
#include "warp/graph/tick_op.h"

namespace latewood::test {

// Operations in canonical order that, applied to `older`, give exactly `newer`. Both must keep
// the portal rules. Instances are built by UpsertWarpInstance, UpsertNode and SetAttachment; no
// portal is opened.
std::vector<warp::TickOp> ops_between(const warp::State& older, const warp::State& newer);

// Those between the graphs of two trees, with portals where an instance can be opened as one.
std::vector<warp::TickOp> plain_tree_ops(const tree::Tree& older, const tree::Tree& newer);

}  // namespace latewood::test
