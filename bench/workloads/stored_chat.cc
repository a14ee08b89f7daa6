#include "workloads/stored_chat.h"

#include "canon/blake3.h"
#include "workloads/messages.h"

namespace latewood::bench {
namespace {

// The working state is not journaled: what is measured is the commit.
OpenOptions options_of(bool receipts) {
  OpenOptions options;
  options.keep_edits = false;
  options.context = same_everywhere();
  options.context.receipts = receipts;
  return options;
}

std::uint64_t seed_of(const std::string& name) {
  const RawBytes32 hash = blake3_of(name).bytes;
  return (std::uint64_t{hash[0]} << 16 | std::uint64_t{hash[1]} << 8 | hash[2]) << 32;
}

}  // namespace

StoredChat::StoredChat(Repository& repository, const std::string& name, bool receipts)
    : seed_(seed_of(name)), context_(must(repository.open_context(name, options_of(receipts)))) {}

void StoredChat::turns(std::uint64_t count) {
  for (std::uint64_t i = 0; i < count; ++i) chat_turn(context_, seed_ + context_.cycle());
}

}  // namespace latewood::bench
