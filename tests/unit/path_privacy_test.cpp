// Tests that saves and scenes reveal no paths of the user. Files are found again all the same.
#include "ooze/base/error.h"
#include "ooze/scene/save_file.h"
#include "ooze/scene/scene_writing.h"

#include "base/file.h"
#include "fixtures/commands.h"
#include "scene/packed_file.h"
#include "unit/geometry_fixtures.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

namespace ooze::private_places_test {
namespace {

namespace fs = std::filesystem;
using testing_support::TemporaryFolder;

constexpr const char* kVariables[]{"HOME",          "XDG_CACHE_HOME", "XDG_CONFIG_HOME",
                                   "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"};

/// Sets up a user with no folders but those that a test creates.
class PrivatePlaces : public testing::Test {
 protected:
  PrivatePlaces() {
    for (const char* name : kVariables) {
      if (const char* value = std::getenv(name)) before_[name] = value;
      ::unsetenv(name);
    }
    ::setenv("XDG_CACHE_HOME", (at("cache")).c_str(), 1);
    ::setenv("XDG_STATE_HOME", (at("state")).c_str(), 1);
  }
  ~PrivatePlaces() override {
    for (const char* name : kVariables)
      before_.count(name) ? ::setenv(name, before_[name].c_str(), 1) : ::unsetenv(name);
  }

  [[nodiscard]] fs::path at(const std::string& name) const { return folder_.path() / name; }

  void write(const fs::path& file, const std::string& text) {
    fs::create_directories(file.parent_path());
    writeFile(file, text);
  }

  /// Loads a user's scene with a mesh beside it, and writes another mesh to be brought in by hand.
  Scene makeScene(const fs::path& folder) {
    // Each test has content of its own, because a process remembers where it saw a file's content.
    const std::string name = testing::UnitTest::GetInstance()->current_test_info()->name();
    const float own = 0.001f * static_cast<float>(std::hash<std::string>{}(name) % 997);
    write(folder / "stone.obj", box(1.f + own));
    write(folder / "client secret.obj", box(2.f + own));
    write(folder / "own.json", R"({"version": 1, "h": 0.04, "title": ")" + name + R"(",
      "materials": [{"name": "goo", "file": "slime"}],
      "bodies": [{"name": "stone", "shape": {"mesh": {"file": "stone.obj", "height": 0.1}}}]})");
    return loadScene((folder / "own.json").string(), Detail::Coarse);
  }
  static std::string box(float height) {
    std::string text;
    for (int v = 0; v < 8; ++v)
      text += "v " + std::to_string(v & 1 ? 1 : -1) + ' ' + std::to_string(v & 2 ? height : -height) + ' ' +
              std::to_string(v & 4 ? 1 : -1) + '\n';
    return text + "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";
  }

  static World worldWithMesh(const Scene& scene, const fs::path& mesh) {
    World world(scene.world, 1);
    world.submit(command("bodies.add_mesh", {0.f, 0.5f, 0.f, 0.2f, 0.f, 0.f}, mesh.string()));
    world.advanceFrame();
    return world;
  }

  /// Returns the unpacked content of a save.
  static std::string contentOf(const fs::path& file) {
    const auto bytes =
        unpack({{'o', 'o', 'z', 'e', 's', 'a', 'v', 'e'}, 2, "save", 1u << 20}, readBytes(file));
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }

  static std::uint64_t restored(const fs::path& file) {
    const SaveFile save = readSave(file);
    World world(parseSavedScene(save).world, 1);
    ByteReader state(save.state);
    world.restore(state);
    World again(parseSavedScene(save).world, 1);
    again.replay(save.commands);
    again.advanceFrame();
    EXPECT_EQ(again.hash(), world.hash()) << "its commands find the mesh too";
    return world.hash();
  }

  TemporaryFolder folder_;

 private:
  std::map<std::string, std::string> before_;
};

TEST_F(PrivatePlaces, ASaveNamesNoFolderAndIsFoundAgainWhereverItLies) {
  const Scene scene = makeScene(at("work"));
  const World world = worldWithMesh(scene, at("work") / "client secret.obj");
  for (const fs::path& file : {at("work/a.ooze"), at("sessions/b.ooze"), at("far/away/c.ooze")}) {
    fs::create_directories(file.parent_path());
    writeSave(file, makeSave(scene, world));
    EXPECT_THAT(contentOf(file), testing::Not(testing::HasSubstr(folder_.path().filename().string())))
        << file;
    EXPECT_THAT(contentOf(file), testing::HasSubstr("client secret.obj")) << "by its name";
    EXPECT_EQ(restored(file), world.hash()) << file;
  }
  EXPECT_THAT(contentOf(at("far/away/c.ooze")), testing::Not(testing::HasSubstr("work/")));
}

TEST_F(PrivatePlaces, TheHashOfAWorldDoesNotDependOnWhereItsMeshesLie) {
  const Scene here = makeScene(at("here"));
  fs::copy(at("here"), at("there"));
  EXPECT_EQ(worldWithMesh(here, at("here") / "client secret.obj").hash(),
            worldWithMesh(here, at("there") / "client secret.obj").hash());
}

TEST_F(PrivatePlaces, ASaveThatMovedWithItsFilesFindsThemBesideIt) {
  const Scene scene = makeScene(at("old"));
  const World world = worldWithMesh(scene, at("old") / "client secret.obj");
  writeSave(at("old/a.ooze"), makeSave(scene, world));
  fs::rename(at("old"), at("new"));
  EXPECT_EQ(restored(at("new/a.ooze")), world.hash());
  fs::remove(at("new") / "client secret.obj");
  try {
    restored(at("new/a.ooze"));
    FAIL() << "without its mesh";
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), testing::HasSubstr("client secret.obj"));
    EXPECT_THAT(e.what(), testing::Not(testing::HasSubstr("\n")));
  }
}

TEST_F(PrivatePlaces, ASceneNamesItsFilesByTheWayFromItsOwnFolder) {
  const Scene scene = makeScene(at("work"));
  const World world = worldWithMesh(scene, at("work") / "client secret.obj");
  fs::create_directories(at("scenes"));
  writeScene(scene, world, {scene.camera, scene.look}, at("scenes/new.json"));
  const std::string text = readText(at("scenes/new.json"));
  EXPECT_THAT(text, testing::HasSubstr("\"../work/client secret.obj\""));
  EXPECT_THAT(text, testing::HasSubstr("\"../work/stone.obj\""));
  EXPECT_THAT(text, testing::Not(testing::HasSubstr(folder_.path().filename().string())));
  EXPECT_EQ(loadScene(at("scenes/new.json").string(), Detail::Coarse).world.bodies.size(), 2u);
}

TEST_F(PrivatePlaces, AFolderIsPrunedOfWhatWasUsedLongestAgo) {
  const auto now = fs::file_time_type::clock::now();
  for (int n = 0; n < 5; ++n) {
    write(at("kept") / std::to_string(n), std::string(100, 'x'));
    fs::last_write_time(at("kept") / std::to_string(n), now - std::chrono::hours(10 - n));
  }
  fs::create_directories(at("kept/a folder"));
  touch(at("kept/0"));
  pruneFolder(at("kept"), 250);
  std::vector<std::string> left;
  for (const auto& entry : fs::directory_iterator(at("kept"))) left.push_back(entry.path().filename());
  EXPECT_THAT(left, testing::UnorderedElementsAre("0", "4", "a folder"));
  pruneFolder(at("nowhere"), 0);
}

TEST_F(PrivatePlaces, WithoutAHomeFoldersAreOnesOwn) {
  ::unsetenv("XDG_CACHE_HOME");
  ::setenv("HOME", "relative", 1);
  const fs::path fresh = userCacheFolder().parent_path();
  EXPECT_TRUE(isPrivate(fresh)) << fresh;
  EXPECT_EQ(userDataFolder().parent_path(), fresh) << "one for all of a process";

  fs::create_directories(at("run"));
  ::setenv("XDG_RUNTIME_DIR", at("run").c_str(), 1);
  fs::permissions(at("run"), fs::perms::owner_all);
  EXPECT_EQ(userCacheFolder(), at("run") / "ooze" / "cache");
  fs::permissions(at("run"), fs::perms::owner_all | fs::perms::group_read);
  EXPECT_EQ(userCacheFolder().parent_path(), fresh) << "others can look into that one";

  ::setenv("HOME", at("home").c_str(), 1);
  EXPECT_EQ(userCacheFolder(), at("home") / ".cache" / "ooze");
  ::setenv("XDG_CACHE_HOME", "relative", 1);
  EXPECT_EQ(userCacheFolder(), at("home") / ".cache" / "ooze");
}

}  // namespace
}  // namespace ooze::private_places_test
