// Audit: a stored history is verified, and asked why.
#include "canon/blake3.h"
#include "driver/scratch_folder.h"
#include "latewood/why.h"
#include "workloads/fast_store.h"
#include "workloads/messages.h"
#include "workloads/workload.h"

namespace latewood::bench {

std::optional<std::string> run_audit(std::size_t turns) {
  const ScratchFolder folder;
  Repository repository = open_fast(folder.file("audit.db"));
  Context context = must(repository.open_context("audit", open_same_everywhere()));
  for (std::size_t i = 0; i < turns; ++i) chat_turn(context, i);
  const VerifyReport report = must(repository.verify());
  if (!report.is_sound() || report.commits != turns || report.receipts != turns) return "the history is not sound";
  Blake3Hasher answers;
  answers.update(head_of(context));
  for (const std::string& id : must(must(context.latest()).select(must(Selector::parse("^seq .mt:depth(1) .cb"))))) {
    answers.update(to_json(must(why(context, id))));
  }
  return answers.finish().hex();
}

}  // namespace latewood::bench
