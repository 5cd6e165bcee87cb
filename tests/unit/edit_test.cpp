// Tests edits of liquid regions (erase, freeze, add, cut) and their undo in every method.
#include "ooze/base/error.h"
#include "ooze/methods/method.h"

#include "particles/selection.h"

#include <algorithm>
#include <atomic>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <vector>

namespace ooze::edit_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr float kH = 0.02f;  // interaction radius [m]

constexpr auto isRight = [](const Vec3& p) { return p.x > 0.f; };

/// A block of a single liquid about the origin, at rest.
struct Block {
  explicit Block(const MethodRow& row) : method(row.make({.interactionRadius = kH})) {
    MaterialDefinition m;
    m.name = "plain";
    for (const ParameterInfo& p : row.parameters()) m.values.push_back(p.defaultValue);
    // A non-zero stiffness gives links to a method that has links.
    if (const std::size_t k = findParameter(row.parameters(), "spring_stiffness"); k < m.values.size())
      m.values[k] = 0.3f;
    const float spacing = row.restSpacing({.interactionRadius = kH}, m);
    method->setMaterials(std::span(&m, 1));
    for (int x = 0; x < 6; ++x)
      for (int y = 0; y < 3; ++y)
        for (int z = 0; z < 3; ++z) seeds.positions.push_back(spacing * (Vec3(x, y, z) - 2.5f));
    seeds.velocities.assign(seeds.positions.size(), Vec3(0.f));
    method->insert(seeds);
  }
  [[nodiscard]] const Particles& particles() const { return *method->view().particles; }
  [[nodiscard]] std::map<std::uint32_t, Vec3> places() const {
    std::map<std::uint32_t, Vec3> at;
    for (std::size_t i = 0; i < particles().size(); ++i) at[particles().id[i]] = particles().position[i];
    return at;
  }
  [[nodiscard]] std::vector<std::byte> saved() const {
    ByteWriter out;
    method->save(out, threads);
    return out.bytes();
  }
  UndoRecord edit(const Edit& e) { return method->edit(e, threads); }
  /// Undoes an edit in the same way as an undo that comes from a save: validates the record first.
  void revert(const EditName& name, const UndoRecord& kept, std::uint64_t room = 1000) {
    method->validateUndoRecord(name, kept);
    method->revert(name, kept, room, 0.f);
  }

  std::unique_ptr<Method> method;
  LiquidSeeds seeds;
  Threads threads{2};
};

/// Runs each test for every method.
class Edits : public testing::TestWithParam<MethodRow> {};

TEST_P(Edits, EraseWhatIsInARegionAndPutItBackWithItsIds) {
  Block block(GetParam());
  const auto before = block.places();
  const UndoRecord kept = block.edit(EraseLiquid{isRight});
  EXPECT_EQ(block.particles().size(), before.size() / 2);
  for (const auto& [id, at] : block.places()) EXPECT_LT(at.x, 0.f);
  block.revert({EditKind::Erase}, kept, 5);
  EXPECT_EQ(block.particles().size(), before.size() / 2 + 5) << "the particle budget is five";
  block.revert({EditKind::Erase}, kept);
  EXPECT_EQ(block.places(), before) << "and those that are there already stay";
}

TEST_P(Edits, FreezeAndThawARegionAndNoMore) {
  Block block(GetParam());
  const auto before = block.saved();
  const auto all = [](const Vec3&) { return true; };
  const auto frozen = [&] {
    std::size_t count = 0;
    for (std::size_t i = 0; i < block.particles().size(); ++i)
      if (block.particles().isFrozen(i)) {
        EXPECT_TRUE(isRight(block.particles().position[i]));
        ++count;
      }
    return count;
  };
  const UndoRecord first = block.edit(FreezeLiquid{isRight});
  EXPECT_EQ(frozen(), block.particles().size() / 2);
  std::atomic<std::size_t> asked = 0;
  const auto count = [&](const Parcel& p) -> std::optional<Vec3> {
    EXPECT_FALSE(isRight(p.position)) << "frozen particles are not passed";
    ++asked;
    return std::nullopt;
  };
  block.method->changeVelocities(count, block.threads);
  EXPECT_EQ(asked, block.particles().size() / 2);
  block.revert({EditKind::Freeze}, block.edit(FreezeLiquid{isRight}));
  EXPECT_EQ(frozen(), block.particles().size() / 2) << "particles that were frozen before stay frozen";
  const UndoRecord thawed = block.edit(ThawLiquid{all});
  EXPECT_EQ(frozen(), 0u);
  block.revert({EditKind::Thaw}, thawed);
  EXPECT_EQ(frozen(), block.particles().size() / 2);
  block.revert({EditKind::Freeze}, first);
  EXPECT_EQ(block.saved(), before) << "the undone edit leaves no trace";
}

TEST_P(Edits, AddedLiquidGoesAgain) {
  Block block(GetParam());
  const auto before = block.places();
  LiquidSeeds more = block.seeds;
  for (Vec3& p : more.positions) p.y += 1.f;
  const UndoRecord kept = block.edit(AddLiquid{more});
  EXPECT_EQ(block.particles().size(), 2 * before.size());
  block.revert({EditKind::Add}, kept);
  EXPECT_EQ(block.places(), before);
}

TEST_P(Edits, UndoneActionsAndCutsLeaveTheSameLinks) {
  for (const MethodAction& action : GetParam().actions) {
    SCOPED_TRACE(action.key);
    Block block(GetParam());
    Links* links = block.method->links();
    const auto list = [&] {
      std::map<std::pair<std::uint32_t, std::uint32_t>, float> all;
      if (links)
        links->visit([&](std::uint32_t a, std::uint32_t b, float rest) { all[std::minmax(a, b)] = rest; });
      return all;
    };
    (void)block.edit(RunAction{GetParam().actions.front().key});
    const auto before = list();
    const UndoRecord done = block.edit(RunAction{action.key});
    block.revert({EditKind::Action, action.key}, done);
    EXPECT_EQ(list(), before);
    const auto crosses = [](const Vec3& a, const Vec3& b) { return isRight(a) != isRight(b); };
    const auto beside = [](const Vec3& p) -> std::optional<float> { return p.x; };
    const UndoRecord cut = block.edit(CutLiquid{crosses, beside});
    EXPECT_TRUE(!links || list().size() < before.size());
    block.revert({EditKind::Cut}, cut);
    EXPECT_EQ(list(), before);
  }
}

TEST_P(Edits, AnUndoneCutLinksSeparatedPairsUpToTheYieldStretch) {
  for (const int steps : {3, 10}) {
    SCOPED_TRACE(steps);
    Block block(GetParam());
    Links* links = block.method->links();
    const auto crosses = [](const Vec3& a, const Vec3& b) { return isRight(a) != isRight(b); };
    const auto beside = [](const Vec3& p) -> std::optional<float> { return p.x; };
    if (!links) {
      EXPECT_TRUE(block.edit(CutLiquid{crosses, beside}).ties.empty()) << "there is nothing to cut";
      return;
    }
    (void)block.edit(RunAction{GetParam().actions.front().key});
    const std::size_t before = links->count();
    const UndoRecord cut = block.edit(CutLiquid{crosses, beside});
    ASSERT_LT(links->count(), before);

    // The right side moves away by 0.4 h per time step.
    constexpr float kStep = 1e-3f;
    const auto leave = [](const Parcel& p) -> std::optional<Vec3> {
      return isRight(p.position) ? Vec3(0.4f * kH / kStep, 0.f, 0.f) : Vec3(0.f);
    };
    block.method->changeVelocities(leave, block.threads);
    Bodies bodies;
    StageTimer timer;
    for (int n = 0; n < steps; ++n) {
      StepContext context{bodies, block.threads, timer, static_cast<std::uint64_t>(n)};
      block.method->step(kStep, context);
    }
    const std::size_t parted = links->count();
    block.revert({EditKind::Cut}, cut);
    EXPECT_EQ(links->count() > parted, steps == 3) << "four radii are too far";
    const auto at = block.places();
    float strain = 0.f;
    links->visit([&](std::uint32_t a, std::uint32_t b, float rest) {
      strain = std::max(strain, glm::distance(at.at(a), at.at(b)) / rest - 1.f);
    });
    EXPECT_LT(strain, 1.5f);
  }
}

TEST_P(Edits, ChangeVelocitiesInTheirRegionOnly) {
  Block block(GetParam());
  const auto throwRight = [](const Parcel& p) -> std::optional<Vec3> {
    EXPECT_EQ(p.velocity, Vec3(0.f));
    return isRight(p.position) ? std::optional(Vec3(1.f, -2.f, 3.f)) : std::nullopt;
  };
  block.method->changeVelocities(throwRight, block.threads);
  for (std::size_t i = 0; i < block.particles().size(); ++i)
    EXPECT_EQ(block.particles().velocity[i],
              isRight(block.particles().position[i]) ? Vec3(1.f, -2.f, 3.f) : Vec3(0.f));
  const auto before = block.saved();
  block.method->changeVelocities([](const Parcel&) { return std::optional<Vec3>(); }, block.threads);
  EXPECT_EQ(block.saved(), before);
}

TEST_P(Edits, ParticlesThatLeaveTheBoxAreRemoved) {
  Block block(GetParam());
  const std::size_t all = block.particles().size();
  block.method->keepWithin({Vec3(-1.f), Vec3(1.f)}, block.threads);
  EXPECT_EQ(block.particles().size(), all);
  block.method->keepWithin({Vec3(-1.f), Vec3(0.f, 1.f, 1.f)}, block.threads);
  EXPECT_EQ(block.particles().size(), all / 2);
}

INSTANTIATE_TEST_SUITE_P(All, Edits, testing::ValuesIn(methodRegistry().begin(), methodRegistry().end()),
                         [](const auto& row) { return std::string(row.param.key); });

TEST(KeptEdits, InvalidOnesAreRefused) {
  Block block(findMethod("clavet"));
  UndoRecord kept = block.edit(RunAction{"springs.add"});
  EXPECT_NO_THROW(block.method->validateUndoRecord({EditKind::Action, "springs.add"}, kept));
  kept.ties.push_back({0, 1, 1.01f * kH});
  EXPECT_THROW(block.method->validateUndoRecord({EditKind::Action, "springs.add"}, kept), InputError);
  EXPECT_THROW(block.method->validateUndoRecord({EditKind::Cut}, {.ids = {1, 2}}), InputError)
      << "on which sides?";
  EXPECT_THROW(block.method->validateUndoRecord({EditKind::Erase}, {.bytes = {std::byte{1}}}), InputError);
}

TEST(Selection, FindsByPlaceByIdAndOutsideABox) {
  Particles p;
  for (int i = 0; i < 5; ++i) p.append(Vec3(i, 0.f, 0.f), Vec3(0.f), 0, 0, 0.f);
  p.remove(1);  // the last particle takes the place of the removed particle
  EXPECT_THAT(indicesWithin(p, [](const Vec3& at) { return at.x >= 3.f; }), ElementsAre(1, 3));
  EXPECT_THAT(indicesOf(p, std::vector<std::uint32_t>{4, 1, 0, 99}), ElementsAre(0, 1)) << "1 is gone";
  OutsideSearch search;
  const Threads threads(2);
  EXPECT_THAT(search.find(p, {Vec3(-1.f), Vec3(10.f)}, threads), IsEmpty());
  EXPECT_THAT(search.find(p, {Vec3(-1.f), Vec3(2.5f)}, threads), ElementsAre(1, 3));
}

}  // namespace
}  // namespace ooze::edit_test
