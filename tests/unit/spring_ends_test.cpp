// Tests of SpringEnds: the slots of particles stay valid while particles are sorted, added and erased.
#include "methods/clavet/spring_ends.h"

#include "liquid/particle_liquid.h"

#include <gtest/gtest.h>
#include <map>
#include <random>
#include <vector>

namespace ooze::spring_ends_test {
namespace {

using clavet::SpringEnds;

/// Sorts, pours and erases particles of a liquid at random, and records the expected slots.
class SlotRecord {
 public:
  ParticleLiquid liquid{0.1f};
  SpringEnds ends;
  std::map<std::uint32_t, std::uint32_t> slotOfId;  ///< slots of the present particles
  std::mt19937 random{7};

  void insert(std::size_t count) {
    std::uniform_real_distribution<float> place(-0.5f, 0.5f);
    std::vector<Vec3> at;
    for (std::size_t k = 0; k < count; ++k) at.emplace_back(place(random), place(random), place(random));
    liquid.insert(at, std::vector<Vec3>(count, Vec3(0.f)), 0, 0, 0.f);
    ends.grow(liquid.particles);
    recordNewSlots();
  }
  void sort() { ends.reorder(liquid.list(threads), threads); }
  std::vector<std::uint32_t> pickRandom(std::size_t every) {
    std::vector<std::uint32_t> which;
    for (std::uint32_t i = 0; i < liquid.size(); ++i)
      if (random() % every == 0) which.push_back(i);
    return which;
  }
  void erase(const std::vector<std::uint32_t>& which) {
    for (const std::uint32_t i : which) slotOfId.erase(liquid.particles.id[i]);
    ends.erase(which);
    liquid.erase(which);
  }
  void recordNewSlots() {
    for (std::size_t i = 0; i < liquid.size(); ++i)
      slotOfId.try_emplace(liquid.particles.id[i], ends.slotOf(i));
  }
  void renumber() {
    const auto moved = ends.renumber(liquid.particles);
    for (auto& [id, slot] : slotOfId) slot = moved[slot];
  }
  void expectSlots() {
    ASSERT_EQ(ends.size(), liquid.size());
    for (std::size_t i = 0; i < liquid.size(); ++i) {
      const std::uint32_t id = liquid.particles.id[i], slot = ends.slotOf(i);
      ASSERT_EQ(slot, slotOfId.at(id)) << id;
      ASSERT_EQ(ends.idOf(slot), id);
      ASSERT_TRUE(ends.isThere(slot));
    }
    if (!liquid.hasLists()) return;
    ends.loadPositions(liquid.particles.position, liquid.neighbours().rows(), threads);
    for (std::size_t i = 0; i < liquid.size(); ++i) ASSERT_EQ(ends.indices()[ends.slotOf(i)], i);
  }

  Threads threads{2};
};

TEST(SpringEnds, SlotsStayThroughAllThatBecomesOfParticles) {
  SlotRecord e;
  e.insert(500);
  for (int round = 0; round < 40; ++round) {
    e.sort();
    e.expectSlots();
    const std::vector<std::uint32_t> gone = e.pickRandom(9);
    std::vector<std::uint32_t> slots;
    for (const std::uint32_t i : gone) slots.push_back(e.ends.slotOf(i));
    e.erase(gone);
    for (const std::uint32_t slot : slots) ASSERT_FALSE(e.ends.isThere(slot));
    e.expectSlots();
    e.insert(60);
    e.expectSlots();
    if (round % 7 == 6) e.renumber();
  }
}

TEST(SpringEnds, ARestoredParticleHasItsOwnSlot) {
  SlotRecord e;
  e.insert(100);
  const auto before = e.slotOfId;
  const std::vector<std::uint32_t> gone = e.pickRandom(4);
  const RemovedParticles kept = e.liquid.kept(gone);
  e.erase(gone);
  e.insert(10);
  e.liquid.putBack(kept, 1000, 0.f);
  e.ends.grow(e.liquid.particles);
  e.recordNewSlots();
  e.expectSlots();
  for (const auto& [id, slot] : before) ASSERT_EQ(e.slotOfId.at(id), slot) << id;
}

TEST(SpringEnds, NoParticleHasARemovedOnesSlotAfterReassignment) {
  SlotRecord e;
  e.insert(200);
  const std::vector<std::uint32_t> gone = e.pickRandom(5);
  std::vector<std::uint32_t> slots;
  for (const std::uint32_t i : gone) slots.push_back(e.ends.slotOf(i));
  e.erase(gone);
  const auto moved = e.ends.renumber(e.liquid.particles);
  for (const std::uint32_t slot : slots) ASSERT_EQ(moved[slot], SpringEnds::kNoSlot);
  EXPECT_FALSE(e.ends.isThere(SpringEnds::kNoSlot));
  for (std::size_t i = 0; i < e.liquid.size(); ++i) ASSERT_EQ(e.ends.slotOf(i), i + 1);
}

TEST(SpringEnds, AreScatteredOnceManyAreGoneOrSortedAway) {
  SlotRecord e;
  e.insert(6000);
  EXPECT_FALSE(e.ends.shouldRenumber());
  std::vector<std::uint32_t> most;
  for (std::uint32_t i = 0; i < 3000; ++i) most.push_back(i);
  e.erase(most);
  EXPECT_TRUE(e.ends.shouldRenumber());
  e.renumber();
  EXPECT_FALSE(e.ends.shouldRenumber());
  for (int k = 0; k < 100; ++k) e.sort();
  EXPECT_TRUE(e.ends.shouldRenumber());
}

TEST(SpringEnds, PlacesGoThereAndBack) {
  SlotRecord e;
  e.insert(300);
  e.sort();
  e.sort();
  e.expectSlots();
  for (std::size_t i = 0; i < e.liquid.size(); ++i)
    e.ends.places()[4 * e.ends.slotOf(i) + 1] += 1.f + static_cast<float>(i);
  Vec3Array moved = e.liquid.particles.position;
  e.ends.storePositions(moved, e.threads);
  for (std::size_t i = 0; i < e.liquid.size(); ++i) {
    const Vec3 was = e.liquid.particles.position[i];
    ASSERT_EQ(moved[i], Vec3(was.x, was.y + (1.f + static_cast<float>(i)), was.z));
  }
}

}  // namespace
}  // namespace ooze::spring_ends_test
