// Looking after a repository: what is checked, collected and erased, and what came of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "latewood/digest.h"

namespace latewood {

// ---- verify ----

struct VerifyOptions {
  std::string context = {};  // the only one to verify; default: all of them
  unsigned threads = 0;      // contexts at a time; default: as many as there are processors
};

// Something that is not what its digests say.
struct WrongObject {
  std::string context;
  std::string object;   // "commit 5f..", "payload a1..", "attempt 3", "branch main", "tag v1"
  std::string message;  // names the node, if there is one
};

// Where the oldest kept snapshot of a line had to be taken as it is, because what led to it was collected. Its
// root was recomputed from its nodes.
struct VerifyStart {
  std::string context;
  CommitId commit;
  std::uint64_t cycle = 0;
};

// The digest that binds all records beside the commits of a branch, receipts, admissions, events and notes: whoever
// notes it down can tell later whether any of them was changed together with everything that binds it.
struct VerifyTrail {
  std::string context;
  std::string branch;
  Blake3Digest digest;
};

struct VerifyReport {
  std::uint64_t contexts = 0;
  std::uint64_t commits = 0;         // recomputed
  std::uint64_t collected = 0;       // of which only the header is left
  std::uint64_t receipts = 0;        // held against their commits
  std::uint64_t admissions = 0;      // likewise, and against the streams
  std::uint64_t events = 0;          // of all streams, waiting ones included
  std::uint64_t attempts = 0;        // whose boundary was recomputed
  std::vector<VerifyStart> starts;   // by context, then cycle
  std::vector<VerifyTrail> trails;   // by context, then branch
  std::vector<Blake3Digest> purged;  // contents that were erased on purpose; ascending
  std::vector<WrongObject> wrong;    // the first of each context, in the order of contexts

  bool is_sound() const { return wrong.empty(); }
};

// ---- fsck ----

struct FsckOptions {
  unsigned threads = 0;  // contexts at a time; default: as many as there are processors
};

// ---- repair ----

struct RepairReport {
  std::vector<Blake3Digest> pages;  // that were damaged or missing and were written again
};

// ---- gc ----

// Which snapshots stay. Heads of branches and tagged commits always do. A context that is open while its
// history is shortened may have to be opened again, or rebased, before it can be read.
struct Retention {
  std::optional<std::uint64_t> last;  // the newest so many of each branch; default: all of them
};

enum class DryRun : std::uint8_t { No, Yes };

struct CollectOptions {
  std::string context = {};     // the only one to shorten; default: all of them
  Retention retention = {};     // default: only what no branch and no tag leads to goes
  bool uploads = false;         // also contents and histories whose writing was begun: nobody may write; default: false
  DryRun dry_run = DryRun::No;  // default: No
};

struct CollectReport {
  std::uint64_t kept = 0;       // snapshots that can be read afterwards
  std::uint64_t collected = 0;  // snapshots that could be read before and cannot afterwards
  std::uint64_t states = 0;     // snapshots that were written whole, so that those before them can go
  std::uint64_t patches = 0;    // with their receipts and admissions
  std::uint64_t payloads = 0;
  std::uint64_t pages = 0;
  std::uint64_t uploads = 0;
  std::uint64_t bytes = 0;  // of all that went; of a dry run without uploads
};

// ---- purge ----

struct PurgeOptions {
  bool everywhere = false;      // even if other contexts use it; default: false
  DryRun dry_run = DryRun::No;  // default: No
  bool system = false;          // may erase what the system says (else E_UNAUTHORIZED); default: false
};

struct PurgeReport {
  Blake3Digest payload;
  std::uint64_t size = 0;             // of the content
  std::vector<std::string> contexts;  // that use it, in the order in which they were made
  std::vector<std::string> journals;  // "context/branch" with uncommitted edits that said it: see `edits`
  std::uint64_t edits = 0;            // uncommitted edits that said it: they stay, with the text "[purged]" instead
  std::uint64_t attempts = 0;         // whose replies or errors said it: the part says "[purged]", the error goes
  std::uint64_t events = 0;           // that said it: they lose their payload
};

}  // namespace latewood
