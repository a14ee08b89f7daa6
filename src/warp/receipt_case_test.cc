#include "warp/receipt_case.h"

#include <gtest/gtest.h>

#include <string>

#include "canon/json_reader.h"

namespace latewood::warp {
namespace {

// A record as an auditor writes it; `extra` stands at its end.
Result<AdmissionRecord> record_with(const std::string& extra) {
  const std::string hash(64, 'a');
  const auto document = parse_json(R"({"view_id":"v","stream_id":"s","admit_at_tick":3,"policy_hash":")" + hash +
                                   R"(","admitted_digest":")" + hash + "\"," + extra + "}");
  return read_admission_record(JsonField(*document));
}

// DIGEST-18.
TEST(ReceiptCase, AStoredDecisionIdMustBeTheDerivedOne) {
  const AdmissionRecord record = *record_with(R"("from_seq":5,"to_seq":9)");
  EXPECT_TRUE(record_with(R"("from_seq":5,"to_seq":9,"decision_id":")" + decision_id(record).hex() + "\""));
  EXPECT_FALSE(record_with(R"("from_seq":5,"to_seq":9,"decision_id":")" + std::string(64, '0') + "\""));
}

// DIGEST-14.
TEST(ReceiptCase, WhatWasAdmittedIsARangeOrAList) {
  EXPECT_EQ(record_with(R"("from_seq":5,"to_seq":9)")->admitted, (std::variant<SeqRange, SeqList>(SeqRange{5, 9})));
  EXPECT_EQ(record_with(R"("admitted_range":{"from_seq":5,"to_seq":9})")->admitted,
            (std::variant<SeqRange, SeqList>(SeqRange{5, 9})));
  EXPECT_EQ(record_with(R"("seq":[1,4])")->admitted, (std::variant<SeqRange, SeqList>(SeqList{{1, 4}})));
  EXPECT_FALSE(record_with(R"("seq":[1,4],"admitted_set_tag":1)"));
  EXPECT_FALSE(record_with(R"("seq":[4,1])"));
  EXPECT_FALSE(record_with(R"("from_seq":9,"to_seq":5)"));
}

}  // namespace
}  // namespace latewood::warp
