#include "exchange/known_ends.h"

namespace latewood::exchange {
namespace {

constexpr std::uint32_t bit_of(Member member) { return 1U << static_cast<unsigned>(member); }

// The members that an end can have. All of them are common to many nodes.
constexpr std::uint32_t kMembersOfEnds = bit_of(Member::Kind) | bit_of(Member::NodeType) | bit_of(Member::Offset) |
                                         bit_of(Member::Priority) | bit_of(Member::Provenance) | bit_of(Member::Role) |
                                         bit_of(Member::Ttl);

// Longer ends are rarely repeated.
constexpr std::size_t kLongest = 256;

}  // namespace

bool KnownEnds::is_open(const NodeDocument& node) { return (node.given & kMembersOfEnds) == 0; }

bool KnownEnds::take(JsonCursor& cursor, NodeDocument& node) {
  begin_ = cursor.at;
  given_ = node.given;
  attributes_ = node.fields.attributes.size();
  if (!is_open(node)) return false;
  const std::string_view rest = cursor.text.substr(cursor.at);
  const auto comes = [&](const End& end) { return !end.text.empty() && rest.starts_with(end.text); };
  std::size_t found = ends_[last_].next;
  if (!comes(ends_[found])) {
    for (found = 0; found < kMost && !comes(ends_[found]);) ++found;
  }
  if (found < kMost) use(found, cursor, node);
  return found < kMost;
}

void KnownEnds::use(std::size_t end, JsonCursor& cursor, NodeDocument& node) {
  const End& known = ends_[end];
  cursor.at += known.text.size() - 1;
  node.fields.traits = known.traits;
  node.ttl = known.ttl;
  node.node_class = known.node_class;
  node.given |= known.given;
  ends_[last_].next = end;
  last_ = end;
  begin_ = kNowhere;
}

void KnownEnds::end_node(const JsonCursor& cursor, const NodeDocument& node) {
  const std::size_t begin = std::exchange(begin_, kNowhere);
  if (begin == kNowhere || cursor.at - begin > kLongest) return;
  const std::uint32_t given = node.given & ~given_;
  const bool says_more = (given & ~kMembersOfEnds) != 0 || node.fields.attributes.size() != attributes_;
  if (says_more || (given_ & kMembersOfEnds) != 0) return;
  const std::size_t end = oldest_++ % kMost;
  ends_[end] = {cursor.since(begin), node.fields.traits, node.ttl, node.node_class, given, end};
  ends_[last_].next = end;
  last_ = end;
}

}  // namespace latewood::exchange
