// Small histories in a store, for tests that look after stores.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "latewood/repository.h"
#include "tree/node.h"

namespace latewood::test {

inline OpenOptions logical(std::string branch = {}) {
  OpenOptions options;
  options.branch = std::move(branch);
  options.context.clock = make_logical_clock();
  return options;
}

// A repository that is gone with the process.
inline Repository open_memory() {
  auto repository = Repository::open("memory:");
  if (!repository) ADD_FAILURE() << repository.error().message;
  return *std::move(repository);
}

// By which a store knows the content that is this text.
inline Blake3Digest digest_of_text(const std::string& text) { return {tree::payload_digest("\"" + text + "\"").bytes}; }

inline Component says(std::string role, std::string text) {
  return {.role = std::move(role), .content = std::move(text)};
}

inline AttemptRequest request() {
  AttemptRequest request;
  request.provider = "p";
  request.model = "m";
  return request;
}

// A store in memory, or wherever else, and the contexts in it.
class StoredHistory {
 public:
  explicit StoredHistory(std::shared_ptr<store::Store> store = *store::open_store("memory:"))
      : store_(std::move(store)), repository_(store_) {}

  Repository& repository() { return repository_; }
  store::Store& store() { return *store_; }

  Context open(const std::string& name = "main", const OpenOptions& options = logical()) {
    auto context = repository_.open_context(name, options);
    EXPECT_TRUE(context) << context.error().message;
    return *std::move(context);
  }

  // Adds so many turns of a question and an answer; their texts begin with `prefix`.
  void grow(int turns, const std::string& prefix = "t", const std::string& name = "main",
            const std::string& branch = {}) {
    Context context = open(name, logical(branch));
    for (int i = 0; i < turns; ++i) {
      const std::string text = prefix + std::to_string(context.cycle() + 1);
      EXPECT_TRUE(context.insert(says("user", "question " + text)));
      EXPECT_TRUE(context.insert(says("assistant", "answer " + text)));
      const auto report = context.commit({.message = text});
      EXPECT_TRUE(report) << report.error().message;
    }
  }

  VerifyReport verified(const VerifyOptions& options = {}) {
    auto report = repository_.verify(options);
    EXPECT_TRUE(report) << report.error().message;
    return report ? *std::move(report) : VerifyReport();
  }

  void expect_sound() {
    const VerifyReport report = verified();
    for (const WrongObject& wrong : report.wrong)
      ADD_FAILURE() << wrong.context << " " << wrong.object << ": " << wrong.message;
    const auto found = repository_.fsck();
    ASSERT_TRUE(found) << found.error().message;
    for (const std::string& line : *found) ADD_FAILURE() << line;
  }

 private:
  std::shared_ptr<store::Store> store_;
  Repository repository_;
};

}  // namespace latewood::test
