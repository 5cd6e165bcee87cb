// Tests implicit viscosity that varies in space: shear is damped and rotation is not, at any time step.
#include "grid/implicit_viscosity.h"
#include "unit/grid_liquid_fixtures.h"

#include <Eigen/Sparse>
#include <Eigen/SparseCholesky>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <map>
#include <numbers>
#include <tuple>

namespace ooze::grid_implicit_viscosity_test {
namespace {

using grid::GridSolverSettings;
using grid::ImplicitViscosity;
using grid::ViscosityResult;
using namespace grid_liquid_fixtures;

constexpr GridSolverSettings kExact{.residual = 1e-12};

ViscosityResult act(Liquid& l, const FaceField& before, float dt, int threads = 1,
                    const GridSolverSettings& settings = kExact) {
  const ViscosityResult result = ImplicitViscosity().act(l.cells, l.phi, l.nu, l.faces, before, dt,
                                                         l.velocity, settings, Threads(threads));
  EXPECT_TRUE(result.converged());
  return result;
}

/// The transcription: friction is a sum over cells and edges of viscosity times squared differences. The
/// linear equations follow by derivatives. (The source's differential form is eq. 5 to 16.)
struct Transcription {
  Liquid& l;

  struct Face {
    int axis;
    glm::ivec3 at;
    friend bool operator<(const Face& a, const Face& b) {
      return std::tie(a.axis, a.at.x, a.at.y, a.at.z) < std::tie(b.axis, b.at.x, b.at.y, b.at.z);
    }
  };
  /// The difference of two faces: upper - lower.
  struct Difference {
    Face upper, lower;
  };
  /// A term nu * first * second of the friction, with the viscosity nu. Only cross terms have two different
  /// factors.
  struct Term {
    double nu;
    Difference first, second;
  };
  std::vector<Term> own{}, cross{};
  std::map<Face, int> number{};

  [[nodiscard]] bool isHeld(const Face& f) const { return l.faces.isHeld(f.axis, l.index(f.at)); }
  [[nodiscard]] bool isKnown(const Face& f) const {
    return isHeld(f) || l.isLiquid(f.at) || l.isLiquid(f.at - alongAxis(f.axis));
  }
  [[nodiscard]] double nuOf(const glm::ivec3& c) const { return static_cast<double>(l.nu.at(l.index(c))); }

  void find(const glm::ivec3& low, const glm::ivec3& high) {
    Liquid::forBox(low, high, [&](const glm::ivec3& c) {
      for (int axis = 0; axis < 3; ++axis) {
        const Face f{axis, c};
        if (isKnown(f) && !isHeld(f)) number.emplace(f, static_cast<int>(number.size()));
        if (l.isLiquid(c)) {
          const Difference d{{axis, c + alongAxis(axis)}, {axis, c}};
          own.push_back({nuOf(c), d, d});
          cross.push_back({nuOf(c), d, d});
        }
        const int a = (axis + 1) % 3, b = (axis + 2) % 3;
        const Difference ofA{{a, c}, {a, c - alongAxis(b)}}, ofB{{b, c}, {b, c - alongAxis(a)}};
        if (!(isKnown(ofA.upper) && isKnown(ofA.lower) && isKnown(ofB.upper) && isKnown(ofB.lower))) continue;
        double sum = 0.0, count = 0.0;
        for (const glm::ivec3& n : {c, c - alongAxis(a), c - alongAxis(b), c - alongAxis(a) - alongAxis(b)})
          if (l.isLiquid(n)) sum += nuOf(n), ++count;
        if (count == 0.0) continue;
        own.push_back({sum / count, ofA, ofA});
        own.push_back({sum / count, ofB, ofB});
        cross.push_back({sum / count, ofA, ofB});
        cross.push_back({sum / count, ofB, ofA});
      }
    });
  }
  [[nodiscard]] double value(const FaceField& u, const Face& f) const {
    return static_cast<double>(u.at(f.axis, l.index(f.at)));
  }
  [[nodiscard]] double value(const FaceField& u, const Difference& d) const {
    return value(u, d.upper) - value(u, d.lower);
  }

  /// Returns the solution of a direct solver, by face.
  [[nodiscard]] std::map<Face, double> solve(const FaceField& before, float dt) const {
    const double dx = static_cast<double>(l.cells.cell()), k = static_cast<double>(dt) / (dx * dx);
    const auto n = static_cast<Eigen::Index>(number.size());
    std::vector<Eigen::Triplet<double>> entries;
    Eigen::VectorXd b(n);
    for (const auto& [face, row] : number)
      entries.emplace_back(row, row, 1.0), b[row] = value(l.velocity, face);
    const auto forEnds = [](const Difference& d, const auto& visit) {
      visit(d.upper, 1.0), visit(d.lower, -1.0);
    };
    for (const Term& term : own)
      forEnds(term.first, [&](const Face& f, double s) {
        if (!number.contains(f)) return;
        forEnds(term.second, [&](const Face& g, double t) {
          if (number.contains(g))
            entries.emplace_back(number.at(f), number.at(g), k * term.nu * s * t);
          else
            b[number.at(f)] -= k * term.nu * s * t * value(l.velocity, g);
        });
      });
    for (const Term& term : cross)
      forEnds(term.first, [&](const Face& f, double s) {
        if (number.contains(f)) b[number.at(f)] -= k * term.nu * s * value(before, term.second);
      });
    Eigen::SparseMatrix<double> matrix(n, n);
    matrix.setFromTriplets(entries.begin(), entries.end());
    const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> direct(matrix);
    const Eigen::VectorXd u = direct.solve(b);
    std::map<Face, double> result;
    for (const auto& [face, row] : number) result[face] = u[row];
    return result;
  }

  /// Returns |u|^2 of the free faces.
  [[nodiscard]] double square(const FaceField& u) const {
    double sum = 0.0;
    for (const auto& [face, row] : number) sum += value(u, face) * value(u, face);
    return sum;
  }
  /// Returns the dissipation rate (-A u, u) cell^2 of the velocity u, with the matrix A of viscosity.
  [[nodiscard]] double friction(const FaceField& u) const {
    double sum = 0.0;
    for (const Term& term : own) sum += term.nu * value(u, term.first) * value(u, term.second);
    return sum;
  }
};

/// Finds the terms of all cells of a random liquid and of the neighbouring cells.
void findAll(Transcription& literal) { literal.find(glm::ivec3(-kReach - 1), glm::ivec3(kReach + 2)); }

FaceField randomVelocity(const CellBlocks& cells, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> in(-1.f, 1.f);
  FaceField u;
  u.fill(cells, 0.f);
  for (auto& axis : u.axes)
    for (float& v : axis) v = in(random);
  return u;
}

TEST(ImplicitViscosity, IsTheTranscription) {
  for (const float dt : {0.001f, 0.1f, 10.f}) {
    Liquid l = randomLiquid(21);
    const FaceField before = randomVelocity(l.cells, 22), start = l.velocity;
    Transcription literal{l};
    findAll(literal);
    const auto expected = literal.solve(before, dt);
    const ViscosityResult result = act(l, before, dt);
    EXPECT_EQ(result.unknowns[0] + result.unknowns[1] + result.unknowns[2], expected.size());
    EXPECT_GT(expected.size(), 2000u);
    for (int axis = 0; axis < 3; ++axis)
      for (CellIndex c = 0; c < l.cells.size(); ++c) {
        const auto found = expected.find({axis, l.cells.at(c)});
        const float was = start.at(axis, c), is = l.velocity.at(axis, c);
        if (found == expected.end())
          ASSERT_EQ(std::memcmp(&was, &is, sizeof was), 0);
        else
          ASSERT_NEAR(is, found->second, 1e-6 * (1.0 + std::abs(found->second))) << dt;
      }
  }
}

/// Makes a box of liquid from `low` to `high` whose outer faces are all held (Dirichlet).
Liquid heldBox(const glm::ivec3& low, const glm::ivec3& high, float cell) {
  Liquid l(blocksOver(low - 2, high + 2, cell));
  l.fillBox(low, high, -cell);
  Liquid::forBox(low - 1, high + 2, [&](const glm::ivec3& c) {
    for (int axis = 0; axis < 3; ++axis) {
      const glm::ivec3 behind = c - alongAxis(axis);
      if (!(l.isLiquid(c) && l.isLiquid(behind)))
        l.faces.hard[static_cast<std::size_t>(axis)][l.index(c)] = 1;
    }
  });
  return l;
}

/// A shear wave of wave number k keeps its shape and shrinks by 1 / (1 + dt nu k^2). k^2 is that of the
/// discrete second difference.
TEST(ImplicitViscosity, DampsAShearWaveByItsFactor) {
  const float cell = 0.1f, nu = 0.3f, dt = 0.05f;
  Liquid l = heldBox({-3, -5, -2}, {4, 6, 3}, cell);
  l.nu.fill(l.cells, nu);
  const double angle = 2.0 * std::numbers::pi / 12.0;  // phase of the wave per cell
  const double k2 = (2.0 - 2.0 * std::cos(angle)) / static_cast<double>(cell * cell);
  const double factor = 1.0 / (1.0 + static_cast<double>(dt * nu) * k2);
  EXPECT_LT(factor, 0.8);
  const FaceField zero = [&] {
    FaceField u;
    u.fill(l.cells, 0.f);
    return u;
  }();
  FaceField before = zero;
  Liquid::forBox({-4, -6, -3}, {6, 8, 5}, [&](const glm::ivec3& c) {
    const auto wave = static_cast<float>(std::sin(angle * (c.y + 0.3)));
    before.axes[0][l.index(c)] = wave;
    // Held faces are set to the values after the step.
    l.at(l.velocity, 0, c) = l.faces.isHard(0, l.index(c)) ? static_cast<float>(factor) * wave : wave;
  });
  act(l, before, dt);
  double worst = 0.0;
  Liquid::forBox({-2, -5, -2}, {4, 6, 3}, [&](const glm::ivec3& c) {
    const double wave = std::sin(angle * (c.y + 0.3));
    worst = std::max(worst, std::abs(static_cast<double>(l.at(l.velocity, 0, c)) - factor * wave));
    for (const int axis : {1, 2}) EXPECT_NEAR(l.at(l.velocity, axis, c), 0.f, 1e-10f);
  });
  EXPECT_LT(worst, 1e-7);  // rounding of velocities to float
}

/// For a constant viscosity, the explicit part is the gradient of the divergence.
TEST(ImplicitViscosity, HasNoExplicitPartWhereNothingDiverges) {
  Liquid l = heldBox(glm::ivec3(-5), glm::ivec3(4), 0.125f);
  l.nu.fill(l.cells, 0.25f);
  // The velocity is the curl of random potentials at edges. The potentials are multiples of 1/8, so all
  // differences are exact.
  std::mt19937 random(31);
  FaceField potential, before;
  potential.fill(l.cells, 0.f);
  before.fill(l.cells, 0.f);
  for (auto& axis : potential.axes)
    for (float& v : axis) v = 0.125f * static_cast<float>(random() % 17);
  Liquid::forBox(glm::ivec3(-6), glm::ivec3(6), [&](const glm::ivec3& c) {
    for (int axis = 0; axis < 3; ++axis) {
      const int a = (axis + 1) % 3, b = (axis + 2) % 3;
      before.axes[static_cast<std::size_t>(axis)][l.index(c)] =
          potential.at(b, l.index(c + alongAxis(a))) - potential.at(b, l.index(c)) -
          potential.at(a, l.index(c + alongAxis(b))) + potential.at(a, l.index(c));
    }
  });
  ASSERT_EQ(grid::divergence(l.cells, before, l.index({1, 2, -3})), 0.0);
  l.velocity = randomVelocity(l.cells, 32);
  Liquid without = l;
  act(l, before, 2.f);
  FaceField zero;
  zero.fill(l.cells, 0.f);
  act(without, zero, 2.f);
  EXPECT_EQ(l.velocity.axes, without.velocity.axes);
}

/// Returns a rotation plus a translation, with numbers that are exact in float.
Vec3 turning(const Vec3& p) { return glm::cross(Vec3(0.5f, -1.f, 0.25f), p) + Vec3(1.f, 0.5f, -2.f); }

/// Makes a random liquid without held faces.
Liquid freeLiquid(unsigned seed) {
  Liquid l = randomLiquid(seed);
  CellBlocks cells = blocksOver(glm::ivec3(-kReach - 2), glm::ivec3(kReach + 2), 0.125f);
  Liquid unbound(std::move(cells));
  for (std::size_t c = 0; c < l.cells.size(); ++c)
    if (l.phi.values[c] < 0.f) unbound.phi.values[c] = l.phi.values[c];
  unbound.nu = l.nu;
  return unbound;
}

/// A free liquid keeps a rigid rotation at any viscosity and time step.
TEST(ImplicitViscosity, LetsAFreeLiquidTurn) {
  for (const float dt : {0.01f, 1.f, 100.f}) {
    Liquid l = freeLiquid(41);
    const auto flow = [](const Vec3& p) { return turning(p); };
    l.velocity.fill(l.cells, flow, one());
    const FaceField before = l.velocity;
    act(l, before, dt);
    EXPECT_LT(worstDifference(before, l.velocity), 2e-6f) << dt;
    // Without eq. 8 to 10 the rotation would be damped.
    FaceField still;
    still.fill(l.cells, 0.f);
    l.velocity = before;
    act(l, still, dt);
    EXPECT_GT(worstDifference(before, l.velocity), 0.02f) << dt;
  }
}

/// Bounds the energy with viscosity jumps of 1000 and time steps of 1 to 10^4 cells^2 / nu. |u|^2 alone may
/// grow at a viscosity jump (here twofold in a step of 10^4), because the explicit part passes velocity
/// between components before the implicit part dissipates. The sum with friction does not grow, at any time
/// step.
TEST(ImplicitViscosity, NeverAddsToEnergyAndFriction) {
  for (const bool free : {true, false})
    for (const float steps : {1.f, 100.f, 1e4f}) {
      Liquid l = free ? freeLiquid(51) : randomLiquid(51);
      Transcription literal{l};
      findAll(literal);
      const auto cell = static_cast<double>(l.cells.cell());
      const float dt = steps * l.cells.cell() * l.cells.cell();  // the largest viscosity nu is 1
      FaceField before = randomVelocity(l.cells, 52);
      for (int axis = 0; axis < 3; ++axis)
        for (CellIndex c = 0; c < l.cells.size(); ++c)
          if (l.faces.isHeld(axis, c)) before.axes[static_cast<std::size_t>(axis)][c] = 0.f;
      l.velocity = before;
      const auto bounded = [&](const FaceField& u) {
        return literal.square(u) + static_cast<double>(dt) / (cell * cell) * literal.friction(u);
      };
      for (int step = 0; step < 5; ++step) {
        before = l.velocity;
        act(l, before, dt);
        EXPECT_LE(bounded(l.velocity), bounded(before) * (1.0 + 1e-6)) << steps;
        EXPECT_LT(literal.square(l.velocity), 3.0 * literal.square(before)) << steps;
      }
    }
}

/// Kinetic energy alone never grows if the explicit part vanishes.
TEST(ImplicitViscosity, NeverAddsKineticEnergyOfOneViscosity) {
  for (const float steps : {1.f, 100.f, 1e4f}) {
    Liquid l = heldBox(glm::ivec3(-4), glm::ivec3(5), 0.1f);
    l.nu.fill(l.cells, 1.f);
    Transcription literal{l};
    literal.find(glm::ivec3(-5), glm::ivec3(7));
    l.velocity = randomVelocity(l.cells, 53);
    for (int axis = 0; axis < 3; ++axis)
      for (CellIndex c = 0; c < l.cells.size(); ++c)
        if (l.faces.isHeld(axis, c)) l.velocity.axes[static_cast<std::size_t>(axis)][c] = 0.f;
    FaceField none;
    none.fill(l.cells, 0.f);
    for (int step = 0; step < 5; ++step) {
      const double before = literal.square(l.velocity);
      act(l, none, steps * 0.01f);
      EXPECT_LT(literal.square(l.velocity), before);
    }
  }
}

TEST(ImplicitViscosity, HasASymmetricPositiveMatrix) {
  Liquid l = randomLiquid(61);
  ImplicitViscosity viscosity;
  viscosity.act(l.cells, l.phi, l.nu, l.faces, l.velocity, 10.f, l.velocity, {}, one());
  const grid::SparseRows& a = viscosity.matrix();
  a.check();
  ASSERT_GT(a.size(), 500u);
  for (std::uint32_t i = 0; i < a.size(); ++i) {
    double beside = 0.0;
    for (std::uint32_t k = a.first[i]; k < a.first[i + 1]; ++k) beside += std::abs(a.value[k]);
    ASSERT_GE(a.diagonal[i] - beside, 1.0 - 1e-9);  // by Gershgorin's theorem no eigenvalue is below 1
  }
}

/// Liquid between two plates, neither of which lies on a face of the lattice. The upper one moves along x.
/// The faces at the ends of the channel are hard.
struct Channel {
  static constexpr float kLower = -0.23f, kUpper = 0.31f, kSpeed = 0.8f;
  Liquid liquid = heldBox({-4, -5, -3}, {5, 6, 4}, 0.1f);
  CellField distance{};
  float friction;
  std::vector<grid::WallDrag> drags{};

  explicit Channel(float frictionOfWalls) : friction(frictionOfWalls) {
    const auto toWall = [](const Vec3& p) { return std::min(p.y - kLower, kUpper - p.y); };
    const auto motion = [this](const Vec3& p) {
      return grid::SolidMotion{{p.y > 0.f ? kSpeed : 0.f, 0.f, 0.f}, friction};
    };
    liquid.faces.setSolids(liquid.cells, toWall, motion, one());
    distance.fill(liquid.cells, toWall, one());
    liquid.nu.fill(liquid.cells, 0.3f);
  }
  /// Sets all velocities along x.
  template <class Profile>
  void set(const Profile& profile) {
    for (CellIndex c = 0; c < liquid.cells.size(); ++c)
      liquid.velocity.axes[0][c] = profile(static_cast<double>(grid::middleOfFace(liquid.cells, 0, c).y));
  }
  void act(float dt) {
    const FaceField before = liquid.velocity;
    const auto motion = [this](const Vec3& p) {
      return grid::SolidMotion{{p.y > 0.f ? kSpeed : 0.f, 0.f, 0.f}, friction};
    };
    const grid::SolidWalls walls{distance, motion};
    EXPECT_TRUE(ImplicitViscosity()
                    .act(liquid.cells, liquid.phi, liquid.nu, liquid.faces, before, dt, liquid.velocity,
                         kExact, one(), &walls, &drags)
                    .converged());
  }
  /// Calls visit(height, velocity along x) for the faces between the plates.
  template <class Visit>
  void forFaces(const Visit& visit) const {
    for (CellIndex c = 0; c < liquid.cells.size(); ++c) {
      const auto y = static_cast<float>(grid::middleOfFace(liquid.cells, 0, c).y);
      if (y > kLower && y < kUpper && liquid.phi.values[c] < 0.f && !liquid.faces.isHeld(0, c))
        visit(y, liquid.velocity.axes[0][c]);
    }
  }
};

TEST(ImplicitViscosity, StickyWallsShearTheLiquidFromTheirTruePlaces) {
  Channel channel(1.f);
  const auto couette = [](double y) {
    return static_cast<float>(double{Channel::kSpeed} * (y - double{Channel::kLower}) /
                              double{Channel::kUpper - Channel::kLower});
  };
  channel.set(couette);
  channel.act(10.f);
  std::size_t count = 0;
  channel.forFaces([&](float y, float u) {
    EXPECT_NEAR(u, couette(double{y}), 1e-5f) << y;
    ++count;
  });
  EXPECT_GT(count, 100u);
  // Both plates are dragged by the same stress, in opposite directions.
  double lower = 0.0, upper = 0.0;
  for (const grid::WallDrag& drag : channel.drags) {
    if (drag.axis != 0) continue;
    const bool top = grid::middleOfFace(channel.liquid.cells, 0, drag.face).y > 0.0;
    (top ? upper : lower) += drag.mass * (drag.liquid - (top ? double{Channel::kSpeed} : 0.0));
  }
  EXPECT_GT(lower, 0.0);
  EXPECT_NEAR(upper, -lower, 1e-4 * lower);
}

TEST(ImplicitViscosity, SlipperyWallsLeaveAFlowAlone) {
  Channel channel(0.f);
  channel.set([](double) { return 0.5f; });
  channel.act(10.f);
  channel.forFaces([](float, float u) { EXPECT_NEAR(u, 0.5f, 1e-6f); });
  for (const grid::WallDrag& drag : channel.drags)
    EXPECT_NEAR(drag.mass * (drag.axis == 0 ? 1.0 : 0.0), 0.0, 1e-9);
}

TEST(ImplicitViscosity, OfNothingChangesNothing) {
  Liquid none{CellBlocks(0.1f)};
  act(none, none.velocity, 1.f);
  Liquid inviscid = randomLiquid(71);
  inviscid.nu.fill(inviscid.cells, 0.f);
  const FaceField before = inviscid.velocity;
  act(inviscid, before, 1.f);
  EXPECT_EQ(before.axes, inviscid.velocity.axes);
  // A single cell has no shear, but its stretching is damped.
  Liquid single(blocksOver(glm::ivec3(-2), glm::ivec3(2), 0.1f));
  single.at(single.phi, {-1, -1, -1}) = -0.05f;
  single.nu.fill(single.cells, 1.f);
  single.at(single.velocity, 1, {-1, 0, -1}) = 1.f;
  const FaceField start = single.velocity;
  act(single, start, 1.f);
  // The stretch d is the difference of the velocities at opposite faces. It satisfies d = d_before - 2 k
  // (d_before + d), with k = nu dt / cell^2 = 100.
  const float stretch =
      single.at(single.velocity, 1, {-1, 0, -1}) - single.at(single.velocity, 1, {-1, -1, -1});
  EXPECT_NEAR(stretch, (1.f - 200.f) / (1.f + 200.f), 1e-5f);
  EXPECT_NEAR(single.at(single.velocity, 1, {-1, 0, -1}) + single.at(single.velocity, 1, {-1, -1, -1}), 1.f,
              1e-5f);
}

TEST(ImplicitViscosity, GivesTheSameBitsAtAnyNumberOfThreads) {
  Liquid one1 = heldBox(glm::ivec3(-9), glm::ivec3(9), 0.1f);
  one1.velocity = randomVelocity(one1.cells, 81);
  std::mt19937 random(82);
  for (float& nu : one1.nu.values) nu = static_cast<float>(random() % 100);
  Liquid many = one1;
  const FaceField before = randomVelocity(one1.cells, 83);
  act(one1, before, 0.1f);
  act(many, before, 0.1f, 7);
  EXPECT_EQ(one1.velocity.axes, many.velocity.axes);
}

}  // namespace
}  // namespace ooze::grid_implicit_viscosity_test
