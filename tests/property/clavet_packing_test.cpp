// Invariants of the correction of uneven packing (the push against shear, methods/clavet/packing.h), whatever
// its constants.
#include "ooze/base/bytes.h"

#include "property/clavet_checks.h"
#include "unit/clavet_stage_fixtures.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <vector>

namespace ooze::packing_property_test {
namespace {

using clavet::Packing;
using reference::Tensor;
using reference::Vec;
constexpr float kH = clavet_checks::kH, kDt = 0.1f * clavet_checks::kFrame, kSpeed = clavet_checks::kSpeed;
const Bodies kNone;

clavet::Material inviscid() {
  clavet::Material m;
  m.viscosityLinear = m.viscosityQuadratic = 0.f;
  return m;
}

void advance(clavet::Clavet& product, std::uint64_t from, std::uint64_t to, Bodies& bodies,
             const Threads& threads) {
  StageTimer timer;
  for (std::uint64_t step = from; step < to; ++step) {
    StepContext context{bodies, threads, timer, step};
    product.step(kDt, context);
  }
}

/// Returns two liquids of different mass that have moved for a while and whose packing has just been
/// observed.
std::unique_ptr<ReferencePair> makeObservedLiquids() {
  clavet::Material light = inviscid();
  light.viscosityQuadratic = 0.2f;
  auto twin = std::make_unique<ReferencePair>(kH, std::vector{light, inviscid()}, Vec3(0.f), 2,
                                              std::vector{1000.f, 1600.f});
  twin->addCube(Vec3(-1.2f, 0.1f, 0.2f) * kH, 6, 0.3f, kSpeed, 1, 0);
  twin->addCube(Vec3(1.2f, -0.3f, -0.2f) * kH, 6, 0.3f, kSpeed, 2, 1);
  Bodies none;
  advance(twin->product, 0, 13, none, twin->threads());
  twin->product.findNeighbours(twin->threads());
  twin->product.observePacking(twin->threads());
  return twin;
}

struct Momentum {
  Vec first{0.0}, moment{0.0};
};
Momentum momentumOf(ReferencePair& twin, bool ofPositions) {
  Momentum sum;
  const Particles& p = twin.product.particles();
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double mass = twin.mass(p.material[i]) / twin.mass(0);
    const Vec x(p.position[i]), v(p.velocity[i]);
    sum.first += mass * (ofPositions ? x : v);
    sum.moment += mass * glm::cross(x, v);
  }
  return sum;
}

TEST(PackingLaws, TheCentreOfMassIsKept) {
  // Rounding errors of single particles mostly cancel, as in clavet_momentum_test.cpp.
  constexpr double kRounding = 1e-6;
  {
    const auto held = makeObservedLiquids();
    ReferencePair& twin = *held;
    const double n = static_cast<double>(twin.product.particles().size());
    const Momentum before = momentumOf(twin, true);
    twin.product.relaxDoubleDensity(kDt, twin.threads(), 0, kNone);
    EXPECT_LT(glm::length(momentumOf(twin, true).first - before.first), kRounding * n * kH);
  }
}

/// Returns a lattice of liquid, stretched by this factor along x and compressed along y, with a velocity
/// field.
std::unique_ptr<ReferencePair> lattice(float stretch, const std::function<Vec3(const Vec3&)>& velocity,
                                       int edge = 9) {
  auto twin = std::make_unique<ReferencePair>(kH, std::vector{inviscid()}, Vec3(0.f), 1);
  const float spacing = twin->product.laws().restSpacing(0);
  std::vector<Vec3> positions, velocities;
  for (int x = 0; x < edge; ++x)
    for (int y = 0; y < edge; ++y)
      for (int z = 0; z < edge; ++z) {
        const Vec3 cell = Vec3(x, y, z) - 0.5f * static_cast<float>(edge - 1);
        positions.push_back(spacing * cell * Vec3(stretch, 1.f / stretch, 1.f));
        velocities.push_back(velocity(positions.back()));
      }
  twin->add(positions, velocities);
  twin->product.observePacking(twin->threads());
  return twin;
}
bool isInside(const Vec3& p) { return std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}) < 0.4f * kH; }
Vec3 atRest(const Vec3&) { return Vec3(0.f); }

TEST(PackingLaws, AnEvenPackingChangesNothing) {
  const auto held = lattice(1.f, atRest), unseen = lattice(1.f, atRest);
  ReferencePair& twin = *held;
  const Particles& p = twin.product.particles();
  int inside = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    Packing& own = twin.product.packing()[i];
    if (isInside(p.position[i])) {
      ++inside;
      for (const clavet::Tensor6& t : {own.far, own.near})
        for (const float element : t) EXPECT_LT(std::abs(element), 1e-5f);
    }
    own.far = own.near = {};
  }
  EXPECT_GE(inside, 27);
  unseen->product.packing().clear();
  for (ReferencePair* t : {held.get(), unseen.get()})
    t->product.relaxDoubleDensity(kDt, t->threads(), 0, kNone);
  EXPECT_EQ(twin.product.particles().position.x, unseen->product.particles().position.x);
  EXPECT_EQ(twin.product.particles().position.y, unseen->product.particles().position.y);
}

TEST(PackingLaws, ThePushTakesMostOfTheShearStressAwayThatAStrainedLiquidHas) {
  // A strained shell of nearest neighbours: a pair at the distance q, pushed by the force f along
  // its unit vector r^, has the stress f q r^ r^.
  std::vector<Vec> offsets;
  for (std::uint64_t n = 0; offsets.size() < 400; ++n) {
    Vec r;
    for (int a = 0; a < 3; ++a)
      r[a] = 2.0 * static_cast<double>(randomUnit(7, 3 * n + static_cast<std::uint64_t>(a))) - 1.0;
    if (glm::length(r) > 0.4 && glm::length(r) < 0.6) offsets.push_back(r * Vec(1.05, 1.0 / 1.05, 1.0));
  }
  const auto stress = [&](const std::function<double(double w, const Vec& u)>& push) {
    Tensor sum(0.0);
    for (const Vec& r : offsets) {
      const double q = glm::length(r);
      sum += push(1.0 - q, r / q) * q * glm::outerProduct(r / q, r / q);
    }
    const double third = (sum[0][0] + sum[1][1] + sum[2][2]) / 3.0;
    return glm::dvec2((sum[0][0] - sum[1][1]) / third, sum[0][1] / third);
  };
  const auto even = [](double w, const Vec&) { return w * (1.0 + 5.0 * w); };
  ReferencePair twin(kH, {inviscid()}, Vec3(0.f), 1);
  std::vector<Vec3> positions{Vec3(0.f)};
  for (const Vec& r : offsets) positions.push_back(kH * Vec3(r));
  twin.add(positions, std::vector<Vec3>(positions.size(), Vec3(0.f)));
  twin.product.observePacking(twin.threads());
  const auto& id = twin.product.particles().id;
  const auto centre = static_cast<std::size_t>(std::find(id.begin(), id.end(), 0u) - id.begin());
  const Packing packing = twin.product.packing()[centre];
  const auto shear = clavet::computeShearCorrection(packing, {1.f, 5.f, 3.f, 0.f, 0.f}).shear;
  const auto corrected = [&](double w, const Vec& u) {
    const double along = u.x * u.x * shear[0] + u.y * u.y * shear[1] + u.z * u.z * shear[2] +
                         u.x * u.y * shear[3] + u.x * u.z * shear[4] + u.y * u.z * shear[5];
    return even(w, u) * (1.0 - along);
  };
  const double without = stress(even).x, with = stress(corrected).x;
  EXPECT_GT(std::abs(without), 0.05);
  // The correction removes 0.57 of the stress, because more makes a drop too thin; 400 directions are not
  // quite uniform.
  EXPECT_NEAR(with / without, 1.0 - 0.57, 0.15);
}

TEST(PackingLaws, ThePapersLiquidHasNone) {
  const Threads threads(2);
  const auto after = [&](bool poisoned) {
    ReferencePair twin(kH, {paperMaterial()}, Vec3(0.f, -9.81f, 0.f));
    twin.addCube(Vec3(0.f), 7, 0.3f, kSpeed, 1);
    Bodies bodies = stages::groundAndBall();
    for (std::uint64_t step = 0; step < 12; ++step) {
      if (poisoned) {
        Packing packing;
        packing.far = packing.near = {2.f, -1.f, -1.f, 3.f, 1.f, 2.f};
        packing.meanPressure = -10.f;
        twin.product.packing().assign(twin.product.particles().size(), packing);
      }
      advance(twin.product, step, step + 1, bodies, threads);
    }
    twin.product.packing().clear();
    ByteWriter out;
    twin.product.save(out, twin.threads());
    return out.bytes();
  };
  EXPECT_TRUE(after(true) == after(false));
}

/// Returns the state of a block on a floor after so many steps, saved and restored into a new product on the
/// way.
/// @param change  edits the particles just before the save
std::vector<std::byte> bytesAfter(std::uint64_t steps, std::uint64_t restoredAt, int threadCount,
                                  const std::function<void(clavet::Clavet&)>& change = {}) {
  const Threads threads(threadCount);
  const std::vector<clavet::Material> materials{inviscid()};
  const Vec3 gravity(0.f, -9.81f, 0.f);
  ReferencePair twin(kH, materials, gravity, threadCount);
  twin.addCube(Vec3(0.f), 9, 0.3f, kSpeed, 1);
  clavet::Clavet product = std::move(twin.product);
  Bodies bodies = stages::groundAndBall();
  const std::uint64_t changedAt = 11;
  advance(product, 0, changedAt, bodies, threads);
  if (change) change(product);
  const auto saved = [&](const clavet::Clavet& p) {
    ByteWriter out;
    p.save(out, threads);
    return out.bytes();
  };
  advance(product, changedAt, restoredAt, bodies, threads);
  if (restoredAt < steps) {
    const auto bytes = saved(product);
    product = makeProduct(kH, materials, gravity);
    ByteReader in(bytes);
    product.restore(in);
    advance(product, restoredAt, steps, bodies, threads);
  }
  return saved(product);
}

TEST(PackingLaws, EachParticleKeepsItsOwnWhenOthersComeAndGo) {
  const auto twin = makeObservedLiquids();
  clavet::Clavet& p = twin->product;
  const auto expected = [](std::uint32_t id) { return -1.f - static_cast<float>(id); };
  const std::uint32_t old = p.particles().nextId;
  for (std::size_t i = 0; i < p.packing().size(); ++i)
    p.packing()[i].meanPressure = expected(p.particles().id[i]);
  p.insert({.positions = {Vec3(0.f, 2.5f, 2.f) * kH, Vec3(0.4f, 2.6f, 2.1f) * kH},
            .velocities = {Vec3(0.f), Vec3(0.f)}});
  p.erase(std::vector<std::uint32_t>{3, 17, 200});
  p.findNeighbours(twin->threads());
  ASSERT_EQ(p.packing().size(), p.particles().size());
  for (std::size_t i = 0; i < p.packing().size(); ++i) {
    const std::uint32_t id = p.particles().id[i];
    ASSERT_EQ(p.packing()[i].meanPressure, id < old ? expected(id) : 0.f) << id;
  }
}

TEST(PackingLaws, ARestoredLiquidContinuesToTheSameBits) {
  const auto insertAndErase = [](clavet::Clavet& p) {
    p.insert({.positions = {Vec3(0.f, 2.5f, 2.f) * kH, Vec3(0.4f, 2.6f, 2.1f) * kH},
              .velocities = {Vec3(0.f), Vec3(0.f, -1.f, 0.f)}});
    p.erase(std::vector<std::uint32_t>{3, 17, 200});
    p.insert({.positions = {Vec3(1.f, 2.5f, 2.f) * kH}, .velocities = {Vec3(0.f)}});
  };
  for (const auto& change : {std::function<void(clavet::Clavet&)>(), std::function(insertAndErase)}) {
    const auto whole = bytesAfter(20, 20, 2, change);
    for (const std::uint64_t at : {11u, 13u, 16u})
      EXPECT_TRUE(bytesAfter(20, at, 2, change) == whole) << "restored at " << at << ", changed " << !!change;
  }
}

TEST(PackingLaws, OneAndTwoThreadsGiveTheSameBits) {
  EXPECT_TRUE(bytesAfter(20, 20, 1) == bytesAfter(20, 20, 2));
}

}  // namespace
}  // namespace ooze::packing_property_test
