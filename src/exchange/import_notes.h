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
  // Gets the kind of every note. Notes that are only counted are not put into words.
  using Count = std::function<void(ImportNoteKind kind)>;

  explicit ImportNotes(Completeness completeness, Take take = {}, Count count = {})
      : completeness_(completeness), take_(std::move(take)), count_(std::move(count)) {}

  bool is_strict() const { return completeness_ == Completeness::Strict; }
  // Whether notes are used: the import is strict, or notes are taken or counted.
  bool is_asked() const { return is_strict() || take_ != nullptr || count_ != nullptr; }

  // A header of the node that was missing, as it is now.
  Result<void> completed(const NodeDocument& node, Member header, std::uint64_t cycle) const;
  // A region that was missing.
  Result<void> completed_region(const NodeDocument& root, std::string_view type, std::uint64_t cycle) const;
  // A member of an envelope that was missing; `filled` is what is taken instead.
  Result<void> completed_envelope(std::string_view member, std::string_view filled, const Place& place,
                                  std::optional<std::uint64_t> cycle) const;
  // `message` says what the member contradicts, `taken` what counts instead.
  Result<void> warned(const NodeDocument& node, Member member, std::uint64_t cycle, std::string message,
                      std::string_view taken) const;
  void dropped(const NodeDocument& node, Member member, std::uint64_t cycle, std::string message) const;
  void dropped_envelope(std::string_view member, std::string message, const Place& place,
                        std::optional<std::uint64_t> cycle) const;

 private:
  // Counts a note of the kind; `make` puts it into words if the notes are wanted.
  template <class Make>
  void tell(ImportNoteKind kind, Make make) const;

  const Completeness completeness_;
  const Take take_;
  const Count count_;
};

}  // namespace latewood::exchange
