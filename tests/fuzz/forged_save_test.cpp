// Tests of malicious saves that would hang the program or exhaust its memory. Each is refused at once, in
// one line.
#include "fuzz/forged_save.h"

#include "ooze/base/error.h"
#include "ooze/scene/save_file.h"

#include "base/file.h"
#include "fixtures/commands.h"
#include "fixtures/temporary_folder.h"
#include "unit/world_fixtures.h"
#include "world/commands/command_rows.h"
#include "world/history/step_record.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <limits>
#include <malloc.h>
#include <string>

namespace ooze::forged_save_test {
namespace {

using test::ForgedSave;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// Starts a new measurement of the peak memory. Free memory is returned to the system first, because the
/// measured code could reuse memory that other tests of this process have freed.
[[maybe_unused]] void resetPeakMemory() {
  ::malloc_trim(0);
  std::ofstream("/proc/self/clear_refs") << 5;
}

/// Returns the peak memory of this process since the last reset [bytes], or 0 if unknown on this system.
[[maybe_unused]] std::size_t peakMemory() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (word == "VmHWM:" && status >> word) return 1024 * std::stoull(word);
  return 0;
}

/// Expects InputError with one line, within a second and without much memory.
template <class Act>
void expectRefusedAtOnce(const Act& act) {
#ifndef OOZE_SANITIZED
  resetPeakMemory();
  const std::size_t memory = peakMemory();
#endif
  const auto begin = std::chrono::steady_clock::now();
  try {
    act();
    ADD_FAILURE() << "a forged save was accepted";
  } catch (const InputError& e) {
    EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos) << e.what();
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(1));
#ifndef OOZE_SANITIZED
  EXPECT_LT(peakMemory() - memory, std::size_t{64} << 20);
#endif
}

/// Returns a world with springs, a nozzle, a dynamic body, grabbed liquid, and erased liquid in its undo
/// record.
World busyWorld(bool midFrame) {
  WorldSpec spec = test::busySpec();
  spec.emitters[0].radius = 0.015625f;  // exact in binary, so that a test finds these bytes again
  spec.emitters[0].speed = 0.8125f;
  spec.bodies.push_back(makeBody("ball", {SolidShape::SolidKind::Sphere, Vec3(0.0234375f)}, Motion::Dynamic));
  spec.bodies.back().density = 300.5f;
  spec.bodies.back().pose.position = {0.1f, 0.3f, 0.f};
  World world(spec, 1);
  world.advanceFrame();
  world.submit(command("liquid.erase", {0.02f, 0.05f, 0.f, 0.01f}));
  world.submit(command("liquid.grab", {0.f, 0.05f, 0.f, 0.02f}));
  world.submit(command("liquid.carry", {0.109375f, 0.05f, 0.f}));
  test::steps(world, midFrame ? 2 : 3);
  return world;
}

template <class... Values>
std::vector<std::byte> bytesOf(const Values&... values) {
  ByteWriter out;
  (out.value(values), ...);
  return out.bytes();
}

struct Forgery {
  const char* name;
  void (*forge)(ForgedSave&);
  bool midFrame = true;
};
void PrintTo(const Forgery& f, std::ostream* out) { *out << f.name; }

template <ForgedSave::Array kArray>
void setParticle(ForgedSave& s, float value) {
  s.set(s.array(kArray), value);
}

std::size_t nozzle(const ForgedSave& s) { return s.find(bytesOf(0.015625f, 0.8125f)); }
std::size_t bodyDensity(const ForgedSave& s) { return s.find(bytesOf(300.5f)); }

const Forgery kForgeries[]{
    {"EndlessFrame", [](ForgedSave& s) { s.set(s.substeps(), INT32_MAX); }},
    {"NegativeSubsteps", [](ForgedSave& s) { s.set(s.substeps(), -1); }, false},
    {"EndlessPlan", [](ForgedSave& s) { s.set(s.plannedSubsteps(), 1 << 30); }},
    {"LateFrame",
     [](ForgedSave& s) {
       s.set(s.stepIndex(), std::uint64_t{1} << 60), s.set(s.frame(), std::uint64_t{1} << 60);
     },
     false},
    {"FewerStepsThanFrames", [](ForgedSave& s) { s.set(s.frame(), std::uint64_t{1} << 20); }, false},
    {"LastId", [](ForgedSave& s) { s.set(s.nextId(), UINT32_MAX); }},
    {"PlaceNowhere", [](ForgedSave& s) { setParticle<ForgedSave::PositionX>(s, kNan); }},
    {"PlaceAtInfinity", [](ForgedSave& s) { setParticle<ForgedSave::PositionX>(s, -kInfinity); }},
    {"PlaceOffTheGrid", [](ForgedSave& s) { setParticle<ForgedSave::PositionX>(s, 1e9f); }},
    {"VelocityNotANumber", [](ForgedSave& s) { setParticle<ForgedSave::VelocityX>(s, kNan); }},
    {"VelocityWithoutASquare", [](ForgedSave& s) { setParticle<ForgedSave::VelocityX>(s, 1e30f); }},
    {"FrameStartNotANumber", [](ForgedSave& s) { setParticle<ForgedSave::FrameStartX>(s, kNan); }},
    {"DensityNotANumber", [](ForgedSave& s) { setParticle<ForgedSave::Density>(s, kNan); }},
    {"ExposureAboveOne", [](ForgedSave& s) { setParticle<ForgedSave::Exposure>(s, 2.f); }},
    {"PackingNotANumber", [](ForgedSave& s) { setParticle<ForgedSave::Packed>(s, kNan); }},
    {"AdjustedAtInfinity", [](ForgedSave& s) { setParticle<ForgedSave::AdjustedX>(s, kInfinity); }},
    {"UnknownFlags", [](ForgedSave& s) { s.set(s.array(ForgedSave::Flags), std::uint8_t{0x81}); }},
    {"RestLengthNotANumber", [](ForgedSave& s) { s.set(s.restLength(), kNan); }},
    {"RestLengthBelowZero", [](ForgedSave& s) { s.set(s.restLength(), -0.01f); }},
    {"RestLengthBeyondReach", [](ForgedSave& s) { s.set(s.restLength(), 1.5f * test::kH); }},
    {"PouredForAges", [](ForgedSave& s) { s.set(nozzle(s) + 13, std::uint64_t{1} << 62); }},
    {"NozzleNeitherOpenNorClosed", [](ForgedSave& s) { s.set(nozzle(s) + 8, std::uint8_t{2}); }},
    {"BodyTooFast", [](ForgedSave& s) { s.set(bodyDensity(s) - 24, 1e30f); }},
    {"BodyTooFar", [](ForgedSave& s) { s.set(bodyDensity(s) - 24 - 28, 1e30f); }},
    {"HandTooFar", [](ForgedSave& s) { s.set(s.find(bytesOf(0.109375f, 0.05f)), 1e30f); }},
    {"KeptParticleNotANumber",
     [](ForgedSave& s) {
       s.changeEvent(event_number::kErase,
                     [](EventUndoRecord& e) { std::memcpy(e.kept.bytes.data() + 8, &kNan, sizeof kNan); });
     }},
    {"KeptTieNotANumber",
     [](ForgedSave& s) {
       s.changeEvent(event_number::kErase, [](EventUndoRecord& e) { e.kept.ties.push_back({0, 1, kNan}); });
     }},
    {"KeptEventOfNoKind",
     [](ForgedSave& s) { s.changeEvent(event_number::kErase, [](EventUndoRecord& e) { e.kind = 9999; }); }},
    {"KeptEventYetToCome",
     [](ForgedSave& s) { s.changeEvent(event_number::kErase, [](EventUndoRecord& e) { e.number = 7; }); }},
    {"KeptBodiesWithoutEnd",
     [](ForgedSave& s) {
       s.changeEvent(event_number::kErase, [](EventUndoRecord& e) {
         e.kind = event_number::kRemoveAdded;
         e.kept.bytes.assign(std::size_t{1} << 20, std::byte{0x7f});
       });
     }},
    {"CommandYetToCome",
     [](ForgedSave& s) {
       ByteWriter text;
       text.text("liquid.erase");
       s.set(s.find(text.bytes()) - 8, std::uint64_t{1} << 40);
     }},
    {"CommandNotANumber",
     [](ForgedSave& s) {
       ByteWriter text;
       text.text("liquid.erase");
       s.set(s.find(text.bytes()) + 8 + 12 + 8, kNan);
     }},
    {"MoreBehindIt", [](ForgedSave& s) { s.bytes().push_back(std::byte{0}); }},
};

class ForgedState : public testing::TestWithParam<Forgery> {};
INSTANTIATE_TEST_SUITE_P(All, ForgedState, testing::ValuesIn(kForgeries),
                         [](const auto& forgery) { return forgery.param.name; });

TEST_P(ForgedState, IsRefusedAtOnceAndTheWorldStays) {
  const World world = busyWorld(GetParam().midFrame);
  World target(world.spec(), 1);
  ForgedSave save(world);
  ASSERT_NO_THROW(test::restore(target, save.bytes()));
  const std::uint64_t before = target.hash();
  GetParam().forge(save);
  expectRefusedAtOnce([&] { test::restore(target, save.bytes()); });
  EXPECT_EQ(target.hash(), before);
}

/// Ids run high after a nozzle and a drain have run for years. Memory by id must grow with the living
/// particles, not with all that ever existed.
TEST(ForgedSave, IdsWithoutNumberCostNoMemory) {
  const World world = busyWorld(false);
  World target(world.spec(), 1);
  ForgedSave save(world);
  save.set(save.nextId(), kMaxIds - 100);
#ifndef OOZE_SANITIZED
  resetPeakMemory();
  const std::size_t memory = peakMemory();
#endif
  test::restore(target, save.bytes());
  target.submit(command("liquid.cut", {0.f, -1.f, -1.f, 0.f, -1.f, 1.f, 0.f, 1.f, 1.f, 0.f, 1.f, -1.f, 0.f}));
  const std::uint32_t watched = target.particles().id[0];
  const StepRecord record = recordStep(target, watched, 1);
  EXPECT_FALSE(record.stages.empty());
  target.step();
  ByteWriter again;
  target.save(again);
  test::restore(target, again.bytes());
#ifndef OOZE_SANITIZED
  EXPECT_LT(peakMemory() - memory, std::size_t{64} << 20);
#endif
}

/// Thousands of particles in one place would all be neighbours of each other in each step.
TEST(ForgedSave, ThousandsInOnePlaceAreRefused) {
  WorldSpec spec;
  spec.methodSettings.interactionRadius = test::kH;
  spec.materials = {test::material("oil")};
  spec.liquids = {test::box({0.f, 0.f, 0.f}, Vec3(0.08f))};
  const World world(spec, 1);
  const std::size_t n = world.particles().size();
  ASSERT_GT(n, 6000u);
  World target(spec, 1);
  ForgedSave save(world);
  for (int axis = 0; axis < 3; ++axis)
    for (const auto first : {ForgedSave::PositionX, ForgedSave::FrameStartX}) {
      const std::size_t at = save.array(static_cast<ForgedSave::Array>(first + axis));
      std::fill_n(save.bytes().begin() + static_cast<std::ptrdiff_t>(at), n * sizeof(float), std::byte{0});
    }
  expectRefusedAtOnce([&] { test::restore(target, save.bytes()); });
}

SaveFile smallSave() {
  const Scene scene = parseScene(R"({"version": 1, "h": 0.04, "materials": [{"name": "goo", "file": "slime"}],
    "liquids": [{"shape": {"sphere": {"radius": 0.05}}}]})",
                                 "forged/scene.json", Detail::Coarse);
  return makeSave(scene, World(scene.world, 1));
}

TEST(ForgedSave, OneThatUnpacksToAThousandTimesItsSizeIsRefused) {
  SaveFile save = smallSave();
  save.state.resize(std::size_t{96} << 20);  // zeros, which compress to 10 kB
  const std::vector<std::byte> file = encodeSave(save);
  save = {};
  ASSERT_LT(file.size(), 64u << 10);
  expectRefusedAtOnce([&] { (void)decodeSave(file, "bomb.ooze"); });
}

TEST(ForgedSave, OneLongerThanAnyIsNotRead) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "long.ooze";
  writeFile(path, encodeSave(smallSave()));
  std::filesystem::resize_file(path, std::uintmax_t{1} << 33);  // a sparse file
  expectRefusedAtOnce([&] { (void)readSave(path); });
}

TEST(ForgedSave, AMaterialThatNoSliderCanMakeIsRefused) {
  for (const float bad : {kNan, kInfinity, -1.f, 1e30f}) {
    SaveFile save = smallSave();
    save.materials[0].values[0] = bad;
    expectRefusedAtOnce([&] { (void)parseSavedScene(decodeSave(encodeSave(save), "a.ooze")); });
    save = smallSave();
    save.materials[0].density = bad;
    expectRefusedAtOnce([&] { (void)parseSavedScene(decodeSave(encodeSave(save), "a.ooze")); });
  }
}

TEST(ForgedSave, ABranchThatNeverEndsIsRefused) {
  SaveFile save = smallSave();
  save.branches.resize(1);
  ASSERT_NO_THROW((void)decodeSave(encodeSave(save), "a.ooze"));
  save.branches[0].last = save.branches[0].lastStep = std::uint64_t{1} << 60;
  expectRefusedAtOnce([&] { (void)decodeSave(encodeSave(save), "a.ooze"); });
}

}  // namespace
}  // namespace ooze::forged_save_test
