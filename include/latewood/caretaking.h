// Options and reports of the care of a store: verify, fsck, repair, collect, purge.
//
//   const VerifyReport verified = repository.verify().value();
//   for (const WrongObject& wrong : verified.wrong) std::cerr << wrong.object << ": " << wrong.message << '\n';
//   const CollectReport freed = repository.collect({.retention = {.last = 100}, .dry_run = DryRun::Yes}).value();
//   std::cout << freed.bytes << " bytes can be freed\n";
//
// The calls are members of Repository, which states their cost and failures. Everything here is a plain value that owns
// its members.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "latewood/digest.h"

namespace latewood {

// ---- verify ----

struct VerifyOptions {
  std::string context = {};  // the only one to verify; default: all
  unsigned threads = 0;      // contexts at a time; default: one for each processor
};

// An object that does not match its digests.
struct WrongObject {
  std::string context;
  std::string object;   // "commit 5f..", "payload a1..", "attempt 3", "branch main", "tag v1"
  std::string message;  // names the node, if there is one
};

// The oldest kept snapshot of a line whose predecessors were collected. Its root was recomputed from its nodes; how it
// came about could not be verified.
struct VerifyStart {
  std::string context;
  CommitId commit;
  std::uint64_t cycle = 0;
};

// The digest over all records beside the commits of a branch: receipts, admissions, events and notes. If you write it
// down elsewhere, you can detect later that records were changed together with everything that binds them.
struct VerifyTrail {
  std::string context;
  std::string branch;
  Blake3Digest digest;
};

struct VerifyReport {
  std::uint64_t contexts = 0;
  std::uint64_t commits = 0;         // recomputed
  std::uint64_t collected = 0;       // commits of which only the header exists
  std::uint64_t receipts = 0;        // compared with their commits
  std::uint64_t admissions = 0;      // compared with their commits and the streams
  std::uint64_t events = 0;          // in all streams, waiting ones included
  std::uint64_t attempts = 0;        // attempts with sent bytes that were rendered again
  std::vector<VerifyStart> starts;   // by context, then cycle
  std::vector<VerifyTrail> trails;   // by context, then branch
  std::vector<Blake3Digest> purged;  // payloads that were purged; ascending
  std::vector<WrongObject> wrong;    // the first of each context, in the order of contexts

  bool is_sound() const { return wrong.empty(); }
};

// ---- fsck ----

struct FsckOptions {
  unsigned threads = 0;  // contexts at a time; default: one for each processor
};

// ---- repair ----

struct RepairReport {
  std::vector<Blake3Digest> pages;  // digests of the pages that were written again
};

// ---- collect ----

// The snapshots that a collection keeps. It always keeps those of heads of branches and of tagged commits. A context
// that is open during the collection may have to be opened again, or rebased, to read its older snapshots.
struct Retention {
  std::optional<std::uint64_t> last;  // how many of the newest snapshots of each branch are kept; default: all
};

enum class DryRun : std::uint8_t { No, Yes };

struct CollectOptions {
  std::string context = {};     // shorten the histories of this context only; default: empty, all contexts
  Retention retention = {};     // default: removes only data that belongs to no branch and no tag
  bool uploads = false;         // also remove unfinished writes; no process may write meanwhile; default: false
  DryRun dry_run = DryRun::No;  // Yes: only report; default: No
};

struct CollectReport {
  std::uint64_t kept = 0;       // snapshots that can be read afterwards
  std::uint64_t collected = 0;  // snapshots that could be read before and cannot afterwards
  std::uint64_t states = 0;     // snapshots that were written whole, so that those before them can be removed
  std::uint64_t patches = 0;    // removed, with their receipts and admissions
  std::uint64_t payloads = 0;   // removed
  std::uint64_t pages = 0;      // removed
  std::uint64_t uploads = 0;    // removed
  std::uint64_t bytes = 0;      // size of everything removed; in a dry run without uploads
};

// ---- purge ----

struct PurgeOptions {
  bool everywhere = false;      // also if other contexts use it; default: false, E_PAYLOAD_SHARED
  DryRun dry_run = DryRun::No;  // Yes: only report; default: No
  bool system = false;          // may purge system text; default: false, E_UNAUTHORIZED
};

struct PurgeReport {
  Blake3Digest payload;
  std::uint64_t size = 0;             // size of the payload
  std::vector<std::string> contexts;  // users of the payload, in the order of creation
  std::vector<std::string> journals;  // "context/branch" of the uncommitted edits counted in `edits`
  std::uint64_t edits = 0;            // uncommitted edits that contained it: they contain "[purged]" instead
  std::uint64_t attempts = 0;         // attempts with the payload in reply (now "[purged]") or error (now removed)
  std::uint64_t events = 0;           // events with this payload: they have none now
};

}  // namespace latewood
