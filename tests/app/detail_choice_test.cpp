// Tests of the window's default level of detail, which is chosen from the measured speed of this machine.
#include "session/detail_choice.h"

#include "ooze/base/error.h"

#include "fixtures/small_scene.h"

#include <algorithm>
#include <chrono>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ooze {
namespace {

using testing::HasSubstr;

TEST(MachineSpeed, SpringsCostWhatTheyCost) {
  const WorldSpec spec = loadScene("clavet_pour_bunny", Detail::Coarse).world;
  WorldSpec springless = spec;
  const auto& rows = findMethod(spec.method).parameters();
  springless.materials[0].values[findParameter(rows, "spring_stiffness")] = 0.f;
  // Other processes only make a measurement slower. The fastest of several, taken by turns, is the machine's
  // own.
  double with = 0.0, without = 0.0;
  for (int i = 0; i < 6; ++i) {
    with = std::max(with, measureParticleSteps(spec, 0, 1, 0.1));
    without = std::max(without, measureParticleSteps(springless, 0, 1, 0.1));
  }
  EXPECT_GT(with, 0.0);
  // A world without springs steps about twice as fast on an idle machine.
  EXPECT_GT(without, 1.15 * with);
}

TEST(MachineSpeed, TakesTheTimeThatItIsGiven) {
  const WorldSpec spec = loadScene("clavet_fast_splash", Detail::Coarse).world;
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  (void)measureParticleSteps(spec, 0, 1, 0.3);
  const double took = std::chrono::duration<double>(Clock::now() - begin).count();
  EXPECT_GE(took, 0.3);
  EXPECT_LT(took, 3.0) << "one more step, on a machine that others use too";
}

TEST(ChooseDetailFor, AnExistingSceneSaysWhy) {
  const DetailChoice choice = chooseDetailFor("clavet_fast_splash", 1);
  EXPECT_THAT(choice.reason, HasSubstr("coarse: "));
  EXPECT_THAT(choice.reason, HasSubstr("fine: "));
  EXPECT_THROW((void)chooseDetailFor("no_such_scene", 1), InputError);
}

TEST(ChooseDetailFor, ASceneWithOneRadiusForEveryDetailIsCoarse) {
  const TemporaryFolder folder;
  const DetailChoice choice = chooseDetailFor(folder.write("small.json", kSmallScene).string(), 1);
  EXPECT_EQ(choice.detail, Detail::Coarse);
  EXPECT_THAT(choice.reason, testing::Not(HasSubstr("medium")));
}

}  // namespace
}  // namespace ooze
