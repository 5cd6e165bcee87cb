// The contract of every method, whatever its paper: one suite over the registry. A new method in the registry
// is tested without further code.
#include "ooze/base/threads.h"
#include "ooze/geometry/signed_distance.h"
#include "ooze/world/world.h"

#include "fixtures/commands.h"
#include "unit/world_fixtures.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <hwy/targets.h>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace ooze::method_contract_test {
namespace {

using test::kH;

/// Returns a material of this method with every value in the middle of its slider, so that every parameter
/// has an effect.
MaterialDefinition makeMidRangeMaterial(const MethodRow& method, const std::string& name = "middling") {
  MaterialDefinition m;
  m.name = name;
  m.referenceRadius = kH;
  for (const ParameterInfo& row : method.parameters())
    // The temperature is off the middle: at the temperature of the surroundings and of melting, the cooling
    // rate would have no effect.
    m.values.push_back(sliderValue(row.key == "temperature" ? 0.499 : 0.5, row.lower, row.upper, row.scale));
  return m;
}

/// Returns a material with the method's default values.
MaterialDefinition makeDefaultMaterial(const MethodRow& method, const std::string& name = "usual") {
  MaterialDefinition m = makeMidRangeMaterial(method, name);
  for (std::size_t r = 0; r < m.values.size(); ++r) m.values[r] = method.parameters()[r].defaultValue;
  return m;
}

WorldSpec emptySpec(const MethodRow& method) {
  WorldSpec spec;
  spec.method = method.key;
  spec.methodSettings.interactionRadius = kH;
  spec.materials = {makeDefaultMaterial(method)};
  return spec;
}

LiquidVolume ball(const Vec3& centre, float radius) {
  LiquidVolume volume;
  volume.shape = makeSphere(radius);
  volume.pose.position = centre;
  return volume;
}

/// A block of liquid falls on the ground against a wall and carries a floating ball along, while an emitter
/// pours another liquid.
WorldSpec makeBusyWorld(const MethodRow& method) {
  WorldSpec spec = emptySpec(method);
  spec.materials = {makeMidRangeMaterial(method, "one"), makeMidRangeMaterial(method, "other")};
  spec.materials[1].density = 800.f;
  spec.materials[1].colour = 0xff40a0d0;
  spec.liquids = {test::box({0.f, 0.045f, 0.f}, {0.03f, 0.03f, 0.03f})};
  EmitterSpec nozzle;
  nozzle.position = {0.f, 0.15f, 0.f};
  nozzle.radius = 0.015f;
  nozzle.speed = 0.8f;
  nozzle.material = 1;
  spec.emitters = {nozzle};
  Body wall = makeBody("wall", {SolidShape::SolidKind::Box, {0.02f, 0.1f, 0.1f}}, Motion::Static);
  wall.pose.position = {-0.055f, 0.1f, 0.f};
  Body float_ = makeBody("float", {SolidShape::SolidKind::Sphere, Vec3(0.015f)}, Motion::Dynamic);
  float_.density = 400.f;
  float_.pose.position = {0.01f, 0.1f, 0.f};
  spec.bodies = {test::ground(), wall, float_};
  spec.domain = Aabb{Vec3(-1.f), Vec3(1.f)};
  return spec;
}

void frames(World& world, int count) {
  for (int f = 0; f < count; ++f) world.advanceFrame();
}

bool isFinite(const World& world) {
  const Particles& p = world.particles();
  for (std::size_t i = 0; i < p.size(); ++i)
    if (!ooze::isFinite(p.position[i]) || !ooze::isFinite(p.velocity[i])) return false;
  return true;
}

/// The liquid's particles by id, independent of their order in memory.
using Contents =
    std::map<std::uint32_t, std::tuple<float, float, float, float, float, float, int, bool, std::uint32_t>>;
Contents contentsOf(const World& world) {
  Contents contents;
  const Particles& p = world.particles();
  for (std::size_t i = 0; i < p.size(); ++i) {
    const Vec3 x = p.position[i], v = p.velocity[i];
    contents[p.id[i]] = {x.x, x.y, x.z, v.x, v.y, v.z, p.material[i], p.isFrozen(i), p.colour[i]};
  }
  return contents;
}

Vec3 centroidOf(const World& world) {
  const Particles& p = world.particles();
  glm::dvec3 sum(0.0);
  for (std::size_t i = 0; i < p.size(); ++i) sum += glm::dvec3(p.position[i]);
  return sum / static_cast<double>(p.size());
}

class MethodContract : public testing::TestWithParam<std::string> {
 protected:
  [[nodiscard]] static const MethodRow& method() { return findMethod(GetParam()); }
};

std::vector<std::string> keys() {
  std::vector<std::string> all;
  for (const MethodRow& row : methodRegistry()) all.emplace_back(row.key);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Methods, MethodContract, testing::ValuesIn(keys()),
                         [](const auto& of) { return of.param; });

#ifdef OOZE_SANITIZED
constexpr int kBusyFrames = 4;  // sanitizers are some twenty times slower
constexpr std::size_t kBusyParticles = 250;
#else
constexpr int kBusyFrames = 8;
constexpr std::size_t kBusyParticles = 300;
#endif

std::uint64_t hashOfBusy(const MethodRow& method, int threads) {
  World world(makeBusyWorld(method), threads);
  frames(world, kBusyFrames);
  EXPECT_GT(world.particles().size(), kBusyParticles);
  EXPECT_TRUE(isFinite(world));
  return world.hash();
}

TEST_P(MethodContract, AnyNumberOfThreadsGivesTheSameBits) {
  const std::uint64_t expected = hashOfBusy(method(), 1);
  for (const int threads : {2, 7, 16}) EXPECT_EQ(hashOfBusy(method(), threads), expected) << threads;
}

TEST_P(MethodContract, EveryInstructionSetGivesTheSameBits) {
  const std::uint64_t expected = hashOfBusy(method(), 1);
  const std::int64_t all = hwy::SupportedTargets();
  for (const std::int64_t target : {HWY_SCALAR, HWY_EMU128, HWY_SSE4, HWY_AVX2, HWY_AVX3, HWY_NEON}) {
    if ((all & target) == 0) continue;
    hwy::GetChosenTarget().Update(target);
    EXPECT_EQ(hashOfBusy(method(), 1), expected) << hwy::TargetName(target);
  }
  hwy::GetChosenTarget().Update(all);
}

/// Edits a world in the middle of a run.
void editWorld(World& world) {
  const ParameterInfo& first = findMethod(world.spec().method).parameters()[0];
  world.submit(command("material.one." + std::string(first.key), {first.upper}));
  world.submit(command("liquid.freeze", {0.02f, 0.03f, 0.f, 0.02f}));
  world.submit(command("liquid.erase", {-0.02f, 0.03f, 0.f, 0.015f}));
  world.submit(command("world.gravity_x", {2.f}));
}

TEST_P(MethodContract, ASaveAndAReplayGoOnToTheBit) {
  World world(makeBusyWorld(method()), 1);
  frames(world, 3);
  editWorld(world);
  world.step();  // tests a save from the middle of a frame too
  World resumed(makeBusyWorld(method()), 2);
  test::restore(resumed, test::saved(world));
  EXPECT_EQ(resumed.hash(), world.hash());
  frames(world, 4), frames(resumed, 4);
  EXPECT_EQ(resumed.hash(), world.hash());
  World again(makeBusyWorld(method()), 1);
  again.replay(world.commandLog());
  while (again.stepIndex() < world.stepIndex()) again.step();
  EXPECT_EQ(again.hash(), world.hash());
}

TEST_P(MethodContract, AnUndoneEditRestoresTheState) {
  const std::vector<Command> edits{
      command("liquid.erase", {0.f, 0.03f, 0.f, 0.02f}),
      command("liquid.freeze", {0.f, 0.03f, 0.f, 0.02f}),
  };
  World world(makeBusyWorld(method()), 1);
  frames(world, 3);
  for (std::size_t e = 0; e < edits.size(); ++e) {
    const Contents before = contentsOf(world);
    world.submit(edits[e]);
    world.applyCommands();
    ASSERT_NE(contentsOf(world), before) << targetOf(edits[e]);
    world.submit(command("edits.take_back", {static_cast<float>(world.events())}));
    world.applyCommands();
    // Frozen particles have lost their velocity; everything else must be as before.
    Contents after = contentsOf(world);
    if (std::holds_alternative<FreezeBall>(edits[e]))
      for (auto& [id, now] : after) {
        const auto& then = before.at(id);
        if (std::get<3>(now) == 0.f && std::get<4>(now) == 0.f && std::get<5>(now) == 0.f)
          std::get<3>(now) = std::get<3>(then), std::get<4>(now) = std::get<4>(then),
          std::get<5>(now) = std::get<5>(then);
      }
    EXPECT_EQ(after, before) << targetOf(edits[e]);
  }
}

/// In free fall the centre of mass follows the parabola of symplectic Euler steps: after n steps its position
/// is x_n = x_0 + g dt^2 n (n + 1) / 2.
TEST_P(MethodContract, ABlobInFreeFallFollowsTheParabola) {
  WorldSpec spec = emptySpec(method());
  spec.liquids = {ball({0.f, 0.f, 0.f}, 0.04f)};
  spec.settings.substeps = 8.f;
  World world(std::move(spec), 1);
  const Vec3 start = centroidOf(world);
  constexpr int kFrames = 10, kSteps = 8 * kFrames;
  frames(world, kFrames);
  const double dt = 1.0 / (60.0 * 8.0);
  const Vec3 fallen = centroidOf(world) - start;
  EXPECT_NEAR(fallen.y, -9.81 * dt * dt * kSteps * (kSteps + 1) / 2.0, 2e-4 * kH);
  EXPECT_NEAR(fallen.x, 0.f, 2e-4 * kH);
  EXPECT_NEAR(fallen.z, 0.f, 2e-4 * kH);
}

TEST_P(MethodContract, KeepsItsMass) {
  WorldSpec spec = makeBusyWorld(method());
  spec.emitters.clear();
  spec.domain.reset();
  World world(std::move(spec), 1);
  const std::size_t count = world.particles().size();
  const double mass = world.statistics().mass;
  frames(world, 20);
  EXPECT_EQ(world.particles().size(), count);
  EXPECT_EQ(world.statistics().mass, mass);
}

TEST_P(MethodContract, NothingOneDropAndTwoFarApartAllStep) {
  World nothing(emptySpec(method()), 1);
  frames(nothing, 2);
  EXPECT_EQ(nothing.particles().size(), 0u);

  WorldSpec one = emptySpec(method());
  const float spacing = method().restSpacing(one.methodSettings, one.materials[0]);
  one.liquids = {ball({0.f, 0.1f, 0.f}, 0.5f * spacing)};
  one.liquids[0].sampling = Sampling::Lattice;
  World drop(one, 1);
  EXPECT_LE(drop.particles().size(), 8u);
  frames(drop, 5);
  EXPECT_TRUE(isFinite(drop));

  WorldSpec two = emptySpec(method());
  two.liquids = {ball({-500.f, 0.f, 0.f}, 0.02f), ball({500.f, 0.f, 0.f}, 0.02f)};
  two.settings.gravityY = 0.f;
  World apart(two, 2);
  const std::size_t count = apart.particles().size();
  ASSERT_GT(count, 20u);
  frames(apart, 3);
  EXPECT_EQ(apart.particles().size(), count);
  EXPECT_TRUE(isFinite(apart));
}

/// Returns the particles after a block with this parameter value has met ground, wall and ball.
Contents placesWith(const MethodRow& method, std::size_t row, float value) {
  WorldSpec spec = makeBusyWorld(method);
  for (MaterialDefinition& m : spec.materials) m.values[row] = value;
  World world(std::move(spec), 1);
  frames(world, 8);  // until all of the liquid has met something
  return contentsOf(world);
}

TEST_P(MethodContract, EveryParameterChangesSomething) {
  const std::vector<ParameterInfo>& rows = method().parameters();
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const float low = sliderValue(0.25, rows[r].lower, rows[r].upper, rows[r].scale);
    const float high = sliderValue(0.75, rows[r].lower, rows[r].upper, rows[r].scale);
    EXPECT_NE(placesWith(method(), r, low), placesWith(method(), r, high)) << rows[r].key;
  }
}

TEST_P(MethodContract, StagesAreListedAndExplained) {
  struct Listener final : StageObserver {
    std::vector<std::string> stages;
    void afterStage(std::string_view stage, const Method&) override { stages.emplace_back(stage); }
  } listener;
  World world(makeBusyWorld(method()), 1);
  world.observe(&listener);
  world.step();
  world.observe(nullptr);
  std::size_t own = 0;
  for (const std::string& stage : listener.stages) {
    if (stage == "commands" || stage == "emission" || stage == "bodies" || stage == kLastStage) continue;
    ++own;
    const StageDescription* note = findStage(method(), stage);
    ASSERT_NE(note, nullptr) << stage;
    EXPECT_GT(note->explanation.size(), 20u) << stage;
    EXPECT_FALSE(note->source.empty()) << stage;
  }
  EXPECT_GE(own, 3u);
}

}  // namespace
}  // namespace ooze::method_contract_test
