// Tests of the step record, which shows one step stage by stage. The record equals the step that the world
// then takes, and its particle details agree with the transcription of the paper.
#include "world/history/step_record.h"

#include "fixtures/commands.h"
#include "unit/clavet_stage_fixtures.h"
#include "unit/world_fixtures.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ooze::step_record_test {
namespace {

using testing::ElementsAre;

/// Returns a busy world with a dynamic body in addition.
WorldSpec spec() {
  WorldSpec spec = test::busySpec();
  Body ball = makeBody("ball", {SolidShape::SolidKind::Sphere, Vec3(0.015f)}, Motion::Dynamic);
  ball.density = 300.f;
  ball.pose.position = {0.01f, 0.11f, 0.f};
  spec.bodies.push_back(ball);
  return spec;
}

World worldAtWork(int threads, int steps = 40) {
  World world(spec(), threads);
  test::steps(world, steps);
  return world;
}

bool sameBits(const Vec3& a, const Vec3& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

/// Returns whether a stage holds exactly the present state of the world.
bool matchesWorld(const StepRecord& record, const RecordedStage& stage, const World& world) {
  const Particles& p = world.particles();
  std::size_t there = 0;
  for (const Vec3& at : *stage.positions) there += isFinite(at) ? 1 : 0;
  if (there != p.size()) return false;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const auto place = record.placeOf(p.id[i]);
    if (!place || !sameBits((*stage.positions)[*place], p.position[i]) ||
        !sameBits((*stage.velocities)[*place], p.velocity[i]))
      return false;
  }
  for (std::size_t b = 0; b < world.bodies().list.size(); ++b)
    if (!sameBits(stage.bodies[b].position, world.bodies().list[b].pose.position)) return false;
  return stage.bodies.size() == world.bodies().list.size();
}

float valueOf(const std::vector<InspectedValue>& values, std::string_view symbol) {
  for (const InspectedValue& v : values)
    if (v.symbol == symbol) return v.value;
  ADD_FAILURE() << "no value " << symbol;
  return 0.f;
}

TEST(StepRecord, IsTheStepThatTheWorldThenTakesToTheBit) {
  for (const int threads : {1, 2}) {
    World world = worldAtWork(threads);
    bool grew = false;
    for (int k = 0; k < 8; ++k) {  // also in the middle of frames, with layers from the nozzle
      const std::uint64_t before = world.hash();
      const StepRecord record = recordStep(world, world.particles().id[7], threads);
      ASSERT_EQ(world.hash(), before) << "the world was touched";
      ASSERT_TRUE(matchesWorld(record, record.stages.front(), world))
          << "threads " << threads << ", step " << k;
      EXPECT_EQ(record.step, world.stepIndex());
      grew |= record.ids.size() > world.particles().size();
      world.step();
      ASSERT_TRUE(matchesWorld(record, record.stages.back(), world))
          << "threads " << threads << ", step " << k;
    }
    EXPECT_TRUE(grew) << "the nozzle added nothing";
  }
}

TEST(StepRecord, TakesWhatIsDueThenIntoAccount) {
  World world = worldAtWork(1);
  const auto push = [](World& copy) { copy.submit(command("world.gravity_x", {5.f})); };
  const StepRecord record = recordStep(world, std::nullopt, 1, push);
  push(world);
  world.step();
  EXPECT_TRUE(matchesWorld(record, record.stages.back(), world));
}

TEST(StepRecord, DoesNotDependOnThreadsOrOnWhoIsLookedAt) {
  const World world = worldAtWork(2);
  const StepRecord one = recordStep(world, std::nullopt, 1), two = recordStep(world, 3u, 2);
  ASSERT_EQ(one.stages.size(), two.stages.size());
  for (std::size_t s = 0; s < one.stages.size(); ++s)
    for (std::size_t place = 0; place < one.ids.size(); ++place)
      EXPECT_TRUE(!isFinite((*one.stages[s].positions)[place]) ||
                  sameBits((*one.stages[s].positions)[place], (*two.stages[s].positions)[place]));
  EXPECT_FALSE(one.stages[0].details);
  EXPECT_TRUE(two.stages[0].details);
}

TEST(StepRecord, NamesTheStagesOfAlgorithm1AndExplainsEach) {
  const StepRecord record = recordStep(worldAtWork(1), std::nullopt, 1);
  std::vector<std::string> names;
  for (const RecordedStage& stage : record.stages) {
    names.emplace_back(stage.note.name);
    EXPECT_FALSE(stage.note.explanation.empty()) << stage.note.name;
  }
  EXPECT_THAT(names, ElementsAre("start", "commands", "emission", "bodies", "neighbours", "gravity",
                                 "viscosity", "prediction", "neighbours", "packing", "adjust springs",
                                 "apply springs", "relaxation", "wall support", "coupling", "body contacts",
                                 "collisions", "velocities", "domain"));
}

TEST(StepRecord, StagesThatMoveNothingShareThePositionsOfTheStageBefore) {
  const StepRecord record = recordStep(worldAtWork(1), std::nullopt, 1);
  const auto stage = [&](std::string_view name) {
    return static_cast<std::size_t>(std::find_if(record.stages.begin(), record.stages.end(),
                                                 [&](const auto& s) { return s.note.name == name; }) -
                                    record.stages.begin());
  };
  const std::size_t viscosity = stage("viscosity"), relaxation = stage("relaxation");
  EXPECT_EQ(record.stages[viscosity].positions, record.stages[viscosity - 1].positions);
  EXPECT_NE(record.stages[viscosity].velocities, record.stages[viscosity - 1].velocities);
  EXPECT_NE(record.stages[relaxation].positions, record.stages[relaxation - 1].positions);
  EXPECT_GT(glm::length(record.displacement(relaxation, 5)), 0.f);
  EXPECT_EQ(record.displacement(viscosity, 5), Vec3(0.f));
  EXPECT_EQ(record.stages[viscosity].farthest, 0.f);
  float farthest = 0.f;
  for (std::size_t place = 0; place < record.ids.size(); ++place)
    farthest = std::max(farthest, glm::length(record.displacement(relaxation, place)));
  EXPECT_FLOAT_EQ(record.stages[relaxation].farthest, farthest);
}

TEST(StepRecord, OfAFrameThatIsTakenAgainShowsTheLastStep) {
  WorldSpec explosive = test::busySpec();
  clavet::Material m = test::dough();
  m.springStiffness = 40.f;
  m.plasticityStretch = m.plasticityCompress = 3.f;
  explosive.materials[0] = test::material("dough", m);
  explosive.settings.substeps = 1.f;
  World world(explosive, 1);
  bool again = false;
  for (int f = 0; f < 40 && !again; ++f) {
    const StepRecord record = recordStep(world, 3u, 1);
    world.step();
    again = !world.rollBacks().empty();
    ASSERT_TRUE(matchesWorld(record, record.stages.back(), world));
    ASSERT_EQ(record.stages.size(), 19u);
  }
  EXPECT_TRUE(again) << "no frame went wrong";
}

TEST(StepRecord, ASnapshotOfAStageHasItsParticlesAndBodies) {
  World world = worldAtWork(1);
  const StepRecord record = recordStep(world, std::nullopt, 1);
  const auto before = world.snapshot();
  const auto first = snapshotAfter(record, 0, *before);
  EXPECT_EQ(first->positions.size(), before->positions.size());
  world.step();
  const auto last = snapshotAfter(record, record.stages.size() - 1, *before);
  ASSERT_EQ(last->positions.size(), world.particles().size());
  for (std::size_t i = 0; i < world.particles().size(); ++i) {
    const auto at =
        std::find(last->ids.begin(), last->ids.end(), world.particles().id[i]) - last->ids.begin();
    EXPECT_EQ(last->positions[static_cast<std::size_t>(at)], world.particles().position[i]);
    EXPECT_EQ(last->particleMaterials[static_cast<std::size_t>(at)], world.particles().material[i]);
  }
  EXPECT_EQ(last->bodies[1].pose.position, world.bodies().list[1].pose.position);
  EXPECT_NE(last->bodies[1].pose.position, first->bodies[1].pose.position);
}

TEST(StepRecord, ASnapshotOfAStageKnowsWhichOfItsParticlesAreFrozen) {
  World world = worldAtWork(1);
  const StepRecord record = recordStep(world, std::nullopt, 1);
  Snapshot before = *world.snapshot();
  for (const std::uint32_t id : before.ids) before.frozen.push_back(id % 3 == 0 ? 1 : 0);
  const auto after = snapshotAfter(record, record.stages.size() - 1, before);
  ASSERT_EQ(after->frozen.size(), after->ids.size());
  for (std::size_t i = 0; i < after->ids.size(); ++i) {
    const bool old = std::find(before.ids.begin(), before.ids.end(), after->ids[i]) != before.ids.end();
    EXPECT_EQ(after->frozen[i], old && after->ids[i] % 3 == 0 ? 1 : 0) << "id " << after->ids[i];
  }
  EXPECT_TRUE(after->fields.empty()) << "collected fields belong to the state before the step";
}

// Sets up two cubes of different liquids between two solids, as in the tests of the stages.
class Inspection : public testing::TestWithParam<float> {
 protected:
  Inspection() {
    clavet::Material a = stages::honey(), b = stages::clay();
    a.volumeStiffness = b.volumeStiffness = GetParam();
    twin_ = stages::twoLiquids(a, b);
    twin_->setSprings(stages::someSprings(*twin_));
    solids_ = stages::solidsOf(bodies_, kDt);
  }
  /// Converts a pressure to the microscope's unit, h per frame^2.
  static double toPerFrameSquared(double pressure) {
    return pressure * stages::kFrame * stages::kFrame / stages::kH;
  }
  static void expectValues(const std::vector<InspectedValue>& values, const reference::Density& expected) {
    // The tolerance covers float sums of 80 terms, as in clavet_stage_test.cpp. Pressures are some 0.1 h per
    // frame^2.
    EXPECT_NEAR(valueOf(values, "ρ"), expected.rho, 2e-4);
    EXPECT_NEAR(valueOf(values, "ρ_near"), expected.rhoNear, 2e-4);
    EXPECT_NEAR(valueOf(values, "P"), toPerFrameSquared(expected.pressure), 2e-4);
    EXPECT_NEAR(valueOf(values, "P_near"), toPerFrameSquared(expected.pressureNear), 1e-3);
  }

  [[nodiscard]] ParticleDetails detailsOf(std::uint32_t id) const {
    return twin_->product.detailsOf(id, kDt, bodies_).value();
  }

  static constexpr float kDt = 0.1f * stages::kFrame;
  std::unique_ptr<ReferencePair> twin_;
  Bodies bodies_ = stages::groundAndBall();
  std::vector<reference::Solid> solids_;
};

TEST_P(Inspection, DensitiesAndPressuresAreThoseOfTheTranscription) {
  const Particles& p = twin_->product.particles();
  bool wall = false;
  for (std::size_t i = 0; i < p.size(); i += 5) {
    reference::Liquid liquid = twin_->reference;
    reference::relaxParticle(liquid, kDt, p.id[i], solids_);
    const ParticleDetails details = detailsOf(p.id[i]);
    expectValues(details.values, liquid.densities[p.id[i]]);
    wall |= valueOf(details.values, "ρ_wall") > 0.1f;
  }
  EXPECT_TRUE(wall) << "no particle near a solid was looked at";
}

TEST_P(Inspection, NeighboursAndSpringsAreAllThereAre) {
  const Particles& p = twin_->product.particles();
  std::vector<std::vector<std::uint32_t>> near(p.size()), tied(p.size());
  for (const auto& [a, b] : reference::pairsWithin(twin_->reference, stages::kH))
    near[a].push_back(static_cast<std::uint32_t>(b)), near[b].push_back(static_cast<std::uint32_t>(a));
  for (const auto& [pair, length] : twin_->reference.springs)
    tied[pair.first].push_back(static_cast<std::uint32_t>(pair.second)),
        tied[pair.second].push_back(static_cast<std::uint32_t>(pair.first));
  for (std::size_t i = 0; i < p.size(); i += 7) {
    const ParticleDetails details = detailsOf(p.id[i]);
    std::vector<std::uint32_t> neighbours, partners;
    for (const InspectedNeighbour& n : details.neighbours) {
      neighbours.push_back(n.id);
      EXPECT_NEAR(n.distance / stages::kH, n.q, 1e-6);
      EXPECT_LT(n.q, 1.f);
    }
    EXPECT_TRUE(std::is_sorted(details.neighbours.begin(), details.neighbours.end(),
                               [](const auto& a, const auto& b) { return a.q < b.q; }));
    for (const InspectedLink& s : details.links) {
      partners.push_back(s.id);
      const auto& rest = twin_->reference.springs.at(std::minmax<std::size_t>(p.id[i], s.id));
      EXPECT_FLOAT_EQ(s.restLength, static_cast<float>(rest));
      const double r = glm::distance(twin_->reference.particles[p.id[i]].position,
                                     twin_->reference.particles[s.id].position);
      EXPECT_NEAR(s.strain(), r / rest - 1.0, 1e-5);
    }
    EXPECT_THAT(neighbours, testing::UnorderedElementsAreArray(near[p.id[i]]));
    EXPECT_THAT(partners, testing::UnorderedElementsAreArray(tied[p.id[i]]));
  }
}

TEST_P(Inspection, TheTurnOfAWatchedParticleIsWhatTheSweepFoundThen) {
  const auto order = twin_->relaxationOrder(3);
  reference::Liquid liquid = twin_->reference;
  reference::relaxDoubleDensity(liquid, kDt, order, solids_);
  // The particle comes in the middle of the sweep, so half of its neighbours have moved.
  const auto id = static_cast<std::uint32_t>(order[order.size() / 2]);
  const float before = valueOf(detailsOf(id).values, "ρ");
  WatchedParticle watched{id};
  twin_->product.relaxDoubleDensity(kDt, twin_->threads(), 3, bodies_, &watched);
  expectValues(watched.sweepValues, liquid.densities[id]);
  // The difference is more than twice the tolerance of expectValues.
  EXPECT_GT(std::abs(valueOf(watched.sweepValues, "ρ") - before), 5e-4f)
      << "nothing had moved before its turn";
}

INSTANTIATE_TEST_SUITE_P(WithAndWithoutVolumeStiffness, Inspection, testing::Values(0.f, 0.3f));

}  // namespace
}  // namespace ooze::step_record_test
