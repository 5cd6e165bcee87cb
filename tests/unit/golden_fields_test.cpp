// Tests that golden runs hash the fields of every method, and name the field that differs.
#include "fixtures/commands.h"
#include "unit/fake_method.h"
#include "unit/golden_fixtures.h"
#include "world/history/golden.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <string>
#include <string_view>
#include <vector>

namespace ooze::golden_fields_test {
namespace {

/// A method that reports a field wrong in the last bit for a single particle.
class WrongField final : public test::FakeMethod {
 public:
  WrongField(const Method& right, std::string_view key, std::uint32_t id)
      : right_(right), key_(key), id_(id) {}
  [[nodiscard]] LiquidView view() const override { return right_.view(); }
  [[nodiscard]] const Links* links() const override { return right_.links(); }
  [[nodiscard]] const Inspector* inspector() const override { return right_.inspector(); }
  [[nodiscard]] std::vector<float> gather(std::string_view key, float dt) const override {
    std::vector<float> values = right_.gather(key, dt);
    if (key == key_) {
      float& value = values[indexOf(*right_.view().particles, id_)];
      value = std::nextafter(value, 1e9f);
    }
    return values;
  }

 private:
  const Method& right_;
  std::string_view key_;
  std::uint32_t id_;
};

/// Replaces a field by a wrong field at a given step and stage, before the recorder hashes the field.
class WrongFieldAt final : public StageObserver {
 public:
  WrongFieldAt(World& world, StageObserver& next, std::uint64_t step, std::string_view stage,
               std::string_view key)
      : world_(world), next_(next), step_(step), stage_(stage), key_(key) {
    world.observe(this);
  }
  void afterStage(std::string_view stage, const Method& method) override {
    if (stage == stage_ && world_.stepIndex() == step_)
      next_.afterStage(stage, WrongField(method, key_, 17)), seen_ = true;
    else
      next_.afterStage(stage, method);
  }
  [[nodiscard]] bool seen() const { return seen_; }

 private:
  World& world_;
  StageObserver& next_;
  std::uint64_t step_;
  std::string_view stage_, key_;
  bool seen_ = false;
};

class GoldenOfMethod : public testing::TestWithParam<std::string> {
 protected:
  [[nodiscard]] Scene scene() const {
    return goldenScene(GetParam() == "clavet" ? "slime" : GetParam() + "_honey", GetParam());
  }
  /// Records a run.
  /// @param stage  stage of step 5 at which a field is wrong
  /// @param key  key of the wrong field; "": all fields are right
  [[nodiscard]] GoldenRun run(std::string_view stage = "", std::string_view key = "") const {
    World world(scene().world, 1);
    GoldenRecorder recorder(world);
    const WrongFieldAt wrong(world, recorder, 5, stage, key);
    for (int step = 0; step < 8; ++step) world.step();
    EXPECT_EQ(wrong.seen(), !stage.empty());
    return recorder.run();
  }
};

TEST_P(GoldenOfMethod, NamesTheFieldAndTheParticleThatDiffer) {
  const GoldenRun right = run();
  for (const Field& field : findMethod(GetParam()).fields) {
    const auto d = compareExactly(right, run(kLastStage, field.key));
    ASSERT_TRUE(d) << field.key;
    EXPECT_EQ(describe(*d), "step 5, end of step, particle 17 (of 1 that differ): " + std::string(field.key));
  }
  const MethodRow& method = findMethod(GetParam());
  EXPECT_FALSE(compareExactly(right, run(method.stages.front().name, method.fields.front().key)))
      << "within a step it is working memory";
}

TEST_P(GoldenOfMethod, SeesAParticlesOwnNumbersGoWrong) {
  GoldenRun runs[2];
  for (GoldenRun& run : runs) {
    World world(scene().world, 1);
    GoldenRecorder recorder(world);
    const FaultyStage faulty(world, recorder, &run == runs ? 99 : 5, std::string(kLastStage),
                             [](Particles& p) { p.exposure[indexOf(p, 17)] += 0.25f; });
    for (int step = 0; step < 8; ++step) world.step();
    run = recorder.run();
  }
  const auto d = compareExactly(runs[0], runs[1]);
  ASSERT_TRUE(d);
  EXPECT_EQ(describe(*d), "step 5, end of step, particle 17 (of 1 that differ): exposure");
}

TEST_P(GoldenOfMethod, HasThePartsOfItsRow) {
  const World world(scene().world, 1);
  std::vector<std::string> parts{"positions", "velocities"};
  for (const Field& field : findMethod(GetParam()).fields) parts.emplace_back(field.key);
  if (world.method().links()) parts.emplace_back("links");
  if (findMethod(GetParam()).cellSide) parts.emplace_back("grid");
  parts.insert(parts.end(), {"settings, substeps or emitters", "bodies"});
  const GoldenRun recorded = run();
  EXPECT_EQ(recorded.parts, parts);
  for (const GoldenStage& stage : recorded.stages) ASSERT_EQ(stage.hashes.size(), parts.size());
}

TEST_P(GoldenOfMethod, IsTheSameAfterARestore) {
  World world(scene().world, 1), other(scene().world, 2);
  for (int step = 0; step < 9; ++step) world.step();
  ByteWriter saved;
  world.save(saved);
  ByteReader state(saved.bytes());
  other.restore(state);
  Lockstep both(world, other);
  EXPECT_FALSE(both.compare()) << describe(*both.compare());
  for (int step = 0; step < 4; ++step) {
    const auto d = both.step();
    ASSERT_FALSE(d) << describe(*d);
  }
}

INSTANTIATE_TEST_SUITE_P(All, GoldenOfMethod, testing::ValuesIn([] {
                           std::vector<std::string> keys;
                           for (const MethodRow& row : methodRegistry()) keys.emplace_back(row.key);
                           return keys;
                         }()),
                         [](const auto& method) { return method.param; });

/// A cut changes the surface on the grid and no particle, so only the grid's hash can differ.
TEST(Golden, SeesAGridChange) {
  Scene scene = goldenScene("rasmussen_honey", "rasmussen");
  scene.world.emitters.clear();
  std::vector<GoldenRun> runs;
  for (const bool isCut : {false, true}) {
    World world(scene.world, 1);
    GoldenRecorder recorder(world);
    world.advanceFrame();
    if (isCut)
      world.submit(command("liquid.cut",
                           {0.f, -0.1f, -0.1f, 0.f, -0.1f, 0.1f, 0.f, 0.2f, 0.1f, 0.f, 0.2f, -0.1f, 0.f}));
    world.advanceFrame();
    runs.push_back(recorder.run());
  }
  const auto d = compareExactly(runs[0], runs[1]);
  ASSERT_TRUE(d);
  EXPECT_EQ(d->stage, "commands");
  EXPECT_EQ(d->what, "grid");
  EXPECT_TRUE(d->block);
  EXPECT_FALSE(d->particle);
}

TEST(Golden, NamesTheBlockOfAGridThatDiffers) {
  const GoldenRun expected = record(goldenScene("rasmussen_honey", "rasmussen"), 2);
  GoldenRun actual = expected;
  const auto stage = std::ranges::find_if(
      actual.stages, [](const GoldenStage& s) { return s.step > 0 && s.blocks.size() > 3; });
  ASSERT_NE(stage, actual.stages.end());
  const auto grid = std::ranges::find(actual.parts, kGridPart) - actual.parts.begin();
  stage->hashes[static_cast<std::size_t>(grid)] ^= 1;
  const GoldenBlock gone = stage->blocks[2];
  stage->blocks[3].digest ^= 1;
  stage->blocks.erase(stage->blocks.begin() + 2);
  const auto d = compareExactly(expected, actual);
  ASSERT_TRUE(d);
  EXPECT_EQ(d->what, "grid");
  EXPECT_EQ(d->block, glm::ivec3(gone.x, gone.y, gone.z));
  EXPECT_EQ(d->blocksThatDiffer, 2u);
  EXPECT_NE(
      describe(*d).find(fmt::format(", block {} {} {} (of 2 that differ): grid", gone.x, gone.y, gone.z)),
      std::string::npos)
      << describe(*d);
}

TEST(Golden, HashesFieldsOfOtherPlacesByIndex) {
  const std::vector<std::uint32_t> ids{4, 2}, swapped{2, 4};
  const std::vector<float> values{1.f, 2.f}, swappedValues{2.f, 1.f};
  std::vector<std::uint64_t> byId(5, 0), swappedById(5, 0), untouched(5, 0);
  EXPECT_EQ(hashField(FieldPlace::Particle, values, ids, 3, byId),
            hashField(FieldPlace::Particle, swappedValues, swapped, 3, swappedById));
  EXPECT_EQ(byId, swappedById);
  const FieldPlace elsewhere{1};
  const std::vector<float> more{1.f, 2.f, 3.f};
  EXPECT_NE(hashField(elsewhere, values, ids, 3, untouched),
            hashField(elsewhere, swappedValues, swapped, 3, untouched));
  EXPECT_NE(hashField(elsewhere, more, ids, 3, untouched), hashField(elsewhere, values, ids, 3, untouched))
      << "there may be more of them than particles";
  EXPECT_EQ(untouched, std::vector<std::uint64_t>(5, 0));
}

}  // namespace
}  // namespace ooze::golden_fields_test
