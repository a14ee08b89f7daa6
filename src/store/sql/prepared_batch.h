// A write batch prepared before its transaction: compressed, sealed, and sorted, so that transactions with the same
// content lock it in the same order.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "latewood/ext/store_records.h"
#include "latewood/result.h"
#include "store/packing.h"
#include "store/sql/commit_tables.h"
#include "store/sql/content_tables.h"
#include "store/sql/session.h"

namespace latewood::store {

// The pages that the batch's commits name as dictionaries; null for a missing page.
using Dictionaries = std::map<Blake3Digest, std::shared_ptr<const Dictionary>>;

struct PreparedBatch {
  const WriteBatch* batch = nullptr;
  std::vector<PreparedBlob> payloads;
  std::vector<Blake3Digest> tombstones;
  std::vector<PreparedBlob> pages;
  std::vector<PreparedCommit> commits;
};

// `batch` must outlive the result.
PreparedBatch prepare_batch(const WriteBatch& batch, const Dictionaries& dictionaries);

// Writes the whole batch. Call it within a transaction.
Result<void> apply_batch(SqlSession& session, const PreparedBatch& prepared);

// The move of a ref that shows whether the batch took effect; null if there is none.
const RefMove* telling_move(const WriteBatch& batch);

// Returns true if the batch took effect, judged by the current head of the ref.
Result<bool> batch_was_applied(SqlSession& session, const WriteBatch& batch, const RefMove& move);

}  // namespace latewood::store
