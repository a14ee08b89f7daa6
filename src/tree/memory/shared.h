// A value that is never changed and has any number of owners: half the size of a
// std::shared_ptr, since there is one handle in every tree.
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

namespace latewood::tree {

template <class T>
class Shared {
 public:
  // The value that a default-constructed T has; costs no memory.
  Shared() = default;
  explicit Shared(T value) : box_(new Box(std::move(value))) {}
  Shared(const Shared& other) : box_(other.box_) {
    if (box_ != nullptr) box_->owners.fetch_add(1, std::memory_order_relaxed);
  }
  Shared(Shared&& other) noexcept : box_(std::exchange(other.box_, nullptr)) {}
  Shared& operator=(Shared other) noexcept {
    std::swap(box_, other.box_);
    return *this;
  }
  ~Shared() {
    if (box_ != nullptr && box_->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) delete box_;
  }

  const T& operator*() const { return box_ == nullptr ? nothing() : box_->value; }
  const T* operator->() const { return &**this; }

 private:
  struct Box {
    explicit Box(T given) : value(std::move(given)) {}
    std::atomic<std::uint32_t> owners{1};
    const T value;
  };

  static const T& nothing() {
    static const T value{};
    return value;
  }

  Box* box_ = nullptr;
};

}  // namespace latewood::tree
