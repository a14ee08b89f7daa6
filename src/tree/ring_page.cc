#include "tree/ring_page.h"

#include <cassert>

#include "tree/subtree.h"

namespace latewood::tree {

TurnOrder order_of(const Node& turn) { return {turn.offset(), turn.created_at_ns(), turn.creation_index()}; }

RingPage::RingPage(PageSource& source, const PageFacts& facts) : source_(source), facts_(facts) {
  assert(facts.size > 0 && facts.size <= kMost);
}

RingPage::~RingPage() = default;

const Subtree& RingPage::operator[](std::size_t at) const {
  const Subtree* turns = loaded_.load(std::memory_order_acquire);
  return (turns != nullptr ? turns : load())[at];
}

const Subtree* RingPage::load() const {
  const std::lock_guard lock(mutex_);
  if (turns_.empty()) {
    turns_ = source_.load_page(*this);
    assert(turns_.size() == facts_.size);
    loaded_.store(turns_.data(), std::memory_order_release);
  }
  return turns_.data();
}

}  // namespace latewood::tree
