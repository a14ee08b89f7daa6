#include "exchange/document_window.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace latewood::exchange {
namespace {

// A text in pieces of one size.
class Pieces {
 public:
  Pieces(std::string text, std::size_t size) : text_(std::move(text)), size_(size) {}
  ByteSource source() {
    return [this]() -> Result<std::string_view> {
      const std::string_view piece = std::string_view(text_).substr(at_, size_);
      at_ += piece.size();
      return piece;
    };
  }

 private:
  std::string text_;
  std::size_t size_;
  std::size_t at_ = 0;
};

// How much of the text is there when the first value is, with pieces of one byte.
std::string needed_for_value(const std::string& text) {
  Pieces pieces(text, 1);
  const ByteSource source = pieces.source();
  DocumentWindow window(source);
  EXPECT_TRUE(window.need_value().has_value());
  return std::string(window.cursor().text);
}

TEST(DocumentWindow, AValueIsThereWithTheByteBehindIt) {
  for (const std::string value : {"1", "null", "-1.5e3", R"("text")", R"("a\"b")", R"("\\")", "[]", "{}", "[1,[2],{}]",
                                  R"({"a":{"b":"}]"},"c":[1]})", "  [ 1 ]"}) {
    for (const std::string behind : {",", "]", "}", ":", "  ,"}) {
      EXPECT_EQ(needed_for_value(value + behind + " \"rest\""), value + behind) << value;
    }
    EXPECT_EQ(needed_for_value(value), value) << "or the end";
  }
}

TEST(DocumentWindow, ForgetsWhatWasRead) {
  std::string text = "[";
  for (int i = 0; i < 1000; ++i) text += R"({"number":)" + std::to_string(i) + "},";
  for (const std::size_t size : {1U, 7U, 100U, 100000U}) {
    Pieces pieces(text, size);
    const ByteSource source = pieces.source();
    DocumentWindow window(source);
    ASSERT_TRUE(window.need_token().has_value());
    ASSERT_TRUE(window.cursor().take_next('['));
    std::size_t most = 0;
    std::uint64_t expected = 1;
    for (int i = 0; i < 1000; ++i) {
      window.drop_read();
      ASSERT_TRUE(window.need_value().has_value());
      EXPECT_EQ(window.begin(), expected);
      const std::string value = R"({"number":)" + std::to_string(i) + "},";
      ASSERT_TRUE(window.cursor().text.starts_with(value));
      window.cursor().at += value.size();
      expected += value.size();
      most = std::max(most, window.size());
    }
    EXPECT_LE(most, std::min(text.size(), 20 + size));
  }
}

TEST(DocumentWindow, WaitsForATokenAndForBytes) {
  Pieces pieces("   \n x", 1);
  const ByteSource source = pieces.source();
  DocumentWindow window(source);
  ASSERT_TRUE(window.need_bytes(2).has_value());
  EXPECT_EQ(window.cursor().text, "  ");
  ASSERT_TRUE(window.need_token().has_value());
  EXPECT_EQ(window.cursor().text, "   \n x");
  ASSERT_TRUE(window.need_bytes(100).has_value()) << "the end is enough";
}

TEST(DocumentWindow, PassesOnWhyThereIsNoPiece) {
  const ByteSource source = []() -> Result<std::string_view> { return Error{Code::Unavailable, "gone", {}, {}}; };
  DocumentWindow window(source);
  for (const auto& needed : {window.need_bytes(1), window.need_token(), window.need_value(), window.need_all()}) {
    ASSERT_FALSE(needed.has_value());
    EXPECT_EQ(needed.error().message, "gone");
  }
}

}  // namespace
}  // namespace latewood::exchange
