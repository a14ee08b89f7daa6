// Erases one content from the journal of a branch. All other edits, and all other members of the edits with the
// content, stay unchanged.
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

// The content that replaces purged content in an uncommitted block or a reply: the text "[purged]". No commit refers to
// the digest of that content yet, so the digest need not be kept.
JsonValue purged_text();

// Recognises the content to erase.
struct ContentTest {
  std::function<bool(const JsonValue& value)> is_it;
  std::function<bool(std::string_view text)> is_within;  // for the text of entries that cannot be decoded
};

struct ErasedJournal {
  std::vector<std::string> entries;  // the entries of the new journal, which is longer than the old one
  std::uint64_t edits = 0;           // number of edits with the content; 0: the journal need not change
};

class JournalEraser {
 public:
  JournalEraser(std::shared_ptr<store::Store> store, store::ContextKey context, ContentTest content)
      : store_(std::move(store)), context_(context), content_(std::move(content)) {}

  // Computes the new journal; writes nothing. Nodes keep their ids, except the id of a replacement, and of a replaced
  // block that was moved afterwards: these ids are derived from the content. They change, and later edits name the new
  // id. Leaves out an entry that cannot be decoded and has the content. Edits that cannot be made again on their head,
  // for example because it is damaged, keep their ids. Fails only if the store is unavailable.
  Result<ErasedJournal> erase(const store::BranchRecord& branch) const;

 private:
  std::shared_ptr<store::Store> store_;
  store::ContextKey context_;
  ContentTest content_;
};

}  // namespace latewood::engine
