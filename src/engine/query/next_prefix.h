// Two requests compared, with the texts that were compared: those of two snapshots, or of the next commit and the
// latest snapshot.
#pragma once

#include "engine/branch/commit.h"
#include "latewood/prefix.h"
#include "latewood/result.h"
#include "render/cache/divergence.h"
#include "render/parts/outline.h"

namespace latewood::engine {

struct NextPrefix {
  PrefixReport report;
  render::Outline before;
  render::Outline after;
  render::Divergence divergence;
};

// `next` is the preview of the context, which must have a commit. `counter` may be null: no tokens.
Result<NextPrefix> compare_next(const Context& context, const Preview& next, const PrefixOptions& options,
                                TokenCounter* counter);

// The work of `prefix_report`.
Result<NextPrefix> compare_snapshots(const Snapshot& a, const Snapshot& b, const PrefixOptions& options);

}  // namespace latewood::engine
