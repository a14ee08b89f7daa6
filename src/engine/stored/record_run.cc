#include "engine/stored/record_run.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "canon/blake3.h"
#include "engine/stored/commit_batch.h"
#include "engine/stored/load_history.h"

namespace latewood::engine {
namespace {

constexpr std::size_t kCommits = 64;  // commits per run
constexpr std::size_t kRunsAhead = 4;

// The length of payload runs grows while most of their payloads are used. If other contexts write to the same store,
// most payloads of a run belong to them.
constexpr std::size_t kLeastContents = 8;
constexpr std::size_t kMostContents = 256;
constexpr std::size_t kMostBytes = 4 << 20;

// Runs the job on the worker; without a worker, on the thread that asks for the result, at that time.
template <class Job>
auto start_job(Worker* ahead, Job job) {
  return ahead != nullptr ? ahead->submit(std::move(job)) : std::async(std::launch::deferred, std::move(job));
}

// Returns an empty run instead of Corruption: the caller then queries each record, and that query reports the damage.
template <class Item>
Result<std::vector<Item>> empty_if_damaged(Result<std::vector<Item>> run) {
  if (!run && run.error().code == Code::Corruption) return std::vector<Item>();
  return run;
}

Result<std::vector<HashedRecords>> read_commits(store::Store& store, store::ContextKey context,
                                                const store::CommitCursor& after) {
  LW_TRY_ASSIGN(auto records, empty_if_damaged(store.list_records(context, after, INT64_MAX, kCommits)));
  std::vector<HashedRecords> run;
  run.reserve(records.size());
  for (store::CommitRecords& each : records) {
    HashedRecords& commit = run.emplace_back(HashedRecords{std::move(each), {}});
    if (!commit.records.patch) continue;
    const auto both = split_patch(commit.records.patch->bytes);
    if (both) commit.patch_digest = PatchDigest{blake3_of(both->patch).bytes};
  }
  return run;
}

using Payloads = std::vector<store::StoredPayload>;

Result<Payloads> read_contents(store::Store& store, const Blake3Digest& from, std::size_t length) {
  return empty_if_damaged(store.list_contents(from, length));
}

Result<Payloads> read_after(store::Store& store, const Blake3Digest& last, std::size_t length) {
  LW_TRY_ASSIGN(Payloads run, read_contents(store, last, length + 1));
  if (!run.empty() && run.front().digest == last) run.erase(run.begin());
  return run;
}

}  // namespace

// ---- commits ----

RecordRun::RecordRun(store::Store& store, store::ContextKey context, Worker* ahead)
    : store_(store), context_(context), ahead_(ahead), run_(std::make_shared<const std::vector<HashedRecords>>()) {}

Result<RecordRun::Found> RecordRun::find(const store::StoredCommit& commit) {
  if (Found found = find_in_run(commit)) return found;
  if (!next_.empty()) LW_TRY(take_next());
  if (Found found = find_in_run(commit)) return found;
  next_.clear();
  // Sequence numbers start at 1, so this cannot underflow.
  LW_TRY_ASSIGN(run_, read(store_, context_, {commit.cycle, commit.sequence - 1}));
  at_ = 0;
  read_ahead();
  return find_in_run(commit);
}

RecordRun::Found RecordRun::find_in_run(const store::StoredCommit& commit) {
  for (std::size_t at = at_; at < run_->size(); ++at) {
    const HashedRecords& found = (*run_)[at];
    if (found.records.commit.sequence != commit.sequence) continue;
    at_ = at;
    return {run_, &found};
  }
  return nullptr;
}

Result<void> RecordRun::take_next() {
  if (ahead_ != nullptr) ahead_->wait_for(next_.front());
  LW_TRY_ASSIGN(run_, next_.front().get());
  next_.pop_front();
  at_ = 0;
  read_ahead();
  return {};
}

// Starts several runs in advance, so that the caller does not wait if the worker gets no processor for a while.
void RecordRun::read_ahead() {
  const std::size_t most = ahead_ != nullptr ? kRunsAhead : 1;
  while (next_.size() < most) {
    Reading before;
    if (next_.empty()) {
      std::promise<Result<Run>> here;
      here.set_value(run_);
      before = here.get_future();
    } else {
      before = next_.back();
    }
    next_.push_back(start_job(ahead_, [&store = store_, context = context_, before]() -> Result<Run> {
      LW_TRY_ASSIGN(const Run run, before.get());
      if (run->size() < kCommits) return std::make_shared<const std::vector<HashedRecords>>();
      const store::StoredCommit& last = run->back().records.commit;
      return read(store, context, {last.cycle, last.sequence});
    }));
  }
}

Result<RecordRun::Run> RecordRun::read(store::Store& store, store::ContextKey context,
                                       const store::CommitCursor& after) {
  LW_TRY_ASSIGN(std::vector<HashedRecords> commits, read_commits(store, context, after));
  return std::make_shared<const std::vector<HashedRecords>>(std::move(commits));
}

// ---- contents ----

ContentRun::ContentRun(store::Store& store, Worker* ahead, std::size_t expected)
    : store_(store),
      load_(contents_of(store)),
      ahead_(ahead),
      length_(std::clamp(expected, kLeastContents, kMostContents)) {}

Result<std::string> ContentRun::load(const tree::PayloadDigest& digest) {
  if (auto json = take(digest)) return *std::move(json);
  if (next_.valid() && is_used_up()) {
    if (ahead_ != nullptr) ahead_->wait_for(next_);
    LW_TRY(add_run(next_.get()));
  }
  if (auto json = take(digest)) return *std::move(json);
  // The payloads of one commit are not requested in the order of writing, so a few misses do not mean that the run is
  // useless.
  if (!is_used_up() && ++misses_ <= length_ / 4) return load_(digest);
  next_ = {};
  taken_ = kept_.size();
  LW_TRY(add_run(read_contents(store_, Blake3Digest{digest.bytes}, length_)));
  auto json = take(digest);
  return json ? *std::move(json) : load_(digest);
}

std::optional<std::string> ContentRun::take(const tree::PayloadDigest& digest) {
  const auto begin = kept_.begin() + static_cast<std::ptrdiff_t>(taken_);
  const auto found =
      std::find_if(begin, kept_.end(), [&](const auto& each) { return each.digest.bytes == digest.bytes; });
  if (found == kept_.end()) return std::nullopt;
  std::swap(*found, *begin);
  return std::move(kept_[taken_++].bytes);
}

// Returns true if at most a quarter of the run is left.
bool ContentRun::is_used_up() const { return kept_.size() - taken_ <= length_ / 4; }

Result<void> ContentRun::add_run(Result<Run> read) {
  LW_TRY_ASSIGN(Run run, std::move(read));
  const bool was_useful = misses_ <= length_ / 4;
  length_ = std::clamp(was_useful ? length_ * 2 : length_ / 2, kLeastContents, kMostContents);
  misses_ = 0;
  std::size_t bytes = 0;
  for (const store::StoredPayload& payload : run) bytes += payload.bytes.size();
  // Long runs of large payloads save little time and take much memory.
  if (bytes > kMostBytes) length_ = kLeastContents;
  const Blake3Digest last = run.empty() ? Blake3Digest() : run.back().digest;
  const bool goes_on = !run.empty();
  kept_.erase(kept_.begin(), kept_.begin() + static_cast<std::ptrdiff_t>(taken_));
  taken_ = 0;
  std::move(run.begin(), run.end(), std::back_inserter(kept_));
  if (!goes_on) return {};
  next_ = start_job(ahead_, [&store = store_, last, length = length_] { return read_after(store, last, length); });
  return {};
}

}  // namespace latewood::engine
