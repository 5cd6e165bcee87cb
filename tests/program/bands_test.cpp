// Tests of coupled runs by the command line. One run records the liquid in a band (a box of cells), and
// another run imposes the recorded liquid.
#include "program_fixture.h"

#include <fmt/format.h>

namespace ooze {
namespace {

using testing::HasSubstr;

/// Returns a scene of the grid method. @param more  further keys of the scene, each followed by a comma
std::string scene(const std::string& more) {
  return fmt::format(R"({{
  "version": 1, "method": "rasmussen", "h": 0.04, "duration": 0.1,
  {}
  "materials": [{{"name": "goo", "file": "rasmussen_honey"}}]
}})",
                     more);
}

class Bands : public Program {
 protected:
  Bands() {
    writeFile(folder_ / "up.json", std::string_view(scene(R"(
  "bands": [{"name": "neck", "lower": [-0.1, 0, -0.1], "upper": [0.1, 0.06, 0.1]}],
  "liquids": [{"name": "drop", "shape": {"sphere": {"radius": 0.05}}, "position": [0, 0.12, 0], "velocity": [0, -2, 0]}],)")));
    writeFile(folder_ / "down.json", std::string_view(scene(R"(
  "sources": [{"scene": "up.json", "band": "neck", "folder": "left"}],)")));
  }
};

TEST_F(Bands, OneRunLeavesThemAndAnotherTakesThemAgainAndAgain) {
  expectRefused("run down.json", "`ooze run up.json --detail medium --bands left` writes the bands");
  expectRefused("run down.json --bands left", "there is no");
  expectRefused("run little.json --bands left", "--bands: \"Viscoelastic springs\" is not on a grid");
  ASSERT_EQ(run("run up.json --bands left").code, 0);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "left/neck_000006.band"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "left/neck_000007.band"));
  const auto hash = [&](const std::string& arguments) {
    const nlohmann::json r = report(arguments);
    EXPECT_GT(r["frames"].back()["particles"].get<int>(), 20);
    return r["frames"].back()["hash"].get<std::string>();
  };
  const std::string once = hash("run down.json --threads 1");
  EXPECT_EQ(hash("run down.json --threads 2"), once);

  // The band of the other run ends earlier. This run saves its state, and continues from that state later.
  const std::string last = readText(folder_ / "left/neck_000005.band");
  writeFile(folder_ / "left/neck_000005.band", std::string_view(last).substr(0, last.size() - 3));
  const Outcome o = run("run down.json --save half.ooze");
  EXPECT_EQ(o.code, 1);
  EXPECT_THAT(o.err, HasSubstr("stopped at frame 4 of 6: source \"source 1\": "));
  EXPECT_THAT(o.err,
              HasSubstr("neck_000005.band: the file is truncated or damaged; complete results were written"));
  EXPECT_EQ(std::count(o.err.begin(), o.err.end(), '\n'), 1) << o.err;
  writeFile(folder_ / "left/neck_000005.band", last);
  EXPECT_EQ(hash("run --restore half.ooze --frames 6"), once);
}

/// A folder never mixes bands of two runs, whatever makes the runs differ.
TEST_F(Bands, OfAnotherRunAreRefused) {
  ASSERT_EQ(run("run up.json --frames 3 --bands left --save up.ooze").code, 0);
  const std::string other = "holds the band \"neck\" of another run";
  expectRefused("run up.json --frames 6 --bands left --set world.gravity_y=-5", other);
  expectRefused("run up.json --frames 6 --bands left --detail coarse", other);
  expectRefused("run --restore up.ooze --frames 6 --bands left --set world.gravity_y=-5", other);
  std::string text = readText(folder_ / "up.json");
  const std::string before = text;
  text.replace(text.find("[0, -2, 0]"), 10, "[0, -1, 0]");
  writeFile(folder_ / "up.json", text);
  expectRefused("run up.json --frames 6 --bands left", other);
  writeFile(folder_ / "up.json", before);
  std::filesystem::rename(folder_ / "up.json", folder_ / "down2.json");
  expectRefused("run down2.json --frames 6 --bands left", other);
  std::filesystem::rename(folder_ / "down2.json", folder_ / "up.json");

  // The same run may be repeated or continued.
  EXPECT_EQ(run("run up.json --frames 2 --bands left").code, 0);
  EXPECT_EQ(run("run --restore up.ooze --frames 6 --bands left").code, 0);
  EXPECT_EQ(run("run down.json").code, 0);

  // Edits belong to the run, also when they are replayed.
  ASSERT_EQ(run("run up.json --frames 3 --bands right --set world.gravity_y=-5 --save edited.ooze").code, 0);
  EXPECT_EQ(run("run --restore edited.ooze --frames 6 --bands right").code, 0);
  EXPECT_EQ(run("run --replay edited.ooze --frames 3 --bands right").code, 0);
  expectRefused("run up.json --bands right", other);
}

}  // namespace
}  // namespace ooze
