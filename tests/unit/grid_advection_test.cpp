// Tests semi-Lagrangian and MacCormack advection: constants and shifts by whole cells are exact, and no new
// extrema appear.
#include "grid/advection.h"
#include "unit/grid_liquid_fixtures.h"

#include <gtest/gtest.h>
#include <limits>

namespace ooze::grid_advection_test {
namespace {

using grid::Advection;
using grid::AdvectionScheme;
using namespace grid_liquid_fixtures;

constexpr AdvectionScheme kSchemes[] = {AdvectionScheme::SemiLagrangian, AdvectionScheme::MacCormack};

void fillRandom(std::vector<float>& values, std::size_t n, float size, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> in(-size, size);
  values.resize(n);
  for (float& v : values) v = in(random);
}

/// The transcription in double precision. A value is the trilinear interpolation, corner by corner, at the
/// place that the midpoint rule (RK2) traces back to.
struct Transcription {
  const CellBlocks& cells;
  const FaceField& velocity;

  /// Interpolates a field at a place in cells.
  /// @param half  the axis along which values are half a cell lower, or -1
  [[nodiscard]] double sample(const std::vector<float>& values, float outside, int half, glm::dvec3 at,
                              double* least = nullptr, double* greatest = nullptr) const {
    if (half >= 0) at[half] += 0.5;
    double sum = 0.0;
    for (int k = 0; k < 8; ++k) {
      const glm::dvec3 corner = glm::floor(at) + glm::dvec3(k & 1, k >> 1 & 1, k >> 2);
      const CellIndex c = cells.find(glm::ivec3(corner));
      const double value = static_cast<double>(c == kNone ? outside : values[c]);
      const glm::dvec3 weight = 1.0 - glm::abs(at - corner);
      sum += weight.x * weight.y * weight.z * value;
      if (least) *least = std::min(*least, value), *greatest = std::max(*greatest, value);
    }
    return sum;
  }
  [[nodiscard]] glm::dvec3 flow(const glm::dvec3& at) const {
    return {sample(velocity.axes[0], 0.f, 0, at), sample(velocity.axes[1], 0.f, 1, at),
            sample(velocity.axes[2], 0.f, 2, at)};
  }
  /// Traces a place along the flow.
  /// @param dt  time step divided by the cell size
  [[nodiscard]] glm::dvec3 follow(const glm::dvec3& at, double dt) const {
    return at + dt * flow(at + 0.5 * dt * flow(at));
  }
  [[nodiscard]] glm::dvec3 place(CellIndex c, int half) const {
    glm::dvec3 at(cells.at(c));
    if (half >= 0) at[half] -= 0.5;
    return at;
  }
};

/// A smooth flow over cells round the origin, with random scalars.
struct Scene {
  CellBlocks cells = blocksOver(glm::ivec3(-8), glm::ivec3(7), 0.1f);
  FaceField velocity;
  CellField scalar;

  Scene() {
    scalar.outside = 0.25f;
    velocity.fill(
        cells,
        [](const Vec3& p) {
          return Vec3(std::sin(3.f * p.y) + 0.3f, std::cos(2.f * p.z + p.x), 0.5f - p.x * p.y);
        },
        one());
    fillRandom(scalar.values, cells.size(), 1.f, 5);
  }
};

TEST(Advection, IsTheTranscription) {
  const Scene s;
  const Transcription literal{s.cells, s.velocity};
  CellField to;
  FaceField faces;
  Advection advection;
  for (const float dt : {0.02f, 0.3f}) {
    const double scale = static_cast<double>(dt) / static_cast<double>(s.cells.cell());
    advection.advect(s.cells, s.velocity, dt, s.scalar, to, AdvectionScheme::SemiLagrangian, one());
    advection.advect(s.cells, s.velocity, dt, s.velocity, faces, AdvectionScheme::SemiLagrangian, one());
    EXPECT_EQ(to.outside, 0.25f);
    for (CellIndex c = 0; c < s.cells.size(); c += 3) {
      const glm::dvec3 from = literal.follow(literal.place(c, -1), -scale);
      ASSERT_NEAR(to.values[c], literal.sample(s.scalar.values, 0.25f, -1, from), 2e-7);
      for (int axis = 0; axis < 3; ++axis) {
        const auto& values = s.velocity.axes[static_cast<std::size_t>(axis)];
        const glm::dvec3 fromFace = literal.follow(literal.place(c, axis), -scale);
        ASSERT_NEAR(faces.at(axis, c), literal.sample(values, 0.f, axis, fromFace), 4e-7);
      }
    }
  }
}

TEST(Advection, OfSecondOrderIsTheTranscription) {
  const Scene s;
  const Transcription literal{s.cells, s.velocity};
  const float dt = 0.03f;
  const double scale = static_cast<double>(dt) / static_cast<double>(s.cells.cell());
  CellField first, to;
  Advection advection;
  advection.advect(s.cells, s.velocity, dt, s.scalar, first, AdvectionScheme::SemiLagrangian, one());
  advection.advect(s.cells, s.velocity, dt, s.scalar, to, AdvectionScheme::MacCormack, one());
  int limited = 0;
  Liquid::forBox(glm::ivec3(-6), glm::ivec3(5), [&](const glm::ivec3& at) {
    const CellIndex c = s.cells.find(at);
    double least = 1e9, greatest = -1e9;
    (void)literal.sample(s.scalar.values, 0.f, -1, literal.follow(glm::dvec3(at), -scale), &least, &greatest);
    const double again = literal.sample(first.values, 0.f, -1, literal.follow(glm::dvec3(at), scale));
    const double free =
        static_cast<double>(first.values[c]) + 0.5 * (static_cast<double>(s.scalar.values[c]) - again);
    limited += free < least || free > greatest;
    ASSERT_NEAR(to.values[c], std::clamp(free, least, greatest), 3e-7);
  });
  EXPECT_GT(limited, 20);  // random values exceed the neighbours often
}

TEST(Advection, LeavesAConstantItsBits) {
  Scene s;
  for (auto& axis : s.velocity.axes) fillRandom(axis, s.cells.size(), 3.f, 7);
  s.scalar.fill(s.cells, 0.1f);
  s.scalar.outside = 0.1f;
  for (const AdvectionScheme scheme : kSchemes) {
    CellField to;
    Advection().advect(s.cells, s.velocity, 0.1f, s.scalar, to, scheme, one());
    EXPECT_EQ(to.values, s.scalar.values);
  }
}

/// A shift by whole cells needs no interpolation, so nothing is lost at any time step.
TEST(Advection, CarriesByWholeCellsToTheBit) {
  Scene s;
  const glm::ivec3 way(3, -5, 1);
  for (int axis = 0; axis < 3; ++axis)
    s.velocity.axes[static_cast<std::size_t>(axis)].assign(s.cells.size(),
                                                           0.5f * static_cast<float>(way[axis]));
  for (const AdvectionScheme scheme : kSchemes) {
    CellField to;
    FaceField random, toFaces;
    for (std::size_t axis = 0; axis < 3; ++axis)
      fillRandom(random.axes[axis], s.cells.size(), 1.f, static_cast<unsigned>(axis));
    Advection advection;
    const float dt = 2.f * s.cells.cell();
    advection.advect(s.cells, s.velocity, dt, s.scalar, to, scheme, one());
    advection.advect(s.cells, s.velocity, dt, random, toFaces, scheme, one());
    // Only cells whose path there and back lies within the blocks are compared.
    Liquid::forBox(glm::ivec3(-8 + 4, -8 + 6, -8 + 2), glm::ivec3(7 - 4, 7 - 6, 7 - 2),
                   [&](const glm::ivec3& at) {
                     const CellIndex c = s.cells.find(at), from = s.cells.find(at - way);
                     ASSERT_EQ(to.values[c], s.scalar.values[from]);
                     for (int axis = 0; axis < 3; ++axis)
                       ASSERT_EQ(toFaces.at(axis, c), random.at(axis, from));
                   });
  }
}

TEST(Advection, MakesNoNewExtrema) {
  Scene s;
  for (auto& axis : s.velocity.axes) fillRandom(axis, s.cells.size(), 1.f, 9);
  for (float& v : s.scalar.values) v = v > 0.f ? 1.1f : 0.2f;  // a field with jumps
  for (const AdvectionScheme scheme : kSchemes)
    for (const float cfl : {0.3f, 1.f, 5.f, 30.f}) {
      CellField to;
      Advection().advect(s.cells, s.velocity, cfl * s.cells.cell(), s.scalar, to, scheme, one());
      for (const float v : to.values) {
        ASSERT_GE(v, 0.2f);
        ASSERT_LE(v, 1.1f);
      }
    }
}

/// Advects a smooth field a short way on two grids. Halving the cell size quarters the error of second order,
/// and halves the error of first order. Each time step moves half a cell at unit speed, so errors per step
/// add up over twice as many steps.
TEST(Advection, OfSecondOrderIsOfSecondOrder) {
  const auto error = [](float cell, AdvectionScheme scheme) {
    const int n = static_cast<int>(0.75f / cell);
    const CellBlocks cells = blocksOver(glm::ivec3(-n), glm::ivec3(n), cell);
    FaceField velocity;
    velocity.fill(
        cells, [](const Vec3& p) { return Vec3(-p.y, p.x, 0.2f); }, one());
    const auto f = [](const Vec3& p) {
      return std::sin(2.f * p.x) * std::cos(1.5f * p.y) + 0.3f * p.z * p.z;
    };
    CellField from, to;
    from.fill(cells, f, one());
    const int steps = static_cast<int>(0.4f / cell);
    const float dt = 0.2f / static_cast<float>(steps);
    Advection advection;
    for (int k = 0; k < steps; ++k) {
      advection.advect(cells, velocity, dt, from, to, scheme, one());
      std::swap(from, to);
    }
    float worst = 0.f;
    for (CellIndex c = 0; c < cells.size(); ++c) {
      const Vec3 p(grid::middleOf(cells, c));
      if (std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}) > 0.4f) continue;
      const float a = -0.2f;
      const Vec3 before(p.x * std::cos(a) - p.y * std::sin(a), p.x * std::sin(a) + p.y * std::cos(a),
                        p.z - 0.04f);
      worst = std::max(worst, std::abs(from.values[c] - f(before)));
    }
    return worst;
  };
  const float first =
      error(0.1f, AdvectionScheme::SemiLagrangian) / error(0.05f, AdvectionScheme::SemiLagrangian);
  EXPECT_NEAR(first, 2.f, 0.4f);
  const float coarse = error(0.1f, AdvectionScheme::MacCormack),
              fine = error(0.05f, AdvectionScheme::MacCormack);
  EXPECT_GT(coarse / fine, 3.f);
  EXPECT_LT(coarse, 0.25f * error(0.1f, AdvectionScheme::SemiLagrangian));
}

TEST(Advection, LeavesAloneWhatIsNotWanted) {
  const Scene s;
  std::vector<std::uint8_t> wanted(s.cells.size(), 0);
  const glm::ivec3 at(-1, 0, 3);
  wanted[s.cells.find(at)] = 1;
  for (const AdvectionScheme scheme : kSchemes) {
    CellField some, all;
    FaceField someFaces, allFaces;
    Advection advection;
    advection.advect(s.cells, s.velocity, 0.1f, s.scalar, all, scheme, one());
    advection.advect(s.cells, s.velocity, 0.1f, s.velocity, allFaces, scheme, one());
    advection.advect(s.cells, s.velocity, 0.1f, s.scalar, some, scheme, one(), wanted);
    advection.advect(s.cells, s.velocity, 0.1f, s.velocity, someFaces, scheme, one(), wanted);
    for (CellIndex c = 0; c < s.cells.size(); ++c)
      for (int axis = 0; axis < 3; ++axis) {
        const bool isWanted = s.cells.at(c) == at || s.cells.at(c) == at + alongAxis(axis);
        ASSERT_EQ(someFaces.at(axis, c), (isWanted ? allFaces : s.velocity).at(axis, c));
      }
    for (CellIndex c = 0; c < s.cells.size(); ++c)
      ASSERT_EQ(some.values[c], (s.cells.at(c) == at ? all : s.scalar).values[c]);
  }
}

TEST(Advection, GivesTheSameBitsAtAnyNumberOfThreads) {
  const Scene s;
  for (const AdvectionScheme scheme : kSchemes) {
    CellField one1, many;
    FaceField oneFaces, manyFaces;
    Advection().advect(s.cells, s.velocity, 0.2f, s.scalar, one1, scheme, one());
    Advection().advect(s.cells, s.velocity, 0.2f, s.scalar, many, scheme, Threads(7));
    Advection().advect(s.cells, s.velocity, 0.2f, s.velocity, oneFaces, scheme, one());
    Advection().advect(s.cells, s.velocity, 0.2f, s.velocity, manyFaces, scheme, Threads(7));
    EXPECT_EQ(one1.values, many.values);
    EXPECT_EQ(oneFaces.axes, manyFaces.axes);
  }
}

TEST(Advection, OfNothingIsNothing) {
  const CellBlocks none(0.1f);
  FaceField velocity, to;
  velocity.fill(none, 0.f);
  Advection().advect(none, velocity, 0.1f, velocity, to, AdvectionScheme::MacCormack, one());
  EXPECT_TRUE(to.axes[0].empty());
  EXPECT_EQ(Advection().stableStep(none, velocity, 5.f, one()), std::numeric_limits<float>::infinity());
}

TEST(Advection, GivesTheTimeStepOfACourantNumber) {
  Scene s;
  s.velocity.fill(s.cells, 0.f);
  EXPECT_EQ(Advection().stableStep(s.cells, s.velocity, 5.f, one()), std::numeric_limits<float>::infinity());
  s.velocity.axes[1][77] = -4.f;
  EXPECT_FLOAT_EQ(Advection().stableStep(s.cells, s.velocity, 5.f, one()), 0.125f);
}

}  // namespace
}  // namespace ooze::grid_advection_test
