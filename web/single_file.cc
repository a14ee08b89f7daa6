#include "web/single_file.h"

#include <openssl/evp.h>
#include <openssl/sha.h>

#include <array>

#include "web/assets.h"
#include "web/module_script.h"

namespace latewood::web {
namespace {

// 'sha256-...' of a policy.
std::string source_hash(std::string_view text) {
  std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
  SHA256(reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest.data());
  std::array<unsigned char, 4 * ((SHA256_DIGEST_LENGTH + 2) / 3) + 1> base64{};
  const int length = EVP_EncodeBlock(base64.data(), digest.data(), SHA256_DIGEST_LENGTH);
  return "'sha256-" + std::string(base64.begin(), base64.begin() + length) + "'";
}

// JSON inside of a script element: no character can end the element or begin a comment.
std::string without_markup(std::string_view json) {
  std::string safe;
  safe.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      safe += "\\u003c";
    } else {
      safe += c;
    }
  }
  return safe;
}

std::string_view bytes_of(std::string_view path) {
  const Asset* asset = find_asset(path);
  return asset == nullptr ? std::string_view() : asset->bytes;
}

}  // namespace

std::string single_file(std::string_view answers) {
  const std::string script = "\n" + module_script("main.js");
  const std::string style = "\n" + std::string(bytes_of("/style.css"));
  std::string page = R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src )";
  page += source_hash(script) + "; style-src " + source_hash(style);
  page += R"(; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Latewood inspector</title>
<style>)";
  page += style + R"(</style>
</head>
<body>
<div id="page"><p class="boot">Latewood inspector</p></div>
<noscript>The inspector needs JavaScript.</noscript>
<script type="application/json" id="bundle">)";
  page += without_markup(answers);
  page += "</script>\n<script type=\"module\">" + script + "</script>\n</body>\n</html>\n";
  return page;
}

}  // namespace latewood::web
