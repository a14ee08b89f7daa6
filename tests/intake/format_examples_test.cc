// The examples of docs/format/receipt.md and admission.md, read so that they cannot go stale.
#include <gtest/gtest.h>

#include "canon/json_writer.h"
#include "intake/event_text.h"
#include "intake/receipt_bytes.h"
#include "support/document/format.h"

namespace latewood {
namespace {

TEST(ReceiptExample, IsTheReceiptOfASeal) {
  const std::string bytes = test::FormatDocument("receipt.md").bytes("receipt");
  const auto receipt = intake::decode_receipt(bytes);
  ASSERT_TRUE(receipt.has_value()) << receipt.error().message;
  EXPECT_EQ(receipt->cycle, 1U);
  ASSERT_EQ(receipt->candidates.size(), 1U);
  EXPECT_EQ(receipt->candidates[0].rule, "seal");
  EXPECT_EQ(receipt->candidates[0].rewrites[0].parent, "seq");
  EXPECT_EQ(intake::encode_receipt(*receipt), bytes);
}

TEST(EventExample, IsAnEvent) {
  std::string text = test::FormatDocument("admission.md").text("json", "event");
  text.pop_back();
  const auto event = intake::decode_event(text);
  ASSERT_TRUE(event.has_value()) << event.error().message;
  EXPECT_EQ(event->event.ref, (EventRef{"mail", 1}));
  EXPECT_EQ(event->chain, intake::event_chain({}, event->event));
  EXPECT_EQ(intake::encode_event(event->event, canonical_json(event->event.payload), *event->chain), text);
}

// Whatever is changed in an event is noticed, or is another event.
TEST(EventExample, APayloadWithAnotherDigestIsRefused) {
  std::string text = test::FormatDocument("admission.md").text("json", "event");
  text.replace(text.find("\"hi\""), 4, "\"ho\"");
  const auto event = intake::decode_event(text);
  ASSERT_FALSE(event.has_value());
  EXPECT_EQ(event.error().code, Code::Corruption);
}

}  // namespace
}  // namespace latewood
