// The files of the inspector, embedded in the program.
//
//   if (const Asset* asset = find_asset("/")) respond(asset->media_type, asset->bytes, asset->digest);
//
// Any thread may call these functions. Results live as long as the process.
#pragma once

#include <string_view>
#include <vector>

namespace latewood::web {

struct Asset {
  std::string_view path;  // relative, such as "views/tree.js"; that of the page itself is "index.html"
  std::string_view bytes;
  std::string_view media_type;  // "text/html; charset=utf-8"
  std::string_view digest;      // SHA-256 of the bytes in hexadecimal digits: for an ETag
};

// The header `Content-Security-Policy` to send with every asset. The page loads nothing from elsewhere, and a content
// that reaches the page cannot run as a script.
inline constexpr std::string_view kContentSecurityPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

// Every asset, by path.
const std::vector<Asset>& assets();

// The asset at a path of a URL, without its query: "/" is the page, "/views/tree.js" a part of it. Null if there is
// none. Nothing in the path is decoded.
const Asset* find_asset(std::string_view url_path);

}  // namespace latewood::web
