#include "figures/audit_bench.h"

#include <string>
#include <vector>

#include "canon/blake3.h"
#include "canon/json_writer.h"
#include "driver/scratch_folder.h"
#include "latewood/intake.h"
#include "latewood/repository.h"
#include "latewood/why.h"
#include "workloads/messages.h"
#include "workloads/stored_chat.h"

namespace latewood::bench {
namespace {

constexpr std::size_t kPayload = 16 * 1024;

ContextOptions with_receipts(bool receipts) {
  ContextOptions options = same_everywhere();
  options.receipts = receipts;
  return options;
}

// A chat in memory that grows by the batch.
struct AuditedChat {
  explicit AuditedChat(bool receipts) : context(with_receipts(receipts)) {}
  void turns(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) chat_turn(context, said++);
  }
  Context context;
  std::uint64_t said = 0;
};

Figure receipts_in_memory(const Run& run) {
  AuditedChat with(true);
  AuditedChat without(false);
  const std::size_t batch = run.pick(500, 20);
  const Pair pair =
      time_pair([&] { with.turns(batch); }, [&] { without.turns(batch); }, static_cast<double>(batch), run.repeats());
  const bool is_correct =
      head_of(with.context) == head_of(without.context) && check_receipt(with.context, "@t0").has_value();
  return {"commit of a turn in memory with a receipt", pair, "with receipts", "without", 1.25, is_correct};
}

// The same on disk, where receipts are written and bound.
Figure receipts_in_a_store(const Run& run) {
  const ScratchFolder folder;
  store::StoreOptions options;
  options.durability = store::Durability::Normal;
  Repository audited = must(Repository::open(folder.file("with.db"), options));
  Repository plain = must(Repository::open(folder.file("without.db"), options));
  StoredChat with(audited, "chat", true);
  StoredChat without(plain, "chat", false);
  const std::size_t batch = run.pick(100, 10);
  const Pair pair =
      time_pair([&] { with.turns(batch); }, [&] { without.turns(batch); }, static_cast<double>(batch), run.repeats());
  const bool is_correct = head_of(with.context()) == head_of(without.context()) && must(audited.verify()).is_sound();
  return {"commit of a turn in a store with a receipt (NORMAL)", pair, "with receipts", "without", 1.25, is_correct};
}

// Asks about the blocks of recent turns.
class Asked {
 public:
  explicit Asked(std::size_t turns) {
    chat_.turns(turns);
    const Snapshot latest = must(chat_.context.latest());
    ids_ = must(latest.select(must(Selector::parse("^seq .mt:depth(1-10) .cb"))));
  }
  void ask() {
    for (const std::string& id : ids_) steps_ += must(why(chat_.context, id)).steps.size();
  }
  std::size_t questions() const { return ids_.size(); }
  // One commit each, whatever came before.
  bool is_correct(std::size_t rounds) const { return steps_ == rounds * ids_.size(); }

 private:
  AuditedChat chat_{true};
  std::vector<std::string> ids_;
  std::size_t steps_ = 0;
};

Figure why_at_any_length(const Run& run) {
  Asked at_long(run.pick(100'000, 1'000));
  Asked at_short(run.pick(1'000, 100));
  std::size_t rounds = 0;
  const Pair pair = time_pair(
      [&] {
        at_long.ask();
        ++rounds;
      },
      [&] { at_short.ask(); }, static_cast<double>(at_long.questions()), run.repeats());
  const bool is_correct = at_long.is_correct(rounds) && at_short.is_correct(rounds);
  return {"why of a recent block", pair, "at 100,000 turns", "at 1,000 turns", 1.5, is_correct};
}

// Events come in and are let into the cycle, against the digest of each payload alone.
Figure admission_over_hashing(const Run& run) {
  AuditedChat chat(true);
  const std::size_t batch = run.pick(200, 10);
  std::vector<JsonValue> payloads;
  for (std::size_t i = 0; i < batch; ++i) payloads.emplace_back(words(i, kPayload));
  std::size_t admitted = 0;
  std::size_t appended = 0;
  const auto admit_all = [&] {
    for (const JsonValue& payload : payloads) {
      must(append_event(chat.context, {.stream = "mail", .payload = payload}));
      ++appended;
    }
    admitted += must(admit(chat.context, "main")).events.size();
    must(chat.context.commit());
  };
  Blake3Digest last;
  const auto hash_all = [&] {
    for (const JsonValue& payload : payloads) last = blake3_of(canonical_json(payload));
  };
  const Pair pair = time_pair(admit_all, hash_all, static_cast<double>(batch), run.repeats());
  const bool is_correct =
      admitted == appended && must(find_event(chat.context, {"mail", appended})).payload_digest == last;
  return {"an event of 16 KiB appended and admitted", pair, "event", "digest of its payload", 3.0, is_correct};
}

}  // namespace

Report audit_figures(const Run& run) {
  Report report;
  report.figures = {receipts_in_memory(run), receipts_in_a_store(run), why_at_any_length(run),
                    admission_over_hashing(run)};
  return report;
}

}  // namespace latewood::bench
