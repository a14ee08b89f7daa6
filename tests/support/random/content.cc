#include "support/random/content.h"

#include <vector>

namespace latewood::test {
namespace {

using namespace std::string_literals;

const std::vector<std::string> kPieces = {
    "a",
    "b",
    "c",
    "word",
    " ",
    "  ",
    "\t",
    "\n",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    "- x",
    "-- y",
    "--- z\n",
    "+++ z\n",
    "@@ -1 +1 @@",
    "\\ No newline at end of file\n",
    "\xc2\xa0",
    "\f",
    "\0"s,
    "}\n",
    "{\n",
    "same\n",
    "same\n",
    "\xe3\x80\x80",
    "\xf0\x9f\x98\x80",
    "Index: q\n",
    "3a\n",
    "***\n",
    "1,2c1\n",
    "diff --git a/x b/x\n",
};

const std::vector<std::string> kKeys = {"", "a", "b", "c", "a/b", "m~n", "~1", "0", "1", "-", "\xc3\xa9", "\n", "\""};

std::string random_pieces(Random& random, std::size_t most) {
  std::string text;
  for (std::size_t left = random.below(most + 1); left > 0; --left) text += random.pick(kPieces);
  return text;
}

// Whole characters only: a cut inside one would not be UTF-8.
std::size_t random_place(Random& random, const std::string& text) {
  std::size_t at = random.below(text.size() + 1);
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80) ++at;
  return at;
}

JsonValue random_scalar(Random& random) {
  switch (random.below(7)) {
    case 0: return JsonValue();
    case 1: return JsonValue(random.chance(50));
    case 2: return JsonValue(static_cast<std::int64_t>(random.below(4)));
    case 3: return JsonValue(static_cast<double>(random.below(4)));
    case 4: return JsonValue(BigInteger{"1234567890123456789012345678" + std::to_string(random.below(4))});
    case 5: return JsonValue(0.1 * static_cast<double>(random.below(100)));
    default: return JsonValue(random_pieces(random, 3));
  }
}

JsonValue edited_array(Random& random, JsonValue::Array items) {
  for (std::size_t left = 1 + random.below(3); left > 0; --left) {
    const auto at = static_cast<std::ptrdiff_t>(random.below(items.size() + 1));
    const bool inside = static_cast<std::size_t>(at) < items.size();
    switch (random.below(inside ? 4 : 1)) {
      case 0: items.insert(items.begin() + at, random_json(random, 2)); break;
      case 1: items.erase(items.begin() + at); break;
      case 2: items[static_cast<std::size_t>(at)] = edited_json(random, items[static_cast<std::size_t>(at)]); break;
      default: std::swap(items[static_cast<std::size_t>(at)], items.front());
    }
  }
  return JsonValue(std::move(items));
}

JsonValue edited_object(Random& random, JsonValue::Object members) {
  for (std::size_t left = 1 + random.below(3); left > 0; --left) {
    const auto at = static_cast<std::ptrdiff_t>(random.below(members.size() + 1));
    const bool inside = static_cast<std::size_t>(at) < members.size();
    switch (random.below(inside ? 3 : 1)) {
      case 0: members.push_back({random.pick(kKeys), random_json(random, 2)}); break;
      case 1: members.erase(members.begin() + at); break;
      default:
        members[static_cast<std::size_t>(at)].value = edited_json(random, members[static_cast<std::size_t>(at)].value);
    }
  }
  return make_object(std::move(members));
}

}  // namespace

std::string random_text(Random& random) { return random_pieces(random, random.chance(20) ? 4 : 60); }

std::string edited_text(Random& random, const std::string& text) {
  std::string edited = text;
  for (std::size_t left = random.below(5); left > 0; --left) {
    const std::size_t begin = random_place(random, edited);
    const std::size_t end = std::max(begin, std::min(begin + random.below(12), random_place(random, edited)));
    std::string cut;
    if (end == edited.size() || (static_cast<unsigned char>(edited[end]) & 0xc0) != 0x80) {
      cut = edited.substr(begin, end - begin);
      edited.erase(begin, end - begin);
    }
    edited.insert(random.chance(70) ? begin : random_place(random, edited),
                  random.chance(30) ? cut : random_pieces(random, 4));
  }
  return edited;
}

JsonValue random_json(Random& random, int depth) {
  if (depth == 0 || random.chance(30)) return random_scalar(random);
  if (random.chance(50)) {
    JsonValue::Array items;
    for (std::size_t left = random.below(7); left > 0; --left) items.push_back(random_json(random, depth - 1));
    return JsonValue(std::move(items));
  }
  std::vector<JsonMember> members;
  for (std::size_t left = random.below(6); left > 0; --left) {
    members.push_back({random.pick(kKeys), random_json(random, depth - 1)});
  }
  return make_object(std::move(members));
}

JsonValue edited_json(Random& random, const JsonValue& value) {
  if (random.chance(10)) return random_json(random, 2);
  if (const auto* items = value.as_array()) return edited_array(random, *items);
  if (const auto* members = value.as_object()) return edited_object(random, *members);
  if (const auto* text = value.as_string()) return JsonValue(edited_text(random, *text));
  return random_scalar(random);
}

}  // namespace latewood::test
