// Uses a store, a commit, a question and a render: something of every part of the library.
#include <iostream>
#include <string>
#include <variant>
#include <vector>

#include "latewood/clock.h"
#include "latewood/repository.h"

namespace {

latewood::Result<std::string> first_words(const std::string& store) {
  auto repository = latewood::Repository::open(store);
  if (!repository) return repository.error();
  auto context = repository->open_context("main", {.context = {.clock = latewood::make_logical_clock()}});
  if (!context) return context.error();
  const auto id = context->insert({.role = "user", .content = "Hello"});
  if (!id) return id.error();
  const auto report = context->commit({.message = "first"});
  if (!report) return report.error();
  const auto found = context->select(".cb[role='user']");
  if (!found) return found.error();
  if (std::get<std::vector<std::string>>(*found) != std::vector{*id}) return std::string("not found");
  const auto rendered = context->latest()->render("openai");
  if (!rendered) return rendered.error();
  return rendered->bytes;
}

}  // namespace

int main(int, char** argv) {
  const auto words = first_words(argv[1]);
  std::cout << (words ? *words : words.error().message) << '\n';
  return words ? 0 : 1;
}
