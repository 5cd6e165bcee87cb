// Tests that every way by which a mesh comes in says how the solid differs from the mesh, and holds liquid.
#include "ooze/scene/scene.h"
#include "ooze/world/command.h"

#include "fixtures/commands.h"
#include "fixtures/temporary_folder.h"
#include "fixtures/vessels.h"
#include "unit/body_world_fixtures.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

namespace ooze::mesh_notes_test {
namespace {

using namespace test;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class MeshNotes : public testing::Test {
 protected:
  MeshNotes() {
    Mesh mixed = makeCupMesh(0.02f);
    for (std::size_t t = 0; t < mixed.triangles.size(); t += 3)
      std::swap(mixed.triangles[t][1], mixed.triangles[t][2]);
    writeObj(folder_.path() / "mixed.obj", mixed);
    writeObj(folder_.path() / "thin.obj", makeCupMesh(0.001f));
    writeObj(folder_.path() / "sheet.obj", makeCupMesh(0.f));
    writeObj(folder_.path() / "sound.obj", makeCupMesh(0.02f));
  }
  [[nodiscard]] Scene sceneWith(const std::string& file, const std::string& part = "bodies",
                                const std::string& method = "clavet") const {
    return parseScene(fmt::format(R"({{"version": 1, "title": "t", "method": "{}", "h": 0.01, "fps": 60,
      "substeps": "auto", "materials": [{{"name": "liquid"}}],
      "{}": [{{"shape": {{"mesh": {{"file": "{}"}}}}}}],
      "camera": {{"eye": [0, 1, 2], "target": [0, 0, 0], "field_of_view": 50}}}})",
                                  method, part, file),
                      (folder_.path() / "test.json").string(), Detail::Medium);
  }
  [[nodiscard]] std::string file(const std::string& name) const { return (folder_.path() / name).string(); }

  TemporaryFolder folder_;
};

TEST_F(MeshNotes, OfAScene) {
  EXPECT_THAT(sceneWith("mixed.obj").notes,
              ElementsAre(HasSubstr("mesh \"mixed.obj\": 64 of 192 triangles faced the wrong way")));
  EXPECT_THAT(sceneWith("mixed.obj", "liquids").notes, ElementsAre(HasSubstr("faced the wrong way")));
  EXPECT_THAT(sceneWith("thin.obj").notes,
              ElementsAre(HasSubstr("are thin for h = 10 mm and act 3.5 mm thick")));
  EXPECT_THAT(sceneWith("thin.obj", "bodies", "rasmussen").notes, ElementsAre(HasSubstr("act 9 mm thick")));
  EXPECT_THAT(sceneWith("sheet.obj").notes, ElementsAre(HasSubstr("it is open, so it acts as a sheet")));
  EXPECT_THAT(sceneWith("sound.obj").notes, IsEmpty());
}

TEST_F(MeshNotes, OfACommandAndASave) {
  WorldSpec spec = busySpec();
  spec.liquids.clear();
  spec.emitters.clear();
  World world(spec, 1);
  world.submit(command("bodies.add_mesh", {0.f, 0.5f, 0.f, 0.062f, 0.f, 0.f}, file("mixed.obj")));
  world.submit(command("bodies.add_mesh", {1.f, 0.5f, 0.f, 0.06f, 0.f, 0.f}, file("sheet.obj")));
  world.applyCommands();
  const auto isSaid = ElementsAre(HasSubstr("mesh \"mixed.obj\": 64 of 192 triangles faced the wrong way"),
                                  HasSubstr("mesh \"sheet.obj\": it is open"));
  EXPECT_THAT(world.meshNotes(), isSaid);
  World again(spec, 1);
  restore(again, saved(world));
  EXPECT_THAT(again.meshNotes(), isSaid);
  EXPECT_EQ(again.hash(), world.hash());
}

TEST_F(MeshNotes, OfAnImport) {
  const Command thin = command("bodies.add_mesh", {0.f, 0.f, 0.f, 0.061f, 0.f, 0.f}, file("thin.obj"));
  EXPECT_THAT(prepareMesh(thin, 0.01f, 0.009f), HasSubstr("act 9 mm thick"));
  const Command sound = command("bodies.add_mesh", {0.f, 0.f, 0.f, 0.08f, 0.f, 0.f}, file("sound.obj"));
  EXPECT_THAT(prepareMesh(sound, 0.01f), IsEmpty());
}

}  // namespace
}  // namespace ooze::mesh_notes_test
