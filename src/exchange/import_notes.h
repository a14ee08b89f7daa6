// The notes of an import on members of a document that it completes or corrects.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "exchange/node_document.h"
#include "latewood/exchange.h"
#include "latewood/result.h"

namespace latewood::exchange {

// Strict: a member that would have to be completed, or that contradicts another, is an error.
enum class Completeness : std::uint8_t { Complete, Strict };

class ImportNotes {
 public:
  using Take = std::function<void(const ImportNote& note)>;
  // Receives the kind of every note. If notes are only counted, no texts are made.
  using Count = std::function<void(ImportNoteKind kind)>;

  explicit ImportNotes(Completeness completeness, Take take = {}, Count count = {})
      : completeness_(completeness), take_(std::move(take)), count_(std::move(count)) {}

  bool is_strict() const { return completeness_ == Completeness::Strict; }
  // Whether notes are used: the import is strict, or notes are taken or counted.
  bool is_asked() const { return is_strict() || take_ != nullptr || count_ != nullptr; }

  // Notes a completed header of the node, with its new value.
  Result<void> completed(const NodeDocument& node, Member header, std::uint64_t cycle) const;
  // Notes a completed region.
  Result<void> completed_region(const NodeDocument& root, std::string_view type, std::uint64_t cycle) const;
  // Notes a completed member of an envelope; `filled` is its new value.
  Result<void> completed_envelope(std::string_view member, std::string_view filled, const Place& place,
                                  std::optional<std::uint64_t> cycle) const;
  // Notes a contradiction: `message` describes it, `taken` is the value that is used.
  Result<void> warned(const NodeDocument& node, Member member, std::uint64_t cycle, std::string message,
                      std::string_view taken) const;
  void dropped(const NodeDocument& node, Member member, std::uint64_t cycle, std::string message) const;
  void dropped_envelope(std::string_view member, std::string message, const Place& place,
                        std::optional<std::uint64_t> cycle) const;

 private:
  // Counts a note of this kind; calls `make` for its text only if a caller receives notes.
  template <class Make>
  void tell(ImportNoteKind kind, Make make) const;

  const Completeness completeness_;
  const Take take_;
  const Count count_;
};

}  // namespace latewood::exchange
