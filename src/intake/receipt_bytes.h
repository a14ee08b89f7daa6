// Receipts as bytes with exactly one valid form. Layout: docs/format/receipt.md.
#pragma once

#include <string>
#include <string_view>

#include "latewood/receipt.h"
#include "latewood/result.h"

namespace latewood::intake {

std::string encode_receipt(const Receipt& receipt);

// Decodes a receipt. Accepts only bytes that `encode_receipt` writes. Places in errors count from the start of `bytes`.
Result<Receipt> decode_receipt(std::string_view bytes);

}  // namespace latewood::intake
