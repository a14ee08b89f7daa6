#include "figures/hash_bench.h"

#include <openssl/evp.h>

#include <string>

#include "canon/content_hash.h"
#include "canon/json_writer.h"
#include "latewood/hash.h"
#include "workloads/messages.h"

namespace latewood::bench {
namespace {

RawBytes32 openssl_sha256(const std::string& bytes) {
  RawBytes32 digest{};
  unsigned size = 0;
  EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha256(), nullptr);
  return digest;
}

// The `content_hash` of a block of text from its value, against SHA-256 of the canonical bytes that
// the specification hashes.
Figure block_figure(const Run& run, std::size_t size) {
  HashedContent hashed;
  const JsonValue content(words(size, size));
  hashed.role = "user";
  hashed.kind = "text";
  const std::string json = canonical_json(content);
  hashed.content_json = json;
  const std::string bytes = hashed_json(hashed);
  const std::size_t calls = run.pick(64 * 1024 * 1024 / 16, 64 * 1024) / size + 1;
  Sha256Digest ours;
  RawBytes32 plain{};
  const Pair pair = time_pair(
      [&] {
        for (std::size_t i = 0; i < calls; ++i) {
          const std::string text = canonical_json(content);
          hashed.content_json = text;
          ours = content_hash(hashed);
        }
      },
      [&] {
        for (std::size_t i = 0; i < calls; ++i) plain = openssl_sha256(bytes);
      },
      static_cast<double>(calls), run.repeats());
  return {"content hashing of a block of " + std::to_string(size) + " bytes",
          pair,
          "canonical JSON and content_hash",
          "OpenSSL's SHA-256 of the same canonical bytes",
          1.3,
          ours.bytes == plain};
}

}  // namespace

Report hash_figures(const Run& run) {
  Report report;
  for (const std::size_t size : {std::size_t{5000}, std::size_t{100000}, std::size_t{1000000}}) {
    report.figures.push_back(block_figure(run, size));
  }
  return report;
}

}  // namespace latewood::bench
