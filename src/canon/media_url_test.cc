#include "canon/media_url.h"

#include <gtest/gtest.h>

namespace latewood {
namespace {

TEST(MediaUrl, ASchemeStandsBeforeAColon) {
  for (const char* url : {"https://a/b", "gs://bucket/x", "data:image/png;base64,AAAA", "x-y.z+1:a"}) {
    EXPECT_TRUE(has_scheme(url)) << url;
  }
  for (const char* url : {"", "ftp//nope", ":a", "https:", "1a:b", "a b:c", "img.png"}) {
    EXPECT_FALSE(has_scheme(url)) << url;
  }
}

TEST(MediaUrl, SchemesAreReadInAnyCase) {
  EXPECT_EQ(scheme_of("HTTPS://a/b"), "https");
  EXPECT_EQ(scheme_of("Data:image/png;base64,AAAA"), "data");
  EXPECT_EQ(scheme_of("img.png"), "");
}

TEST(MediaUrl, Base64IsGroupsOfFour) {
  for (const char* data : {"AAAA", "ab+/", "QQ==", "QUE="}) EXPECT_TRUE(is_base64(data)) << data;
  for (const char* data : {"", "%%%", "AAA", "A===", "QQ==QQ==", "AA\nA", "ab-_"})
    EXPECT_FALSE(is_base64(data)) << data;
}

}  // namespace
}  // namespace latewood
