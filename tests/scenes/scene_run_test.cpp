// Every shipped scene runs, stays finite and complete, and repeats to the bit.
#include "ooze/scene/save_file.h"
#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include "scenes/scene_recording.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <ostream>
#include <vector>

namespace ooze {

/// Prints the name of a failed scene in GoogleTest's messages.
void PrintTo(const Listing& listing, std::ostream* out) { *out << listing.name; }

namespace scene_run_test {
namespace {

/// Returns the shipped scenes, without those in the user's folder.
std::vector<Listing> shippedScenes() {
  std::vector<Listing> listings = listScenes();
  std::erase_if(listings, [](const Listing& listing) { return listing.own; });
  return listings;
}

class SceneRun : public testing::TestWithParam<Listing> {
 protected:
  void SetUp() override { ASSERT_EQ(GetParam().error, ""); }
  [[nodiscard]] static Scene load() { return loadScene(GetParam().name, Detail::Coarse); }
};

void advance(World& world, std::uint64_t toFrame) {
  while (world.frameIndex() < toFrame) world.advanceFrame();
}

/// Returns the initial volume of a liquid without the volume of solids, counted on a fine grid [m^3].
double volumeOf(const LiquidVolume& liquid, const std::vector<Body>& bodies) {
  constexpr int kCells = 64;  // cells per axis: accurate to 0.1 % for an ellipsoid
  const Aabb box = liquid.shape->bounds();
  const Vec3 cell = box.size() / static_cast<float>(kCells);
  const auto isFilled = [&](const Vec3& local) {
    if (liquid.shape->distance(local) >= 0.f) return false;
    const Vec3 at = liquid.pose.toWorld(liquid.scale * local);
    return std::none_of(bodies.begin(), bodies.end(), [&](const Body& body) {
      return body.present && body.shape->distance(body.pose.toLocal(at)) < 0.f;
    });
  };
  std::size_t inside = 0;
  for (int x = 0; x < kCells; ++x)
    for (int y = 0; y < kCells; ++y)
      for (int z = 0; z < kCells; ++z) inside += isFilled(box.lower + cell * (Vec3(x, y, z) + 0.5f)) ? 1 : 0;
  const Vec3 scaled = cell * liquid.scale;
  return static_cast<double>(inside) * scaled.x * scaled.y * scaled.z;
}

/// Returns the number of particles that an emitter without edits emits until `time`: layers of the lattice
/// that fits the opening, one layer per spacing of travel; for a shower the covered fraction of a layer.
double pouredUntil(double time, const EmitterSpec& nozzle, double spacing) {
  if (!nozzle.enabled || time <= nozzle.start) return 0.0;
  const double reach = 1.0001 * nozzle.radius / spacing;
  double layer = 0.0;
  for (int a = -static_cast<int>(reach); a <= reach; ++a)
    for (int b = -static_cast<int>(reach); b <= reach; ++b)
      layer += nozzle.shape == NozzleShape::Square || std::hypot(a, b) <= reach ? 1.0 : 0.0;
  if (nozzle.shape == NozzleShape::Shower)
    layer = nozzle.coverage * std::pow(2.0 * nozzle.radius / spacing, 2);
  double count = layer * nozzle.speed * (std::min(time, nozzle.stop) - nozzle.start) / spacing;
  if (nozzle.volumeLimit > 0.f) count = std::min(count, nozzle.volumeLimit / std::pow(spacing, 3));
  return std::min(count, static_cast<double>(nozzle.particleLimit));
}

/// The frame at which the run is saved, and the frame at which the restored run is compared. [frames]
std::uint64_t saveFrame(const Scene& scene) { return test::planOf(scene).frames / 8; }
std::uint64_t comparisonFrame(const Scene& scene) { return 2 * saveFrame(scene); }

/// Returns the hash of a run on two threads that continues from a save.
std::uint64_t hashAfterRestore(const Scene& scene, const std::vector<std::byte>& file) {
  const SaveFile save = decodeSave(file, "memory.ooze");
  World restored(parseSavedScene(save).world, 2);
  ByteReader state(save.state);
  restored.restore(state);
  EXPECT_EQ(restored.frameIndex(), saveFrame(scene));
  advance(restored, comparisonFrame(scene));
  return restored.hash();
}

// A single test, because the inspected run on one thread is also the reference for the others. The run is
// recorded for other tests.
TEST_P(SceneRun, StaysFiniteInsideAndWholeAndIsTheSameAtAnyNumberOfThreadsAndAfterASaveAndRestore) {
  const Scene scene = load();
  // The most threads first, because the first use fixes the size of the process's thread pool.
  World world(scene.world, 7);
  const std::uint64_t start = world.hash();
  const std::size_t initial = world.particles().size();
  double expected = 0.0;
  bool settled = false;
  for (const LiquidVolume& liquid : world.spec().liquids) {
    expected += volumeOf(liquid, world.bodies().list) / std::pow(world.restSpacing(liquid.material), 3);
    settled |= liquid.sampling == Sampling::Settled;
  }
  // Blue noise reaches its count within one percent; settled liquid has some more particles in ends thinner
  // than a spacing.
  EXPECT_GE(static_cast<double>(initial), 0.99 * expected);
  EXPECT_LE(static_cast<double>(initial), (settled ? 1.05 : 1.01) * expected);

  advance(world, saveFrame(scene));
  const std::vector<std::byte> saved = encodeSave(makeSave(scene, world));
  const auto [run, before] = test::uncheckedRecordingOf(scene);
  EXPECT_EQ(run.frames[0].hash, start);
  EXPECT_NE(world.hash(), start);
  EXPECT_EQ(run.frames[saveFrame(scene)].hash, world.hash());
  ASSERT_EQ(run.seen.fault, "");
  if (before) {
    EXPECT_EQ(before->last(), run.last());
    for (std::size_t frame = 0; frame < run.frames.size(); ++frame)
      ASSERT_EQ(before->frames.at(frame).hash, run.frames[frame].hash)
          << "frame " << frame << " differs from one of another process";
  }

  run.restore(world, run.last());
  std::uint64_t emitted = 0;
  for (std::size_t e = 0; e < world.emitters().size(); ++e) {
    const Emitter& nozzle = world.emitters()[e];
    // The specification as loaded: the running emitter closes at its volume limit.
    const EmitterSpec& given = world.spec().emitters[e];
    const double spacing = world.restSpacing(given.material);
    // Tolerance: the layer being emitted, and the rounding of two seconds of travel.
    const double poured = pouredUntil(world.time(), given, spacing);
    const double open = std::clamp<double>(world.time(), given.start, given.stop) - given.start;
    const double layers = given.speed * open / spacing;
    const auto drop = static_cast<double>(dropPoints(given.dropRadius, static_cast<float>(spacing)).size());
    const double layer = layers > 0.0 ? poured / layers : 0.0;
    const double atOnce = given.shape == NozzleShape::Shower ? drop : layer;
    EXPECT_NEAR(static_cast<double>(nozzle.emitted()), poured, 1.1 * atOnce) << given.name;
    emitted += nozzle.emitted();
  }
  // Control particles may add and erase liquid.
  if (world.spec().controls.empty()) {
    EXPECT_EQ(world.particles().size() + run.seen.lostParticles + world.balance().blocked, initial + emitted);
  }
  // A scene without liquid and emitters is for pouring by hand.
  if (!world.spec().liquids.empty() || !world.emitters().empty()) {
    EXPECT_GT(world.particles().size(), 0u);
  }
  RecordProperty("fastest", std::to_string(run.seen.fastest));
  double seconds = 0.0;
  for (const test::RecordedFrame& frame : run.frames) seconds += frame.seconds;
  RecordProperty("seconds", std::to_string(seconds));
  EXPECT_EQ(hashAfterRestore(scene, saved), run.frames[comparisonFrame(scene)].hash);
}

/// Every scene opens as a draft, with liquid and without a frame that goes wrong.
TEST_P(SceneRun, RunsAsADraft) {
  const Scene coarse = loadSceneWithoutShapes(GetParam().name, Detail::Coarse);
  const Scene draft = loadScene(GetParam().name, Detail::Draft);
  EXPECT_GE(draft.world.methodSettings.interactionRadius, coarse.world.methodSettings.interactionRadius);
  World world(draft.world, 2);
  advance(world, 2);
  EXPECT_TRUE(world.rollBacks().empty());
  const std::size_t least = world.spec().liquids.empty() ? 0 : 20;
  EXPECT_GE(world.particles().size(), least);
}

INSTANTIATE_TEST_SUITE_P(All, SceneRun, testing::ValuesIn(shippedScenes()),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace scene_run_test
}  // namespace ooze
