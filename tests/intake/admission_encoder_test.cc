// Admission records against a second encoder, in Python. Without Python the test fails.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "canon/blake3.h"
#include "canon/hex.h"
#include "support/random/random.h"
#include "support/test_files.h"
#include "warp/admission.h"

namespace latewood::warp {
namespace {

using test::Random;

constexpr std::uint64_t kSeed = 20261115;

template <class Id>
Id random_digest(Random& random) {
  Id id;
  for (auto& byte : id.bytes) byte = static_cast<std::uint8_t>(random.below(256));
  return id;
}

std::optional<std::uint64_t> random_limit(Random& random) {
  return random.chance(50) ? std::optional<std::uint64_t>(random.number()) : std::nullopt;
}

AdmissionRecord random_record(Random& random) {
  AdmissionRecord record;
  record.view_id = random.bytes(random.below(4));
  record.stream_id = random.bytes(random.below(4));
  record.admit_at_tick = random.below(3);
  record.policy_hash = random_digest<PolicyHash>(random);
  record.budget_max_events = random_limit(random);
  record.budget_max_bytes = random_limit(random);
  record.budget_max_work = random_limit(random);
  if (random.chance(50)) record.fairness_order_digest = random_digest<FairnessDigest>(random);
  if (random.chance(50)) {
    const std::uint64_t from = random.below(1000);
    record.admitted = SeqRange{from, from + random.below(1000)};
  } else {
    SeqList list;
    for (std::uint64_t seq = 0; list.seqs.size() < 4 && random.chance(70);)
      list.seqs.push_back(seq += 1 + random.below(9));
    record.admitted = std::move(list);
  }
  record.admitted_digest = random_digest<AdmittedDigest>(random);
  return record;
}

std::string number(const std::optional<std::uint64_t>& value) { return value ? std::to_string(*value) : "null"; }

std::string admission_json(const AdmissionRecord& record) {
  std::ostringstream out;
  out << R"({"view_id":")" << hex_of(record.view_id) << R"(","stream_id":")" << hex_of(record.stream_id)
      << R"(","admit_at_tick":)" << record.admit_at_tick << R"(,"policy_hash":")" << record.policy_hash.hex()
      << R"(","budget_max_events":)" << number(record.budget_max_events) << R"(,"budget_max_bytes":)"
      << number(record.budget_max_bytes) << R"(,"budget_max_work":)" << number(record.budget_max_work)
      << R"(,"fairness_order_digest":)";
  out << (record.fairness_order_digest ? '"' + record.fairness_order_digest->hex() + '"' : "null");
  if (const auto* range = std::get_if<SeqRange>(&record.admitted)) {
    out << R"(,"from_seq":)" << range->from_seq << R"(,"to_seq":)" << range->to_seq;
  } else {
    out << R"(,"seq":[)";
    const auto& seqs = std::get<SeqList>(record.admitted).seqs;
    for (std::size_t i = 0; i < seqs.size(); ++i) out << (i == 0 ? "" : ",") << seqs[i];
    out << ']';
  }
  out << R"(,"admitted_digest":")" << record.admitted_digest.hex() << "\"}";
  return out.str();
}

using Records = std::vector<AdmissionRecord>;

std::vector<std::string> python_lines(const std::vector<Records>& cases) {
  std::string folder = (std::filesystem::temp_directory_path() / "latewood-XXXXXX").string();
  EXPECT_NE(mkdtemp(folder.data()), nullptr);
  std::ofstream input(folder + "/input", std::ios::binary);
  for (const Records& records : cases) {
    input << '[';
    for (std::size_t i = 0; i < records.size(); ++i) input << (i == 0 ? "" : ",") << admission_json(records[i]);
    input << "]\n";
  }
  input.close();
  const std::string script = (test::source_root() / "tests/intake/admission_records.py").string();
  const std::string command = "python3 '" + script + "' < '" + folder + "/input' > '" + folder + "/output'";
  EXPECT_EQ(std::system(command.c_str()), 0);
  std::ifstream output(folder + "/output", std::ios::binary);
  std::vector<std::string> lines;
  for (std::string line; std::getline(output, line);) lines.push_back(line);
  output.close();
  std::filesystem::remove_all(folder);
  return lines;
}

// DIGEST-09 to DIGEST-16, D-60.
TEST(AdmissionEncoder, AgreesWithAPlainOneInPython) {
  std::cout << "seed " << kSeed << '\n';
  Random random(kSeed);
  std::vector<Records> cases(500);
  for (Records& records : cases) {
    for (std::size_t n = 1 + random.below(6); n > 0; --n) records.push_back(random_record(random));
  }
  const std::vector<std::string> lines = python_lines(cases);
  ASSERT_EQ(lines.size(), cases.size()) << "python3 must be installed and read every line";
  for (std::size_t i = 0; i < cases.size(); ++i) {
    std::istringstream parts(lines[i]);
    std::string part;
    for (const AdmissionRecord& record : cases[i]) {
      parts >> part;
      ASSERT_EQ(part, hex_of(encode_admission_record(record))) << "case " << i;
    }
    parts >> part;
    const auto digested = parse_hex(part);
    ASSERT_TRUE(digested.has_value());
    EXPECT_EQ(blake3_of(*digested).bytes, admission_digest(cases[i]).bytes) << "case " << i;
  }
}

}  // namespace
}  // namespace latewood::warp
