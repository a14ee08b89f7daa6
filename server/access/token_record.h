// A token in its stored form, and in the form that the command line prints.
#pragma once

#include <string>

#include "latewood/result.h"
#include "server/access/token_book.h"

namespace latewood::server {

// The value of the state that holds the token.
std::string encode_token(const TokenRecord& record);
// Corruption if a server did not write the text.
Result<TokenRecord> decode_token(const std::string& id, const std::string& text);

// {"actor","context_prefix","created_ns","expires_ns","id","scopes"}: without the digest.
std::string token_json(const TokenRecord& record);

// "read", "write", "admin", "proxy".
std::vector<std::string> scope_names(const TokenRights& rights);
// Adds the right of that name; false for another name.
bool add_scope(TokenRights& rights, std::string_view name);

}  // namespace latewood::server
