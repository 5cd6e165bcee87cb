// Tests emitters: volume, position and time of the poured particles.
#include "ooze/liquid/emitter.h"

#include "ooze/surface/surface_builder.h"

#include "unit/surface_fixtures.h"

#include <array>
#include <chrono>
#include <cmath>
#include <complex>
#include <gtest/gtest.h>
#include <map>
#include <numbers>
#include <set>

namespace ooze::emitter_test {
namespace {

/// Returns the particles that an emitter pours in `seconds`. Each particle has moved at its velocity up to
/// the end of this time.
std::vector<Vec3> pour(Emitter& emitter, double seconds, int count, float spacing,
                       std::uint64_t room = UINT64_MAX, JetLattice lattice = JetLattice::Layers) {
  const double dt = seconds / count;
  std::vector<Vec3> positions;
  for (int s = 0; s < count; ++s) {
    const LiquidSeeds seeds = emitter.emit(s * dt, static_cast<float>(dt), spacing, 0, room, lattice);
    EXPECT_EQ(seeds.positions.size(), seeds.velocities.size());
    for (std::size_t i = 0; i < seeds.positions.size(); ++i)
      positions.push_back(seeds.positions[i] + static_cast<float>(seconds - s * dt) * seeds.velocities[i]);
  }
  return positions;
}

constexpr float kSpacing = 0.004f;
constexpr float kOpening = 5.25f * kSpacing;  // no lattice point lies on the rim, where rounding would decide

EmitterSpec jet(NozzleShape shape) {
  EmitterSpec spec;
  spec.shape = shape;
  spec.position = {0.1f, 0.5f, -0.2f};
  spec.direction = {0.f, -1.f, 0.f};
  spec.radius = kOpening;
  spec.speed = 1.5f;
  return spec;
}

TEST(Emitter, PoursItsOpeningTimesItsSpeed) {
  for (const NozzleShape shape : {NozzleShape::Disc, NozzleShape::Square}) {
    Emitter emitter(jet(shape));
    const auto particles = pour(emitter, 0.4, 37, kSpacing);
    const double area =
        shape == NozzleShape::Disc ? std::numbers::pi * kOpening * kOpening : 4.0 * kOpening * kOpening;
    const double volume = static_cast<double>(particles.size()) * std::pow(kSpacing, 3.0);
    // The expected ratio is that of lattice points to the area of the opening in cells. 89 points fill a disc
    // of 86.6 cells, and 11 x 11 points fill a square of 10.5 x 10.5 cells. The jet ends at a whole layer, an
    // error of one layer in 150.
    const double cells = shape == NozzleShape::Disc ? 89.0 / 86.59 : 121.0 / 110.25;
    EXPECT_NEAR(volume / (area * 1.5 * 0.4), cells, 0.015);
    EXPECT_EQ(emitter.emitted(), particles.size());
  }
}

TEST(Emitter, ThePipeGuidesOnlyTheJet) {
  for (const NozzleShape shape : {NozzleShape::Disc, NozzleShape::Square}) {
    EmitterSpec spec = jet(shape);
    spec.material = 2;
    const auto pipe = Emitter(spec).pipe(0.1, kSpacing, 0.01f);
    ASSERT_TRUE(pipe);
    const Vec3 moving{0.f, -1.f, 0.f}, at = spec.position - Vec3(0.f, 0.005f, 0.f);
    const auto guides = [&](const Vec3& from) { return pipe->guides(spec.position + from, moving, 2); };
    EXPECT_TRUE(pipe->guides(at, moving, 2));
    EXPECT_FALSE(pipe->guides(at, moving, 1)) << "another material";
    EXPECT_FALSE(pipe->guides(at, Vec3(0.f), 2)) << "liquid at rest around a blocked nozzle";
    EXPECT_FALSE(pipe->guides(at, -moving, 2)) << "liquid that comes back";
    EXPECT_FALSE(guides({0.f, 0.001f, 0.f})) << "above the opening";
    EXPECT_FALSE(guides({0.f, -0.011f, 0.f})) << "beyond the pipe";
    EXPECT_TRUE(guides({kOpening + 0.4f * kSpacing, -0.005f, 0.f}));
    EXPECT_FALSE(guides({kOpening + 0.6f * kSpacing, -0.005f, 0.f}));
    EXPECT_EQ(guides({kOpening, -0.005f, kOpening}), shape == NozzleShape::Square) << "a corner";
  }
  EmitterSpec closed = jet(NozzleShape::Disc);
  EXPECT_FALSE(Emitter(closed).pipe(closed.stop, kSpacing, 0.01f));
  closed.enabled = false;
  EXPECT_FALSE(Emitter(closed).pipe(0.1, kSpacing, 0.01f));
  EXPECT_FALSE(Emitter(jet(NozzleShape::Shower)).pipe(0.1, kSpacing, 0.01f));
}

TEST(Emitter, FillsItsOpeningAndNothingOutside) {
  for (const NozzleShape shape : {NozzleShape::Disc, NozzleShape::Square}) {
    Emitter emitter(jet(shape));
    float farX = 0.f, farR = 0.f;
    for (const Vec3& p : pour(emitter, 0.1, 10, kSpacing)) {
      farX = std::max({farX, std::abs(p.x - 0.1f), std::abs(p.z + 0.2f)});
      farR = std::max(farR, std::hypot(p.x - 0.1f, p.z + 0.2f));
      EXPECT_LE(p.y, 0.5f + 1e-5f);
      EXPECT_GE(p.y, 0.5f - 0.15f - 1e-5f);
    }
    EXPECT_LT(farX, kOpening);
    EXPECT_GT(farX, kOpening - kSpacing);
    if (shape == NozzleShape::Disc)
      EXPECT_LT(farR, kOpening);
    else
      EXPECT_GT(farR, 1.25f * kOpening) << "a square has corners";
  }
}

TEST(Emitter, SpacesTheJetTheSameAtAnyTimeStep) {
  const auto heights = [](int count) {
    Emitter emitter(jet(NozzleShape::Disc));
    std::vector<float> y;
    for (const Vec3& p : pour(emitter, 0.3, count, kSpacing)) y.push_back(p.y);
    std::sort(y.begin(), y.end());
    return y;
  };
  const auto expected = heights(300);
  for (const int count : {3, 20, 77}) {
    const auto other = heights(count);
    // The jet is 0.45 m = 112.5 spacings long. No layer is about to leave the nozzle, so every step count
    // yields the same layers.
    ASSERT_EQ(other.size(), expected.size());
    for (std::size_t i = 0; i < other.size(); ++i)
      ASSERT_NEAR(other[i], expected[i], 0.005f * kSpacing);  // 300 roundings of 2^-24 of half a metre
  }
  // The layers are one spacing apart.
  std::vector<float> layers;
  for (const float y : expected)
    if (layers.empty() || y > layers.back() + 0.5f * kSpacing) layers.push_back(y);
  ASSERT_EQ(layers.size(), 112u);
  for (std::size_t i = 1; i < layers.size(); ++i)
    EXPECT_NEAR(layers[i] - layers[i - 1], kSpacing, 0.01f * kSpacing);
}

TEST(Emitter, StaggersAdjacentColumnsOfAJet) {
  std::size_t inLayers = 0;
  for (const int count : {300, 77, 20, 3}) {
    Emitter emitter(jet(NozzleShape::Disc));
    std::map<std::pair<int, int>, std::vector<float>>
        columns;  // heights of the particles in each column [spacings]
    std::size_t particles = 0;
    for (const Vec3& p : pour(emitter, 0.3, count, kSpacing, UINT64_MAX, JetLattice::Staggered)) {
      const Vec3 from = (p - jet(NozzleShape::Disc).position) / kSpacing;
      columns[{static_cast<int>(std::round(from.x)), static_cast<int>(std::round(from.z))}].push_back(from.y);
      ++particles;
    }
    ASSERT_EQ(columns.size(), 89u);
    for (auto& [place, heights] : columns) {
      std::sort(heights.begin(), heights.end());
      for (std::size_t i = 1; i < heights.size(); ++i)
        ASSERT_NEAR(heights[i] - heights[i - 1], 1.f, 0.01f) << count << " steps";
    }
    for (const auto& [place, heights] : columns)
      for (const auto& beside : {std::pair{place.first + 1, place.second}, {place.first, place.second + 1}}) {
        const auto other = columns.find(beside);
        if (other == columns.end()) continue;
        const float shift = heights[5] - other->second[5], apart = std::abs(shift - std::round(shift));
        EXPECT_GT(apart, 0.24f) << count << " steps";
      }
    Emitter layers(jet(NozzleShape::Disc));
    inLayers = pour(layers, 0.3, count, kSpacing).size();
    EXPECT_NEAR(static_cast<double>(particles), static_cast<double>(inLayers), 89.0) << "at most one layer";
  }
}

TEST(Emitter, StaggeredJetsDoNotTearIntoDiscs) {
  // A jet that falls gets longer and, without attraction between its particles, not narrower. The surface of
  // layers tears into one disc for each layer.
  constexpr float kStretch = 2.2f;
  std::size_t pieces[2];
  for (const JetLattice lattice : {JetLattice::Layers, JetLattice::Staggered}) {
    EmitterSpec spec = jet(NozzleShape::Disc);
    spec.radius = 2.1f * kSpacing;
    Emitter emitter(spec);
    std::vector<Vec3> positions = pour(emitter, 0.05, 20, kSpacing, UINT64_MAX, lattice);
    for (Vec3& p : positions) p.y *= kStretch;
    SurfaceParticles particles;
    particles.positions = positions;
    const SurfaceMesh mesh = SurfaceBuilder().build(
        particles, {.interactionRadius = 2.1f * kSpacing, .spacing = kSpacing}, Threads(1));
    pieces[lattice == JetLattice::Staggered ? 1 : 0] = test::pieceCount(mesh);
  }
  EXPECT_GT(pieces[0], 8u);
  EXPECT_EQ(pieces[1], 1u);
}

TEST(Emitter, RestsBeforeItsStartAfterItsStopAndWhileDisabled) {
  EmitterSpec spec = jet(NozzleShape::Disc);
  spec.start = 0.2;
  spec.stop = 0.3;
  Emitter emitter(spec);
  for (int s = 0; s < 50; ++s) {
    const double time = 0.01 * s;
    const bool pours = !emitter.emit(time, 0.01f, kSpacing, 0, UINT64_MAX).positions.empty();
    if (time < 0.1999 || time > 0.3001) {
      EXPECT_FALSE(pours) << time;
    } else if (time > 0.2001 && time < 0.2999) {
      EXPECT_TRUE(pours) << time;
    }
  }
  spec = jet(NozzleShape::Disc);
  spec.enabled = false;
  Emitter off(spec);
  EXPECT_TRUE(pour(off, 1.0, 10, kSpacing).empty());
}

TEST(Emitter, StopsAtItsLimitsAndWhereTheWorldIsFull) {
  EmitterSpec spec = jet(NozzleShape::Square);
  spec.particleLimit = 1234;
  Emitter limited(spec);
  EXPECT_EQ(pour(limited, 1.0, 50, kSpacing).size(), 1234u);
  spec.particleLimit = UINT64_MAX;
  spec.volumeLimit = 1e-5f;
  Emitter measured(spec);
  EXPECT_NEAR(static_cast<double>(pour(measured, 1.0, 50, kSpacing).size()) * std::pow(kSpacing, 3.0), 1e-5,
              std::pow(kSpacing, 3.0));
  spec.volumeLimit = 0.f;
  Emitter cramped(spec);
  EXPECT_EQ(cramped.emit(0.0, 0.5f, kSpacing, 0, 17).positions.size(), 17u);
}

TEST(Emitter, ClosesWhenItsLimitIsPouredAndPoursAsMuchAgainWhenReopened) {
  EmitterSpec spec = jet(NozzleShape::Square);
  spec.particleLimit = 300;
  Emitter emitter(spec);
  EXPECT_EQ(pour(emitter, 1.0, 50, kSpacing).size(), 300u);
  EXPECT_FALSE(emitter.spec().enabled);
  emitter.setEnabled(true);
  EXPECT_EQ(pour(emitter, 1.0, 50, kSpacing).size(), 300u);
  EXPECT_EQ(emitter.emitted(), 600u);
  // Enabling an open emitter adds nothing to the limit.
  Emitter open(spec);
  std::size_t poured = pour(open, 0.02, 1, kSpacing).size();
  open.setEnabled(true);
  poured += pour(open, 1.0, 50, kSpacing).size();
  EXPECT_EQ(poured, 300u);
}

TEST(Emitter, FollowsItsKeys) {
  EmitterSpec spec = jet(NozzleShape::Disc);
  spec.keys = {{0.0, {0.f, 0.f, 0.f}, {1.f, 0.f, 0.f}}, {1.0, {0.f, 2.f, 0.f}, {0.f, 0.f, 1.f}}};
  Emitter emitter(spec);
  const LiquidSeeds seeds = emitter.emit(0.5, 0.004f, kSpacing, 0, UINT64_MAX);
  ASSERT_FALSE(seeds.positions.empty());
  Vec3 mean(0.f);
  for (const Vec3& p : seeds.positions) mean += p / static_cast<float>(seeds.positions.size());
  // The mean lies half way between the keys. The tolerance is the jet's path in one time step.
  EXPECT_LT(glm::distance(mean, Vec3(0.f, 1.f, 0.f)), 0.007f);
  EXPECT_LT(glm::distance(seeds.velocities[0], 1.5f * glm::normalize(Vec3(1.f, 0.f, 1.f))), 1e-5f);
}

EmitterSpec shower(float coverage, float dropRadius) {
  EmitterSpec spec = jet(NozzleShape::Shower);
  spec.radius = 0.1f;
  spec.coverage = coverage;
  spec.dropRadius = dropRadius;
  return spec;
}

TEST(Shower, RainsItsCoverageOfOpeningTimesSpeedAtAnySpacing) {
  for (const float spacing : {0.008f, 0.004f, 0.0025f}) {
    Emitter emitter(shower(0.02f, 0.006f));
    const auto particles = pour(emitter, 2.0, 240, spacing);
    const double volume = static_cast<double>(particles.size()) * std::pow(spacing, 3.0);
    // At most one drop of more than 1000 is left over.
    const double drop = static_cast<double>(dropPoints(0.006f, spacing).size()) * std::pow(spacing, 3.0);
    EXPECT_NEAR(volume, 0.02 * 0.2 * 0.2 * 1.5 * 2.0, 1.01 * drop) << spacing;
    EXPECT_EQ(emitter.emitted(), particles.size());
  }
}

TEST(Shower, ADropIsALatticeBallAndOneParticleAtLeast) {
  EXPECT_EQ(dropPoints(0.f, kSpacing).size(), 1u);
  EXPECT_EQ(dropPoints(0.99f * kSpacing, kSpacing).size(), 1u);
  EXPECT_EQ(dropPoints(kSpacing, kSpacing).size(), 7u);
  const double particles = static_cast<double>(dropPoints(6.f * kSpacing, kSpacing).size());
  EXPECT_NEAR(particles / (4.0 / 3.0 * std::numbers::pi * 216.0), 1.0, 0.05);
}

TEST(Shower, ScattersItsDropsOverTheWholeSquare) {
  Emitter emitter(shower(0.02f, 0.f));
  std::array<int, 16> hits{};
  const auto particles = pour(emitter, 1.0, 120, kSpacing);
  for (const Vec3& p : particles) {
    EXPECT_LE(std::abs(p.x - 0.1f), 0.1f + 1e-6f);
    EXPECT_LE(std::abs(p.z + 0.2f), 0.1f + 1e-6f);
    const auto cell = [](float x) { return std::min(3, static_cast<int>(20.f * x)); };
    ++hits[static_cast<std::size_t>(4 * cell(p.x) + cell(p.z + 0.3f))];
  }
  // The shower lets out 18750 drops. Independent random drops would fill sixteenths of the square unevenly by
  // 3 %.
  const double mean = static_cast<double>(particles.size()) / 16.0;
  for (const int n : hits) EXPECT_NEAR(n, mean, 0.1 * mean);
}

TEST(Shower, DropsNeverTouchAsTheyAreLetOut) {
  for (const float dropRadius : {0.f, 0.005f, 0.012f}) {
    Emitter emitter(shower(0.1f, dropRadius));  // drops lie five times as dense as by default
    const auto particles = pour(emitter, 0.05, 100, kSpacing);
    const std::size_t inDrop = dropPoints(dropRadius, kSpacing).size();
    ASSERT_GT(particles.size(), 10 * inDrop);
    float nearest = 1.f;
    for (std::size_t i = 0; i < particles.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (i / inDrop != j / inDrop) nearest = std::min(nearest, glm::distance(particles[i], particles[j]));
    EXPECT_GT(nearest, 0.9f * kSpacing) << dropRadius;
  }
}

TEST(Shower, ASparseOneHasNoRowsAndItsDropsKeepClear) {
  constexpr std::size_t kFew = 40, kCount = 600;
  constexpr float kClear = 0.04f;
  DropSampler places, others;
  std::vector<Vec2> drops;
  for (std::size_t n = 0; n < kCount; ++n) drops.push_back(places.at(n, kFew, kClear));
  EXPECT_EQ(others.at(kCount - 1, kFew, kClear), drops.back()) << "whatever was asked before";
  EXPECT_EQ(places.at(7, kFew, kClear), drops[7]);
  for (std::size_t lag = 1; lag < 2 * kFew; ++lag) {
    // If the drops lay in rows, two drops `lag` apart in time would always have the same direction between
    // them.
    std::complex<double> along = 0.0, across = 0.0;
    for (std::size_t n = lag; n < kCount; ++n) {
      const Vec2 d = drops[n] - drops[n - lag];
      along += std::polar(1.0, 2.0 * std::numbers::pi * static_cast<double>(d.x));
      across += std::polar(1.0, 2.0 * std::numbers::pi * static_cast<double>(d.y));
      if (lag >= kFew) continue;
      const Vec2 apart = glm::min(glm::abs(d), 1.f - glm::abs(d));
      EXPECT_GE(glm::length(apart), kClear) << n << ", " << lag;
    }
    EXPECT_LT(std::abs(along) / (kCount - lag), 0.2) << lag;
    EXPECT_LT(std::abs(across) / (kCount - lag), 0.2) << lag;
  }
}

TEST(Shower, PlacesAreFoundSoonHoweverManyDropsHaveFallen) {
  const auto begin = std::chrono::steady_clock::now();
  const std::uint64_t n = (std::uint64_t{1} << 26) + 3;
  DropSampler inTurn, at;
  for (std::uint64_t k = n - 2; k < n; ++k) (void)inTurn.at(k, 40, 0.04f);
  EXPECT_EQ(inTurn.at(n, 40, 0.04f), at.at(n, 40, 0.04f));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(1));
}

TEST(Shower, GoesOnAfterARestoreAndStopsAtItsLimit) {
  EmitterSpec spec = shower(0.05f, 0.005f);
  spec.particleLimit = 500;
  Emitter emitter(spec), copy(spec);
  (void)pour(emitter, 0.0137, 7, kSpacing);
  ByteWriter out;
  emitter.save(out);
  ByteReader in(out.bytes());
  copy.restore(in, 0.012f);
  const auto expected = pour(emitter, 1.0, 50, kSpacing), again = pour(copy, 1.0, 50, kSpacing);
  EXPECT_EQ(expected, again);
  EXPECT_EQ(emitter.emitted(), 500u);
  EXPECT_FALSE(emitter.spec().enabled);
}

}  // namespace
}  // namespace ooze::emitter_test
