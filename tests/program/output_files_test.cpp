// Tests that no output of a command destroys an input or another output.
#include "ooze/scene/scene.h"

#include "program_fixture.h"

#include <fmt/format.h>
#include <map>

namespace ooze {
namespace {

using testing::HasSubstr;

class OutputFiles : public Program {
 protected:
  OutputFiles() {
    writeFile(folder_ / "ball.obj",
              std::string_view("v 0 0 0\nv 0.1 0 0\nv 0 0.1 0\nv 0 0 0.1\nf 1 3 2\nf 1 2 4\n"
                               "f 1 4 3\nf 2 3 4\n"));
    std::string hdr = "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 4 +X 8\n";
    for (int i = 0; i < 32; ++i) hdr += "\x80\x80\x80\x81";
    writeFile(folder_ / "sky.hdr", hdr);
    writeFile(folder_ / "mine.json", readText(findAsset("materials/slime.json")));
    writeFile(folder_ / "scene.json", std::string_view(R"({"version": 1, "h": 0.05, "duration": 0.1,
      "materials": [{"name": "goo", "file": "mine.json"}],
      "liquids": [{"shape": {"sphere": {"radius": 0.06}}}],
      "bodies": [{"shape": {"mesh": {"file": "ball.obj", "cell": 0.01}}}], "look": {"background": "sky.hdr"}})"));
  }
  /// Expects a refusal that leaves every file as it is.
  void expectKept(const std::string& arguments, const std::string& message) const {
    std::map<std::string, std::string> before;
    for (const std::string& name : files()) before[name] = readText(folder_ / name);
    expectRefused(arguments, message);
    for (const auto& [name, content] : before) EXPECT_EQ(readText(folder_ / name), content) << arguments;
  }
};

TEST_F(OutputFiles, NeverHaveTheSameName) {
  const std::vector<std::string> flags{"--save", "--report", "--save-scene", "--trace", "--golden"};
  for (std::size_t i = 0; i < flags.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      expectKept(fmt::format("run little.json --frames 1 {} x {} ./x", flags[i], flags[j]),
                 "name the same file");
  for (const std::string& flag : flags) {
    expectKept(fmt::format("run little.json --frames 1 --particles x.ply {} x.ply", flag),
               "name the same file");
    expectKept(fmt::format("run little.json --frames 1 --surface x_%04d.ply {} x_0001.ply", flag),
               "name the same file");
  }
  expectKept("run little.json --frames 1 --particles x_%04d.ply --surface x_%03d.ply", "name the same file");
  expectKept("run little.json --frames 1 --particles x_%04d.vtk --save x.vtk.series",
             "name the same file, " + (std::filesystem::path("x.vtk.series")).string());
}

TEST_F(OutputFiles, NeverReplaceAnInput) {
  ASSERT_EQ(run("run scene.json --frames 1 --save half.ooze").code, 0);
  for (const char* flag : {"--save", "--report", "--save-scene", "--trace"}) {
    expectKept(fmt::format("run scene.json --frames 1 {} scene.json", flag), "would replace the scene");
    for (const char* file : {"ball.obj", "mine.json", "sky.hdr"})
      expectKept(fmt::format("run scene.json --frames 1 {} {}", flag, file),
                 fmt::format("would replace {}, which the scene names", file));
    for (const char* start : {"--restore", "--replay"})
      expectKept(fmt::format("run {} half.ooze --frames 2 {} ./half.ooze", start, flag),
                 "would replace the save that the run starts from");
  }
  std::filesystem::rename(folder_ / "ball.obj", folder_ / "ball_0001.obj");
  std::string text = readText(folder_ / "scene.json");
  text.replace(text.find("ball.obj"), 8, "ball_0001.obj");
  writeFile(folder_ / "scene.json", text);
  expectKept("run scene.json --frames 1 --particles ball_%04d.obj", "would replace ball_0001.obj");
  expectKept("render scene.json --frames 0 --background sky.hdr --out sky.hdr",
             "--out sky.hdr: must be a .png");
  expectKept("sweep scene.json --vary friction=0:1:2 --frame 0 --out scene.json", "must be a .png");
}

TEST_F(OutputFiles, OfDifferentNamesAreWritten) {
  const Outcome o = run("run scene.json --frames 1 --particles a_%04d.vtk --save a.ooze --report a.json");
  EXPECT_EQ(o.code, 0) << o.err;
  const nlohmann::json list = nlohmann::json::parse(readText(folder_ / "a.vtk.series"));
  EXPECT_EQ(list["file-series-version"], "1.0");
  ASSERT_EQ(list["files"].size(), 1u);
  EXPECT_EQ(list["files"][0]["name"], "a_0001.vtk");
  EXPECT_NEAR(list["files"][0]["time"].get<double>(), 1.0 / 60.0, 1e-9);

  // A continued run continues the list.
  ASSERT_EQ(run("run --restore a.ooze --frames 3 --particles a_%04d.vtk").code, 0);
  const nlohmann::json longer = nlohmann::json::parse(readText(folder_ / "a.vtk.series"));
  ASSERT_EQ(longer["files"].size(), 3u);
  EXPECT_EQ(longer["files"][2]["name"], "a_0003.vtk");
}

TEST_F(OutputFiles, MayLieInAFolderWithAPercentInItsName) {
  std::filesystem::create_directory(folder_ / "50%_done");
  EXPECT_EQ(run("run little.json --frames 1 --particles 50%_done/a_%04d.ply").code, 0);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "50%_done/a_0001.ply"));
}

TEST_F(OutputFiles, OfAnInputThatIsTooLargeForTheMemoryAreAUsageError) {
  writeFile(folder_ / "deep.json", std::string_view(R"({"version": 1, "h": 0.01,
    "materials": [{"name": "goo", "file": "slime"}],
    "liquids": [{"shape": {"box": {"half_extents": [0.28, 0.28, 0.28]}}}]})"));
  const Outcome o = run("run deep.json --threads 1 --frames 1", "ulimit -v 700000; ");
  EXPECT_EQ(o.code, 2) << o.err;
  EXPECT_EQ(o.err, "ooze: out of memory: the input is too large for this machine\n");
}

}  // namespace
}  // namespace ooze
