#include "support/store/batches.h"

#include "canon/blake3.h"

namespace latewood::test {

using namespace store;

Blake3Digest digest_of(std::string_view bytes) { return blake3_of(bytes); }

CommitId commit_id_of(std::uint64_t number) { return {blake3_of("commit " + std::to_string(number)).bytes}; }

Blob blob_of(std::string bytes) {
  const Blake3Digest digest = digest_of(bytes);
  return {digest, std::move(bytes)};
}

namespace {

std::string turn_name(ContextKey context, const std::string& branch, std::uint64_t cycle) {
  return std::to_string(static_cast<std::uint64_t>(context)) + "/" + branch + "/" + std::to_string(cycle);
}

// Repetitive, as canonical content is, with a part that differs.
std::string text_about(const std::string& name, std::size_t length) {
  std::string text;
  while (text.size() < length) text += "{\"role\":\"user\",\"text\":\"" + name + "\"},";
  text.resize(length);
  return text;
}

// Digits of a hash, which do not compress.
std::string noise_of(const std::string& name, std::size_t length) {
  std::string noise;
  for (std::uint64_t i = 0; noise.size() < length; ++i) {
    const Blake3Digest digest = blake3_of(name + std::to_string(i));
    noise.append(reinterpret_cast<const char*>(digest.bytes.data()), digest.bytes.size());
  }
  noise.resize(length);
  return noise;
}

std::optional<Head> random_head(Random& random) {
  const std::uint64_t number = random.below(6);
  return number == 0 ? std::nullopt : std::optional<Head>({commit_id_of(number), number});
}

Blob random_blob(Random& random) {
  return blob_of(text_about("p" + std::to_string(random.below(8)), 40 * random.below(9)));
}

std::string random_branch(Random& random) { return random.chance(70) ? "main" : "side"; }

NewCommit random_commit(Random& random) {
  const std::uint64_t number = 1 + random.below(5);
  NewCommit commit;
  commit.id = commit_id_of(number);
  commit.cycle = number;
  commit.header = text_about("header", number);
  commit.note = {"actor", "message", static_cast<std::int64_t>(number)};
  commit.patch = text_about("patch", 100 * number);
  if (random.chance(20)) commit.dictionary = digest_of(text_about("dictionary", 200));
  if (random.chance(50)) commit.receipt = text_about("receipt", 50);
  if (random.chance(20)) commit.admission = text_about("admission", 50);
  return commit;
}

void add_names(Random& random, WriteBatch& batch) {
  if (random.chance(30)) batch.tags.push_back({"t" + std::to_string(random.below(3)), random_head(random)});
  if (random.chance(30)) {
    const bool set = random.chance(70);
    batch.states.push_back({"s" + std::to_string(random.below(3)),
                            set ? std::optional<std::string>(noise_of("state", random.below(90))) : std::nullopt});
  }
  if (random.chance(30)) {
    const auto text = [&random] { return text_about("log", 30 + random.below(2)); };
    batch.logs.push_back({random.chance(50) ? Log::Attempts : Log::Events,
                          {1 + random.below(6), text()},
                          random.chance(50) ? std::optional(text()) : std::nullopt});
  }
  if (random.chance(20)) {
    LogExpectation seen{random.chance(50) ? Log::Attempts : Log::Events, random.below(7), {}};
    if (random.chance(50)) seen.entries.push_back({1 + random.below(6), text_about("log", 30 + random.below(2))});
    batch.expected_logs.push_back(std::move(seen));
  }
}

}  // namespace

CommitId turn_id(ContextKey context, const std::string& branch, std::uint64_t cycle) {
  return {blake3_of("turn " + turn_name(context, branch, cycle)).bytes};
}

WriteBatch turn_batch(ContextKey context, const std::string& branch, const std::optional<CommitId>& parent,
                      std::uint64_t cycle) {
  const std::string name = turn_name(context, branch, cycle);
  const Head next{turn_id(context, branch, cycle), cycle};
  WriteBatch batch;
  batch.context = context;
  batch.refs.push_back({branch, parent, next});
  NewCommit commit;
  commit.id = next.id;
  commit.cycle = cycle;
  commit.header = noise_of(name, 110);
  commit.note = {"tester", "turn " + name, static_cast<std::int64_t>(cycle)};
  commit.patch = noise_of("patch " + name, 900) + text_about(name, 2000);
  batch.commits.push_back(std::move(commit));
  batch.payloads = {blob_of(text_about("user " + name, 200)), blob_of(text_about("assistant " + name, 200))};
  batch.states.push_back({"hasher " + branch, noise_of("hasher " + name, 2000)});
  return batch;
}

WriteBatch random_batch(Random& random, ContextKey context) {
  WriteBatch batch;
  batch.context = context;
  if (random.chance(60)) {
    const auto expected = random_head(random);
    batch.refs.push_back(
        {random_branch(random), expected ? std::optional<CommitId>(expected->id) : std::nullopt, random_head(random)});
  }
  if (random.chance(15)) batch.edits_taken.push_back({random_branch(random), random.below(4)});
  if (random.chance(30)) {
    batch.edits.push_back({random_branch(random), random.below(4), {text_about("edit", 20 * random.below(9))}});
  }
  if (random.chance(10)) batch.needs.push_back(random_blob(random).digest);
  for (std::size_t i = random.below(3); i > 0; --i) batch.payloads.push_back(random_blob(random));
  if (random.chance(20)) batch.purged = Purged::Restore;
  if (random.chance(10)) batch.tombstones.push_back(random_blob(random).digest);
  if (random.chance(20)) batch.pages.push_back(blob_of(text_about("page", 10 * random.below(3))));
  if (random.chance(20)) batch.pages.push_back(blob_of(text_about("dictionary", 200)));
  if (random.chance(50)) batch.commits.push_back(random_commit(random));
  add_names(random, batch);
  return batch;
}

Removal random_removal(Random& random, ContextKey context) {
  Removal removal;
  if (random.chance(30)) removal.payloads.push_back(random_blob(random).digest);
  if (random.chance(30)) removal.purges.push_back(random_blob(random).digest);
  if (random.chance(10)) removal.pages.push_back(digest_of(text_about("page", 10 * random.below(3))));
  if (random.chance(20)) removal.logs.push_back({context, Log::Events, 1, random.below(6)});
  return removal;
}

}  // namespace latewood::test
