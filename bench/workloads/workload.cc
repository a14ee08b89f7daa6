#include "workloads/workload.h"

#include <array>

namespace latewood::bench {

std::span<const Workload> workloads() {
  static constexpr std::array<Workload, 8> all = {{
      {"chat", "turns of two messages of 200 bytes", 100000, 1000, run_chat},
      {"agent", "turns of real conversations with tool calls, one after the other", 20000, 500, run_agent},
      {"retrieval", "turns with five documents that stay for three cycles", 20000, 500, run_retrieval},
      {"big_blocks", "turns with one block of 1 MB", 200, 10, run_big_blocks},
      {"many_contexts", "contexts of three turns", 10000, 500, run_many_contexts},
      {"deep_edits", "turns of chat, then 50 attachments at random depth", 20000, 1000, run_deep_edits},
      {"long_ranges", "turns of chat, then questions over ranges of snapshots", 20000, 1000, run_long_ranges},
      {"audit", "turns of chat in a store with receipts, verified, and why of its nodes", 2000, 100, run_audit},
  }};
  return all;
}

}  // namespace latewood::bench
