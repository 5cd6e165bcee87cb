// Tests of "Save as scene": the written file loads again and begins in the state of the world.
#include "ooze/scene/scene_writing.h"

#include "ooze/base/error.h"
#include "ooze/world/command.h"
#include "ooze/world/world.h"

#include "base/file.h"
#include "fixtures/commands.h"
#include "fixtures/small_scene.h"
#include "fixtures/temporary_folder.h"

#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace ooze::scene_writing_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kBlock =
    "v -1 0 -1\nv 1 0 -1\nv 1 0 1\nv -1 0 1\nv -1 2 -1\nv 1 2 -1\nv 1 2 1\nv -1 2 1\n"
    "f 1 2 3 4\nf 8 7 6 5\nf 1 5 6 2\nf 2 6 7 3\nf 3 7 8 4\nf 4 8 5 1\n";

class SceneWriting : public testing::Test {
 protected:
  static SceneView viewOf(const Scene& scene) { return {scene.camera, scene.look}; }
  [[nodiscard]] Scene again(const Scene& scene, const World& world, const SceneView& view) const {
    const std::filesystem::path file = folder_.path() / "again.json";
    left_ = writeScene(scene, world, view, file);
    return loadScene(file.string(), scene.detail);
  }
  [[nodiscard]] Scene again(const Scene& scene, const World& world) const {
    return again(scene, world, viewOf(scene));
  }
  static void submit(World& world, const Command& command) {
    world.submit(command);
    world.applyCommands();
  }
  static const Body& bodyOf(const Scene& scene, const std::string& name) {
    for (const Body& body : scene.world.bodies)
      if (body.name == name) return body;
    throw InputError("no body " + name);
  }
  static std::uint64_t hashOfNextFrame(World world) {
    world.advanceFrame();
    return world.hash();
  }

  TemporaryFolder folder_;
  mutable std::vector<std::string> left_;  ///< features that the last written scene could not keep
};

TEST_F(SceneWriting, KeepsWhetherWhatLiesStillMaySleep) {
  const Scene scene = loadScene("clavet_plastic_behaviours", Detail::Coarse);
  World world(scene.world, 2);
  EXPECT_EQ(again(scene, world).world.settings.sleep, 1.f);
  world.submit(command("world.sleep", {0.f}));
  world.step();
  EXPECT_EQ(again(scene, world).world.settings.sleep, 0.f);
}

#ifdef OOZE_SANITIZED
// All scenes take minutes under sanitizers. Every seventh scene runs as much code, with some of each method.
constexpr std::size_t kEach = 7;
#else
constexpr std::size_t kEach = 1;
#endif

TEST_F(SceneWriting, EveryShippedSceneComesBackAsItWas) {
  std::vector<Listing> shipped = listScenes();
  std::erase_if(shipped, [](const Listing& listing) { return listing.own; });
  for (std::size_t k = 0; k < shipped.size(); k += kEach) {
    const Listing& listing = shipped[k];
    const Scene scene = loadScene(listing.file.string(), Detail::Coarse);
    World world(scene.world, 2);
    const Scene written = again(scene, world);
    EXPECT_THAT(left_, IsEmpty()) << listing.name;
    EXPECT_EQ(hashOfNextFrame(World(written.world, 2)), hashOfNextFrame(std::move(world))) << listing.name;
    EXPECT_EQ(written.world.timeline.size(), scene.world.timeline.size()) << listing.name;
    EXPECT_EQ(written.world.particleLimit, scene.world.particleLimit);
    EXPECT_EQ(written.duration, scene.duration);
    EXPECT_EQ(written.camera.eye, scene.camera.eye);
    EXPECT_EQ(written.look.background, scene.look.background);
    EXPECT_EQ(written.look.light, scene.look.light);
    // Other details agree too, because the scene's own table of radii is kept.
    EXPECT_EQ(
        loadSceneWithoutShapes(written.file.string(), Detail::Fine).world.methodSettings.interactionRadius,
        loadSceneWithoutShapes(listing.file.string(), Detail::Fine).world.methodSettings.interactionRadius);
    EXPECT_EQ(written.figure, "") << "another file promises no figure";
    EXPECT_EQ(sceneText(written, World(written.world, 2), viewOf(written), written.file),
              readText(written.file))
        << listing.name;
  }
}

TEST_F(SceneWriting, ANozzleThatWasOpenedAfterItsTimePoursUntilItIsClosed) {
  std::string text = kSmallScene;
  const std::string speed = "\"speed\":";
  text.insert(text.find(speed), "\"stop\": 0.05, ");
  const Scene scene = parseScene(text, "small.json", Detail::Coarse);
  ASSERT_EQ(scene.world.emitters[0].stop, 0.05);
  World world(scene.world, 1);
  EXPECT_EQ(again(scene, world, viewOf(scene)).world.emitters[0].stop, 0.05);
  submit(world, command("emitter.spout.stop", {1e9f}));
  EXPECT_EQ(again(scene, world, viewOf(scene)).world.emitters[0].stop, 1e9);
}

TEST_F(SceneWriting, HasWhatWasSetOfMaterialsNozzlesAndTheWorld) {
  const Scene scene = parseScene(kSmallScene, "small.json", Detail::Coarse);
  World world(scene.world, 1);
  MaterialDefinition water = loadMaterial("water", "clavet");
  submit(world, command("material.pond.add", {}, encodeMaterial(water, "clavet")));
  submit(world, command("material.goo.viscosity_linear", {3.f}));
  submit(world, command("clavet.friction", {0.25f}));
  submit(world, command("material.goo.colour", {1.f, 0.f, 0.f}));
  submit(world, command("material.goo.cloudiness", {0.7f}));
  submit(world, command("emitter.spout.position", {0.1f, 0.3f, -0.1f}));
  submit(world, command("emitter.spout.direction", {1.f, -1.f, 0.f}));
  submit(world, command("emitter.spout.material", {1.f}));
  submit(world, command("emitter.spout.enabled", {0.f}));
  submit(world, command("world.gravity_y", {-1.5f}));
  submit(world, command("emitters.add", {0.f, 0.4f, 0.f, 0.f, -1.f, 0.f, 0.02f, 1.f, 1.f, 1.f}));
  submit(world, command("emitters.add", {0.f, 0.4f, 0.f, 0.f, -1.f, 0.f, 0.02f, 1.f, 1.f}));
  submit(world, command("emitter.poured 2.enabled", {0.f}));
  SceneView view = viewOf(scene);
  view.camera.fieldOfView = 33.f;
  view.look.background = "dark";
  view.look.light.turn = 40.f;
  view.look.spray = 0.25f;
  submit(world, command("material.goo.roughness", {0.4f}));
  view.look.spray = 0.25f;
  const Scene written = again(scene, world, view);

  ASSERT_EQ(written.world.materials.size(), 2u);
  EXPECT_EQ(written.world.materials[0].values, world.materials()[0].values);
  EXPECT_EQ(written.world.materials[0].colour, 0xff0000ffu);
  EXPECT_EQ(written.world.materials[1].name, "pond");
  EXPECT_EQ(written.world.materials[1].values, world.materials()[1].values);
  EXPECT_EQ(written.world.materials[1].look, water.look);
  EXPECT_EQ(written.world.settings.gravityY, -1.5f);
  EXPECT_EQ(written.world.liquids[0].material, 0) << "it names its material now that there are two";
  ASSERT_EQ(written.world.emitters.size(), 2u) << "the pour tool's closed nozzle is not part of a scene";
  const EmitterSpec& spout = written.world.emitters[0];
  EXPECT_EQ(spout.position, Vec3(0.1f, 0.3f, -0.1f));
  EXPECT_NEAR(spout.direction.x, std::sqrt(0.5f), 1e-6f);
  EXPECT_EQ(spout.material, 1);
  EXPECT_FALSE(spout.enabled);
  EXPECT_EQ(written.world.emitters[1].name, "nozzle");
  EXPECT_EQ(written.world.emitters[1].radius, 0.02f);
  EXPECT_EQ(written.camera.fieldOfView, 33.f);
  EXPECT_EQ(written.look.background, "dark");
  EXPECT_EQ(written.look.light.turn, 40.f);
  EXPECT_EQ(written.look.spray, 0.25f);
  EXPECT_EQ(written.world.materials[0].lookOverrides, world.materials()[0].lookOverrides);
  EXPECT_EQ(written.look.spray, 0.25f);
  EXPECT_EQ(written.world.materials[0].lookOverrides, world.materials()[0].lookOverrides);
  ASSERT_TRUE(written.world.materials[0].lookOverrides[1].has_value()) << "cloudiness";
  EXPECT_EQ(written.title, "Again");
}

TEST_F(SceneWriting, HasSolidsWhereTheyStandAndThoseThatWereAdded) {
  const std::filesystem::path mesh = folder_.write("block.obj", kBlock);
  const Scene scene = parseScene(kPoolScene, "pool.json", Detail::Coarse);
  World world(scene.world, 1);
  const Quat turned = meshRotation({0.f, 30.f, 20.f});
  submit(world, command("body.block.place", {0.05f, 0.2f, 0.01f, turned.w, turned.x, turned.y, turned.z}));
  submit(world, command("body.red ball.scale", {0.5f}));
  submit(world, command("body.red ball.density", {500.f}));
  submit(world, command("body.tank.friction", {0.9f}));
  submit(world, command("bodies.add_capsule", {0.f, 0.3f, 0.f, 0.02f, 700.f}));
  submit(world, command("bodies.add_collider_box", {0.f, 0.02f, 0.1f, 0.03f}));
  submit(world,
         command("bodies.add_mesh", {0.1f, 0.25f, 0.f, 0.06f, 0.f, 0.f, 0.f, 45.f, 0.f}, mesh.string()));
  submit(world, command("bodies.add_sphere", {0.f, 0.5f, 0.f, 0.02f, 700.f}));
  submit(world, command("body.dropped 4.present", {0.f}));
  const Scene written = again(scene, world);

  EXPECT_EQ(written.world.bodies.size(), scene.world.bodies.size() + 3) << "removed bodies are not written";
  const Body& block = bodyOf(written, "block");
  EXPECT_EQ(block.pose.position, Vec3(0.05f, 0.2f, 0.01f));
  EXPECT_GT(std::abs(glm::dot(block.pose.orientation, turned)), 1.f - 1e-6f);
  EXPECT_EQ(bodyOf(written, "red ball").solid.size.x, 0.02f);
  EXPECT_EQ(bodyOf(written, "red ball").density, 500.f);
  EXPECT_EQ(bodyOf(written, "tank").friction, 0.9f);
  const Body& capsule = bodyOf(written, "capsule");
  EXPECT_EQ(capsule.motion, Motion::Dynamic);
  EXPECT_EQ(capsule.density, 700.f);
  EXPECT_EQ(capsule.pose.position, Vec3(0.f, 0.3f, 0.f));
  EXPECT_EQ(bodyOf(written, "box").solid.size, Vec3(0.03f));
  // Both shapes contain the same points.
  const Body &now = world.bodies().list.at(5), &then = bodyOf(written, "block 2");
  ASSERT_EQ(now.meshFile, mesh);
  for (const Vec3& p : {Vec3(0.1f, 0.25f, 0.f), Vec3(0.12f, 0.27f, 0.01f), Vec3(0.1f, 0.3f, 0.f)})
    EXPECT_NEAR(then.shape->distance(then.pose.toLocal(p)), now.shape->distance(now.pose.toLocal(p)), 1e-5f);
  // Writing a written scene again gives the same text.
  const World second(written.world, 1);
  EXPECT_EQ(sceneText(written, second, viewOf(written), written.file), readText(written.file));
}

TEST_F(SceneWriting, ChangesByTheTimelineAreLeftToTheTimeline) {
  const Scene scene = parseScene(R"({
    "version": 1, "h": 0.03, "materials": [{"name": "goo", "file": "honey"}],
    "liquids": [{"name": "drop", "shape": {"sphere": {"radius": 0.05}}, "position": [0, 0.1, 0]}],
    "bodies": [{"name": "floor", "shape": {"plane": {}}},
               {"name": "lid", "shape": {"box": {"half_extents": [0.1, 0.01, 0.1]}}, "position": [0, 0.3, 0]}],
    "timeline": [{"time": 0.02, "set": "body.lid.present", "to": 0},
                 {"time": 0.02, "set": "material.goo.viscosity_linear", "to": 2},
                 {"time": 0.02, "set": "clavet.friction", "to": 0.5},
                 {"time": 0.02, "set": "material.goo.roughness", "to": 0.5}]
  })",
                                 "timed.json", Detail::Coarse);
  World world(scene.world, 1);
  while (world.frameIndex() < 4) world.advanceFrame();
  ASSERT_FALSE(world.bodies().list[1].present);
  const Scene untouched = again(scene, world);
  EXPECT_TRUE(bodyOf(untouched, "lid").present);
  EXPECT_EQ(untouched.world.materials[0].values, scene.world.materials[0].values);
  EXPECT_EQ(untouched.world.materials[0].lookOverrides, scene.world.materials[0].lookOverrides);
  EXPECT_EQ(untouched.world.timeline.size(), 4u);

  submit(world, command("material.goo.viscosity_linear", {5.f}));
  const Scene edited = again(scene, world);
  EXPECT_NE(edited.world.materials[0].values, scene.world.materials[0].values) << "an edit changed it since";
}

TEST_F(SceneWriting, FilledMeshesAreWrittenUnlessUndone) {
  const std::filesystem::path mesh = folder_.write("block.obj", kBlock);
  const Scene scene = parseScene(kSmallScene, "small.json", Detail::Coarse);
  World world(scene.world, 1);
  const Command fill = command("liquid.add_mesh", {0.2f, 0.2f, 0.f, 0.06f, 0.f}, mesh.string());
  submit(world, fill);
  submit(world, command("edits.take_back", {1.f}));
  submit(world, fill);
  submit(world, command("springs.add"));
  submit(world, command("liquid.cut", {0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0.1f}));
  const Scene written = again(scene, world);
  ASSERT_EQ(written.world.liquids.size(), 2u);
  EXPECT_EQ(written.world.liquids[1].name, "liquid block");
  EXPECT_THAT(left_, ElementsAre("cuts"));
  ASSERT_EQ(written.world.timeline.size(), 1u);
  EXPECT_EQ(targetOf(written.world.timeline[0].command), "springs.add");
  const World begun(written.world, 1);
  const Particles& particles = begun.particles();
  double sum = 0;
  for (std::size_t i = 0; i < particles.size(); ++i) sum += particles.position[i].x > 0.1f;
  EXPECT_NEAR(sum, std::pow(0.06 / begun.restSpacing(0), 3), 0.1 * sum);
}

TEST_F(SceneWriting, AFolderThatCannotBeWrittenIsOneLine) {
  const Scene scene = parseScene(kSmallScene, "small.json", Detail::Coarse);
  const World world(scene.world, 1);
  const auto problem = [&](const std::filesystem::path& file) -> std::string {
    try {
      (void)writeScene(scene, world, viewOf(scene), file);
    } catch (const RunError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_THAT(problem("/proc/none/scene.json"), HasSubstr("/proc/none"));
  EXPECT_THAT(problem(folder_.path()), HasSubstr(folder_.path().string())) << "a folder is in the way";
  EXPECT_THAT(problem("/dev/full"), HasSubstr("/dev/full"));
  EXPECT_EQ(problem("/proc/none/scene.json").find('\n'), std::string::npos);
}

}  // namespace
}  // namespace ooze::scene_writing_test
