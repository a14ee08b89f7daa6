#include "render/cache/runs.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "render/cache/piece_cache.h"

namespace latewood::render {
namespace {

void add(Piece& whole, const Piece& next, UnitsOfText units) {
  if (units == UnitsOfText::Kept) {
    join(whole, next);
  } else {
    join_text(whole, next);
  }
}

std::shared_ptr<const Piece> make_run(const tree::PersistentVector<Strip>& strips, std::size_t number,
                                      UnitsOfText units) {
  const std::size_t first = number * Runs::kStrips;
  const std::size_t end = first + Runs::kStrips;
  const std::uint64_t before = first == 0 ? 0 : strips[first - 1].end.bytes;
  Piece run;
  // A message that continues from the run before is opened again in this run, which takes a few more bytes.
  constexpr std::size_t kMore = 64;
  run.bytes.reserve(static_cast<std::size_t>(strips[end - 1].end.bytes - before) + kMore);
  // Within the limit of the cache no piece was dropped.
  for (std::size_t strip = first; strip < end; ++strip) add(run, *strips[strip].piece, units);
  return std::make_shared<const Piece>(std::move(run));
}

JoinedText joined_from(const Outline& outline, const Runs& runs, UnitsOfText units) {
  Piece whole;
  Units all;  // the units of the runs, then the remaining ones
  whole.bytes.reserve(static_cast<std::size_t>(outline.end().bytes) + outline.closing.size());
  for (const auto& run : runs.runs) {
    const std::size_t begin = join_text(whole, *run);
    all.add({run, &run->units}, begin);
  }
  for_each_ahead(pieces_from(outline, runs.runs.size() * Runs::kStrips),
                 [&](const Piece& piece) { add(whole, piece, units); });
  whole.bytes.append(outline.closing);
  all.add(std::make_shared<const std::vector<Unit>>(std::move(whole.units)), 0);
  return {std::move(whole.bytes), std::move(all), std::move(whole.marks), std::move(whole.repairs)};
}

}  // namespace

std::shared_ptr<const Runs> runs_of(const Outline& outline, const std::shared_ptr<const Runs>& latest,
                                    UnitsOfText units) {
  auto runs = std::make_shared<Runs>();
  runs->strips = outline.strips;
  if (latest == nullptr) return runs;
  const std::size_t same = first_difference(latest->strips, outline.strips) / Runs::kStrips;
  const std::size_t known = std::min(same, latest->runs.size());
  runs->runs.reserve(same);
  runs->runs.assign(latest->runs.begin(), latest->runs.begin() + static_cast<std::ptrdiff_t>(known));
  for (std::size_t number = known; number < same; ++number) {
    runs->runs.push_back(make_run(outline.strips, number, units));
  }
  return runs;
}

JoinedText joined_by_runs(const Outline& outline, std::string_view name, PieceCache& cache, UnitsOfText units) {
  if (outline.end().bytes > cache.limit()) return joined_from(outline, {}, units);
  const std::shared_ptr<const Runs> runs = runs_of(outline, cache.runs(name), units);
  JoinedText whole = joined_from(outline, *runs, units);
  cache.keep_runs(name, runs);
  return whole;
}

}  // namespace latewood::render
