// Forking: go back to any cycle and try again. The fork shares everything up to there and
// nothing after it.
#include "example.h"

using namespace latewood;

int main() {
  Context context = open_context();
  for (const char* question : {"one", "two", "three"}) {
    must(context.insert(text_block("user", question)));
    must(context.commit());
  }

  Context other = must(context.fork(2));
  must(other.insert(text_block("user", "three, asked differently")));
  must(other.commit());
  must(context.insert(text_block("user", "four")));
  must(context.commit());

  std::cout << "original: " << must(must(context.latest()).provider_thread()) << '\n';
  std::cout << "fork:     " << must(must(other.latest()).provider_thread()) << '\n';
  expect(must(context.at(2)).commit_id() == must(other.at(2)).commit_id(), "they share cycle 2");
  expect(must(context.at(3)).commit_id() != must(other.at(3)).commit_id(), "and differ from cycle 3 on");
  expect(must(context.latest()).cycle() == 4 && must(other.latest()).cycle() == 3, "each has its own cycles");
}
