// The syntax trees of selectors, and the faults with their places.
#include "selector/language/parser.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "selector/language/printer.h"
#include "selector/language/time_parser.h"
#include "support/sample_tree.h"

namespace latewood::selector {
namespace {

using test::parsed;

Step only_step(std::string_view text) {
  const Query query = parsed(text);
  EXPECT_EQ(query.groups.size(), 1U) << text;
  EXPECT_EQ(query.groups.at(0).steps.size(), 1U) << text;
  return query.groups.at(0).steps.at(0);
}

Pseudo only_pseudo(std::string_view text) {
  const Step step = only_step(text);
  EXPECT_EQ(step.pseudos.size(), 1U) << text;
  return step.pseudos.at(0);
}

Literal literal_of(std::string_view text) { return only_step(text).attributes.at(0).literal; }

// ---- steps ----

TEST(Parser, AStepHasItsPartsInOrder) {
  const Step step = only_step("^ah#x.cb[role='user']:first");
  EXPECT_EQ(step.root, Root::Ah);
  EXPECT_EQ(step.id, "x");
  EXPECT_EQ(step.type->name, "cb");
  EXPECT_EQ(step.attributes.at(0), (AttributeTest{"role", Op::Equal, Text{"user", true}}));
  EXPECT_EQ(step.pseudos.at(0).kind, PseudoKind::First);
}

// SEL-05.
TEST(Parser, TheFourRootsHaveNames) {
  EXPECT_EQ(only_step("^root").root, Root::Root);
  EXPECT_EQ(only_step("^sys").root, Root::Sys);
  EXPECT_EQ(only_step("^seq").root, Root::Seq);
  EXPECT_EQ(only_step("^ah").root, Root::Ah);
}

// SEL-07, SEL-13: classes and their aliases; SEL-09, SEL-11, SEL-12: everything else is exact.
TEST(Parser, ATypeTokenMeansAClassOrAnExactType) {
  using tree::NodeClass;
  EXPECT_EQ(only_step(".mt").type, (TypeTest{"mt", NodeClass::Turn}));
  EXPECT_EQ(only_step(".mc").type, (TypeTest{"mc", NodeClass::Core}));
  EXPECT_EQ(only_step(".cb").type, (TypeTest{"cb", NodeClass::Block}));
  EXPECT_EQ(only_step(".seg").type, (TypeTest{"seg", NodeClass::Turn}));
  EXPECT_EQ(only_step(".cont").type, (TypeTest{"cont", NodeClass::Core}));
  EXPECT_EQ(only_step(".block").type, (TypeTest{"block", NodeClass::Block}));
  for (const char* exact : {"cb:summary", "custom:note", "tool_call", "block:x", "cb:", "a::b", "MT"}) {
    EXPECT_EQ(only_step("." + std::string(exact)).type, (TypeTest{exact, std::nullopt}));
  }
}

// SEL-16.
TEST(Parser, ATypeEndsBeforeTheFirstSegmentThatNamesAPseudoClass) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {".cb:pre", "cb"},
      {".mt:depth(1)", "mt"},
      {".cb:summary:first", "cb:summary"},
      {".cb::pre", "cb:"},
      {".cb:first:last", "cb"},
      {".cb:pre-x", "cb:pre-x"},
      {".cb:First", "cb:First"},
      {".pre", "pre"},
      {".pre:pre", "pre"},
      {".a:nth(2)", "a"},
      {".cb:summary:x:core", "cb:summary:x"},
  };
  for (const auto& [text, type] : cases) EXPECT_EQ(only_step(text).type->name, type) << text;
}

// SEL-15.
TEST(Parser, AnIdIsReadWhole) {
  EXPECT_EQ(only_step("#cb:sum:c101").id, "cb:sum:c101");
  EXPECT_EQ(only_step("#x:first").id, "x:first");
  EXPECT_EQ(only_step("#9f3c").id, "9f3c");
  EXPECT_EQ(only_step("#a-b_c:").id, "a-b_c:");
  EXPECT_EQ(only_step("#cb.u2").type->name, "u2");
}

// SEL-17.
TEST(Parser, TheSevenPseudoClassesHaveNames) {
  EXPECT_EQ(only_pseudo(":pre").kind, PseudoKind::Pre);
  EXPECT_EQ(only_pseudo(":core").kind, PseudoKind::Core);
  EXPECT_EQ(only_pseudo(":post").kind, PseudoKind::Post);
  EXPECT_EQ(only_pseudo(":first").kind, PseudoKind::First);
  EXPECT_EQ(only_pseudo(":last").kind, PseudoKind::Last);
  EXPECT_EQ(only_pseudo(":nth(3)"), (Pseudo{PseudoKind::Nth, {}, 3}));
  EXPECT_EQ(only_pseudo(":depth(2)"), (Pseudo{PseudoKind::Depth, {{2, 2}}, 0}));
}

TEST(Parser, DepthsAreNumbersAndRangesInTheOrderWritten) {
  using Ranges = std::vector<DepthRange>;
  constexpr auto kLeast = std::numeric_limits<std::int64_t>::min();
  constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(only_pseudo(":depth(1,3-5)").depths, (Ranges{{1, 1}, {3, 5}}));
  EXPECT_EQ(only_pseudo(":depth( 5-3 ,\t0 )").depths, (Ranges{{5, 3}, {0, 0}}));
  EXPECT_EQ(only_pseudo(":depth(-3--1)").depths, (Ranges{{-3, -1}}));
  EXPECT_EQ(only_pseudo(":depth(007)").depths, (Ranges{{7, 7}}));
  EXPECT_EQ(only_pseudo(":depth(-99999999999999999999-99999999999999999999)").depths, (Ranges{{kLeast, kMost}}));
}

// ---- attributes ----

// SEL-56.
TEST(Parser, ALiteralIsANumberATextAWordOrNull) {
  EXPECT_EQ(literal_of("[k=-12.50]"), Literal(Number{"-12.50"}));
  EXPECT_EQ(literal_of("[k=007]"), Literal(Number{"007"}));
  EXPECT_EQ(literal_of("[k=99999999999999999999999]"), Literal(Number{"99999999999999999999999"}));
  EXPECT_EQ(literal_of("[k=user:x]"), Literal(Text{"user:x", false}));
  EXPECT_EQ(literal_of("[k=true]"), Literal(Text{"true", false}));
  EXPECT_EQ(literal_of("[k='null']"), Literal(Text{"null", true}));
  EXPECT_EQ(literal_of("[k=null]"), Literal(Null()));
  EXPECT_EQ(literal_of("[k=None]"), Literal(Null()));
  EXPECT_EQ(literal_of("[k=nullx]"), Literal(Text{"nullx", false}));
  EXPECT_EQ(literal_of("[k='']"), Literal(Text{"", true}));
}

TEST(Parser, AStringEscapesQuotesAndBackslashesAndNothingElse) {
  EXPECT_EQ(literal_of(R"([k='it\'s'])"), Literal(Text{"it's", true}));
  EXPECT_EQ(literal_of(R"([k="a\"b\'c"])"), Literal(Text{"a\"b'c", true}));
  EXPECT_EQ(literal_of(R"([k='a\\b'])"), Literal(Text{"a\\b", true}));
  EXPECT_EQ(literal_of(R"([k='a\nb'])"), Literal(Text{"a\\nb", true}));
  EXPECT_EQ(literal_of("[k='\xff\n']"), Literal(Text{"\xff\n", true}));
  EXPECT_EQ(literal_of(std::string_view("[k='\0']", 7)), Literal(Text{std::string(1, '\0'), true}));
}

TEST(Parser, EveryOperatorIsRead) {
  const std::vector<std::pair<std::string, Op>> cases = {{"=", Op::Equal},   {"!=", Op::NotEqual},
                                                         {"<", Op::Less},    {"<=", Op::LessEqual},
                                                         {">", Op::Greater}, {">=", Op::GreaterEqual}};
  for (const auto& [text, op] : cases) {
    EXPECT_EQ(only_step("[ttl" + text + "1]").attributes.at(0).op, op);
    EXPECT_EQ(only_step("[ ttl " + text + " 1 ]").attributes.at(0).op, op);
  }
  EXPECT_EQ(only_step("[ ttl ]").attributes.at(0), (AttributeTest{"ttl", Op::Present, Null()}));
}

// ---- chains and groups ----

// SEL-60.
TEST(Parser, WhiteSpaceIsACombinatorOnlyWhereNoneIsWritten) {
  const Query plain = parsed("^seq > .mt .cb, *");
  EXPECT_EQ(plain.groups.at(0).combinators, (std::vector{Combinator::Child, Combinator::Descendant}));
  for (const char* text : {"^seq>.mt .cb,*", " \t^seq\r\n> .mt \n .cb  ,  * ", "^seq >.mt\t.cb ,*"}) {
    EXPECT_EQ(parsed(text), plain) << text;
  }
}

TEST(Parser, AnyIsAStepOfItsOwn) {
  EXPECT_TRUE(only_step("*").is_any);
  EXPECT_EQ(parsed("* *").groups.at(0).steps.size(), 2U);
  EXPECT_TRUE(parsed("@t0*").groups.at(0).steps.at(0).is_any);
}

// ---- time ----

// SEL-41 to SEL-45.
TEST(Parser, ASnapshotIsRelativeAbsoluteOrEvery) {
  EXPECT_EQ(parsed(".cb").time, Time());
  EXPECT_EQ(parsed("@t0 .cb").time, Time(Moment{TimeKind::Relative, 0}));
  EXPECT_EQ(parsed("@t-0 .cb").time, Time(Moment{TimeKind::Relative, 0}));
  EXPECT_EQ(parsed("@t-12 .cb").time, Time(Moment{TimeKind::Relative, 12}));
  EXPECT_EQ(parsed("@c007.cb").time, Time(Moment{TimeKind::Absolute, 7}));
  EXPECT_EQ(parsed("@*.cb").time, Time(EveryMoment()));
  EXPECT_EQ(parsed("@t0 :first").time, Time(Moment{TimeKind::Relative, 0}));
}

// RANGE-02, RANGE-03.
TEST(Parser, SpellingsOfARangeAreOneRange) {
  const auto relative = [](std::uint64_t first, std::uint64_t last) {
    return Time(MomentRange{{TimeKind::Relative, first}, {TimeKind::Relative, last}});
  };
  for (const char* text : {"@t-5..@t-1 *", "@t-5:@t-1 *", "@t-5..-1 *", "@t-5:-1 *", "@t-5..-1*"}) {
    EXPECT_EQ(parsed(text).time, relative(5, 1)) << text;
  }
  EXPECT_EQ(parsed("@t0..@t-3 *").time, relative(0, 3));
  EXPECT_EQ(parsed("@t-3..0 *").time, relative(3, 0));
  const Time absolute = MomentRange{{TimeKind::Absolute, 3}, {TimeKind::Absolute, 7}};
  for (const char* text : {"@c3..@c7 *", "@c3:@c7 *", "@c3..7 *", "@c3:7.cb"}) EXPECT_EQ(parsed(text).time, absolute);
}

TEST(Parser, NumbersBeyond64BitsAreKeptAsTheLargest) {
  constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(parsed("@c99999999999999999999999 *").time, Time(Moment{TimeKind::Absolute, kMost}));
  EXPECT_EQ(only_pseudo(":nth(99999999999999999999999)").nth, kMost);
}

// E-29.
TEST(Parser, AMomentAloneIsOneSnapshot) {
  EXPECT_EQ(*parse_moment(" @t-3 "), (Moment{TimeKind::Relative, 3}));
  EXPECT_EQ(*parse_moment("@c4"), (Moment{TimeKind::Absolute, 4}));
  for (const char* text : {"", "t0", "@", "@*", "@t1", "@t-2..@t0", "@t0 .cb", "@t0:x"}) {
    const auto moment = parse_moment(text);
    ASSERT_FALSE(moment.has_value()) << text;
    EXPECT_EQ(moment.error().rule, kSelectorInvalid) << text;
    EXPECT_TRUE(moment.error().place.has_value()) << text;
  }
}

// ---- faults ----

struct Fault {
  std::string text;
  Span place;
  std::string message;
  std::string_view rule = kSelectorInvalid;
};

const std::vector<Fault>& faults() {
  static const std::string kStep = "a step such as ^seq, #id, .cb, [role='user'], :first or * expected, found ";
  static const std::string kOrder = "the parts of a step come as ^root#id.type[attribute]:pseudo";
  static const std::vector<Fault> kFaults = {
      {"", {0, 0}, kStep + "the end"},
      {"   ", {3, 0}, kStep + "the end"},
      {"@t0", {3, 0}, kStep + "the end"},
      {"> .cb", {0, 1}, kStep + "'>'"},
      {".mt > > .cb", {6, 1}, kStep + "'>'"},
      {".cb,,.mt", {4, 1}, kStep + "','"},
      {".cb,", {4, 0}, kStep + "the end"},
      {"\xff", {0, 1}, kStep + "byte 0xff"},
      {"user", {0, 4}, kStep + "'user'"},
      {"@t-1,@t-5 ^seq", {4, 1}, kStep + "','"},
      {".cb @mode=latest", {4, 1}, "a snapshot reference stands once, at the start of the selector"},
      {"^sqe .cb", {0, 4}, "unknown root ^sqe: did you mean ^seq?"},
      {"^foo", {0, 4}, "unknown root ^foo: known are ^root ^sys ^seq ^ah"},
      {"^ .cb", {1, 1}, "root, sys, seq or ah after '^' expected, found white space"},
      {"#!", {1, 1}, "an id after '#' expected, found '!'"},
      {".", {1, 0}, "a type after '.' expected, found the end"},
      {"[id='x']:frist", {8, 6}, "unknown pseudo-class :frist: did you mean :first?"},
      {".mt:detph(1)", {3, 6}, "unknown pseudo-class :detph: did you mean :depth?"},
      {":unknown", {0, 8}, "unknown pseudo-class :unknown: known are :pre :core :post :depth :first :last :nth"},
      {"::pre", {1, 1}, "a pseudo-class after ':' expected, found ':'"},
      {".cb:first()", {9, 1}, ":first takes no argument"},
      {".cb#x", {3, 1}, kOrder},
      {".cb.mt", {3, 1}, kOrder},
      {".cb:first[role='user']", {9, 1}, kOrder},
      {"*:first", {1, 1}, "'*' stands alone in its step; put a space after it"},
      {"**", {1, 1}, "'*' stands alone in its step; put a space after it"},
      {".cb*", {3, 1}, "'*' stands alone in its step; put a space before it"},
      {".cb(x)", {3, 1}, "a space, '>', ',' or the end expected, found '('"},
      {".mt{kind='x'}", {3, 1}, "a space, '>', ',' or the end expected, found '{'"},
      {".mt:depth", {9, 0}, "'(' and a depth expected, found the end"},
      {".mt:depth (1)", {9, 1}, "'(' and a depth expected, found white space"},
      {".mt:depth()", {10, 1}, "a depth expected, found ')'"},
      {".mt:depth(1,)", {12, 1}, "a depth expected, found ')'"},
      {".mt:depth(1 - 2)", {12, 1}, "',' or ')' expected, found '-'"},
      {".mt:depth(1- 2)", {12, 1}, "a depth expected, found white space"},
      {".mt:depth(1.5)", {11, 1}, "a depth is a whole number, and a range of depths is written 1-3"},
      {".mt:depth(1", {11, 0}, "',' or ')' expected, found the end"},
      {".cb:nth(0)", {8, 1}, "positions count from 1"},
      {".cb:nth(-1)", {8, 2}, "a position from 1 expected, found '-1'"},
      {".cb:nth(1,2)", {9, 1}, "')' expected, found ','"},
      {"[=1]", {1, 1}, "the name of an attribute expected, found '='"},
      {"[ttl~1]", {4, 1}, "one of = != < <= > >= or ']' expected, found '~'"},
      {"[ttl=]", {5, 1}, "a number, a quoted text or a word expected, found ']'"},
      {"[ttl=1.]", {7, 1}, "a digit after the point expected, found ']'"},
      {"[ttl=-]", {6, 1}, "a digit expected, found ']'"},
      {"[ttl=1-3]", {6, 2}, "']' expected, found '-3'"},
      {"[ttl<=1", {7, 0}, "']' expected, found the end"},
      {"[role='x]", {6, 3}, "the string that starts here has no closing quote"},
      {"[role='a\"b']", {8, 1}, "a quote of the other kind inside a string needs a backslash before it"},
      {"@x1 .cb", {1, 2}, "'t', 'c' or '*' after '@' expected, found 'x1'"},
      {"@t .cb", {2, 1}, "a number of commits expected, found white space"},
      {"@c-1 .cb", {2, 2}, "a cycle expected, found '-1'"},
      {"@c5..-1 .cb", {5, 2}, "a cycle expected, found '-1'"},
      {"@t2 .cb", {0, 3}, "a snapshot after the latest, @t0, cannot exist; write -2 for an earlier one"},
      {"@t-5..1 .cb", {6, 1}, "a snapshot after the latest, @t0, cannot exist; write -1 for an earlier one"},
      {"@t-2.. .cb", {6, 1}, "a number of commits expected, found white space"},
      {"@t-1..@c3 .cb", {6, 3}, "a range cannot mix @t and @c references", kSnapshotRangeKindMismatch},
      {"@t-3..@* .cb", {6, 2}, "@* cannot be an end of a range", kSnapshotRangeWildcard},
      {"@*..@* .cb", {0, 2}, "@* cannot be an end of a range", kSnapshotRangeWildcard},
  };
  return kFaults;
}

// ERR-01, ERR-02, ERR-04, ERR-08.
TEST(Parser, AFaultHasItsPlaceItsRuleAndOneLine) {
  for (const Fault& fault : faults()) {
    const auto query = parse_selector(fault.text);
    ASSERT_FALSE(query.has_value()) << fault.text;
    EXPECT_EQ(query.error().code, Code::InvalidArgument) << fault.text;
    EXPECT_EQ(query.error().rule, fault.rule) << fault.text;
    EXPECT_EQ(query.error().message, fault.message) << fault.text;
    ASSERT_TRUE(query.error().place.has_value()) << fault.text;
    EXPECT_EQ(query.error().place->offset, fault.place.offset) << fault.text;
    EXPECT_EQ(query.error().place->length, fault.place.length) << fault.text;
  }
}

// E-27.
TEST(Parser, TheLeftmostOfSeveralFaultsIsReported) {
  const std::vector<std::pair<std::string, std::string_view>> cases = {
      {"@*..@c3 ^foo", kSnapshotRangeWildcard},   {"@*:x", kSnapshotRangeWildcard},
      {"@t1..@* .cb", kSelectorInvalid},          {"@t1..@c3 .cb", kSelectorInvalid},
      {"@c1..@t5 [", kSnapshotRangeKindMismatch}, {"@t-1..@c .cb", kSelectorInvalid},
  };
  for (const auto& [text, rule] : cases) EXPECT_EQ(parse_selector(text).error().rule, rule) << text;
  EXPECT_EQ(parse_selector("^foo :bar [").error().place->offset, 0U);
  EXPECT_EQ(parse_selector(".cb :bar [").error().place->offset, 4U);
}

TEST(Parser, ALongTextCostsTimeButNoStack) {
  constexpr std::size_t kMany = 200'000;
  std::string chain;
  for (std::size_t i = 0; i < kMany; ++i) chain += "*>";
  EXPECT_EQ(parsed(chain + "*").groups.at(0).steps.size(), kMany + 1);
  EXPECT_FALSE(parse_selector(chain).has_value());
  EXPECT_FALSE(parse_selector(std::string(kMany, '[')).has_value());
  EXPECT_FALSE(parse_selector(std::string(kMany, '(')).has_value());
  EXPECT_EQ(only_step("." + std::string(kMany, 'a')).type->name.size(), kMany);
  EXPECT_EQ(only_step(".a" + std::string(kMany, ':')).type->name.size(), kMany + 1);
  EXPECT_LT(parse_selector("^" + std::string(kMany, 'a')).error().message.size(), 200U);
}

}  // namespace
}  // namespace latewood::selector
