// Tests of the tracked surface: the attraction of particles, the equilibrium of the level set, and its
// continuation from frame to frame.
#include "ooze/surface/surface_builder.h"

#include "surface/block_grid.h"
#include "surface/tracked_surface.h"
#include "surface/velocity_aligned_kernels.h"
#include "unit/surface_fixtures.h"

#include <cstring>
#include <gtest/gtest.h>
#include <random>

namespace ooze::surface_tracked_test {
namespace {

using namespace test;
using surface::AttractionSettings;
using surface::BlockGrid;
using surface::LatticeParticles;

constexpr float kH = 0.1f;
constexpr float kSpacing = 0.38f * kH;

// The settings of Premoze et al. 2003: the threshold T is -2, and the particle radius r half a spacing.
constexpr AttractionSettings kPublished{.radius = 0.5f * kSpacing,
                                        .cutOff = 100.f * kSpacing,
                                        .threshold = -2.f,
                                        .loneWeight = 1.f,
                                        .fastest = 2.f};

float attractionOfOne(const Vec3& velocity, const Vec3& x, const AttractionSettings& settings = kPublished) {
  const std::vector<Vec3> at{Vec3(0.f)}, velocities{velocity};
  return attractionAt(at, velocities, {}, settings, x);
}

TEST(Pull, OfALoneParticleIsMinusOneAtItsCentreAndMinusOneAndAHalfAtItsRadius) {
  EXPECT_FLOAT_EQ(attractionOfOne(Vec3(0.f), Vec3(0.f)), -1.f);
  EXPECT_NEAR(attractionOfOne(Vec3(0.f), {0.f, 0.5f * kSpacing, 0.f}), -1.5f, 1e-4f);
}

/// Returns the distance along a direction from a lone particle at which the attraction F (eq. 30) equals f.
float distanceAtValue(float f, const Vec3& velocity, const Vec3& direction,
                      const AttractionSettings& settings) {
  float low = 0.f, high = 3.f * kSpacing;
  for (int k = 0; k < 40; ++k) {
    const float middle = 0.5f * (low + high);
    (attractionOfOne(velocity, middle * direction, settings) > f ? low : high) = middle;
  }
  return low;
}

TEST(Pull, IsThreeTimesAsLongAlongTheFastestMotionAsAcross) {
  const Vec3 along = glm::normalize(Vec3(1.f, 2.f, -0.5f)),
             across = glm::normalize(glm::cross(along, Vec3(1.f)));
  for (const AttractionSettings& settings : {kPublished, surface::makeAttractionSettings(kH)}) {
    const float f = settings.threshold + 0.4f;
    const auto aspect = [&](float speed) {
      const Vec3 u = speed * settings.fastest * along;
      return distanceAtValue(f, u, along, settings) / distanceAtValue(f, u, across, settings);
    };
    EXPECT_NEAR(aspect(1.f), 3.f, 1e-3f);
    EXPECT_NEAR(aspect(5.f), 3.f, 1e-3f) << "not longer than that";
    EXPECT_NEAR(aspect(0.5f), 1.25f / 0.75f, 1e-3f);
    EXPECT_NEAR(aspect(0.f), 1.f, 1e-5f);
  }
}

struct Cloud {
  std::vector<Vec3> positions, velocities;

  explicit Cloud(std::size_t count, unsigned seed = 5) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> in(-1.f, 1.f);
    for (std::size_t i = 0; i < count; ++i) {
      positions.push_back(2.5f * kH * Vec3(in(random), in(random), in(random)));
      velocities.push_back(3.f * Vec3(in(random), in(random), in(random)));
    }
  }
};

TEST(Pull, OnTheGridIsThatOfAllParticles) {
  const Cloud cloud(200);
  const Threads threads(1);
  for (const float cell : {0.25f * kH, 0.11f * kH}) {
    LatticeParticles particles;
    particles.sort(cloud.positions, {}, cell, threads);
    const AttractionSettings metres = surface::makeAttractionSettings(kH);
    AttractionSettings cells = metres;
    cells.radius /= cell, cells.cutOff /= cell;
    const std::vector<float> crowd(particles.size(), metres.loneWeight);  // every particle as if alone
    surface::VelocityAlignedKernels kernels;
    BlockGrid grid;
    grid.cover(particles, kH / cell);
    computeAttraction(particles, kernels.of(particles, cloud.velocities, crowd, cells, threads),
                      cells.reach(), cells.sharpness(), grid, threads);
    std::size_t felt = 0;
    for (std::size_t b = 0; b < grid.size(); b += 3)
      for (std::size_t n = 0; n < surface::kNodes; n += 7) {
        const surface::BlockCoordinate& at = grid.block(b).at;
        const Vec3 x = cell * (8.f * Vec3(at.x, at.y, at.z) + Vec3(n % 8, n / 8 % 8, n / 64));
        const float f = grid.nodes(b)[n] + metres.threshold;
        ASSERT_NEAR(f, attractionAt(cloud.positions, cloud.velocities, {}, metres, x), 2e-4f);
        felt += f > metres.threshold + 0.01f ? 1 : 0;
      }
    EXPECT_GT(felt, 300u);
  }
}

/// Fills a grid around a ball of this radius [cells] as if particles were present. The attraction F is
/// chosen so that the distance D that TrackedSurface estimates near the ball is right.
void fillWithBall(BlockGrid& grid, float radius, float spacing, const Threads& threads) {
  std::vector<Vec3> middles;
  for (int z = -4; z < 4; ++z)
    for (int y = -4; y < 4; ++y)
      for (int x = -4; x < 4; ++x) middles.push_back(8.f * Vec3(x, y, z) + 4.f);
  LatticeParticles particles;
  particles.sort(middles, {}, 1.f, threads);
  grid.cover(particles, 4.5f);
  for (std::size_t b = 0; b < grid.size(); ++b)
    for (std::size_t n = 0; n < surface::kNodes; ++n) {
      const surface::BlockCoordinate& at = grid.block(b).at;
      const float distance =
          glm::length(8.f * Vec3(at.x, at.y, at.z) + Vec3(n % 8, n / 8 % 8, n / 64)) - radius;
      // Inverts the estimate of the distance D from the attraction F: D = -spacing / 1.86 F / (1 - F^2 / 2),
      // with the threshold T = -1.
      const float d = -1.86f * distance / spacing;
      const float force = std::abs(d) < 1e-4f ? d : (std::sqrt(1.f + 2.f * d * d) - 1.f) / d;
      grid.nodes(b)[n] = 1.f + std::clamp(force, -1.f, 1.f);
    }
}

/// Returns the mean distance from the origin at which the x, y and z axes of the lattice cross the surface
/// [cells].
float radiusOn(const BlockGrid& grid, float level) {
  float sum = 0.f;
  for (const glm::ivec3 axis : {glm::ivec3(1, 0, 0), glm::ivec3(0, 1, 0), glm::ivec3(0, 0, 1)})
    for (int k = 0; k < 30; ++k) {
      const auto at = [&](int n) {
        const glm::ivec3 node = n * axis, block = node >> 3, in = node & 7;
        return grid.nodes(grid.find({block.x, block.y, block.z}))[64 * in.z + 8 * in.y + in.x] - level;
      };
      if (at(k) > 0.f && at(k + 1) <= 0.f) sum += static_cast<float>(k) + at(k) / (at(k) - at(k + 1));
    }
  return sum / 3.f;
}

/// A ball of radius R comes to rest where the outward attraction equals mu 2 / R, the rounding times the
/// curvature (the balance of eq. 29).
TEST(TrackedSurface, OfABallLiesInwardsByItsCurvature) {
  const Threads threads(1);
  constexpr float kSpacingInCells = 2.f, kRadius = 8.3f;
  for (const float rounding : {0.f, 0.5f, 1.f}) {
    BlockGrid grid;
    fillWithBall(grid, kRadius, kSpacingInCells, threads);
    surface::TrackedSurface tracked;
    tracked.follow(
        grid,
        {.threshold = -1.f, .spacing = kSpacingInCells, .rounding = rounding, .perH = 0.1f, .level = 0.65f},
        threads);
    // The equilibrium radius R solves R + 2 rounding / R = kRadius.
    const float expected = 0.5f * (kRadius + std::sqrt(kRadius * kRadius - 8.f * rounding));
    const float inwards = kRadius - expected;
    // The tolerance covers the error of small steps, and 3 % of the offset.
    EXPECT_NEAR(kRadius - radiusOn(grid, 0.65f), inwards, 0.01f * kSpacingInCells + 0.03f * inwards)
        << rounding;
    EXPECT_EQ(tracked.steps() > 0, rounding > 0.f);
  }
}

std::vector<Vec3> ballOf(float radius, const Vec3& centre, float disorder = 0.1f) {
  std::mt19937 random(3);
  std::normal_distribution<float> off(0.f, disorder);
  std::vector<Vec3> positions;
  const int n = static_cast<int>(radius / kSpacing) + 1;
  for (int z = -n; z <= n; ++z)
    for (int y = -n; y <= n; ++y)
      for (int x = -n; x <= n; ++x)
        if (const Vec3 p = kSpacing * Vec3(x, y, z); glm::length(p) < radius)
          positions.push_back(centre + p + kSpacing * Vec3(off(random), off(random), off(random)));
  return positions;
}

std::vector<Vec3> concatenate(std::vector<Vec3> a, const std::vector<Vec3>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

class Tracker {
 public:
  explicit Tracker(int threads = 1) : threads_(threads) {}

  SurfaceMesh next(const std::vector<Vec3>& positions, const std::vector<Vec3>& velocities = {}) {
    SurfaceParticles particles;
    particles.positions = positions;
    particles.velocities = velocities;
    return builder_.build(particles, {.interactionRadius = kH, .method = SurfaceMethod::Tracked}, threads_);
  }
  void forget() { builder_.forget(); }

 private:
  Threads threads_;
  SurfaceBuilder builder_;
};

bool sameBits(const SurfaceMesh& a, const SurfaceMesh& b) {
  const auto same = [](const auto& x, const auto& y) {
    return x.size() == y.size() && std::memcmp(x.data(), y.data(), x.size() * sizeof(x[0])) == 0;
  };
  return same(a.positions, b.positions) && same(a.normals, b.normals) && same(a.triangles, b.triangles);
}

/// Returns the mean distance from one mesh to another, whose vertices lie about a third of a spacing apart
/// [spacings].
double meanDistance(const SurfaceMesh& from, const SurfaceMesh& to) {
  double sum = 0.0;
  for (const Vec3& p : from.positions) {
    // The distance is measured along the normal of the nearest vertex, to that vertex's plane.
    float least = 1e9f, along = 0.f;
    for (std::size_t v = 0; v < to.positions.size(); ++v) {
      const Vec3 d = p - to.positions[v];
      if (const float d2 = glm::dot(d, d); d2 < least)
        least = d2, along = std::abs(glm::dot(d, to.normals[v]));
    }
    sum += static_cast<double>(along);
  }
  return sum / static_cast<double>(from.positions.size()) / static_cast<double>(kSpacing);
}

TEST(TrackedSurface, OfABlockLiesHalfASpacingBeyondItsParticlesAndKeepsItsVolume) {
  constexpr int kSide = 12;
  std::mt19937 random(7);
  std::normal_distribution<float> off(0.f, 0.1f);
  std::vector<Vec3> positions;
  for (int z = 0; z < kSide; ++z)
    for (int y = 0; y < kSide; ++y)
      for (int x = 0; x < kSide; ++x)
        positions.push_back(kSpacing * (Vec3(x, y, z) + Vec3(off(random), off(random), off(random))));
  const SurfaceMesh mesh = Tracker().next(positions);
  ASSERT_EQ(findMeshFault(mesh), "");
  EXPECT_EQ(pieceCount(mesh), 1u);
  const float low = -0.5f * kSpacing, high = (static_cast<float>(kSide) - 0.5f) * kSpacing;
  double beyond = 0.0;
  std::size_t count = 0;
  for (std::size_t v = 0; v < mesh.positions.size(); ++v)
    for (int axis = 0; axis < 3; ++axis) {
      // The vertex lies on a face, three spacings from the edges.
      const Vec3 inner = glm::min(mesh.positions[v] - low, high - mesh.positions[v]);
      const int a = (axis + 1) % 3, b = (axis + 2) % 3;
      if (std::min(inner[a], inner[b]) < 3.f * kSpacing) continue;
      EXPECT_LT(std::abs(inner[axis]), 0.5f * kSpacing);
      beyond -= static_cast<double>(inner[axis] / kSpacing);
      ++count;
    }
  ASSERT_GT(count, 400u);
  EXPECT_NEAR(beyond / static_cast<double>(count), 0.0, 0.1);
  const double whole = std::pow(static_cast<double>(kSide) * static_cast<double>(kSpacing), 3.0);
  EXPECT_NEAR(enclosedVolume(mesh) / whole, 1.0, 0.05);
}

TEST(TrackedSurface, HasDropsThreadsAndSheetsOfSingleParticles) {
  std::vector<Vec3> thread, sheet;
  for (int x = -12; x <= 12; ++x) {
    thread.push_back(kSpacing * Vec3(x, 0.f, 0.f));
    for (int z = -12; z <= 12; ++z) sheet.push_back(kSpacing * Vec3(x, 0.f, z));
  }
  struct Thin {
    std::vector<Vec3> positions;
    double volume;  ///< volume of the mesh, relative to the volume of the particles
  };
  for (const Thin& thin : {Thin{{Vec3(0.01f)}, 2.0}, Thin{thread, 1.6}, Thin{sheet, 1.35}}) {
    const SurfaceMesh mesh = Tracker().next(thin.positions);
    ASSERT_EQ(findMeshFault(mesh), "");
    EXPECT_EQ(pieceCount(mesh), 1u);
    EXPECT_EQ(eulerCharacteristic(mesh), 2) << "no holes";
    const double room = std::pow(static_cast<double>(kSpacing), 3.0);
    EXPECT_NEAR(enclosedVolume(mesh) / room / static_cast<double>(thin.positions.size()), thin.volume, 0.2);
  }
}

TEST(TrackedSurface, OfADropInFlightIsLongAndThin) {
  const std::vector<Vec3> drop{Vec3(0.003f, 0.004f, 0.005f)};
  const auto aspectAt = [&](float speed) {
    Aabb box;
    for (const Vec3& p : Tracker().next(drop, std::vector<Vec3>(drop.size(), {0.f, -speed, 0.f})).positions)
      box.include(p);
    return box.size().y / box.size().x;
  };
  EXPECT_NEAR(aspectAt(0.f), 1.f, 0.05f);
  EXPECT_GT(aspectAt(surface::makeAttractionSettings(kH).fastest), 1.4f);
}

TEST(TrackedSurface, LiesWhereTheFieldsDoes) {
  const std::vector<Vec3> positions = ballOf(6.f * kSpacing, Vec3(0.02f));
  SurfaceParticles particles;
  particles.positions = positions;
  SurfaceBuilder builder;
  const SurfaceMesh field = builder.build(particles, {.interactionRadius = kH}, Threads(1));
  // The limit is a mean distance in spacings.
  EXPECT_LT(meanDistance(Tracker().next(positions), field), 0.06);
}

TEST(TrackedSurface, OfLiquidThatStandsStillStandsStill) {
  // Scattered particles are the hardest case for coming to rest: some are alone, with all kinds of stretch.
  const Cloud cloud(600);
  Tracker tracker;
  SurfaceMesh before = tracker.next(cloud.positions, cloud.velocities);
  for (int frame = 0; frame < 8; ++frame) before = tracker.next(cloud.positions, cloud.velocities);
  for (int frame = 0; frame < 3; ++frame)
    EXPECT_TRUE(sameBits(tracker.next(cloud.positions, cloud.velocities), before)) << frame;
}

TEST(TrackedSurface, HasTheSameBitsOnAnyNumberOfThreads) {
  Tracker one(1), two(2), five(5);
  Cloud cloud(500);
  for (int frame = 0; frame < 4; ++frame) {
    const SurfaceMesh mesh = one.next(cloud.positions, cloud.velocities);
    ASSERT_GT(mesh.triangles.size(), 1000u);
    EXPECT_TRUE(sameBits(two.next(cloud.positions, cloud.velocities), mesh));
    EXPECT_TRUE(sameBits(five.next(cloud.positions, cloud.velocities), mesh));
    for (std::size_t i = 0; i < cloud.positions.size(); ++i)
      cloud.positions[i] += 0.003f * cloud.velocities[i];
  }
}

TEST(TrackedSurface, MergesTwoDropsAndPartsThem) {
  Tracker tracker;
  const float radius = 3.f * kSpacing;
  const auto drops = [&](float gap) {
    const Vec3 aside(radius + 0.5f * gap * kSpacing, 0.f, 0.f);
    return concatenate(ballOf(radius, -aside), ballOf(radius, aside));
  };
  // The gap changes by 0.6 spacings a frame. Each frame starts from the surface of the previous frame.
  for (float gap = 5.f; gap > -1.f; gap -= 0.6f) {
    const SurfaceMesh mesh = tracker.next(drops(gap));
    ASSERT_EQ(findMeshFault(mesh), "");
    if (gap > 3.f) {
      EXPECT_EQ(pieceCount(mesh), 2u) << gap;
    }
    if (gap < 0.f) {
      EXPECT_EQ(pieceCount(mesh), 1u) << gap;
    }
  }
  for (float gap = 0.f; gap < 5.f; gap += 0.6f) {
    const SurfaceMesh mesh = tracker.next(drops(gap));
    if (gap > 3.f) {
      EXPECT_EQ(pieceCount(mesh), 2u) << gap;
    }
  }
}

TEST(TrackedSurface, AppearsWithLiquidAndLeavesWithIt) {
  Tracker tracker;
  const std::vector<Vec3> here = ballOf(3.f * kSpacing, Vec3(0.f)), there = ballOf(2.f * kSpacing, Vec3(1.f)),
                          beside = ballOf(2.f * kSpacing, Vec3(0.f, 9.f * kSpacing, 0.f));
  EXPECT_EQ(pieceCount(tracker.next(here)), 1u);
  for (const std::vector<Vec3>& more : {there, beside}) {
    const SurfaceMesh both = tracker.next(concatenate(here, more));
    EXPECT_EQ(pieceCount(both), 2u);
    EXPECT_NEAR(enclosedVolume(both),
                enclosedVolume(Tracker().next(here)) + enclosedVolume(Tracker().next(more)),
                0.02 * enclosedVolume(both));
    EXPECT_EQ(pieceCount(tracker.next(here)), 1u);
  }
  EXPECT_TRUE(tracker.next({}).triangles.empty());
}

/// The surface of moving liquid follows its particles, wherever the last frame left the surface.
TEST(TrackedSurface, KeepsUpWithLiquidThatMoves) {
  for (const float spacings : {0.2f, 1.f, 6.f}) {
    Tracker tracker;
    std::vector<Vec3> ball = ballOf(5.f * kSpacing, Vec3(0.f));
    for (int frame = 0; frame < 5; ++frame) {
      tracker.next(ball);
      for (Vec3& p : ball) p += spacings * kSpacing * glm::normalize(Vec3(1.f, 0.3f, -0.2f));
    }
    EXPECT_LT(meanDistance(tracker.next(ball), Tracker().next(ball)), 0.02) << spacings;
  }
}

TEST(TrackedSurface, BeginsAnewWhenItForgets) {
  const std::vector<Vec3> ball = ballOf(4.f * kSpacing, Vec3(0.f)),
                          moved = ballOf(4.f * kSpacing, Vec3(0.004f));
  Tracker tracker;
  tracker.next(moved);
  const SurfaceMesh fresh = Tracker().next(ball);
  EXPECT_FALSE(sameBits(tracker.next(ball), fresh))
      << "its previous position determines its final position within a tolerance";
  tracker.next(moved);
  tracker.forget();
  EXPECT_TRUE(sameBits(tracker.next(ball), fresh));
}

}  // namespace
}  // namespace ooze::surface_tracked_test
