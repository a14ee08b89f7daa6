#include "latewood/result.h"

#include <gtest/gtest.h>

#include <string>

#include "latewood/errors.h"

namespace latewood {
namespace {

Error taken() { return {Code::Conflict, "the name is taken", std::string(errors::kConflict), {}}; }

// The text of the exception of `read`; empty if it does not throw.
template <class Read>
std::string thrown_by(Read read) {
  try {
    read();
  } catch (const BadResultAccess& bad) {
    EXPECT_EQ(bad.error().rule, errors::kConflict);
    return bad.what();
  }
  return {};
}

TEST(Result, ValueOfAnErrorThrowsItsTextWithAValueTypeAndWithout) {
  const std::string text = "error[E_CONFLICT]: the name is taken";
  Result<std::string> word = taken();
  const Result<void> done = taken();
  EXPECT_EQ(thrown_by([&] { word.value(); }), text);
  EXPECT_EQ(thrown_by([&] { std::as_const(word).value(); }), text);
  EXPECT_EQ(thrown_by([&] { std::move(word).value(); }), text);
  EXPECT_EQ(thrown_by([&] { static_cast<void>(word->size()); }), text);
  EXPECT_EQ(thrown_by([&] { static_cast<void>(*word); }), text);
  EXPECT_EQ(thrown_by([&] { done.value(); }), text);
}

TEST(Result, ValueOfAValueDoesNotThrow) {
  const Result<int> number = 7;
  EXPECT_EQ(number.value(), 7);
  EXPECT_NO_THROW(Result<void>().value());
}

TEST(Result, ErrorOfAValueThrowsWithAValueTypeAndWithout) {
  const Result<int> number = 7;
  const Result<void> done;
  EXPECT_THROW(static_cast<void>(number.error()), std::bad_variant_access);
  EXPECT_THROW(static_cast<void>(done.error()), std::bad_variant_access);
}

TEST(StableCodes, AreFoundByNameAndByNoOther) {
  for (const StableCode& code : stable_codes()) EXPECT_EQ(find_stable_code(code.name), &code) << code.name;
  for (const char* name : {"", "A", "E_CONFLIC", "E_CONFLICTS", "ZZZ"}) EXPECT_EQ(find_stable_code(name), nullptr);
}

}  // namespace
}  // namespace latewood
