#include "engine/stored/import_mark.h"

#include <algorithm>
#include <cstdlib>

#include "base/corrupt.h"
#include "base/rules.h"
#include "base/try.h"
#include "store/retry.h"

namespace latewood::engine {
namespace {

std::string value_of(const ImportMark& mark) {
  if (mark.is_done) return std::string(kImportDone);
  return mark.newest ? mark.newest->hex() : std::string();
}

std::uint64_t number_of(const ImportMark& mark) {
  return std::strtoull(mark.name.c_str() + kImportMarkPrefix.size(), nullptr, 10);
}

// The name for the next mark.
std::string next_name(const std::vector<ImportMark>& marks) {
  std::uint64_t highest = 0;
  for (const ImportMark& mark : marks) highest = std::max(highest, number_of(mark));
  return std::string(kImportMarkPrefix) + std::to_string(highest + 1);
}

}  // namespace

Result<std::vector<ImportMark>> list_import_marks(store::Store& store, store::ContextKey context) {
  std::vector<ImportMark> marks;
  LW_TRY_ASSIGN(const std::vector<std::string> names, store.list_states(context));
  for (const std::string& name : names) {
    if (!name.starts_with(kImportMarkPrefix)) continue;
    LW_TRY_ASSIGN(const auto value, store.find_state(context, name));
    // Another process removed the mark after the names were listed.
    if (!value) continue;
    ImportMark mark{name, CommitId::from_hex(*value), *value == kImportDone};
    const bool is_mark = mark.newest || mark.is_done || value->empty();
    if (!is_mark) return corrupt("state " + name + ": the value is not a commit id");
    marks.push_back(std::move(mark));
  }
  return marks;
}

std::vector<store::StateExpectation> expect_marks(const std::vector<ImportMark>& found) {
  std::vector<store::StateExpectation> expected;
  for (const ImportMark& mark : found) expected.push_back({mark.name, value_of(mark)});
  expected.push_back({next_name(found), std::nullopt});
  return expected;
}

void remove_mark(const ImportMark& mark, store::WriteBatch& batch) {
  batch.expected_states.push_back({mark.name, value_of(mark)});
  batch.states.push_back({mark.name, std::nullopt});
}

Result<void> ImportMarkWriter::begin() {
  std::string name;
  const auto take_next = [&]() -> Result<void> {
    LW_TRY_ASSIGN(const std::vector<ImportMark> marks, list_import_marks(store_, context_));
    name = next_name(marks);
    store::WriteBatch batch;
    batch.context = context_;
    for (const ImportMark& mark : marks) {
      if (mark.is_done) remove_mark(mark, batch);
    }
    batch.expected_states.push_back({name, std::nullopt});
    batch.states.push_back({name, std::string()});
    return store_.write(batch);
  };
  // Another import may take the name first.
  LW_TRY(store::retry_on_conflict(take_next, store::is_refused_write));
  mark_ = ImportMark{std::move(name), std::nullopt, false};
  return {};
}

void ImportMarkWriter::move_to(const CommitId& commit, store::WriteBatch& batch) const {
  batch.expected_states.push_back({mark_->name, value_of(*mark_)});
  batch.states.push_back({mark_->name, commit.hex()});
}

void ImportMarkWriter::finish(store::WriteBatch& batch) const {
  batch.expected_states.push_back({mark_->name, value_of(*mark_)});
  batch.states.push_back({mark_->name, std::string(kImportDone)});
}

bool ImportMarkWriter::is_only_mark_in(const std::vector<ImportMark>& found) const {
  return std::all_of(found.begin(), found.end(), [this](const ImportMark& mark) { return mark == mark_; });
}

Result<void> ImportMarkWriter::give_up() {
  if (!mark_) return {};
  store::WriteBatch batch;
  batch.context = context_;
  remove_mark(*mark_, batch);
  return store_.write(batch);
}

}  // namespace latewood::engine
