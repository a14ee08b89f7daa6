// Prints the tokens of texts: for each line of standard input, which is the hex form of a text, one line of ranks.
//
//   encode_texts ENCODING < texts.txt
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

#include "latewood/tokens.h"

namespace {

int digit(char hex) { return hex <= '9' ? hex - '0' : hex - 'a' + 10; }

std::string bytes_of(const std::string& hex) {
  std::string bytes;
  for (std::size_t at = 0; at + 1 < hex.size(); at += 2) {
    bytes.push_back(static_cast<char>(digit(hex[at]) * 16 + digit(hex[at + 1])));
  }
  return bytes;
}

}  // namespace

int main(int count, char** arguments) {
  const std::string encoding = count > 1 ? arguments[1] : "o200k_base";
  for (std::string line; std::getline(std::cin, line);) {
    const std::string text = bytes_of(line);
    const auto tokens = latewood::encode_tokens(encoding, text);
    if (!tokens) {
      std::cerr << tokens.error().message << '\n';
      return 1;
    }
    std::string out;
    for (const std::uint32_t token : *tokens) out += std::to_string(token) + " ";
    std::cout << out << '\n';
  }
  return 0;
}
