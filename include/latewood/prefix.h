// What a request keeps of the one before it. Providers cache prompts by their start and charge
// full price from the first difference on; this says where that is, and which commit and which
// rule put it there.
//
//   const auto report = prefix_report(*context.back(1), *context.latest(), {.profile = "anthropic"});
//   std::cout << to_text(*report);    // cycle 5: 97.3% of the request of cycle 4 can come from the cache ...
//
// docs/prefix.md says what is compared, how causes are told apart and what it costs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "latewood/digest.h"
#include "latewood/policy.h"
#include "latewood/render.h"
#include "latewood/result.h"

namespace latewood {

class Context;
class Snapshot;

enum class PrefixCause : std::uint8_t {
  Identical,       // nothing differs
  AppendedOnly,    // all of the older request stands at the start of the newer
  Ttl,             // its cycles ran out, or those of something it is tied to
  Prune,           // a budget of the policy took it
  Cascade,         // it was a removable container and was emptied
  Edit,            // somebody's call on history, or an import: inserted, replaced, deleted, moved, detached
  LateAttachment,  // something new that stands before the end: under a sealed turn, or a late result
  Tools,           // a tool definition came, went or changed, or was added by the profile
  System,          // so did something else in `^sys`
  Repair,          // the same nodes, made acceptable to the vendor in another way
  Profile,         // rendered by different profiles or versions
  Branch,          // the two are on different lines of history
};

// "identical", "appended_only", "ttl", "prune", "cascade", "edit", "late_attachment", "tools",
// "system", "repair", "profile", "branch".
std::string_view to_string(PrefixCause cause);

// A unit of a rendered text.
struct PrefixUnit {
  std::uint64_t index = 0;  // among the units, from 0
  std::string id;           // the node that is responsible for it
  ByteRange bytes;          // as sent
  friend bool operator==(const PrefixUnit&, const PrefixUnit&) = default;
};

struct PrefixCommit {
  std::uint64_t cycle = 0;
  std::optional<CommitId> commit_id;  // nothing for the commit to come
  friend bool operator==(const PrefixCommit&, const PrefixCommit&) = default;
};

// Tokens of units, as rendered: of those that end before the first difference, and of all.
struct PrefixTokens {
  std::uint64_t unchanged = 0;
  std::uint64_t total = 0;
  friend bool operator==(const PrefixTokens&, const PrefixTokens&) = default;
};

// Bytes are counted without cache breakpoints, which are no part of a vendor's cache key;
// `offset` and the ranges of units are places in the text as sent.
struct PrefixReport {
  std::uint64_t older_cycle = 0;
  std::uint64_t newer_cycle = 0;
  bool is_preview = false;             // the newer one is of a commit to come
  std::optional<ProfileName> profile;  // of the newer; nothing: the canonical thread
  std::uint64_t unchanged_bytes = 0;   // at the start of both
  std::uint64_t older_bytes = 0;
  std::uint64_t total_bytes = 0;         // of the newer
  std::optional<PrefixTokens> tokens;    // of the newer, if there is a counter
  std::uint64_t offset = 0;              // of the first difference, in the newer; its size if there is none
  std::optional<PrefixUnit> newer_unit;  // which starts or goes on there; nothing at the end
  std::optional<PrefixUnit> older_unit;
  PrefixCause cause = PrefixCause::Identical;
  std::optional<PrefixCommit> commit;  // after which it first differed; nothing if no commit is to blame
  friend bool operator==(const PrefixReport&, const PrefixReport&) = default;
};

struct PrefixOptions {
  std::string profile = {};                       // default: the canonical thread
  std::optional<std::string> older_profile = {};  // of the older request; "": the canonical thread; default: the same
  RenderOptions render = {};                      // default: the effective view
  TokenCounter* tokens = nullptr;                 // default: none; for the next commit the context's own
};

// Between two requests. On one line of history the snapshot of the higher cycle is the newer
// one. Fails where one of the two cannot be rendered.
Result<PrefixReport> prefix_report(const Snapshot& older, const Snapshot& newer, const PrefixOptions& options = {});

// Between the latest snapshot and the one that a commit would make now. Changes nothing.
// E_SNAPSHOT_NOT_FOUND before the first commit.
Result<PrefixReport> prefix_of_next_commit(const Context& context, const PrefixOptions& options = {});

// How much of the older request is kept, in tenths of a percent, rounded down: 973 is 97.3%. 1000
// if all of it stands at the start of the newer.
std::uint32_t kept_per_mille(const PrefixReport& report);

// A few lines of text; the first begins "cycle 5: 97.3% of the request of cycle 4 can come from the cache".
std::string to_text(const PrefixReport& report);

// Compact, ASCII, every member always there, in the order of the struct; docs/prefix.md.
std::string to_json(const PrefixReport& report);

}  // namespace latewood
