// The public handle.
#include "latewood/selector.h"

#include <gtest/gtest.h>

namespace latewood {
namespace {

TEST(Selector, KeepsItsTextAndKnowsItsCanonicalOne) {
  const Selector selector = *Selector::parse(" @t0:-3  .block[ttl]");
  EXPECT_EQ(selector.text(), " @t0:-3  .block[ttl]");
  EXPECT_EQ(selector.canonical(), "@t-3..@t0 .cb[ttl!=null]");
}

TEST(Selector, TellsWhichSnapshotsItAsks) {
  const Selector plain = *Selector::parse(".cb");
  EXPECT_FALSE(plain.has_snapshot() || plain.is_range() || plain.is_every_snapshot());
  const Selector one = *Selector::parse("@c3 .cb");
  EXPECT_TRUE(one.has_snapshot());
  EXPECT_FALSE(one.is_range() || one.is_every_snapshot());
  EXPECT_TRUE(Selector::parse("@t0..@t-1 .cb")->is_range());
  EXPECT_TRUE(Selector::parse("@* .cb")->is_every_snapshot());
}

TEST(Selector, ACopyIsTheSameSelector) {
  const Selector first = *Selector::parse(".cb");
  const Selector second = first;
  EXPECT_EQ(&first.data(), &second.data());
}

TEST(Selector, AnErrorPointsIntoTheText) {
  const auto selector = Selector::parse(".cb[role='user'");
  ASSERT_FALSE(selector.has_value());
  EXPECT_EQ(name_of(selector.error()), "E_SELECTOR_INVALID");
  EXPECT_EQ(selector.error().place, (Place{15, 0}));
}

}  // namespace
}  // namespace latewood
