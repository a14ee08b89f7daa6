// The edits of a branch as templates over the mutation: Branch::edit and Branch::edit_recorded.
#pragma once

#include <utility>

#include "engine/branch/branch.h"
#include "engine/branch/journal.h"
#include "engine/branch/recorded_editor.h"
#include "engine/branch/working_state.h"
#include "latewood/result.h"
#include "tree/edit/editor.h"

namespace latewood::engine {

template <class Mutation>
auto Branch::edit(const tree::Permissions& permissions, Mutation mutation) {
  using Answer = decltype(mutation(std::declval<tree::Editor&>()));
  if (auto checked = check_may_edit(permissions); !checked) return Answer(std::move(checked).error());
  WorkingState& working = *working_;
  if (journal_ == nullptr && !working.keeps_receipts()) {
    tree::Editor editor(working.draft(), working.around(), permissions);
    auto result = mutation(editor);
    if (auto read = check_read(); !read) return Answer(std::move(read).error());
    if (result) working.keep(editor);
    return result;
  }
  RecordedEditor recorded(working.draft(), working.around(), permissions);
  auto result = mutation(recorded.editor());
  if (auto read = check_read(); !read) return Answer(std::move(read).error());
  if (!result) return result;
  const EditCall call = recorded.take(working.cause());
  if (journal_ != nullptr) {
    if (auto written = journal_->write_edit(call); !written) return Answer(std::move(written).error());
  }
  working.keep(recorded.editor(), call);
  return result;
}

template <class Mutation>
Result<EditCall> Branch::edit_recorded(const tree::Permissions& permissions, Mutation mutation) {
  WorkingState& working = *working_;
  if (auto room = working.check_stamps(); !room) return std::move(room).error();
  working.settle_parent();
  RecordedEditor recorded(working.draft(), working.around(), permissions);
  if (auto result = mutation(recorded.editor()); !result) return std::move(result).error();
  EditCall call = recorded.take(working.cause());
  working.keep(recorded.editor(), call);
  return call;
}

}  // namespace latewood::engine
