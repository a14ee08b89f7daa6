// Checks that everything a store refers to exists. Reads only.
#include <algorithm>
#include <iterator>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

#include "base/try.h"
#include "engine/care/context_structure.h"
#include "engine/care/openable.h"
#include "engine/stored/catalog.h"
#include "engine/stored/parallel.h"
#include "latewood/repository.h"
#include "latewood/settings.h"
#include "store/listing.h"

namespace latewood {
namespace {

using Lines = std::vector<std::string>;

// The lines of `first` that are also in `second`, in the order of `first`.
Lines common(const Lines& first, const Lines& second) {
  const std::set<std::string> known(second.begin(), second.end());
  Lines both;
  std::copy_if(first.begin(), first.end(), std::back_inserter(both),
               [&known](const std::string& line) { return known.contains(line); });
  return both;
}

class StructureCheck {
 public:
  StructureCheck(std::shared_ptr<store::Store> store, const FsckOptions& options, const Progress& progress)
      : shared_(std::move(store)),
        store_(*shared_),
        threads_(engine::threads_for(options.threads)),
        progress_(progress) {}

  Result<Lines> run();

 private:
  using Records = std::vector<store::ContextRecord>;
  // The findings in a context.
  struct Outcome {
    Lines lines;
    std::set<Blake3Digest> pages;
    std::optional<Error> error;
  };

  Result<void> advance(std::uint64_t listed, std::uint64_t done);
  Result<Lines> check_store();
  Outcome check_context(const store::ContextRecord& record);
  // Returns the findings in each context. If `own` is not null, also checks the records that belong to no context, and
  // writes those findings to `*own`.
  Result<std::vector<Lines>> check_all(const Records& records, Lines* own);
  Result<void> add_missing_pages(std::vector<Outcome>& outcomes);
  Result<Lines> check_again(const Records& records, const std::vector<Lines>& found);
  Result<Lines> try_to_open(const Records& records);

  const std::shared_ptr<store::Store> shared_;
  store::Store& store_;
  const unsigned threads_;
  const Progress& progress_;
  std::mutex mutex_;
  std::uint64_t done_ = 0;
  std::uint64_t all_ = 0;
  std::optional<Error> end_;  // the error by which the caller's progress ended the check
};

Result<Lines> StructureCheck::run() {
  const auto records = engine::context_records(store_, {});
  if (!records) {
    if (records.error().code == Code::Unavailable) return records.error();
    LW_TRY_ASSIGN(Lines found, check_store());
    found.push_back("contexts: " + records.error().message);
    return found;
  }
  Lines found;
  LW_TRY_ASSIGN(const std::vector<Lines> by_context, check_all(*records, &found));
  LW_TRY_ASSIGN(Lines lines, check_again(*records, by_context));
  std::move(lines.begin(), lines.end(), std::back_inserter(found));
  // If there are findings, opening would only fail because of the same damage.
  return found.empty() ? try_to_open(*records) : std::move(found);
}

// Reports only what is found twice, as `check_store` does.
Result<Lines> StructureCheck::try_to_open(const Records& records) {
  std::vector<Lines> found(records.size());
  std::vector<std::optional<Error>> errors(records.size());
  engine::for_each_parallel(records.size(), threads_, [&](std::size_t at) {
    const auto open = [&]() -> Result<Lines> {
      LW_TRY_ASSIGN(Lines lines, engine::find_unopenable(shared_, records[at]));
      if (lines.empty()) return lines;
      LW_TRY_ASSIGN(const Lines again, engine::find_unopenable(shared_, records[at]));
      return common(lines, again);
    };
    auto lines = open();
    if (lines) {
      found[at] = *std::move(lines);
    } else {
      errors[at] = std::move(lines).error();
    }
  });
  Lines all;
  for (std::size_t at = 0; at < records.size(); ++at) {
    if (errors[at]) return *errors[at];
    std::move(found[at].begin(), found[at].end(), std::back_inserter(all));
  }
  return all;
}

Result<void> StructureCheck::advance(std::uint64_t listed, std::uint64_t done) {
  const std::lock_guard lock(mutex_);
  all_ += listed;
  done_ += done;
  if (end_) return *end_;
  if (!progress_ || done == 0) return {};
  auto told = progress_(done_, all_);
  if (!told) end_ = told.error();
  return told;
}

// Reports only what is found twice: another process may collect a record between two reads of this check.
Result<Lines> StructureCheck::check_store() {
  const auto check = [this]() -> Result<Lines> {
    LW_TRY_ASSIGN(Lines lines, store_.check());
    const auto settings = load_settings(Repository(shared_));
    // If `store_.check` has a finding, it is the damage of the settings.
    if (!settings && settings.error().code == Code::Corruption && lines.empty())
      lines.push_back(settings.error().message);
    return lines;
  };
  LW_TRY_ASSIGN(Lines found, check());
  if (found.empty()) return found;
  LW_TRY_ASSIGN(const Lines again, check());
  return common(found, again);
}

StructureCheck::Outcome StructureCheck::check_context(const store::ContextRecord& record) {
  engine::ContextStructure structure(
      store_, record, [this](std::uint64_t listed, std::uint64_t done) { return advance(listed, done); });
  Outcome outcome;
  if (auto checked = structure.check(); !checked) outcome.error = std::move(checked).error();
  outcome.lines = structure.take_findings();
  outcome.pages = structure.pages();
  return outcome;
}

Result<std::vector<Lines>> StructureCheck::check_all(const Records& records, Lines* own) {
  std::vector<Outcome> outcomes(records.size());
  Result<Lines> store_lines = Lines();
  const std::size_t first = own == nullptr ? 0 : 1;  // the job of the first context
  engine::for_each_parallel(records.size() + first, threads_, [&](std::size_t job) {
    if (job < first) {
      store_lines = check_store();
    } else {
      outcomes[job - first] = check_context(records[job - first]);
    }
  });
  for (const Outcome& outcome : outcomes) {
    if (outcome.error) return *outcome.error;
  }
  LW_TRY(add_missing_pages(outcomes));
  if (own != nullptr) {
    LW_TRY_ASSIGN(*own, std::move(store_lines));
  }
  std::vector<Lines> lines;
  for (Outcome& outcome : outcomes) lines.push_back(std::move(outcome.lines));
  return lines;
}

Result<void> StructureCheck::add_missing_pages(std::vector<Outcome>& outcomes) {
  const auto listed = store::for_each_page(store_, [&outcomes](const store::PageInfo& page) -> Result<void> {
    for (Outcome& outcome : outcomes) outcome.pages.erase(page.digest);
    return {};
  });
  // The list of pages cannot be read. The store's own check has a finding for that; missing pages stay unknown.
  if (!listed && listed.error().code == Code::Corruption) return {};
  LW_TRY(listed);
  for (Outcome& outcome : outcomes) {
    for (const Blake3Digest& missing : outcome.pages) {
      outcome.lines.push_back("page " + missing.hex() + ": it is missing, and a checkpoint needs it");
    }
  }
  return {};
}

Result<Lines> StructureCheck::check_again(const Records& records, const std::vector<Lines>& found) {
  Records doubtful;
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (!found[i].empty()) doubtful.push_back(records[i]);
  }
  Lines lines;
  if (doubtful.empty()) return lines;
  LW_TRY_ASSIGN(const std::vector<Lines> again, check_all(doubtful, nullptr));
  std::set<std::string> reported;  // two contexts may miss the same page
  std::size_t next = 0;
  for (const Lines& first : found) {
    if (first.empty()) continue;
    for (std::string& line : common(first, again[next])) {
      if (reported.insert(line).second) lines.push_back(std::move(line));
    }
    ++next;
  }
  return lines;
}

}  // namespace

Result<Lines> Repository::fsck(const FsckOptions& options, const Progress& progress) {
  return StructureCheck(store_, options, progress).run();
}

}  // namespace latewood
