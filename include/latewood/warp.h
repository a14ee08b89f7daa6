// The digests of the snapshot commit specification, recomputed from documents.
//
//   for (const WarpCase& digest : warp_digests(WarpProduct::State, document).value()) {
//     std::cout << digest.name << ' ' << digest.digest.hex() << '\n';
//   }
//
// A document is JSON in the form of the golden vectors (docs/format/cases.md): an array of cases, or an object that
// holds such an array under the name used there. Digests are computed from the inputs of a case, never copied from the
// expected results beside them. Pure functions: any thread may call them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "latewood/digest.h"
#include "latewood/result.h"

namespace latewood {

// The digested object, and the members of a case.
enum class WarpProduct {
  State,      // {root, warps}: its state_root
  Patch,      // {policy_id, rule_pack_id, commit_status, in_slots, out_slots, ops}
  Commit,     // {parents, state_root, patch_digest, policy_id}: its commit_id
  Decision,   // {entries}, version 1 of the layout
  Plan,       // {entries}
  Rewrites,   // {entries}
  RulePack,   // {rule_ids}
  Admission,  // an array of records, or {records}
};

struct WarpCase {
  std::string name;  // name of the case; default: its index from 0
  Blake3Digest digest;
};

// One entry per case, in order. InvalidArgument names the case and the member that is wrong; the place is given if the
// document is not JSON.
Result<std::vector<WarpCase>> warp_digests(WarpProduct product, std::string_view document);

struct WarpTick {
  std::string name;      // name of the sequence
  std::size_t tick = 0;  // from 0
  StateRoot root;        // after the tick; if it was refused, before it
  std::string error;     // why it was refused, a name of errors.h such as "MissingNode"; empty: it was applied
};

// Replays sequences {root, warps, ticks:[{patch}]} and single patches {root, warps, patch}, from an array or from an
// object with the arrays `sequences` and `errors`. One entry per tick; a sequence ends with the first refused tick.
Result<std::vector<WarpTick>> warp_replay(std::string_view document);

}  // namespace latewood
