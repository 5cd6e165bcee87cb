// `ooze export --blender` and `--blend`, the Blender add-on, and `ooze render --renderer cycles`. Tests are
// skipped where Blender is not installed; third_party/setup.sh installs Blender.
#include "base/file.h"
#include "image/image.h"
#include "program/program_fixture.h"

#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <sstream>

namespace ooze::blender_test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

/// A surface as the PLY file of an exported run holds it.
struct PlySurface {
  std::vector<std::array<float, 3>> positions, velocities;
  std::size_t triangles = 0;
};

PlySurface readSurface(const fs::path& file) {
  const std::string data = readText(file);
  const std::size_t body = data.find("end_header\n") + 11;
  std::istringstream header(data.substr(0, body));
  PlySurface surface;
  std::size_t count = 0, row = 0, velocityAt = 0, element = 0;
  for (std::string word; header >> word;) {
    if (word == "element") {
      std::size_t number = 0;
      header >> word >> number, ++element;
      (element == 1 ? count : surface.triangles) = number;
    } else if (word == "property" && element == 1) {
      std::string type, name;
      header >> type >> name;
      if (name == "vx") velocityAt = row;
      row += type == "uchar" ? 1u : type == "ushort" ? 2u : 4u;
    }
  }
  EXPECT_GT(velocityAt, 0u);
  for (std::size_t i = 0; i < count; ++i) {
    std::array<float, 3> position, velocity;
    std::memcpy(position.data(), data.data() + body + i * row, 12);
    std::memcpy(velocity.data(), data.data() + body + i * row + velocityAt, 12);
    surface.positions.push_back(position), surface.velocities.push_back(velocity);
  }
  return surface;
}

/// Expects a vector of Blender to equal a vector of Ooze: x, -z, y.
void expectTurned(const Json& found, const std::array<float, 3>& ours) {
  EXPECT_FLOAT_EQ(found[0].get<float>(), ours[0]);
  EXPECT_FLOAT_EQ(found[1].get<float>(), -ours[2]);
  EXPECT_FLOAT_EQ(found[2].get<float>(), ours[1]);
}

class Blender : public Program {
 protected:
  void SetUp() override {
    if (std::system("blender --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "blender is not installed";
    writeFile(folder_ / "swing.json", std::string_view(kSwing));
  }
  void TearDown() override { fs::remove_all(folder_ / "run"); }

  /// Runs Blender with tests/readers/blender_addon_reader.py. @return what the script found
  [[nodiscard]] Json look(const std::string& blenderArguments, const std::string& scriptArguments) const {
    const std::string command = fmt::format(
        "cd '{}' && HOME=\"$PWD\" blender -b {} --python-exit-code 1 --python '{}/tests/readers/"
        "blender_addon_reader.py' -- {} >.out 2>.err </dev/null",
        folder_.string(), blenderArguments, sourceFolder(), scriptArguments);
    const int status = std::system(command.c_str());
    const std::string text = readText(folder_ / ".out"), complaint = readText(folder_ / ".err");
    for (const char* name : {".out", ".err", ".config", ".cache"}) fs::remove_all(folder_ / name);
    const std::size_t begin = text.find("FOUND ");
    if (status != 0 || begin == std::string::npos) {
      ADD_FAILURE() << text << complaint;
      return {};
    }
    return Json::parse(text.substr(begin + 6, text.find('\n', begin) - begin - 6));
  }

  // A drop and a body that moves and turns, with a camera of its own.
  static constexpr const char* kSwing = R"({
  "version": 1, "h": {"coarse": 0.05, "medium": 0.04, "fine": 0.03},
  "duration": 0.1,
  "materials": [{"name": "goo", "file": "honey"}],
  "liquids": [{"name": "drop", "shape": {"sphere": {"radius": 0.06}}, "position": [0, 0.3, 0]}],
  "bodies": [{"name": "floor", "shape": {"plane": {}}},
             {"name": "paddle", "motion": "kinematic", "shape": {"box": {"half_extents": [0.1, 0.01, 0.02]}},
              "keys": [{"time": 0, "position": [0.2, 0.1, 0.05]},
                       {"time": 0.1, "position": [0.3, 0.2, 0.05], "rotation": {"axis": [0, 1, 0], "degrees": 90}}]}],
  "camera": {"eye": [0.1, 0.4, 0.9], "target": [0, 0.1, 0], "field_of_view": 35}
})";
};

TEST_F(Blender, OpensAnExportedRunWithMotionCameraAndVelocities) {
  const Outcome o = run("export swing.json --blender run --frames 0:6:3 --size 320x200");
  ASSERT_EQ(o.code, 0) << o.err;
  const Json found =
      look("", fmt::format("'{}/assets/blender/ooze_io.py' run/ooze.json 0 3 6", sourceFolder()));
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found["engine"], "CYCLES");
  EXPECT_NEAR(found["rate"].get<double>(), 60.0, 1e-6);
  EXPECT_EQ(found["range"], Json({0, 6}));
  EXPECT_EQ(found["size"], Json({320, 200}));
  EXPECT_EQ(found["objects"], Json({"camera", "floor", "key light", "liquid", "paddle"}));
  expectTurned(found["eye"], {0.1f, 0.4f, 0.9f});
  for (int k = 0; k < 3; ++k) {
    const PlySurface wanted = readSurface(folder_ / fmt::format("run/liquid_{:05}.ply", 3 * k));
    const Json& frame = found["frames"][static_cast<std::size_t>(k)];
    ASSERT_EQ(frame["vertices"].size(), wanted.positions.size());
    ASSERT_EQ(frame["velocities"].size(), wanted.positions.size());
    EXPECT_EQ(frame["faces"].size(), wanted.triangles);
    EXPECT_EQ(frame["colours"].size(), wanted.positions.size());
    EXPECT_EQ(frame["materials"], Json({"goo"}));
    for (std::size_t i = 0; i < wanted.positions.size(); i += 7) {
      expectTurned(frame["vertices"][i], wanted.positions[i]);
      expectTurned(frame["velocities"][i], wanted.velocities[i]);
    }
    // The drop falls freely, so its velocity is -g t along Blender's z.
    const double fallen = frame["velocities"][0][2];
    EXPECT_NEAR(fallen, -9.81 * 3 * k / 60.0, 0.05 + 0.1 * std::abs(fallen)) << k;
  }
  // At 0.1 s the paddle is turned by a quarter about the vertical axis: its x axis points along Ooze's -z.
  const Json& last = found["frames"][2]["bodies"]["paddle"];
  EXPECT_NEAR(last[0][3].get<double>(), 0.3, 1e-5);
  EXPECT_NEAR(last[1][3].get<double>(), -0.05, 1e-5);
  EXPECT_NEAR(last[2][3].get<double>(), 0.2, 1e-5);
  EXPECT_NEAR(last[0][0].get<double>(), 0.0, 1e-5);
  EXPECT_NEAR(last[1][0].get<double>(), 1.0, 1e-5);
}

TEST_F(Blender, OpensABlendFileWithoutTheAddOn) {
  const Outcome o = run("export swing.json --blend run.blend --blender run --frames 0:4:4");
  ASSERT_EQ(o.code, 0) << o.err;
  const Json found = look("-y run.blend", "- - 0 4");
  ASSERT_FALSE(found.empty());
  for (int k = 0; k < 2; ++k) {
    const PlySurface wanted = readSurface(folder_ / fmt::format("run/liquid_{:05}.ply", 4 * k));
    EXPECT_EQ(found["frames"][static_cast<std::size_t>(k)]["vertices"].size(), wanted.positions.size());
    expectTurned(found["frames"][static_cast<std::size_t>(k)]["vertices"][0], wanted.positions[0]);
  }
}

TEST_F(Blender, OpensABlendFileThatMovedWithItsFolder) {
  const Outcome o = run("export swing.json --blend run.blend --blender run --frames 0:4:4");
  ASSERT_EQ(o.code, 0) << o.err;
  const PlySurface wanted = readSurface(folder_ / "run/liquid_00004.ply");
  fs::create_directory(folder_ / "moved");
  fs::rename(folder_ / "run.blend", folder_ / "moved/run.blend");
  fs::rename(folder_ / "run", folder_ / "moved/run");
  const Json found = look("-y moved/run.blend", "- - 4");
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found["frames"][0]["vertices"].size(), wanted.positions.size());
  fs::remove_all(folder_ / "moved");
}

TEST_F(Blender, RefusesAnIncompleteRunAndShowsNoLiquidOfAnotherFrame) {
  const Outcome o = run("export swing.json --blend run.blend --blender run --frames 0:4:2");
  ASSERT_EQ(o.code, 0) << o.err;
  fs::remove(folder_ / "run/liquid_00002.ply");
  const Json found = look("-y run.blend", "- - 0 2");
  ASSERT_FALSE(found.empty());
  EXPECT_GT(found["frames"][0]["vertices"].size(), 0u);
  EXPECT_EQ(found["frames"][1]["vertices"].size(), 0u);
  const std::string import = fmt::format(
      "cd '{}' && HOME=\"$PWD\" blender -b --factory-startup --python-exit-code 1 --python "
      "'{}/assets/blender/ooze_io.py' "
      "-- --import run/ooze.json >/dev/null 2>.err </dev/null",
      folder_.string(), sourceFolder());
  EXPECT_NE(std::system(import.c_str()), 0);
  EXPECT_THAT(readText(folder_ / ".err"), testing::HasSubstr("run lacks liquid_00002.ply"));
  for (const char* name : {".err", ".config", ".cache"}) fs::remove_all(folder_ / name);
}

TEST_F(Blender, DrawsPicturesAndGoesOnWhereItStopped) {
  const std::string draw =
      "render swing.json --renderer cycles --samples 1 --size 64x40 --frames 2:6:2 --out p_%02d.png";
  Outcome o = run(draw);
  ASSERT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(files(),
              testing::UnorderedElementsAre("little.json", "swing.json", "p_02.png", "p_04.png", "p_06.png"));
  const Image first = readImage(folder_ / "p_02.png");
  EXPECT_EQ(first.width, 64);
  EXPECT_EQ(first.height, 40);
  // A picture that exists is kept, the other is drawn as before.
  writeFile(folder_ / "p_02.png", std::string_view("mine"));
  fs::remove(folder_ / "p_06.png");
  o = run(draw + " --resume");
  ASSERT_EQ(o.code, 0) << o.err;
  EXPECT_EQ(o.err, "ooze: note: 2 pictures are kept\n");
  EXPECT_EQ(readText(folder_ / "p_02.png"), "mine");
  EXPECT_TRUE(fs::exists(folder_ / "p_06.png"));
}

TEST_F(Blender, KeepsOlderPicturesIfTheRunCannotBegin) {
  writeFile(folder_ / "p.png", std::string_view("mine"));
  const Outcome o = run("render no_such_scene --renderer cycles --frames 1 --out p.png");
  EXPECT_EQ(o.code, 2) << o.err;
  EXPECT_EQ(readText(folder_ / "p.png"), "mine");
}

TEST_F(Blender, SaysBeforeTheRunIfItHasNoDenoiser) {
  const int status = std::system(
      "blender -b --python-exit-code 1 --python-expr 'import _cycles, sys; "
      "sys.exit(0 if _cycles.with_openimagedenoise else 7)' >/dev/null 2>&1");
  const bool hasDenoiser = status == 0;
  const Outcome o =
      run("render swing.json --renderer cycles --frames 1 --size 32x24 --samples 4 --denoise --out p.png");
  EXPECT_EQ(o.code, hasDenoiser ? 0 : 1);
  EXPECT_EQ(fs::exists(folder_ / "p.png"), hasDenoiser);
  if (!hasDenoiser) {
    EXPECT_EQ(o.err,
              "ooze: blender: ooze_io: this Blender was built without a denoiser (OpenImageDenoise)\n");
  }
  fs::remove(folder_ / "p.png");
}

TEST_F(Program, WithoutBlenderSaysSoInOneLine) {
  for (const char* arguments : {"render little.json --renderer cycles --frames 1 --out p.png",
                                "export little.json --blend p.blend --frames 0:1"}) {
    const Outcome o = run(arguments, "PATH=/nowhere ");
    EXPECT_EQ(o.code, 1);
    EXPECT_EQ(o.err, "ooze: cannot start blender: it is not installed\n") << arguments;
  }
  EXPECT_THAT(files(), testing::UnorderedElementsAre("little.json"));
}

TEST_F(Program, RefusesWrongUsesOfBlender) {
  expectRefused("export little.json", "--blender or a file with --blend");
  expectRefused("export little.json --blend p.obj", "must end in .blend");
  expectRefused("render little.json --renderer cycles --frames 1 --out p.mp4", "Cycles writes .png files");
  expectRefused("render little.json --renderer cycles --frames 1:3 --out p.png", "%04d");
  for (const char* option : {"--view points", "--spray 0", "--turntable=4", "--transparent"})
    expectRefused(fmt::format("render little.json --renderer cycles --frames 1 --out p.png {}", option),
                  "--renderer cycles has no");
  expectRefused("render little.json --samples 8 --frames 1 --out p.png", "--samples needs --renderer cycles");
  expectRefused("render little.json --resume --frames 1 --out p.png", "--resume needs --renderer cycles");
  expectRefused("render little.json --renderer povray --frames 1 --out p.png", "unknown renderer");
  fs::create_directory(folder_ / "mine");
  writeFile(folder_ / "mine" / "thesis.txt", std::string_view("words"));
  expectRefused("export little.json --blender mine --frames 0:1", "other files, such as thesis.txt");
  EXPECT_EQ(readText(folder_ / "mine" / "thesis.txt"), "words");
}

}  // namespace
}  // namespace ooze::blender_test
