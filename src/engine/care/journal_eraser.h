// The uncommitted edits of a branch without one content. All other edits, and all else that the edits with the content
// say, stay as they are.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/ext/store.h"
#include "latewood/json_value.h"
#include "latewood/result.h"

namespace latewood::engine {

// What an uncommitted block, or a part of a reply, has in the place of content that was purged: the text "[purged]".
// No commit has a digest of the content yet, so there is nothing to keep.
JsonValue purged_text();

// Recognises the content.
struct ContentTest {
  std::function<bool(const JsonValue& value)> is_it;
  std::function<bool(std::string_view text)> is_within;  // for entries that cannot be decoded
};

struct ErasedJournal {
  std::vector<std::string> entries;  // the journal from now on: one longer than before
  std::uint64_t edits = 0;           // with the content; 0: the journal can stay as it is
};

class JournalEraser {
 public:
  JournalEraser(std::shared_ptr<store::Store> store, store::ContextKey context, ContentTest content)
      : store_(std::move(store)), context_(context), content_(std::move(content)) {}

  // Nodes keep their ids; only the id of a replacement, or of a replaced block that was moved afterwards, follows from
  // its content and becomes another, and later edits then name the new one. An entry that cannot be decoded and has the
  // content is left out. Edits that cannot be made again on their head, such as that of a damaged history, keep the ids
  // they had. An error only if the store is not available.
  Result<ErasedJournal> erase(const store::BranchRecord& branch) const;

 private:
  std::shared_ptr<store::Store> store_;
  store::ContextKey context_;
  ContentTest content_;
};

}  // namespace latewood::engine
