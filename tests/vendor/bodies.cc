// Prints requests of generated conversations, one a line: the profile, a tab, the body.
#include <cstdio>

#include "latewood/context.h"
#include "support/context_probe.h"
#include "support/random/conversation.h"

int main() {
  using namespace latewood;
  using namespace latewood::test;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Random random(seed);
    Context context = open_system_context();
    for (int step = 0; step < 30; ++step) random_step(random, context);
    if (!context.commit()) return 1;
    for (const ProfileName& profile : profiles()) {
      const auto rendered = context.latest()->render(profile.id);
      if (rendered) std::printf("%s\t%s\n", profile.id.c_str(), rendered->bytes.c_str());
    }
  }
  return 0;
}
