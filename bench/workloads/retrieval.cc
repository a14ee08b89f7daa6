// Retrieval: documents come with every question and leave by themselves.
#include "workloads/retrieval.h"

#include "workloads/messages.h"
#include "workloads/workload.h"

namespace latewood::bench {

void retrieval_turn(Context& context, std::uint64_t number) {
  for (std::uint64_t i = 0; i < 5; ++i) {
    Component document;
    document.role = "tool";
    document.kind = "document";
    document.offset = -1;
    document.ttl = 3;
    document.content = JsonValue(words(5 * number + i, 1000));
    must(context.insert(document));
  }
  chat_turn(context, number);
}

std::optional<std::string> run_retrieval(std::size_t turns) {
  Context context(same_everywhere());
  for (std::size_t i = 0; i < turns; ++i) retrieval_turn(context, i);
  return head_of(context);
}

}  // namespace latewood::bench
