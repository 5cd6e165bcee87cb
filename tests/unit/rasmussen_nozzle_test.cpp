// Tests of nozzles on the grid. An inlet imposes a hard velocity where liquid enters, and its shape is united
// with the level set (Rasmussen et al. 2004, section 5).
#include "unit/rasmussen_fixtures.h"

#include <cmath>
#include <gtest/gtest.h>
#include <string>

namespace ooze::rasmussen_nozzle_test {
namespace {

using namespace rasmussen_fixtures;

constexpr float kOpening = 0.05f, kHeight = 0.5f;  // radius of the opening, height of the nozzle [m]

WorldSpec stream(float speed, float gravity, NozzleShape shape = NozzleShape::Disc) {
  WorldSpec spec = worldOf(liquid({}));
  spec.settings.gravityY = gravity;
  EmitterSpec nozzle;
  nozzle.shape = shape;
  nozzle.position = {0.005f, kHeight, -0.003f};  // off the lattice of nodes
  nozzle.radius = kOpening;
  nozzle.speed = speed;
  spec.emitters = {nozzle};
  return spec;
}

/// Returns the area of a layer of particles, summed over its lattice points [m^2].
double areaOfLayer(NozzleShape shape) {
  int points = 0;
  for (int a = -3; a <= 3; ++a)
    for (int b = -3; b <= 3; ++b)
      points += shape == NozzleShape::Disc ? a * a + b * b <= 6 : std::max(std::abs(a), std::abs(b)) <= 2;
  return points * static_cast<double>(kCell * kCell);
}

/// Returns the cross section of the stream at a height [m^2].
double areaAt(const grid::LevelSet& surface, float y) {
  constexpr float kStep = 0.25f * kCell;
  double sum = 0.0;
  for (float x = -4.f * kCell; x < 4.f * kCell; x += kStep)
    for (float z = -4.f * kCell; z < 4.f * kCell; z += kStep)
      sum += static_cast<double>(std::clamp(0.5f - surface.sample({x, y, z}) / kStep, 0.f, 1.f));
  return sum * static_cast<double>(kStep * kStep);
}

/// A stream keeps the width of its particle layers, whether a step takes a third of a cell or two and a half.
TEST(RasmussenNozzle, PoursAStreamWithoutGaps) {
  for (const float speed : {0.4f, 0.8f, 3.f})
    for (const NozzleShape shape : {NozzleShape::Disc, NozzleShape::Square}) {
      SCOPED_TRACE(std::to_string(speed) + (shape == NozzleShape::Disc ? " disc" : " square"));
      World world(stream(speed, 0.f, shape), 1);
      advanceFrames(world, static_cast<int>(std::lround(0.3f / speed * 60.f)));
      const auto shot = world.snapshot({});
      const double area = areaOfLayer(shape);
      // Edges in line with the nodes lie a tenth of a cell too far out. Rounded corners sharpen again.
      const double most = shape == NozzleShape::Disc ? 1.05 : 1.05;
      for (float down = 0.f; down < 0.3f - 5.f * kCell; down += 0.5f * kCell) {
        EXPECT_LT(areaAt(*shot->surface, kHeight - down), most * area) << down;
        EXPECT_GT(areaAt(*shot->surface, kHeight - down), 0.93 * area) << down;
      }
    }
}

/// A falling stream narrows with its speed: the flow rate is the same at each height. Near the opening,
/// within its width, the stream is not slender enough for one velocity.
TEST(RasmussenNozzle, AFallingStreamNarrowsAsItSpeedsUp) {
  constexpr float kSpeed = 0.8f;
  World world(stream(kSpeed, -9.81f), 1);
  advanceFrames(world, 15);
  const auto shot = world.snapshot({});
  const double area = areaOfLayer(NozzleShape::Disc);
  for (float down = 2.f * kOpening; down < 0.3f; down += 0.5f * kCell) {
    const double wanted =
        area * static_cast<double>(kSpeed / std::sqrt(kSpeed * kSpeed + 2.f * 9.81f * down));
    EXPECT_NEAR(areaAt(*shot->surface, kHeight - down), wanted, 0.15 * wanted) << down;
  }
}

/// A stream has the volume of its particles once the nozzle is closed.
TEST(RasmussenNozzle, AStreamHasTheVolumeOfItsParticles) {
  WorldSpec spec = stream(0.8f, 0.f);
  spec.emitters[0].stop = 0.3;
  World world(std::move(spec), 1);
  advanceFrames(world, 25);
  const auto shot = world.snapshot({});
  double sum = 0.0;
  for (float y = kHeight + 3.f * kCell; y > 0.f; y -= 0.25f * kCell)
    sum += areaAt(*shot->surface, y) * static_cast<double>(0.25f * kCell);
  const double poured =
      static_cast<double>(world.particles().size()) * std::pow(static_cast<double>(kCell), 3.0);
  EXPECT_NEAR(sum, poured, 0.05 * poured);
}

}  // namespace
}  // namespace ooze::rasmussen_nozzle_test
