// How much of the previous request a request keeps. Vendors cache prompts by their start and charge the full price
// from the first difference on; this finds that place, and the commit and the rule that caused it.
//
//   const Snapshot older = context.back(1).value();
//   const PrefixReport report = prefix_report(older, context.latest().value(), {.profile = "anthropic"}).value();
//   std::cout << to_text(report);  // cycle 5: 97.3% of the request of cycle 4 ...
//
// docs/prefix.md describes what is compared, how causes are told apart and what it costs. All structs are plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "latewood/digest.h"
#include "latewood/policy.h"
#include "latewood/prices.h"
#include "latewood/render.h"
#include "latewood/result.h"

namespace latewood {

class Context;
class Snapshot;

enum class PrefixCause : std::uint8_t {
  Identical,       // nothing differs
  AppendedOnly,    // the newer request starts with all of the older one
  Ttl,             // a ttl ran out: of the node, or of one that it depends on
  Prune,           // a budget of the policy removed a node
  Cascade,         // a removable container was emptied
  Edit,            // an edit of history, or an import: inserted, replaced, deleted, moved, detached
  LateAttachment,  // something new before the end: below a sealed turn, or a late result
  Tools,           // a tool definition was added, removed or changed, or was added by the profile
  System,          // the same for anything else in `^sys`
  Repair,          // the same nodes, repaired for the vendor in another way
  Profile,         // rendered by different profiles or versions
  Branch,          // the two are on different lines of history
};

// "identical", "appended_only", "ttl", "prune", "cascade", "edit", "late_attachment", "tools", "system", "repair",
// "profile", "branch".
std::string_view to_string(PrefixCause cause);

// A unit of a rendered text.
struct PrefixUnit {
  std::uint64_t index = 0;  // among the units, from 0
  std::string id;           // the node that it belongs to
  ByteRange bytes;          // in the text as sent
  friend bool operator==(const PrefixUnit&, const PrefixUnit&) = default;
};

struct PrefixCommit {
  std::uint64_t cycle = 0;
  std::optional<CommitId> commit_id;  // nullopt for the next commit
  friend bool operator==(const PrefixCommit&, const PrefixCommit&) = default;
};

// Tokens of the rendered units.
struct PrefixTokens {
  std::uint64_t unchanged = 0;  // tokens of units that end before the first difference
  std::uint64_t total = 0;
  std::string counter = {};  // the name of the counter; empty: one without a name
  friend bool operator==(const PrefixTokens&, const PrefixTokens&) = default;
};

// The part of the newer request that the vendor's cache serves if it has the older one and its lifetime has not ended.
struct PrefixServed {
  std::string prices;  // the name of the row with the rule
  CacheRule rule;
  std::string counter;  // the name of the counter of the tokens
  PromptTokens tokens;
  std::uint64_t served = 0;  // tokens; the rest is paid
  ServedBy reason = ServedBy::Everything;
  friend bool operator==(const PrefixServed&, const PrefixServed&) = default;
};

// Bytes are counted without cache breakpoints, which are not part of a vendor's cache key; `offset` and the ranges of
// units are places in the text as sent.
struct PrefixReport {
  std::uint64_t older_cycle = 0;
  std::uint64_t newer_cycle = 0;
  bool is_preview = false;             // whether the newer one is of the next commit
  std::optional<ProfileName> profile;  // profile of the newer one; nullopt: the canonical thread
  std::uint64_t unchanged_bytes = 0;   // equal at the start of both
  std::uint64_t older_bytes = 0;
  std::uint64_t total_bytes = 0;         // size of the newer one
  std::optional<PrefixTokens> tokens;    // tokens of the newer one; nullopt: no counter
  std::uint64_t offset = 0;              // place of the first difference in the newer one; its size if there is none
  std::optional<PrefixUnit> newer_unit;  // the unit at that place; nullopt at the end
  std::optional<PrefixUnit> older_unit;  // the same in the older one
  PrefixCause cause = PrefixCause::Identical;
  std::optional<PrefixCommit> commit;       // after which it differed first; nullopt: not caused by a commit
  std::optional<PrefixServed> served = {};  // nullopt: the options name no prices
  friend bool operator==(const PrefixReport&, const PrefixReport&) = default;
};

struct PrefixOptions {
  std::string profile = {};                       // default: the canonical thread
  std::optional<std::string> older_profile = {};  // for the older request, "": the canonical thread; default: `profile`
  RenderOptions render = {};                      // default: the effective view
  TokenCounter* tokens = nullptr;                 // not owned, used during the call; default: none, or the context's
  std::optional<Prices> prices = {};              // whose cache `served` is about; default: none
};

// Compares two requests. On one line of history the snapshot of the higher cycle is the newer one. Fails like
// `Snapshot::render` if one of the two cannot be rendered.
Result<PrefixReport> prefix_report(const Snapshot& older, const Snapshot& newer, const PrefixOptions& options = {});

// Compares the latest snapshot with the one that a commit would make now; changes nothing. Belongs to the thread that
// edits. E_SNAPSHOT_NOT_FOUND before the first commit.
Result<PrefixReport> prefix_of_next_commit(const Context& context, const PrefixOptions& options = {});

// How much of the older request is kept, in tenths of a percent, rounded down: 973 is 97.3%. 1000 if the newer one
// starts with all of it.
std::uint32_t kept_per_mille(const PrefixReport& report);

// A few lines of text; the first begins "cycle 5: 97.3% of the request of cycle 4 can come from the cache".
std::string to_text(const PrefixReport& report);

// Compact, ASCII, with every member in the order of the struct; docs/prefix.md.
std::string to_json(const PrefixReport& report);

}  // namespace latewood
