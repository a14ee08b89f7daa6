#include "node/native/node_columns.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

#include "latewood/selector.h"
#include "node/native/values.h"

namespace latewood::node {
namespace {

// Numbers of a node in `places`.
constexpr std::size_t kWidth = 6;
constexpr std::int32_t kNone = 0;
constexpr std::int32_t kHasTtl = 1;
constexpr std::int32_t kIsPlainText = 2;

// How many nodes are taken between two looks at the stop.
constexpr std::size_t kBetweenLooks = 256;

// A text without escapes, which is its own value between the quotes.
bool is_plain_text(std::string_view json) { return json.starts_with('"') && json.find('\\') == std::string_view::npos; }

// The length of valid UTF-8 as a string of JavaScript: two units for a character outside the first plane.
std::int32_t units_of_utf16(std::string_view text) {
  if (is_ascii(text)) return static_cast<std::int32_t>(text.size());
  std::int32_t units = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    units += (byte & 0xc0) != 0x80 ? 1 : 0;
    units += byte >= 0xf0 ? 1 : 0;
  }
  return units;
}

// The numbers themselves, which the collection of garbage releases with the buffer.
template <class Number>
napi_value make_buffer(napi_env env, std::vector<Number>&& numbers) {
  auto kept = std::make_unique<std::vector<Number>>(std::move(numbers));
  const auto release = [](napi_env, void*, void* data) { delete static_cast<std::vector<Number>*>(data); };
  napi_value buffer = nullptr;
  const std::size_t size = kept->size() * sizeof(Number);
  // An external buffer needs an address.
  if (size == 0) return napi_create_arraybuffer(env, 0, nullptr, &buffer) == napi_ok ? buffer : nullptr;
  const auto made = napi_create_external_arraybuffer(env, kept->data(), size, release, kept.get(), &buffer);
  if (made != napi_ok) return nullptr;
  kept.release();  // NOLINT(bugprone-unused-return-value): `release` deletes it.
  return buffer;
}

napi_value make_names(napi_env env, const std::map<std::string, std::int32_t, std::less<>>& names) {
  napi_value array = nullptr;
  napi_value none = nullptr;
  if (napi_create_array_with_length(env, names.size() + 1, &array) != napi_ok || napi_get_null(env, &none) != napi_ok ||
      napi_set_element(env, array, kNone, none) != napi_ok) {
    return nullptr;
  }
  for (const auto& [name, place] : names) {
    napi_value text = make_text(env, name);
    if (text == nullptr || napi_set_element(env, array, static_cast<std::uint32_t>(place), text) != napi_ok) {
      return nullptr;
    }
  }
  return array;
}

}  // namespace

Result<void> NodeColumns::take(const Snapshot& snapshot, std::string_view selector,
                               const std::function<Result<void>()>& goes_on) {
  const auto parsed = Selector::parse(selector);
  if (!parsed) return parsed.error();
  Result<void> ended;
  seen_.clear();
  if (selector == "*") reserve(snapshot.report());
  const auto taken = for_each_glance(snapshot, *parsed, [&](const NodeGlance& node) {
    if (ttls_.size() % kBetweenLooks == 0) ended = goes_on();
    if (ended) add(node);
    return ended.has_value();
  });
  return taken ? ended : taken;
}

// Room for a whole tree, which has up to three nodes for a block: growing would copy all of it again and again.
void NodeColumns::reserve(const CommitReport& report) {
  constexpr std::size_t kBytesOfAnId = 24;
  const std::size_t nodes = 3 * static_cast<std::size_t>(std::max<std::int64_t>(report.nodes_after, 0)) + 16;
  texts_.reserve(static_cast<std::size_t>(std::max<std::int64_t>(report.bytes_after, 0)) + kBytesOfAnId * nodes);
  places_.reserve(kWidth * nodes);
  ttls_.reserve(nodes);
}

void NodeColumns::add(const NodeGlance& node) {
  const std::int32_t flags = (node.ttl ? kHasTtl : 0) | (is_plain_text(node.content_json) ? kIsPlainText : 0);
  const std::int32_t begin = units_;
  const std::int32_t id_size = append(node.id);
  append(node.content_json);
  const std::int32_t row[kWidth] = {
      begin, id_size, name(node.node_type), node.role ? name(*node.role) : kNone, node.kind ? name(*node.kind) : kNone,
      flags};
  places_.insert(places_.end(), std::begin(row), std::end(row));
  ttls_.push_back(node.ttl.value_or(0));
}

std::int32_t NodeColumns::append(std::string_view text) {
  texts_.append(text);
  const std::int32_t units = units_of_utf16(text);
  units_ += units;
  return units;
}

std::int32_t NodeColumns::name(std::string_view text) {
  for (const auto& [known, place] : seen_) {
    if (known.data() == text.data() && known.size() == text.size()) return place;
  }
  const std::int32_t place = names_.emplace(text, static_cast<std::int32_t>(names_.size()) + 1).first->second;
  seen_.emplace_back(text, place);
  return place;
}

napi_value NodeColumns::make(napi_env env) {
  napi_value object = nullptr;
  if (napi_create_object(env, &object) != napi_ok) return nullptr;
  const auto set = [&](const char* name, napi_value value) {
    return value != nullptr && napi_set_named_property(env, object, name, value) == napi_ok;
  };
  const bool is_complete = set("texts", make_text(env, texts_)) && set("names", make_names(env, names_)) &&
                           set("places", make_buffer(env, std::move(places_))) &&
                           set("ttls", make_buffer(env, std::move(ttls_)));
  return is_complete ? object : nullptr;
}

}  // namespace latewood::node
