// Tests of grids in a row: liquid that one run recorded in a band enters another run (Rasmussen et al. 2004,
// 5.2).
#include "ooze/base/error.h"
#include "ooze/liquid/band.h"

#include "unit/rasmussen_fixtures.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <memory>
#include <vector>

namespace ooze::rasmussen_bands_test {
namespace {

using namespace rasmussen_fixtures;

constexpr float kBandTop = 0.49f, kBandBottom = 0.43f;  // heights, three cells apart [m]
constexpr int kFrames = 10;

class RecordedBands final : public BandFrames {
 public:
  std::vector<BandFrame> frames;
  [[nodiscard]] BandFrame read(std::uint64_t frame) const override {
    if (frame >= frames.size()) throw InputError("there is no such frame");
    return frames[frame];
  }
};

const Aabb kBand{{-0.15f, kBandBottom, -0.15f}, {0.15f, kBandTop, 0.15f}};

/// Returns a cylinder of liquid, 30 cells high and 6.6 across, which falls through the band. (The corners of
/// a square column would be rounded by chance.)
WorldSpec stream() {
  WorldSpec spec = worldOf(liquid({{"viscosity", 2.f}}));
  LiquidVolume column;
  column.shape = makeCylinder(0.066f, 0.3f);
  column.pose.position = {0.f, 0.8f, 0.f};
  spec.liquids = {column};
  spec.liquids[0].velocity = {0.f, -2.5f, 0.f};
  return spec;
}

/// Records the band of a run whose window ends just below the band.
std::shared_ptr<RecordedBands> record() {
  WorldSpec spec = stream();
  spec.window = WindowSpec{{{-0.3f, kBandBottom - 0.1f, -0.3f}, {0.3f, 2.f, 0.3f}}, "", {}};
  World world(std::move(spec), 1);
  auto recorded = std::make_shared<RecordedBands>();
  const BandCells cells = cellsOf(kBand, kCell);
  BandFrame first{"up", "band", 1, 0, 60.0, cells, {world.method().band(cells)}};
  recorded->frames.push_back(first);
  for (int f = 1; f <= kFrames; ++f) {
    BandFrame frame{"up", "band", 1, static_cast<std::uint64_t>(f), 60.0, cells, {}};
    do {
      world.step();
      frame.moments.push_back(world.method().band(cells));
      frame.moments.back().time = world.time();
    } while (!world.atFrameBoundary());
    recorded->frames.push_back(frame);
  }
  return recorded;
}

const std::shared_ptr<RecordedBands>& upstream() {
  static const std::shared_ptr<RecordedBands> recorded = record();
  return recorded;
}

WorldSpec downstream(std::shared_ptr<const BandFrames> frames) {
  WorldSpec spec = worldOf(liquid({{"viscosity", 2.f}}));
  spec.sources = {{"source", 0, std::move(frames)}};
  return spec;
}

struct DownstreamSum {
  double particles = 0.0, volume = 0.0;  ///< number of particles, and liquid volume [cells], below the band
  float front = 1e9f;                    ///< lowest height of liquid on the axis [m]; 1e9: none
};

DownstreamSum measureDownstream(const World& world) {
  DownstreamSum sum;
  for (std::size_t i = 0; i < world.particles().size(); ++i)
    sum.particles += world.particles().position[i].y < kBandBottom;
  const auto shot = world.snapshot({});
  // Computes the filled part of a cell from phi, corrected for the curvature of the surface
  // (Rasmussen::volume()). The correction matters: 0.7 % for a column of six cells.
  const auto full = [&](const Vec3& at) {
    const float phi = shot->surface->sample(at) / kCell;
    if (std::abs(phi) >= 0.5f) return phi < 0.f ? 1.f : 0.f;
    float bend = -6.f * phi;
    for (int axis = 0; axis < 3; ++axis)
      for (const float side : {-kCell, kCell}) {
        Vec3 beside = at;
        beside[axis] += side;
        bend += shot->surface->sample(beside) / kCell;
      }
    return 0.5f - phi - bend / 24.f;
  };
  for (int x = -10; x <= 10; ++x)
    for (int z = -10; z <= 10; ++z)
      for (float y = kBandBottom - 0.5f * kCell; y > -3.f; y -= kCell)
        sum.volume += static_cast<double>(full(kCell * Vec3(x, y / kCell, z)));
  for (float y = kBandBottom; y > -3.f; y -= 0.1f * kCell)
    if (shot->surface->sample({0.f, y, 0.f}) < 0.f) sum.front = y;
  return sum;
}

/// Two runs in a row agree with a single grid: within 5 % below the band, and within 1 % in the volume that
/// passes.
TEST(RasmussenBands, AStreamComesDownAsInOneGrid) {
  World one(stream(), 1);
  advanceFrames(one, kFrames);
  const std::shared_ptr<RecordedBands> recorded = upstream();
  World two(downstream(recorded), 1);
  advanceFrames(two, kFrames);
  const DownstreamSum whole = measureDownstream(one), part = measureDownstream(two);
  ASSERT_GT(whole.particles, 200.0);
  EXPECT_NEAR(part.particles, whole.particles, 0.05 * whole.particles);
  EXPECT_NEAR(kBandBottom - part.front, kBandBottom - whole.front, 0.05f * (kBandBottom - whole.front));
  EXPECT_NEAR(part.volume, whole.volume, 0.01 * whole.volume);
  EXPECT_NEAR(static_cast<double>(two.particles().size()), part.volume, 0.01 * part.volume);
}

TEST(RasmussenBands, TheSecondRunAloneComesToTheSameAtAnyNumberOfThreadsAndAfterASave) {
  const std::shared_ptr<RecordedBands> recorded = upstream();
  World first(downstream(recorded), 1);
  advanceFrames(first, 8);
  ASSERT_GT(first.particles().size(), 50u);
  for (const int threads : {1, 2, 7}) {
    World again(downstream(recorded), threads);
    advanceFrames(again, 4);
    ByteWriter saved;
    again.save(saved);
    World restored(downstream(recorded), threads);
    ByteReader in(saved.bytes());
    restored.restore(in);
    advanceFrames(again, 4), advanceFrames(restored, 4);
    EXPECT_EQ(again.hash(), first.hash());
    EXPECT_EQ(restored.hash(), first.hash());
  }
}

/// A downstream run with other time steps interpolates between those of the upstream run.
TEST(RasmussenBands, StepsMayDiffer) {
  const std::shared_ptr<RecordedBands> recorded = upstream();
  World two(downstream(recorded), 1);
  WorldSpec fine = downstream(recorded);
  fine.settings.substeps = 3.f;
  World finer(fine, 1);
  advanceFrames(two, kFrames), advanceFrames(finer, kFrames);
  const DownstreamSum a = measureDownstream(two), b = measureDownstream(finer);
  EXPECT_NEAR(b.volume, a.volume, 0.05 * a.volume);
  EXPECT_NEAR(b.particles, a.particles, 0.02 * a.particles);
}

void expectStop(World& world, int at, const std::string& words) {
  try {
    advanceFrames(world, kFrames);
    ADD_FAILURE() << "it went on";
  } catch (const RunError& e) {
    EXPECT_NE(std::string(e.what()).find(words), std::string::npos) << e.what();
  }
  EXPECT_EQ(world.frameIndex(), static_cast<std::uint64_t>(at));
}

/// A run stops without loss where its bands end, and continues once more bands exist.
TEST(RasmussenBands, StopsWhereABandEndsAndLosesNothing) {
  const std::shared_ptr<RecordedBands> whole = upstream();
  auto shorter = std::make_shared<RecordedBands>();
  shorter->frames.assign(whole->frames.begin(), whole->frames.begin() + 7);
  World world(downstream(shorter), 1);
  expectStop(world, 6, "no such frame");
  shorter->frames = whole->frames;
  advanceFrames(world, 3);
  World straight(downstream(whole), 1);
  advanceFrames(straight, 9);
  EXPECT_EQ(world.hash(), straight.hash());
}

TEST(RasmussenBands, RefusesBandsOfOtherCellsAndOfAnotherRun) {
  const std::shared_ptr<RecordedBands> whole = upstream();
  WorldSpec spec = downstream(whole);
  spec.methodSettings.interactionRadius = 1.5f * kH;
  World coarse(spec, 1);
  expectStop(coarse, 0, "cells of 20 mm");
  auto mixed = std::make_shared<RecordedBands>(*whole);
  mixed->frames[5].run = 2;
  World world(downstream(mixed), 1);
  expectStop(world, 4, "another run");
}

}  // namespace
}  // namespace ooze::rasmussen_bands_test
