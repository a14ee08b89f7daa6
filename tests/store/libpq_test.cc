// PostgreSQL's client library is loaded when a PostgreSQL store is opened, and may be missing.
#include "store/postgres/libpq.h"

#include <gtest/gtest.h>

#include "store/postgres/postgres_store.h"
#include "store/suite.h"

namespace latewood::test {
namespace {

const std::string kAnyServer = "postgres:///postgres?host=/nonexistent";

TEST(LibpqFile, ThatIsMissingIsNamedWithThePackageThatHasIt) {
  const auto refused = store::open_postgres_store(kAnyServer, {}, "libpq-missing.so.5");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::Unavailable);
  EXPECT_EQ(refused.error().rule, "E_LIBRARY_ABSENT");
  EXPECT_EQ(
      refused.error().message,
      "PostgreSQL's client library libpq-missing.so.5 could not be loaded: libpq-missing.so.5: cannot open shared "
      "object file: No such file or directory; install it (Debian's package is libpq5)");
}

TEST(LibpqFile, ThatLacksAFunctionIsRefused) {
  const auto refused = store::load_libpq("libc.so.6");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().rule, "E_LIBRARY_ABSENT");
  EXPECT_NE(refused.error().message.find("PQconnectStartParams"), std::string::npos) << refused.error().message;
}

TEST(LibpqFile, IsLoadedOnceHoweverOftenItIsAskedFor) {
  const auto first = store::load_libpq();
  const auto second = store::load_libpq();
  ASSERT_TRUE(first) << first.error().message;
  ASSERT_TRUE(second) << second.error().message;
  EXPECT_EQ(first->exec, second->exec);
}

}  // namespace
}  // namespace latewood::test
