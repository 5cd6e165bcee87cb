// Tests of ParticleLiquid, the state shared by particle methods. Sorting, erasing and restoring particles
// also moves the arrays that a method added.
#include "liquid/particle_liquid.h"

#include "base/random.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <limits>
#include <utility>
#include <vector>

namespace ooze::particle_liquid_test {
namespace {

constexpr float kReach = 0.01f;  // distance up to which particles are neighbours [m]
const StateBounds kBounds(kReach);

/// Builds a liquid with one array of each extent. Every value encodes the id of its particle.
struct MarkedLiquid {
  explicit MarkedLiquid(std::uint32_t count = 0) : liquid(kReach) {
    const auto positive = [](const float& v, const StateBounds&) { return v > 0.f; };
    weights = liquid.arrays.add(ParticleArray<float>{.fill = 0.5f, .isSound = positive});
    places = liquid.arrays.add(ParticleArray<Vec3>{.fill = Vec3(-1.f), .extent = ArrayExtent::WhileBegun});
    seen = liquid.arrays.add(ParticleArray<std::uint32_t>{.fill = 7, .extent = ArrayExtent::MayBeShorter});
    insert(count);
    fillArrays();
  }

  /// Inserts particles at random in a cube, dense enough that each has a few neighbours.
  void insert(std::uint32_t count) {
    std::vector<Vec3> at, moving;
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint64_t k = 3 * (std::uint64_t{liquid.particles.nextId} + i);
      const float x = randomUnit(1, k), y = randomUnit(1, k + 1), z = randomUnit(1, k + 2);
      at.push_back(4.f * kReach * Vec3(x, y, z));
      moving.push_back(Vec3(y, z, x));
    }
    liquid.insert(at, moving, 1, 0xff00ff00, 0.f);
  }
  /// Fills every array with values computed from the particle ids.
  void fillArrays() {
    liquid.arrays.begin(places, liquid.size());
    liquid[seen].resize(liquid.size());
    for (std::size_t i = 0; i < liquid.size(); ++i) {
      const std::uint32_t id = liquid.particles.id[i];
      liquid[weights][i] = weightOf(id);
      liquid[places].set(i, placeOf(id));
      liquid[seen][i] = id;
      liquid.previous.set(i, -placeOf(id));
    }
  }
  void expectFilledArrays() const {
    ASSERT_EQ(liquid[weights].size(), liquid.size());
    ASSERT_EQ(liquid[places].size(), liquid.size());
    ASSERT_EQ(liquid[seen].size(), liquid.size());
    ASSERT_EQ(liquid.previous.size(), liquid.size());
    for (std::size_t i = 0; i < liquid.size(); ++i) {
      const std::uint32_t id = liquid.particles.id[i];
      ASSERT_EQ(liquid[weights][i], weightOf(id));
      ASSERT_EQ(liquid[places][i], placeOf(id));
      ASSERT_EQ(liquid[seen][i], id);
    }
  }
  [[nodiscard]] std::vector<std::byte> bytes() const {
    ByteWriter out;
    liquid.save(out);
    return out.bytes();
  }

  static float weightOf(std::uint32_t id) { return 1.f + static_cast<float>(id); }
  static Vec3 placeOf(std::uint32_t id) { return Vec3(1.f, 2.f, 3.f) * static_cast<float>(id + 1); }

  ParticleLiquid liquid;
  ArrayKey<float> weights;
  ArrayKey<Vec3> places;
  ArrayKey<std::uint32_t> seen;
};

const Threads& twoThreads() {
  static const Threads threads(2);
  return threads;
}

TEST(ParticleLiquid, ArraysFollowTheSort) {
  MarkedLiquid m(500);
  const std::vector<std::uint32_t> before = m.liquid.particles.id;
  m.liquid.list(twoThreads());
  ASSERT_NE(m.liquid.particles.id, before) << "nothing was sorted";
  m.expectFilledArrays();
  for (std::size_t i = 0; i < m.liquid.size(); ++i)
    ASSERT_EQ(m.liquid.previous[i], -MarkedLiquid::placeOf(m.liquid.particles.id[i]));
}

TEST(ParticleLiquid, ListsHoldUntilSomethingMovesComesOrGoes) {
  MarkedLiquid m(200);
  EXPECT_FALSE(m.liquid.hasLists());
  m.liquid.list(twoThreads());
  const float allowed = 0.1f * kReach;
  EXPECT_TRUE(m.liquid.listsAreValid(allowed, twoThreads()));
  m.liquid.particles.position.add(17, Vec3(0.9f * allowed, 0.f, 0.f));
  EXPECT_TRUE(m.liquid.listsAreValid(allowed, twoThreads()));
  m.liquid.particles.position.add(17, Vec3(0.2f * allowed, 0.f, 0.f));
  EXPECT_FALSE(m.liquid.listsAreValid(allowed, twoThreads()));
  m.liquid.list(twoThreads());
  m.insert(1);
  EXPECT_TRUE(m.liquid.hasLists());
  EXPECT_FALSE(m.liquid.listsAreValid(allowed, twoThreads()));
  m.liquid.list(twoThreads());
  m.liquid.erase(std::vector<std::uint32_t>{3});
  EXPECT_FALSE(m.liquid.hasLists());
}

TEST(ParticleLiquid, AnotherReachLeavesNoLists) {
  const Threads one(1);
  MarkedLiquid m(60);
  m.liquid.list(one);
  m.liquid.setReach(kReach);
  EXPECT_TRUE(m.liquid.listsAreValid(0.f, one));
  m.liquid.setReach(1.5f * kReach);
  EXPECT_FALSE(m.liquid.hasLists());
  EXPECT_FALSE(m.liquid.listsAreValid(0.f, one));
  m.liquid.list(one);
  std::size_t listed = 0, near = 0;
  for (std::size_t i = 0; i < m.liquid.size(); ++i) {
    m.liquid.neighbours().of(i).forEach([&](std::size_t) { ++listed; });
    for (std::size_t j = 0; j < m.liquid.size(); ++j)
      near += i != j &&
              glm::distance(m.liquid.particles.position[i], m.liquid.particles.position[j]) < 1.5f * kReach;
  }
  EXPECT_EQ(listed, near);
}

TEST(ParticleLiquid, ValuesComputedInAStepStayBetweenSteps) {
  MarkedLiquid m(300);
  for (std::size_t i = 0; i < m.liquid.size(); ++i) {
    m.liquid.particles.density[i] = MarkedLiquid::weightOf(m.liquid.particles.id[i]);
    m.liquid.particles.exposure[i] = 1.f / MarkedLiquid::weightOf(m.liquid.particles.id[i]);
  }
  m.liquid.sortBetweenSteps(twoThreads());
  for (std::size_t i = 0; i < m.liquid.size(); ++i) {
    ASSERT_EQ(m.liquid.particles.density[i], MarkedLiquid::weightOf(m.liquid.particles.id[i]));
    ASSERT_EQ(m.liquid.particles.exposure[i], 1.f / MarkedLiquid::weightOf(m.liquid.particles.id[i]));
  }
}

TEST(ParticleLiquid, ArraysFollowWhatIsErased) {
  MarkedLiquid m(100);
  m.liquid.erase(std::vector<std::uint32_t>{0, 1, 50, 98, 99});
  EXPECT_EQ(m.liquid.size(), 95u);
  m.expectFilledArrays();
  const IdTable indexOf = m.liquid.indicesById();
  for (const std::uint32_t gone : {0u, 1u, 50u, 98u, 99u}) EXPECT_FALSE(indexOf.holds(gone));
}

TEST(ParticleLiquid, NewParticlesHaveTheFillValueWhereThereIsAnArray) {
  MarkedLiquid m(10);
  m.liquid.arrays.end(m.places);
  m.insert(2);
  EXPECT_EQ(m.liquid[m.weights][11], 0.5f);
  EXPECT_EQ(m.liquid[m.places].size(), 0u) << "it has ended";
  EXPECT_EQ(m.liquid[m.seen].size(), 10u) << "it ends where the method left it";
  m.liquid.arrays.begin(m.places, m.liquid.size());
  EXPECT_EQ(m.liquid[m.places][0], Vec3(-1.f));
  m.liquid.erase(std::vector<std::uint32_t>{0});
  EXPECT_EQ(m.liquid[m.seen][0], 7u) << "the last took its place, of which nothing was seen";
  m.liquid.list(twoThreads());
  EXPECT_EQ(m.liquid[m.seen].size(), 11u);
}

TEST(ParticleLiquid, AnArrayThatHasBegunWithoutParticlesGrowsWithThem) {
  MarkedLiquid m;
  m.insert(3);
  EXPECT_EQ(m.liquid[m.places].size(), 3u);
}

TEST(ParticleLiquid, RestoredParticlesHaveTheirValuesAgain) {
  MarkedLiquid m(60);
  m.liquid.particles.frozen.assign(60, 0);
  m.liquid.particles.frozen[21] = 1;
  const std::vector<std::uint32_t> some{20, 21, 59};
  ByteWriter out;
  ParticleLiquid::save(m.liquid.kept(some), out);
  m.liquid.erase(some);
  EXPECT_TRUE(m.liquid.particles.frozen.empty());
  m.insert(5);
  m.fillArrays();

  ByteReader in(out.bytes());
  const RemovedParticles kept = m.liquid.readRemoved(in);
  EXPECT_TRUE(in.atEnd());
  m.liquid.requireSound(kept, kBounds, 2);
  m.liquid.putBack(kept, 2, 0.f);
  EXPECT_EQ(m.liquid.size(), 64u) << "the particle budget was two";
  m.liquid.putBack(kept, 2, 0.f);
  EXPECT_EQ(m.liquid.size(), 65u) << "two were there";
  m.expectFilledArrays();
  const auto index = m.liquid.indicesById();
  EXPECT_EQ(m.liquid.particles.nextId, 65u);
  EXPECT_TRUE(m.liquid.particles.isFrozen(index[21]));
  EXPECT_EQ(m.liquid.particles.velocity[index[21]], Vec3(0.f)) << "frozen particles have no velocity";
  EXPECT_FALSE(m.liquid.particles.isFrozen(index[20]));
}

TEST(ParticleLiquid, UndoRestoresParticlesToAnArrayThatHasEnded) {
  MarkedLiquid m(10);
  const std::vector<std::uint32_t> some{4};
  const RemovedParticles kept = m.liquid.kept(some);
  m.liquid.erase(some);
  m.liquid.arrays.end(m.places);
  m.liquid.putBack(kept, 1, 0.f);
  ASSERT_EQ(m.liquid[m.places].size(), 10u);
  EXPECT_EQ(m.liquid[m.places][9], MarkedLiquid::placeOf(4));
  EXPECT_EQ(m.liquid[m.places][0], Vec3(-1.f));
  m.insert(1);
  EXPECT_EQ(m.liquid[m.places].size(), 11u) << "it has begun again";
}

TEST(ParticleLiquid, ARestoredStateContinuesToTheBit) {
  MarkedLiquid m(400);
  m.liquid.list(twoThreads());
  m.liquid.predictPositions(1e-3f, twoThreads());
  m.insert(3);
  m.fillArrays();
  const auto bytes = m.bytes();
  MarkedLiquid other(20);
  ByteReader in(bytes);
  LiquidState state = other.liquid.read(in);
  EXPECT_TRUE(in.atEnd());
  state.requireSound(kBounds, 2, kReach);
  other.liquid.replaceBy(std::move(state));
  other.expectFilledArrays();
  EXPECT_EQ(other.bytes(), bytes);
  for (std::size_t i = 0; i < 400; ++i) {
    std::vector<std::size_t> of, ofOther;
    m.liquid.neighbours().of(i).forEach([&](std::size_t j) { of.push_back(j); });
    other.liquid.neighbours().of(i).forEach([&](std::size_t j) { ofOther.push_back(j); });
    ASSERT_EQ(of, ofOther);
  }
  m.liquid.sortBetweenSteps(twoThreads());
  other.liquid.sortBetweenSteps(twoThreads());
  EXPECT_EQ(other.bytes(), m.bytes());
}

/// Returns the state of a small liquid after `damage`.
LiquidState damaged(MarkedLiquid& m, FunctionRef<void(MarkedLiquid&, LiquidState&)> damage) {
  m.liquid.list(twoThreads());
  const auto bytes = m.bytes();
  ByteReader in(bytes);
  LiquidState state = m.liquid.read(in);
  damage(m, state);
  return state;
}

TEST(ParticleLiquid, ADamagedStateIsRefused) {
  const auto refused = [](auto&& damage) {
    MarkedLiquid m(50);
    EXPECT_THROW(damaged(m, damage).requireSound(kBounds, 2, kReach), InputError);
  };
  refused([](MarkedLiquid& m, LiquidState& s) { s.arrays[m.weights].pop_back(); });
  refused([](MarkedLiquid& m, LiquidState& s) { s.arrays[m.weights][3] = -1.f; });
  refused(
      [](MarkedLiquid& m, LiquidState& s) { s.arrays.end(m.places), s.arrays[m.places].push(Vec3(0.f)); });
  refused([](MarkedLiquid& m, LiquidState& s) { s.arrays[m.seen].push_back(0); });
  refused([](MarkedLiquid&, LiquidState& s) { s.particles.id[1] = s.particles.id[0]; });
  refused([](MarkedLiquid&, LiquidState& s) { s.particles.id[1] = s.particles.nextId; });
  refused([](MarkedLiquid&, LiquidState& s) { s.particles.nextId = kMaxIds + 1; });
  refused([](MarkedLiquid&, LiquidState& s) { s.particles.material[4] = 2; });
  refused([](MarkedLiquid&, LiquidState& s) {
    s.particles.velocity.set(5, Vec3(std::numeric_limits<float>::quiet_NaN()));
  });
  refused([](MarkedLiquid&, LiquidState& s) { s.listedAt.push(Vec3(0.f)); });
}

TEST(ParticleLiquid, AStateOutOfOrderIsRefusedAndChangesNothing) {
  MarkedLiquid m(50);
  LiquidState state = damaged(m, [](MarkedLiquid&, LiquidState& s) {
    const Vec3 first = s.listedAt[0];
    s.listedAt.set(0, s.listedAt[49]);
    s.listedAt.set(49, first);
    s.particles.position.set(0, Vec3(0.f));
  });
  state.requireSound(kBounds, 2, kReach);
  const Vec3 before = m.liquid.particles.position[0];
  EXPECT_THROW(m.liquid.replaceBy(std::move(state)), InputError);
  EXPECT_EQ(m.liquid.particles.position[0], before);
  EXPECT_FALSE(m.liquid.hasLists());
  m.expectFilledArrays();
}

TEST(ParticleLiquid, ADamagedUndoRecordIsRefused) {
  const auto refused = [](auto&& damage) {
    MarkedLiquid m(50);
    RemovedParticles kept = m.liquid.kept(std::vector<std::uint32_t>{1, 2, 3});
    damage(m, kept);
    EXPECT_THROW(m.liquid.requireSound(kept, kBounds, 2), InputError);
  };
  refused([](MarkedLiquid& m, RemovedParticles& k) { k.arrays[m.weights].pop_back(); });
  refused([](MarkedLiquid& m, RemovedParticles& k) { k.arrays[m.weights][0] = 0.f; });
  refused([](MarkedLiquid&, RemovedParticles& k) { k.particles[0].id = k.particles[1].id; });
  refused([](MarkedLiquid&, RemovedParticles& k) { k.particles[0].id = 50; });
  refused([](MarkedLiquid&, RemovedParticles& k) { k.particles[2].frozen = 2; });
}

TEST(ParticleLiquid, ACopyHasArraysOfItsOwn) {
  MarkedLiquid m(5);
  MarkedLiquid copy = m;
  copy.expectFilledArrays();
  ASSERT_FALSE(HasFatalFailure());
  copy.liquid[copy.weights][2] = 9.f;
  copy.liquid.erase(std::vector<std::uint32_t>{0});
  m.expectFilledArrays();
  EXPECT_EQ(copy.liquid[copy.weights][2], 9.f);
  copy = m;
  copy.expectFilledArrays();
}

}  // namespace
}  // namespace ooze::particle_liquid_test
