// Time step independence: a liquid does the same in automatic steps and in steps half as long.
#include "ooze/geometry/signed_distance.h"
#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include "fixtures/commands.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numbers>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// Prints the name of a failed material in GoogleTest's messages.
void PrintTo(const Listing& listing, std::ostream* out) { *out << listing.name; }

}  // namespace ooze

namespace ooze::step_length_test {
namespace {

constexpr float kH = 0.02f;  // interaction radius h [m]
constexpr int kFrames = 48;

/// Relative tolerances between the two runs [1].
struct Agreement {
  double runOut = 0.05, height = 0.05, coverage = 0.05;
};

/// A liquid that flows onto a floor and a solid, and sample points on both for measuring the covered area.
struct Trial {
  WorldSpec spec;
  std::vector<Vec3> places;
};

/// Adds sample points on the floor in a regular grid, wherever the liquid can come to.
void addFloorPlaces(std::vector<Vec3>& places) {
  constexpr float kApart = 0.5f * kH;
  constexpr int kEachWay = 50;
  for (int x = -kEachWay; x <= kEachWay; ++x)
    for (int z = -kEachWay; z <= kEachWay; ++z)
      places.emplace_back(kApart * static_cast<float>(x), 0.f, kApart * static_cast<float>(z));
}

/// Adds sample points on a ball along a Fibonacci spiral, as dense as the points on the floor.
void addBallPlaces(std::vector<Vec3>& places, const Vec3& centre, float radius) {
  const int count = static_cast<int>(16.f * std::numbers::pi_v<float> * radius * radius / (kH * kH));
  for (int n = 0; n < count; ++n) {
    const float y = 1.f - (2.f * static_cast<float>(n) + 1.f) / static_cast<float>(count);
    const float turn = 2.399963f * static_cast<float>(n);  // the golden angle
    const float r = std::sqrt(1.f - y * y);
    places.push_back(centre + radius * Vec3(r * std::cos(turn), y, r * std::sin(turn)));
  }
}

Trial trialOf(const MaterialDefinition& material, const LiquidVolume& liquid, const Body& solid) {
  Trial trial;
  trial.spec.settings.sleep = 0.f;  // sleeping off: the test measures the solver
  Body floor;
  floor.name = "floor";
  floor.shape = makePlane({0.f, 1.f, 0.f});
  trial.spec.methodSettings.interactionRadius = kH;
  trial.spec.materials = {material};
  trial.spec.liquids = {liquid};
  trial.spec.bodies = {floor, solid};
  addFloorPlaces(trial.places);
  return trial;
}

/// Returns a column of liquid that collapses beside a post.
Trial columnBesidePost(const MaterialDefinition& material) {
  LiquidVolume column;
  column.shape = makeBox(Vec3(2.5f, 2.f, 2.5f) * kH);
  column.pose.position = {0.f, 2.f * kH, 0.f};
  Body post;
  post.name = "post";
  post.shape = makeBox(Vec3(1.f, 4.f, 1.f) * kH);
  post.pose.position = Vec3(4.5f, 4.f, 0.f) * kH;
  return trialOf(material, column, post);
}

/// Returns a drop that falls on a ball, slightly off centre, and runs off.
Trial dropOnBall(const MaterialDefinition& material) {
  LiquidVolume drop;
  drop.shape = makeSphere(2.2f * kH);
  drop.pose.position = Vec3(0.5f, 7.3f, 0.f) * kH;
  Body ball;
  ball.name = "ball";
  ball.shape = makeSphere(2.5f * kH);
  ball.pose.position = {0.f, 2.5f * kH, 0.f};
  Trial trial = trialOf(material, drop, ball);
  addBallPlaces(trial.places, ball.pose.position, 2.5f * kH);
  return trial;
}

struct Outline {
  double runOut = 0.0;   ///< root mean square distance from the axis [m]
  double height = 0.0;   ///< height of the centroid over the floor [m]
  double covered = 0.0;  ///< number of sample points covered by liquid
};

Outline outlineOf(const World& world, const std::vector<Vec3>& places) {
  // Holes smaller than h are not resolved.
  constexpr float kReach = 0.6f * kH;
  const Vec3Array& p = world.particles().position;
  Outline outline;
  for (std::size_t i = 0; i < p.size(); ++i) {
    outline.height += p.y[i];
    outline.runOut += p.x[i] * p.x[i] + p.z[i] * p.z[i];
  }
  const auto n = static_cast<double>(p.size());
  outline.height /= n;
  outline.runOut = std::sqrt(outline.runOut / n);
  for (const Vec3& place : places)
    for (std::size_t i = 0; i < p.size(); ++i) {
      const Vec3 away = p[i] - place;
      if (glm::dot(away, away) > kReach * kReach) continue;
      outline.covered += 1.0;
      break;
    }
  return outline;
}

/// Compares automatic steps with steps half as long: run-out and height at every quarter of the time, and the
/// covered area as the mean over these moments.
void expectAlikeInHalfTheStep(const Trial& trial, const Agreement& agreement) {
  World automatic(trial.spec, 1), shorter(trial.spec, 1);
  const Outline before = outlineOf(automatic, trial.places);
  double covered = 0.0, coveredInHalf = 0.0;
  for (int f = 1; f <= kFrames; ++f) {
    automatic.advanceFrame();
    shorter.submit(command("world.substeps", {2.f * static_cast<float>(automatic.substeps())}));
    shorter.advanceFrame();
    if (f % (kFrames / 4) != 0) continue;
    const Outline a = outlineOf(automatic, trial.places), b = outlineOf(shorter, trial.places);
    EXPECT_NEAR(b.runOut / a.runOut, 1.0, agreement.runOut) << a.runOut << " m at frame " << f;
    EXPECT_NEAR(b.height / a.height, 1.0, agreement.height) << a.height << " m at frame " << f;
    covered += a.covered, coveredInHalf += b.covered;
  }
  EXPECT_NEAR(coveredInHalf / covered, 1.0, agreement.coverage) << 0.25 * covered << " places";
  // The liquid must really flow: liquids that stood still would agree too.
  EXPECT_LT(outlineOf(automatic, trial.places).height, 0.8 * before.height);
  EXPECT_TRUE(automatic.rollBacks().empty() && shorter.rollBacks().empty());
}

/// Lists the shipped materials of the method `clavet`.
/// @param without  name of a material to leave out; empty: none is left out
std::vector<Listing> shippedMaterials(std::string_view without = {}) {
  std::vector<Listing> listings = listMaterials();
  std::erase_if(listings, [&](const Listing& listing) {
    return listing.own || listing.method != "clavet" || listing.name == without;
  });
  return listings;
}

class StepLength : public testing::TestWithParam<Listing> {
 protected:
  void SetUp() override { ASSERT_EQ(GetParam().error, ""); }
  [[nodiscard]] static MaterialDefinition load() { return loadMaterial(GetParam().name, "clavet"); }
};
INSTANTIATE_TEST_SUITE_P(ShippedMaterials, StepLength, testing::ValuesIn(shippedMaterials()),
                         [](const auto& run) { return run.param.name; });

// Tolerances: fast liquid that is deflected along a solid loses speed in the turn, more in longer steps: a
// twentieth of 1 m/s in a column of water, more in a drop that runs off a ball. A film of water is one layer
// deep and full of holes, so water covers more area the farther it runs.
TEST_P(StepLength, DoesNotChangeHowAColumnCollapsesBesideAPost) {
  Agreement agreement;
  if (GetParam().name == "water") agreement.coverage = 0.1;
  expectAlikeInHalfTheStep(columnBesidePost(load()), agreement);
}

class StepLengthOnABall : public StepLength {};
// Gel rolls off in one piece and bounces away: its final place does not measure coating.
INSTANTIATE_TEST_SUITE_P(ShippedMaterials, StepLengthOnABall, testing::ValuesIn(shippedMaterials("gel")),
                         [](const auto& run) { return run.param.name; });

TEST_P(StepLengthOnABall, DoesNotChangeHowADropRunsOff) {
  Agreement agreement;
  // The measured difference of the height is 0.054.
  if (GetParam().name == "water") agreement.coverage = 0.1, agreement.height = 0.06;
  if (GetParam().name == "oil") agreement.height = 0.12;
  if (GetParam().name == "paint") agreement.coverage = 0.1;  // the measured difference is 0.083
  expectAlikeInHalfTheStep(dropOnBall(load()), agreement);
}

}  // namespace
}  // namespace ooze::step_length_test
