// Scene `clavet_fountain`: jets leave the nozzles in one piece, rise to the ballistic height, and break into
// sheets, threads and drops on the way down.
#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include "scenes/liquid_parts.h"
#include "scenes/recorded_run.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <numeric>

namespace ooze::fountain_test {
namespace {

/// Returns the sizes of the connected parts of liquid in the air: above the slab, linked within h; largest
/// first.
std::vector<std::size_t> partsInTheAir(const World& world) {
  const float h = world.spec().methodSettings.interactionRadius;
  const Particles& p = world.particles();
  std::vector<std::size_t> air;
  for (std::size_t i = 0; i < p.size(); ++i)
    if (p.position.y[i] > h) air.push_back(i);
  std::vector<std::size_t> sizes;
  for (const auto& part : test::connectedParts(p, air, h)) sizes.push_back(part.size());
  std::sort(sizes.rbegin(), sizes.rend());
  return sizes;
}

TEST(Fountain, JetsRiseAsHighAsTheirSpeedCarriesThemAndBreakIntoDrops) {
  test::RecordedRun run("clavet_fountain");
  const World& world = run.world();
  const EmitterSpec jet = world.spec().emitters.front();
  const double up = jet.speed * glm::normalize(jet.direction).y;
  const double rise = up * up / (2.0 * 9.81);

  std::map<std::uint32_t, float> tops;  // the largest height of each particle, by id
  std::size_t early = 0, ofFirstSecond = 0;
  double parts = 0.0, drops = 0.0, inJets = 0.0;
  int frames = 0;
  while (world.time() < 2.5) {
    run.advanceFrame();
    const Particles& p = world.particles();
    for (std::size_t i = 0; i < p.size(); ++i) {
      const auto [entry, fresh] = tops.emplace(p.id[i], p.position.y[i]);
      if (!fresh) entry->second = std::max(entry->second, p.position.y[i]);
    }
    if (world.time() < 1.0) ofFirstSecond = tops.size();
    const bool rising = world.time() > 0.1 && world.time() < 0.9 * up / 9.81;
    if (!rising && world.time() < 1.5) continue;
    const std::vector<std::size_t> sizes = partsInTheAir(world);
    if (rising) {
      early = std::max(early, sizes.size());
      continue;
    }
    ASSERT_GE(sizes.size(), 3u);
    const std::size_t all = std::accumulate(sizes.begin(), sizes.end(), std::size_t{0});
    const auto small = std::count_if(sizes.begin(), sizes.end(), [](std::size_t n) { return n < 20; });
    parts += static_cast<double>(sizes.size()), drops += static_cast<double>(small);
    inJets += static_cast<double>(sizes[0] + sizes[1] + sizes[2]) / static_cast<double>(all);
    ++frames;
  }
  parts /= frames, inJets /= frames, drops /= frames;

  // On the way up only three jets exist (and at most a stray drop). Once liquid falls back, dozens of drops
  // appear, while most liquid still rises or falls connected to its jet.
  EXPECT_GE(early, 3u);
  EXPECT_LE(early, 4u);
  EXPECT_GE(parts, 40.0);
  EXPECT_GE(drops, 0.8 * parts);
  EXPECT_GE(inJets, 0.6);
  EXPECT_LE(inJets, 0.95);

  std::vector<float> reached;
  for (const auto& [id, top] : tops)
    if (id < ofFirstSecond) reached.push_back(top);
  const auto middle = reached.begin() + static_cast<std::ptrdiff_t>(reached.size() / 2);
  std::nth_element(reached.begin(), middle, reached.end());
  const double apex = *middle - jet.position.y;
  // Viscosity and surface tension reduce the height, and liquid falling back on a jet reduces it further.
  EXPECT_NEAR(apex, rise, 0.15 * rise);
  RecordProperty("parts", std::to_string(parts));
  RecordProperty("in_jets", std::to_string(inJets));
  RecordProperty("apex_over_ballistic", std::to_string(apex / rise));
}

}  // namespace
}  // namespace ooze::fountain_test
