// Tests of the seeds of the fuzz targets. Seeds must be valid, or the fuzzer would only ever see refusals.
// OOZE_UPDATE_SEEDS=1 ooze_core_tests --gtest_filter='FuzzSeeds*' rewrites the binary seeds after a change
// of their format.
#include "ooze/geometry/mesh.h"
#include "ooze/scene/band_file.h"
#include "ooze/scene/save_file.h"

#include "base/file.h"
#include "fixtures/commands.h"
#include "fixtures/places.h"
#include "fixtures/temporary_folder.h"
#include "fuzz/mesh_input.h"
#include "fuzz/tiny_scene.h"
#include "scene/golden_file.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <string_view>
#include <vector>

namespace ooze::seeds_test {
namespace {

constexpr std::uintmax_t kLargestSeed = 12'000;  // largest seed [bytes]; the fuzzer's inputs have up to 16 kB

std::filesystem::path seeds(const std::string& target) {
  return std::filesystem::path(sourceFolder()) / "tests/fuzz/seeds" / target;
}

void expectEachSound(const std::string& target,
                     const std::function<void(const std::filesystem::path& seed)>& read) {
  int found = 0;
  for (const auto& entry : std::filesystem::directory_iterator(seeds(target))) {
    EXPECT_LT(entry.file_size(), kLargestSeed) << entry.path();
    EXPECT_NO_THROW(read(entry.path())) << entry.path();
    ++found;
  }
  EXPECT_GT(found, 0);
}

Scene tinyScene() { return parseScene(kTinyScene, "tiny.json", Detail::Medium); }

/// Returns a world that has received commands of most kinds.
World busyWorld(const Scene& scene) {
  World world(scene.world, 1);
  world.submit(command("clavet.friction", {0.5f}));
  world.submit(command("bodies.add_box", {-0.2f, 0.1f, 0.f, 0.02f, 300.f}));
  world.submit(command("material.goo.colour", {1.f, 0.f, 0.f}));
  world.advanceFrame();
  world.submit(command("liquid.grab", {0.f, 0.03f, 0.f, 0.02f}));
  world.submit(command("liquid.erase", {0.f, 0.06f, 0.f, 0.01f}));
  world.submit(command("liquid.freeze", {0.02f, 0.03f, 0.f, 0.01f}));
  world.submit(command("liquid.push", {0.1f, 0.f, 0.f, 0.1f, 5.f}));
  world.submit(command("body.ball.pull", {0.f, 0.f, 0.f, 0.2f, 0.1f, 0.f}));
  world.step();
  return world;
}

/// Returns a session of two branches. The second branch starts half way along the first.
SaveFile sessionOf(const Scene& scene) {
  World world(scene.world, 1);
  History history(world);
  const auto run = [&](const Command& command, int frames) {
    world.submit(command);
    for (const std::uint64_t end = world.frameIndex() + static_cast<std::uint64_t>(frames);
         world.frameIndex() < end; history.follow(world))
      world.step();
    EditPiece& piece = history.edits().emplace_back();
    piece.label = "Done";
    piece.logEnd = world.commandLog().size();
    piece.logBegin = piece.logEnd - 1;
    piece.frame = world.frameIndex() - 1;
  };
  run(command("world.gravity_x", {1.f}), 1);
  history.keep(world);
  run(command("bodies.add_sphere", {-0.2f, 0.1f, 0.f, 0.02f, 300.f}), 1);
  history.restoreAtFrame(world, 1);
  history.fork(world);
  run(command("emitter.spout.speed", {0.5f}), 1);
  SaveFile save = makeSave(scene, world);
  save.branches = history.branches();
  save.branch = history.present();
  return save;
}

GoldenFile goldenOf(const Scene& scene) {
  World world(scene.world, 1);
  GoldenRecorder recorder(world, 1024);
  world.advanceFrame();
  recorder.noteFrame();
  GoldenFile golden = describeGolden(scene, {{0, command("clavet.friction", {0.5f})}});
  golden.run = recorder.run();
  return golden;
}

/// Returns a band of the first frame of a small world on a grid.
BandFrame tinyBand() {
  const Scene scene = parseScene(kTinyGridScene, "tiny_grid.json", Detail::Medium);
  World world(scene.world, 1);
  const float side = findMethod(scene.world.method).cellSide(scene.world.methodSettings);
  BandFrame frame{"tiny_grid", "neck", 1, 1, 60.0, cellsOf(scene.world.bands[0].box, side), {}};
  for (int k = 0; k < 2; ++k) {
    world.step();
    frame.moments.push_back(world.method().band(frame.cells));
    frame.moments.back().time = world.time();
  }
  return frame;
}

class FuzzSeeds : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    if (!std::getenv("OOZE_UPDATE_SEEDS")) return;
    const Scene scene = tinyScene();
    for (const char* target : {"save", "session", "golden", "band"})
      std::filesystem::create_directories(seeds(target));
    writeSave(seeds("save") / "fresh.ooze", makeSave(scene, World(scene.world, 1)));
    writeSave(seeds("save") / "busy.ooze", makeSave(scene, busyWorld(scene)));
    writeSave(seeds("session") / "two_branches.ooze", sessionOf(scene));
    writeGolden(seeds("golden") / "one_frame.golden", goldenOf(scene));
    writeBandFrame(seeds("band"), tinyBand());
  }
};

TEST_F(FuzzSeeds, ScenesLoad) {
  expectEachSound("scene", [](const auto& seed) {
    const Scene scene = loadScene(seed.string(), Detail::Coarse);
    EXPECT_LT(World(scene.world, 1).particles().size(), 300U);
  });
}

TEST_F(FuzzSeeds, MaterialsLoad) {
  expectEachSound("material", [](const auto& seed) { (void)loadMaterial(seed.string(), "clavet"); });
}

TEST_F(FuzzSeeds, SavesGoOn) {
  for (const char* target : {"save", "session"})
    expectEachSound(target, [](const auto& seed) {
      const SaveFile save = readSave(seed);
      EXPECT_EQ(save.source, kTinyScene);
      World world(parseSavedScene(save).world, 1);
      ByteReader state(save.state);
      world.restore(state);
      world.step();
      EXPECT_GT(world.particles().size(), 0U);
    });
}

TEST_F(FuzzSeeds, SessionsHaveBranches) {
  expectEachSound("session", [](const auto& seed) { EXPECT_GE(readSave(seed).branches.size(), 2U); });
}

TEST_F(FuzzSeeds, GoldenRunsAreThemselves) {
  expectEachSound("golden", [](const auto& seed) {
    const GoldenFile golden = readGolden(seed);
    EXPECT_GT(golden.run.stages.size(), 10U);
    EXPECT_FALSE(golden.run.firstSteps.empty());
    EXPECT_TRUE(compareGolden(golden, golden).same);
  });
}

TEST_F(FuzzSeeds, BandsFlow) {
  expectEachSound("band", [](const auto& seed) {
    const BandFrame frame = readBandFrame(seed);
    EXPECT_EQ(frame.moments.size(), 2U);
    EXPECT_GT(maxSpeedOf(frame.cells, frame.moments[0]), 0.5f);
    const Scene scene = parseScene(kTinyGridScene, "tiny_grid.json", Detail::Medium);
    EXPECT_EQ(frame.cells.side, findMethod(scene.world.method).cellSide(scene.world.methodSettings));
  });
}

TEST_F(FuzzSeeds, MeshesLoad) {
  std::vector<std::string> formats;
  const TemporaryFolder folder;
  expectEachSound("mesh", [&](const auto& seed) {
    formats.push_back(seed.extension().string());
    const std::vector<std::byte> content = readBytes(seed);
    const std::string_view text(reinterpret_cast<const char*>(content.data()), content.size());
    EXPECT_FALSE(loadMesh(fuzz::writeMeshInput(text, folder.path())).triangles.empty());
  });
  for (const char* format : {".obj", ".ply", ".stl", ".gltf", ".glb", ".3ds", ".off"})
    EXPECT_NE(std::find(formats.begin(), formats.end(), format), formats.end()) << format;
}

}  // namespace
}  // namespace ooze::seeds_test
