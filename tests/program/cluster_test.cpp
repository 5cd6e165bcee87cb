// Tests of `--cluster slurm`: jobs of a real Slurm on this machine, and parts of a job folder without Slurm,
// give the bits of the same command on one machine.
#include "app/cluster/job_folder.h"
#include "program_fixture.h"
#include "slurm_cluster.h"

#include <chrono>
#include <csignal>
#include <fstream>
#include <functional>
#include <future>
#include <sstream>
#include <thread>
#include <utility>

namespace ooze::cluster_test {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;

/// Returns the process id of a running part of a job folder, or 0.
pid_t processOf(const fs::path& folder, const std::string& part) {
  std::error_code gone;
  for (fs::directory_iterator entry("/proc", gone), end; !gone && entry != end; entry.increment(gone)) {
    const std::string id = entry->path().filename().string();
    if (id.find_first_not_of("0123456789") != std::string::npos) continue;
    std::ifstream file(entry->path() / "cmdline", std::ios::binary);
    std::string words((std::istreambuf_iterator<char>(file)), {});
    std::replace(words.begin(), words.end(), '\0', ' ');
    if (words.find(" job " + folder.string() + " " + part + " ") != std::string::npos &&
        words.find("/sh ") == std::string::npos)
      return static_cast<pid_t>(std::stol(id));
  }
  return 0;
}

class ClusterCommand : public Program {
 protected:
  ClusterCommand() { writeFile(folder_ / "water.json", std::string_view(kWater)); }

  /// Waits for at most two minutes. @return whether it came true
  static bool waitUntil(const std::function<bool()>& isTrue) {
    for (int i = 0; i < 12000; ++i, std::this_thread::sleep_for(10ms))
      if (isTrue()) return true;
    return false;
  }
  /// Kills the process of a part, as the kernel does when memory is short. @return whether it ran
  [[nodiscard]] bool kill(const fs::path& jobs, const std::string& part) const {
    return waitUntil([&] {
      const pid_t id = processOf(jobs, part);
      return id > 0 && ::kill(id, SIGKILL) == 0;
    });
  }
  static int count(const std::string& text, const std::string& word) {
    int found = 0;
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++found;
    return found;
  }
  std::string bytes(const std::string& name) const {
    const std::vector<std::byte> read = readBytes(folder_ / name);
    return {reinterpret_cast<const char*>(read.data()), read.size()};
  }
  /// Runs all parts of a job folder without Slurm, the jobs of arrays in reverse order.
  void runParts(const std::string& arguments, const std::string& first, const std::string& second,
                int jobs) const {
    std::vector<std::string> words;
    std::istringstream stream(arguments);
    for (std::string word; stream >> word;) words.push_back(word);
    const JobFolder folder(folder_ / "parts");
    JobRecord record = makeJobRecord(words, {folder_ / "water.json"});
    record.directory = folder_;
    folder.create(record);
    if (!first.empty()) {
      ASSERT_EQ(run("job parts " + first).err, "");
    }
    for (int i = jobs; i-- > 0;)
      ASSERT_EQ(run("job parts " + second + " --index " + std::to_string(i)).err, "") << i;
    ASSERT_EQ(run("job parts join").err, "");
    EXPECT_TRUE(folder.hasResult());
    folder.remove();
  }

  static constexpr const char* kWater = R"({
  "version": 1, "h": 0.04, "duration": 1,
  "materials": [{"name": "water", "file": "water"}],
  "liquids": [{"name": "block", "shape": {"box": {"half_extents": [0.12, 0.1, 0.12]}}, "position": [0, 0.25, 0]}],
  "bodies": [{"name": "floor", "shape": {"plane": {}}}],
  "camera": {"eye": [0.5, 0.4, 0.8], "target": [0, 0.1, 0]}
})";
};

TEST_F(ClusterCommand, ASweepOfNineLosesOneJobAndIsTheSameSheet) {
  const std::string sweep =
      "sweep water.json --frame 20 --vary viscosity_linear=0.1:5:3 --vary world.gravity_y=-12:-2:3 --size "
      "96x72 ";
  ASSERT_EQ(run(sweep + "--out local.png").code, 0);
  SlurmCluster cluster;
  const fs::path jobs = folder_ / "sheet.png.jobs";
  std::future<bool> killed = std::async(std::launch::async, [&] { return kill(jobs, "cell --index 4"); });
  const Outcome o = run(sweep + "--out sheet.png --cluster slurm --detach");
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.out, HasSubstr("squeue --me"));
  EXPECT_TRUE(killed.get()) << "the job of the middle picture was not seen";
  const JobFolder folder(jobs);
  ASSERT_TRUE(waitUntil([&] {
    cluster.startRequeuedJobs();
    return folder.hasResult();
  })) << SlurmCluster::output("squeue; tail -n 5 " + jobs.string() + "/logs/*");
  EXPECT_TRUE(bytes("sheet.png") == bytes("local.png")) << "the bits are not those of one machine";
  for (int i = 0; i < 9; ++i) {
    const std::string log = readText(folder.logs() / ("cell_" + std::to_string(i) + ".log"));
    EXPECT_EQ(count(log, ", attempt "), i == 4 ? 2 : 1) << "only the killed job runs again: " << log;
    EXPECT_EQ(count(log, "ended with code 137"), i == 4 ? 1 : 0) << log;
  }
  const Outcome again = run(sweep + "--out sheet.png --cluster slurm");
  EXPECT_EQ(again.out, "sheet.png\n") << again.err;
  EXPECT_FALSE(folder.exists()) << "the same command takes the result";
}

TEST_F(ClusterCommand, AFilmIsTheSameOnOneCore) {
  const std::string film = "render water.json --frames 1:20 --size 160x120 --supersample 1 ";
  ASSERT_EQ(run(film + "--out all.mp4").code, 0);
  ASSERT_EQ(run(film + "--out one.mp4", "taskset -c 0 ").code, 0);
  EXPECT_TRUE(bytes("all.mp4") == bytes("one.mp4"));
}

TEST_F(ClusterCommand, AFilmOf60FramesSurvivesAPreemptionAndAKilledJob) {
  const std::string film = "render water.json --frames 1:60 --size 160x120 --supersample 1 ";
  ASSERT_EQ(run(film + "--out local.mp4").code, 0);
  SlurmCluster cluster;
  const JobFolder folder(folder_ / "film.mp4.jobs");
  std::future<Outcome> command = std::async(
      std::launch::async, [&] { return run(film + "--out film.mp4 --cluster slurm --cluster-pictures 15"); });
  // The simulation is preempted after its second save. Slurm ends and requeues a preempted job so.
  ASSERT_TRUE(waitUntil([&] { return fs::exists(folder.save(1)); }));
  const std::string simulation = folder.ids().at("simulate");
  const std::string draw = folder.ids().at("draw");
  EXPECT_EQ(SlurmCluster::output("scontrol requeue " + simulation), "");
  const auto saved = fs::last_write_time(folder.save(1));
  EXPECT_TRUE(kill(folder.path(), "draw --index 0"));
  std::string drawLog, simulationLog;
  auto savedAtEnd = saved;
  ASSERT_TRUE(waitUntil([&] {
    cluster.startRequeuedJobs();
    if (fs::exists(folder.logs() / "draw_0.log")) drawLog = readText(folder.logs() / "draw_0.log");
    if (fs::exists(folder.logs() / "simulate.log")) simulationLog = readText(folder.logs() / "simulate.log");
    std::error_code gone;
    if (const auto now = fs::last_write_time(folder.save(1), gone); !gone) savedAtEnd = now;
    return command.wait_for(0s) == std::future_status::ready;
  }));
  const Outcome o = command.get();
  ASSERT_EQ(o.code, 0) << o.err << simulationLog << drawLog << cluster.log();
  EXPECT_EQ(o.out, "film.mp4\n");
  EXPECT_TRUE(bytes("film.mp4") == bytes("local.mp4")) << "the bits are not those of one machine";
  EXPECT_EQ(count(simulationLog, ", attempt "), 2) << simulationLog;
  EXPECT_EQ(savedAtEnd, saved) << "the simulation goes on from its last save";
  EXPECT_EQ(count(drawLog, ", attempt "), 2) << drawLog;
  EXPECT_THAT(files(), testing::UnorderedElementsAre("little.json", "water.json", "local.mp4", "film.mp4"));
}

TEST_F(ClusterCommand, AFolderThatIsNotSharedIsOneLine) {
  const Outcome away = run("job nowhere.png.jobs cell");
  EXPECT_EQ(away.code, 2);
  EXPECT_THAT(away.err, HasSubstr("the folder is not shared with this node\n"));
  const JobFolder folder(folder_ / "other.png.jobs");
  folder.create(makeJobRecord({"sweep", "water.json"}, {}));
  const Outcome other = run("job other.png.jobs cell --token 1234");
  EXPECT_EQ(other.code, 2);
  EXPECT_THAT(other.err, HasSubstr("the folder is not shared with this node\n"));
  folder.remove();
  if (!SlurmCluster::canHideFolders()) return;  // a container without this right
  const SlurmCluster cluster(folder_);
  const Outcome o =
      run("sweep water.json --frame 1 --vary viscosity_linear=0.1:5:2 --out sheet.png --cluster slurm");
  EXPECT_EQ(o.code, 1);
  EXPECT_THAT(o.err, HasSubstr("ooze: the nodes do not share " + folder_.string()));
  EXPECT_EQ(count(o.err, "\n"), 1) << o.err;
}

TEST_F(ClusterCommand, WithoutSlurmOneLineSaysWhatIsMissing) {
  for (const std::string command :
       {"render water.json --frames 1:2 --out a.mp4", "render water.json --frames 1:2 --out pictures",
        "sweep water.json --frame 1 --vary viscosity_linear=0.1:5:2 --out a.png"}) {
    const Outcome o = run(command + " --cluster slurm", "PATH=/nonexistent ");
    EXPECT_EQ(o.code, 1);
    EXPECT_EQ(
        o.err,
        "ooze: --cluster slurm: Slurm is not installed here: `sbatch` was not found. Debian's package is "
        "slurm-client\n");
  }
  EXPECT_THAT(files(), testing::UnorderedElementsAre("little.json", "water.json"));
}

TEST_F(ClusterCommand, AnInterruptEndsASubmissionThatHangs) {
  const std::filesystem::path bin = folder_ / "bin";
  std::filesystem::create_directory(bin);
  for (const auto& [name, script] : {std::pair{"squeue", "#!/bin/sh\n"},
                                     {"scancel", "#!/bin/sh\n"},
                                     {"sbatch", "#!/bin/sh\nexec sleep 100\n"}}) {
    writeFile(bin / name, std::string_view(script));
    std::filesystem::permissions(bin / name, std::filesystem::perms::owner_all);
  }
  const auto began = std::chrono::steady_clock::now();
  const Outcome o =
      run("sweep water.json --frame 1 --vary viscosity_linear=0.1:5:2 --out a.png --cluster slurm",
          fmt::format("PATH='{}':$PATH timeout --preserve-status --signal INT 3 ", bin.string()));
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(40));
  EXPECT_EQ(o.code, 1);
  EXPECT_EQ(o.err, "ooze: interrupted while sbatch ran; nothing was submitted\n");
  std::filesystem::remove_all(bin);
  EXPECT_THAT(files(), testing::UnorderedElementsAre("little.json", "water.json"));
}

TEST_F(ClusterCommand, WhatSlurmRefusesIsOneLineAndLeavesNothing) {
  const SlurmCluster cluster;
  const Outcome o =
      run("sweep water.json --frame 1 --vary viscosity_linear=0.1:5:2 --out a.png --cluster slurm "
          "--cluster-options --partition=none");
  EXPECT_EQ(o.code, 1);
  EXPECT_THAT(o.err, testing::StartsWith("ooze: sbatch: invalid partition specified: none"));
  EXPECT_EQ(count(o.err, "\n"), 1) << o.err;
  expectRefused("render water.json --frames 1 --out a.png --cluster pbs", "unknown scheduler \"pbs\"");
  expectRefused("render water.json --frames 1 --out a.png --detach", "--detach requires --cluster");
  expectRefused("render water.json --frames 1 --out a.png --cluster slurm --renderer cycles",
                "--renderer cycles does not run with --cluster");
  EXPECT_THAT(files(), testing::UnorderedElementsAre("little.json", "water.json"));
  EXPECT_THAT(SlurmCluster::output("squeue --noheader"), IsEmpty());
}

// Colours by speed have a scale that shrinks slowly after the splash, so that it depends on all earlier
// frames.
TEST_F(ClusterCommand, PartsOfAFilmFollowTheScaleOfColours) {
  const std::string film =
      "render water.json --frames 0:60:6 --colour speed --set world.gravity_y=-6 --size 96x72 --supersample "
      "1";
  ASSERT_EQ(run(film + " --out a.webp").code, 0);
  runParts(film + " --out b.webp --cluster slurm --cluster-pictures 4", "simulate", "draw", 3);
  EXPECT_TRUE(bytes("a.webp") == bytes("b.webp"));
}

TEST_F(ClusterCommand, ATrackedSurfaceIsDrawnByOneJob) {
  const std::string film = "render water.json --frames 1:8 --view tracked --size 96x72 --supersample 1";
  ASSERT_EQ(run(film + " --out a_%d.png").code, 0);
  runParts(film + " --out b_%d.png --cluster slurm --cluster-pictures 4", "simulate", "draw", 1);
  for (int i = 1; i <= 8; ++i)
    EXPECT_TRUE(bytes(fmt::format("a_{}.png", i)) == bytes(fmt::format("b_{}.png", i))) << i;
}

TEST_F(ClusterCommand, PartsOfATurntableShowOneFrame) {
  const std::string film = "render water.json --frames 6 --turntable=4 --size 96x72 --supersample 1";
  for (const char* kind : {"png", "exr"}) {
    ASSERT_EQ(run(film + fmt::format(" --out a_%02d.{}", kind)).code, 0);
    runParts(film + fmt::format(" --out b_%02d.{} --cluster slurm --cluster-pictures 2", kind), "simulate",
             "draw", 2);
    for (int i = 0; i < 4; ++i)
      EXPECT_TRUE(bytes(fmt::format("a_{:02}.{}", i, kind)) == bytes(fmt::format("b_{:02}.{}", i, kind)))
          << i << kind;
  }
}

TEST_F(ClusterCommand, PartsOfASweepShareTheirScaleOfColours) {
  const std::string sweep =
      "sweep water.json --frame 8 --vary viscosity_linear=0.1:5:2 --colour speed --size 96x72 --out ";
  ASSERT_EQ(run(sweep + "a.png").code, 0);
  runParts(sweep + "b.png --cluster slurm", "", "cell", 2);
  EXPECT_TRUE(bytes("a.png") == bytes("b.png"));
}

TEST_F(ClusterCommand, AChangedSceneIsNotMixedIn) {
  const JobFolder folder(folder_ / "a.png.jobs");
  folder.create(makeJobRecord({"sweep", "water.json"}, {folder_ / "water.json"}));
  writeFile(folder_ / "water.json", std::string_view(kLittle));
  const Outcome o = run("job a.png.jobs cell");
  EXPECT_EQ(o.code, 2);
  EXPECT_THAT(o.err, HasSubstr("has another " + (folder_ / "water.json").string() + " than at submission"));
  folder.remove();
}

}  // namespace
}  // namespace ooze::cluster_test
