// Writes the store that tests/data keeps of a schema version, and the dump it must give:
//
//   write_store_data tests/data/store_v2
//
// Run it once per version, with the build that introduces the version, and never again: the point
// of the file is that later builds did not write it.
#include <cstdio>
#include <fstream>

#include "latewood/ext/store.h"
#include "store/payload_writer.h"
#include "support/store/batches.h"
#include "support/store/dump.h"

namespace {

using namespace latewood;
using namespace latewood::store;

WriteBatch first_turn(ContextKey context) {
  WriteBatch turn = test::turn_batch(context, "main", std::nullopt, 1);
  const Blob dictionary = test::blob_of(turn.commits.front().patch);
  turn.pages.push_back(dictionary);
  turn.commits.front().dictionary = dictionary.digest;
  turn.commits.front().receipt = "a receipt";
  turn.commits.front().admission = "an admission";
  turn.payloads.push_back(test::blob_of(std::string(kChunkBytes + 10, 'x')));
  turn.tags.push_back({"tag", Head{turn.commits.front().id, 1}});
  turn.logs = {{Log::Attempts, {1, "an attempt"}}, {Log::Events, {1, "an event"}}};
  turn.edits.push_back({"main", 0, {"an edit", "another edit"}});
  return turn;
}

bool fill(Store& store) {
  const auto context = store.create_context("demo", "settings");
  if (!context || !store.write(first_turn(*context))) return false;
  WriteBatch second = test::turn_batch(*context, "main", test::turn_id(*context, "main", 1), 2);
  second.edits_taken.push_back({"main", 2});
  second.edits.push_back({"main", 0, {"an edit that waits"}});
  second.payloads.push_back(test::blob_of("to be purged"));
  if (!store.write(second)) return false;
  Removal removal;
  removal.purges.push_back(test::digest_of("to be purged"));
  removal.receipts.push_back(store.find_commit(*context, test::turn_id(*context, "main", 1)).value()->sequence);
  return store.remove(removal).has_value() && store.scrub().has_value();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: write_store_data FOLDER\n");
    return 2;
  }
  const std::string folder = argv[1];
  const auto store = open_store(folder + "/store.db");
  if (!store || !fill(**store)) {
    std::fprintf(stderr, "could not write %s/store.db\n", folder.c_str());
    return 1;
  }
  std::ofstream(folder + "/dump.txt") << test::dump(**store);
  return 0;
}
