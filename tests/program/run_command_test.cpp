// Tests of `ooze run` in the built program: the report of a run, and the files that it leaves.
#include "program_fixture.h"

namespace ooze {
namespace {

using testing::HasSubstr;

TEST_F(Program, GoldenRunsAreRecordedThenCompared) {
  const std::string golden = "run little.json --golden a.golden ";
  Outcome o = run(golden + "--frames 5");
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.out, HasSubstr("a.golden: recorded 5 frames"));
  const std::string recorded = readText(folder_ / "a.golden");
  // Without --frames the program runs the number of frames in the golden file.
  o = run(golden + "--threads 2");
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.out, HasSubstr("a.golden: identical in 5 frames"));
  EXPECT_EQ(readText(folder_ / "a.golden"), recorded);

  expectRefused(golden + "--frames 4", "a.golden: recorded over 5 frames, not 4");
  expectRefused(golden + "--detail fine", "recorded with the detail medium, not fine");
  expectRefused(golden + "--set friction=0.1", "not clavet.friction=0.1 at step 0");
  expectRefused("run little.json --golden little.json", "little.json: not a golden file of Ooze");
  expectRefused("run little.json --golden no/such/a.golden", "no/such");
  expectRefused("run --restore a.ooze --golden b.golden", "exclude");
  writeFile(folder_ / "b.golden", std::string_view(recorded).substr(0, recorded.size() / 2));
  expectRefused("run little.json --golden b.golden", "b.golden: the file is truncated or damaged");

  // The scene's liquid is changed after the golden file was recorded.
  std::string scene = kLittle;
  scene.replace(scene.find("0.06"), 4, "0.07");
  writeFile(folder_ / "little.json", scene);
  o = run(golden);
  EXPECT_EQ(o.code, 1);
  EXPECT_THAT(o.out, HasSubstr("a.golden: differs first at step 0, stage \"start\", particle "));
  o = run(golden + "--report -");
  EXPECT_EQ(o.code, 1);
  EXPECT_TRUE(nlohmann::json::accept(o.out));
  EXPECT_THAT(o.err, HasSubstr("differs first"));
  EXPECT_EQ(readText(folder_ / "a.golden"), recorded);
}

TEST_F(Program, NoNameSteersTheTerminal) {
  const Outcome o = run("run \"$(printf 'no\\033[2Jsuch').json\"");
  EXPECT_EQ(o.code, 2);
  EXPECT_THAT(o.err, HasSubstr("no?[2Jsuch.json"));
  EXPECT_THAT(o.err, testing::Not(HasSubstr("\x1b")));
}

/// A full disk is imitated by a file size limit of 100 kB. The surface would take 150 kB.
TEST_F(Program, AFinishedRunKeepsItsSaveIfALargeFileFails) {
  writeFile(folder_ / "full", std::string_view("#!/bin/bash\ntrap '' XFSZ\nulimit -f 100\nexec \"$@\"\n"));
  const Outcome o =
      run("run little.json --surface s.obj --particles p.ply --save a.ooze --report r.json", "bash ./full ");
  EXPECT_EQ(o.code, 1);
  EXPECT_EQ(o.err, "ooze: cannot write s.obj: File too large\n");
  EXPECT_THAT(o.out, HasSubstr("little: frame "));
  EXPECT_THAT(files(), testing::UnorderedElementsAre("little.json", "full", "a.ooze", "r.json", "p.ply"));
  EXPECT_TRUE(nlohmann::json::accept(readText(folder_ / "r.json")));
  EXPECT_EQ(run("run --restore a.ooze --frames 8").code, 0);
}

TEST_F(Program, DiffReportsWhereSavesAndGoldenFilesDiffer) {
  for (const char* arguments :
       {"--save a.ooze --golden a.golden", "--save b.ooze --golden b.golden --threads 2",
        "--frames 4 --save c.ooze", "--frames 6 --save d.ooze --set world.gravity_x=1"})
    ASSERT_EQ(run(std::string("run little.json ") + arguments).code, 0) << arguments;
  Outcome o = run("diff a.ooze b.ooze");
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_EQ(o.out, "the same state at frame 6\n");
  o = run("diff a.golden b.golden");
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.out, HasSubstr("identical in 6 frames"));
  o = run("diff a.ooze c.ooze");
  EXPECT_EQ(o.code, 1) << o.err;
  EXPECT_THAT(o.out, HasSubstr("states differ: frame 6, step "));
  EXPECT_THAT(o.out, HasSubstr("runs from the start are the same up to frame 4"));
  o = run("diff a.ooze d.ooze");
  EXPECT_EQ(o.code, 1) << o.err;
  EXPECT_THAT(o.out, HasSubstr("positions, velocities"));
  EXPECT_THAT(o.out, HasSubstr("; particle 0 (of "));
  EXPECT_THAT(o.out, HasSubstr("runs from the start differ first at step 0, stage \"commands\": settings"));

  expectRefused("diff a.ooze a.golden", "different kinds of file");
  expectRefused("diff a.ooze nothing.ooze", "nothing.ooze");
  expectRefused("diff a.ooze", "B");
  expectRefused("diff a.ooze little.json", "little.json: not a save of Ooze");
}

TEST_F(Program, ReportHasTheKeysOfTheDesign) {
  const auto r = report("run little.json --frames 4 --threads 1");
  EXPECT_EQ(r.at("scene"), "little");
  EXPECT_EQ(r.at("method"), "clavet");
  EXPECT_EQ(r.at("threads"), 1);
  ASSERT_EQ(r.at("frames").size(), 4u);
  const auto& last = r.at("frames")[3];
  for (const char* key : {"frame", "steps", "particles", "springs", "ms", "centroid", "momentum", "max_speed",
                          "rms_speed", "density", "bodies", "hash"})
    EXPECT_TRUE(last.contains(key)) << key;
  EXPECT_EQ(last.at("frame"), 4);
  EXPECT_GT(last.at("particles"), 0);
  EXPECT_GT(last.at("ms").size(), 3u);
  EXPECT_TRUE(last.at("density").contains("mean"));
  for (const char* key :
       {"name", "density_ratio", "position", "orientation", "velocity", "angular_velocity", "submerged"})
    EXPECT_TRUE(last.at("bodies")[0].contains(key)) << key;
  for (const char* key : {"ms_per_step", "particle_steps_per_second", "hash", "seconds"})
    EXPECT_TRUE(r.at("summary").contains(key)) << key;
  EXPECT_NE(last.at("step_limit"), "");
  EXPECT_TRUE(r.at("summary").at("rolled_back").empty());
  EXPECT_EQ(r.at("summary").at("hash"), last.at("hash"));
}

/// Returns the mean of `key` over `count` frames from `first` on.
double meanOf(const nlohmann::json& frames, std::size_t first, std::size_t count, const std::string& key) {
  double sum = 0;
  for (std::size_t f = first; f < first + count; ++f) sum += frames[f].at(key).get<double>();
  return sum / static_cast<double>(count);
}

TEST_F(Program, RealTimeFactorsFollowFromTheFramesOfTheReport) {
  // The nozzle is open for a moment only. The second with the most particles is then neither the first nor
  // the last.
  std::string scene = kLittle;
  const std::string timeline = R"("timeline": [{"time": 0.05, "set": "emitter.spout.enabled", "to": 0})";
  scene.replace(scene.find(timeline), timeline.size(),
                R"("timeline": [{"time": 0, "set": "emitter.spout.enabled", "to": 0},
                {"time": 0.4, "set": "emitter.spout.enabled", "to": 1},
                {"time": 0.5, "set": "emitter.spout.enabled", "to": 0})");
  writeFile(folder_ / "little.json", std::string_view(scene));
  const auto r = report("run little.json --frames 120 --threads 1");
  const auto& frames = r.at("frames");
  const auto& summary = r.at("summary");
  ASSERT_EQ(frames.size(), 120u);
  for (const auto& frame : frames) {
    double stages = 0;
    for (const auto& [stage, ms] : frame.at("ms").items()) stages += ms.get<double>();
    EXPECT_GE(frame.at("wall_ms").get<double>(), stages) << frame.at("frame");
  }
  EXPECT_LE(120 * meanOf(frames, 0, 120, "wall_ms"), 1000 * summary.at("seconds").get<double>());
  const double perSecond = r.at("frames_per_second");
  EXPECT_EQ(perSecond, 60);
  const auto expectPace = [&](const nlohmann::json& pace, std::size_t first, std::size_t count) {
    EXPECT_NEAR(pace.at("real_time_factor"), 1000 / perSecond / meanOf(frames, first, count, "wall_ms"),
                1e-9 * pace.at("real_time_factor").get<double>());
    EXPECT_NEAR(pace.at("steps_per_simulated_second"), perSecond * meanOf(frames, first, count, "steps"),
                1e-6);
  };
  expectPace(summary, 0, frames.size());

  std::size_t first = 0;
  double most = 0;
  for (std::size_t f = 0; f + 60 <= frames.size(); ++f) {
    double work = 0;
    for (std::size_t g = f; g < f + 60; ++g)
      work += frames[g].at("particles").get<double>() * frames[g].at("steps").get<double>();
    if (work > most) most = work, first = f;
  }
  ASSERT_GT(first, 0u);
  ASSERT_LT(first, 60u);
  const auto& fullest = summary.at("fullest");
  EXPECT_EQ(fullest.at("first_frame"), frames[first].at("frame"));
  EXPECT_EQ(fullest.at("last_frame"), frames[first + 59].at("frame"));
  EXPECT_EQ(fullest.at("particles"), frames[first + 59].at("particles"));
  expectPace(fullest, first, 60);
}

TEST_F(Program, ReportHasTheSerialShareOfARunOnOneThread) {
  const auto one = report("run little.json --frames 4 --threads 1").at("summary");
  for (const auto& scaling : {one.at("scaling"), one.at("fullest").at("scaling")}) {
    const double serial = scaling.at("serial_share"), on8 = scaling.at("speedup_on_8_cores"),
                 on16 = scaling.at("speedup_on_16_cores");
    EXPECT_GT(serial, 0);
    EXPECT_LT(serial, 1);
    EXPECT_GE(on8, 1);
    EXPECT_GE(on16, on8);
    EXPECT_LE(on16, 1 / serial);
  }
  EXPECT_TRUE(report("run little.json --frames 4 --threads 2").at("summary").at("scaling").is_null());
}

TEST_F(Program, RunPrintsTheRealTimeFactor) {
  const Outcome o = run("run little.json --frames 2 --threads 1 --report r.json");
  ASSERT_EQ(o.code, 0) << o.err;
  const auto r = nlohmann::json::parse(readText(folder_ / "r.json"));
  EXPECT_EQ(r.at("summary").at("fullest").at("real_time_factor"), r.at("summary").at("real_time_factor"));
  double printed = 0;
  const std::size_t words = o.out.find(" x real time");
  ASSERT_NE(words, std::string::npos) << o.out;
  printed = std::stod(o.out.substr(o.out.rfind(' ', words - 1)));
  EXPECT_NEAR(printed, r.at("summary").at("real_time_factor"), 0.006);
}

TEST_F(Program, ReportCountsEveryBoneOfACharacterAsABody) {
  const auto before = report("run little.json --frames 1").at("frames")[0].at("bodies").size();
  std::string text = readText(folder_ / "little.json");
  const std::string key = "\"bodies\":";
  text.insert(text.find(key),
              "\"characters\": [{\"name\": \"dancer\", \"motion\": \"dance\", \"height\": 0.1}],\n  ");
  writeFile(folder_ / "dance.json", std::string_view(text));
  const auto bodies = report("run dance.json --frames 1").at("frames")[0].at("bodies");
  ASSERT_EQ(bodies.size(), before + 17);
  EXPECT_EQ(bodies[before + 4].at("name"), "dancer head");
}

TEST_F(Program, RunsForTheScenesDurationByDefault) {
  EXPECT_EQ(report("run little.json").at("frames").size(), 6u);  // 0.1 s at 60 frames per second
}

TEST_F(Program, ReachesTheSameHashOnOneAndTwoThreadsAndAfterRestoreAndReplay) {
  const auto hashOf = [&](const std::string& arguments) {
    return report(arguments).at("summary").at("hash");
  };
  const auto whole = hashOf("run little.json --frames 6 --threads 1 --set friction=0.25");
  EXPECT_EQ(hashOf("run little.json --frames 6 --threads 2 --set friction=0.25"), whole);
  EXPECT_NE(hashOf("run little.json --frames 6"), whole);
  ASSERT_EQ(run("run little.json --frames 3 --set friction=0.25 --save a.ooze").code, 0);
  EXPECT_EQ(hashOf("run little.json --restore a.ooze --frames 6"), whole);
  EXPECT_EQ(hashOf("run --replay a.ooze --frames 6"), whole);
  const auto half = report("run --replay a.ooze");
  EXPECT_EQ(half.at("frames").size(), 3u);
}

/// A world that stops in its first frame is saved at frame 0, with no command in its log.
TEST_F(Program, ARunStoppedInItsFirstFrameReplaysToItsState) {
  ASSERT_EQ(run("run little.json --frames 0 --save a.ooze").code, 0);
  const auto hashOf = [&](const std::string& arguments) {
    return report(arguments).at("summary").at("hash");
  };
  const auto start = hashOf("run little.json --frames 0");
  EXPECT_EQ(hashOf("run --replay a.ooze"), start);
  EXPECT_EQ(hashOf("run --restore a.ooze --frames 0"), start);
}

TEST_F(Program, SaysThatLiquidIsMissing) {
  std::string text = readText(folder_ / "little.json");
  const std::string key = "\"bodies\":";
  text.insert(text.find(key), "\"domain\": {\"lower\": [-1, 0.09, -1], \"upper\": [1, 1, 1]},\n  ");
  writeFile(folder_ / "leak.json", std::string_view(text));
  const Outcome o = run("run leak.json --frames 3 --report -");
  EXPECT_EQ(o.code, 0);
  EXPECT_THAT(o.err, HasSubstr("left the domain"));
  EXPECT_EQ(std::count(o.err.begin(), o.err.end(), '\n'), 1) << o.err;
  const auto liquid = nlohmann::json::parse(o.out).at("summary").at("liquid");
  EXPECT_GT(liquid.at("left_domain"), 0);
  EXPECT_THAT(o.err, HasSubstr(liquid.at("warning").get<std::string>()));
}

TEST_F(Program, WritesASceneThatRunsAndRefusesAPlaceThatCannotBeWritten) {
  ASSERT_EQ(run("run little.json --set emitter.spout.radius=0.04 --frames 2 --save a.ooze").code, 0);
  const Outcome o = run("run --restore a.ooze --frames 2 --save-scene mine.json");
  ASSERT_EQ(o.code, 0) << o.err;
  const Outcome again = run("run mine.json --frames 1");
  EXPECT_EQ(again.code, 0) << again.err;
  const auto scene = nlohmann::json::parse(readText(folder_ / "mine.json"));
  EXPECT_FLOAT_EQ(scene["emitters"][0]["radius"].get<float>(), 0.04f);
  EXPECT_EQ(scene["h"]["fine"], 0.03) << "the radii of other details stay";
  expectRefused("run little.json --frames 1 --save-scene no/such/mine.json", "no/such");
}

TEST_F(Program, WritesOneParticleFileOrOneAFrame) {
  ASSERT_EQ(run("run little.json --frames 3 --particles p_%02d.ply").code, 0);
  EXPECT_THAT(files(), testing::UnorderedElementsAre("little.json", "p_01.ply", "p_02.ply", "p_03.ply"));
  ASSERT_EQ(run("run little.json --frames 3 --particles last.ply").code, 0);
  EXPECT_EQ(readText(folder_ / "last.ply"), readText(folder_ / "p_03.ply"));
}

TEST_F(Program, WritesParticlesAndSurfacesInEveryFormat) {
  for (const std::string extension : {"ply", "obj", "usda", "vtk"}) {
    const std::string s = "s_%02d." + extension;
    const Outcome o =
        run("run little.json --frames 4 --every 1 --particles p_%d." + extension + " --surface " + s);
    ASSERT_EQ(o.code, 0) << o.err;
    EXPECT_EQ(o.err, "");
  }
  EXPECT_EQ(files().size(), 1u + 4u * 8u + 2u) << "the .vtk sequences have a list each";
}

TEST_F(Program, WritesASurfaceAsAVolumeTheSameAtAnyNumberOfThreads) {
  ASSERT_EQ(run("run little.json --frames 4 --threads 1 --surface one.vdb").code, 0);
  const Outcome o = run("run little.json --frames 4 --threads 2 --every 2 --surface s_%d.vdb");
  ASSERT_EQ(o.code, 0) << o.err;
  EXPECT_EQ(o.err, "");
  EXPECT_THAT(files(), testing::UnorderedElementsAre("little.json", "one.vdb", "s_2.vdb", "s_4.vdb"));
  EXPECT_TRUE(readText(folder_ / "one.vdb") == readText(folder_ / "s_4.vdb"));
  EXPECT_FALSE(readText(folder_ / "one.vdb") == readText(folder_ / "s_2.vdb"));
  expectRefused("run little.json --particles p.vdb",
                "cannot write particles to p.vdb: the name must end in .ply, .obj, .usda or .vtk");
}

/// A file size limit of 4 kB imitates a full disk.
TEST_F(Program, LeavesNoHalfOfAVolume) {
  writeFile(folder_ / "full", std::string_view("#!/bin/bash\ntrap '' XFSZ\nulimit -f 4\nexec \"$@\"\n"));
  const Outcome o = run("run little.json --frames 3 --surface s.vdb", "bash ./full ");
  EXPECT_EQ(o.code, 1);
  EXPECT_EQ(o.err, "ooze: cannot write s.vdb: File too large\n");
  EXPECT_THAT(files(), testing::UnorderedElementsAre("little.json", "full"));
}

TEST_F(Program, RefusesVolumesInOneLineWhereThereIsNoOpenVdb) {
  std::filesystem::copy_file(programFile(), folder_ / "ooze");
  const auto refusedBy = [&](const std::string& message) {
    const Outcome o = run("run little.json --surface s.vdb", "sh -c './ooze \"$@\"' ");
    EXPECT_EQ(o.code, 2);
    EXPECT_THAT(o.err, testing::StartsWith("ooze: cannot write a surface to s.vdb: " + message));
    EXPECT_EQ(std::count(o.err.begin(), o.err.end(), '\n'), 1) << o.err;
  };
  refusedBy("this Ooze was built without OpenVDB\n");
  writeFile(folder_ / "ooze_vdb.so", std::string_view("no library"));
  refusedBy("OpenVDB cannot be loaded: ");
  EXPECT_THAT(files(), testing::UnorderedElementsAre("little.json", "ooze", "ooze_vdb.so"));
}

TEST_F(Program, WritesTheSurfaceOfANozzleFromTheFirstFrameOn) {
  for (const char* scene :
       {"clavet_pour_bunny", "mps_mixing_fluids", "rasmussen_thin_sheets", "steele_fan"}) {
    const Outcome o =
        run(std::string("run ") + scene + " --detail draft --frames 2 --every 1 --surface s_%d.obj");
    EXPECT_EQ(o.code, 0) << scene << ": " << o.err;
  }
}

TEST_F(Program, WritesOnlyEachNthFrameOnRequest) {
  ASSERT_EQ(run("run little.json --frames 5 --every 2 --surface s_%d.ply --surface-cell 0.5").code, 0);
  EXPECT_THAT(files(), testing::UnorderedElementsAre("little.json", "s_2.ply", "s_4.ply"));
}

TEST_F(Program, ASmallerCellMakesAFinerSurface) {
  ASSERT_EQ(run("run little.json --frames 2 --surface coarse.obj --surface-cell 0.5").code, 0);
  ASSERT_EQ(run("run little.json --frames 2 --surface fine.obj --surface-cell 0.25").code, 0);
  ASSERT_EQ(run("run little.json --frames 2 --surface thin.obj --surface-cell 0.25 --surface-level 0.9").code,
            0);
  const auto size = [&](const char* name) { return std::filesystem::file_size(folder_ / name); };
  EXPECT_GT(size("fine.obj"), 3 * size("coarse.obj"));  // triangles ~ 1 / cell size^2
  EXPECT_LT(size("thin.obj"), size("fine.obj"));
}

TEST_F(Program, ATrackedSurfaceGoesThroughEveryFrameWhicheverAreWritten) {
  const std::string tracked = "run little.json --frames 6 --surface-method tracked ";
  ASSERT_EQ(run(tracked + "--surface one.ply").code, 0);
  ASSERT_EQ(run(tracked + "--threads 2 --surface all_%d.ply").code, 0);
  ASSERT_EQ(run(tracked + "--every 3 --surface some_%d.ply").code, 0);
  ASSERT_EQ(run("run little.json --frames 6 --surface field.ply").code, 0);
  const std::string one = readText(folder_ / "one.ply");
  EXPECT_EQ(one, readText(folder_ / "all_6.ply"));
  EXPECT_EQ(one, readText(folder_ / "some_6.ply"));
  EXPECT_NE(one, readText(folder_ / "field.ply"));
}

TEST_F(Program, AFramesSurfaceDoesNotDependOnWhichFramesAreWritten) {
  // The drop falls, so a wide temporal filter must take earlier frames into account.
  const std::string wide = "run little.json --frames 6 --surface-steady 1 ";
  ASSERT_EQ(run(wide + "--surface one.ply").code, 0);
  ASSERT_EQ(run(wide + "--threads 2 --surface all_%d.ply").code, 0);
  ASSERT_EQ(run(wide + "--every 3 --surface some_%d.ply").code, 0);
  ASSERT_EQ(run("run little.json --frames 6 --surface alone.ply --surface-steady 0").code, 0);
  const std::string one = readText(folder_ / "one.ply");
  EXPECT_TRUE(readText(folder_ / "all_6.ply") == one);
  EXPECT_TRUE(readText(folder_ / "some_6.ply") == one);
  EXPECT_FALSE(readText(folder_ / "alone.ply") == one);
}

TEST_F(Program, SmoothingOfTheSurfacesMeshCanBeChosen) {
  const std::string s = "run little.json --frames 2 --surface ";
  ASSERT_EQ(run(s + "plain.ply").code, 0);
  const std::string plain = readText(folder_ / "plain.ply");
  for (const std::string option : {"--surface-rounds 0", "--surface-normal-rounds 0",
                                   "--surface-neighbours 30", "--surface-shortest-edge 0"}) {
    ASSERT_EQ(run(s + "other.ply " + option).code, 0) << option;
    EXPECT_FALSE(readText(folder_ / "other.ply") == plain) << option;
  }
  expectRefused(s + "s.ply --surface-shortest-edge 0.7", "--surface-shortest-edge");
  expectRefused("run little.json --surface-rounds 3", "--surface");
}

TEST_F(Program, ColoursInFilesCanStandForAQuantity) {
  const std::string files = "run little.json --frames 3 --particles p.ply --surface s.obj";
  ASSERT_EQ(run(files).code, 0);
  const std::string looks = readText(folder_ / "p.ply"), surface = readText(folder_ / "s.obj");
  ASSERT_EQ(run(files + " --colour pressure").code, 0);
  const std::string pressures = readText(folder_ / "p.ply"), painted = readText(folder_ / "s.obj");
  EXPECT_THAT(looks, testing::Not(HasSubstr("property float pressure")));
  EXPECT_THAT(pressures, HasSubstr("property float pressure")) << "collected fields are written";
  // Only the colours differ. The first three of the six numbers of a vertex are its position.
  const auto firstVertex = [](const std::string& text) {
    return text.substr(text.find("\nv ") + 1, text.find("\nv ", text.find("\nv ") + 1) - text.find("\nv "));
  };
  const std::string a = firstVertex(surface), b = firstVertex(painted);
  EXPECT_NE(a, b);
  EXPECT_EQ(a.substr(0, a.find(' ', 2)), b.substr(0, b.find(' ', 2)));
  expectRefused(files + " --colour presure", "did you mean \"pressure\"?");
}

TEST_F(Program, AFullDiskEndsTheRunWithOneLineAndNoHalfFile) {
  // Limits the file size to 24 blocks of 512 bytes.
  const Outcome o =
      run("run little.json --frames 6 --particles p_%d.usda --report r.json", "trap '' XFSZ; ulimit -f 24; ");
  EXPECT_EQ(o.code, 1);
  EXPECT_THAT(o.err, HasSubstr("stopped at frame 1 of 6: cannot write p_1.usda: File too large"));
  EXPECT_EQ(std::count(o.err.begin(), o.err.end(), '\n'), 1) << o.err;
  EXPECT_THAT(files(), testing::UnorderedElementsAre("little.json", "r.json"))
      << "the report is written nevertheless";
}

TEST_F(Program, InterruptedRunKeepsWhatIsComplete) {
  // The world does not sleep. A sleeping world could complete all its frames, or write a longer report than
  // the test reads.
  std::string scene = kLittle;
  scene.replace(scene.find("\"version\""), 0, "\"sleep\": false, ");
  writeFile(folder_ / "little.json", std::string_view(scene));
  const Outcome o =
      run("run little.json --frames 100000 --report r.json", "timeout --signal=INT --kill-after=30 2 ");
  EXPECT_THAT(o.err, HasSubstr("interrupted at frame"));
  const auto r = nlohmann::json::parse(readText(folder_ / "r.json"));
  EXPECT_EQ(r.at("summary").at("hash"), r.at("frames").back().at("hash"));
  EXPECT_THAT(files(), testing::UnorderedElementsAre("little.json", "r.json"));
}

/// A scene with maximal spring stiffness at a third of the radius to which the material is calibrated. No
/// time step of 1/480 s is stable.
constexpr const char* kTooStiff = R"({
  "version": 1, "h": 0.003, "duration": 0.1, "substeps": 1,
  "materials": [{"name": "goo", "file": "water"}],
  "liquids": [{"name": "drop", "shape": {"sphere": {"radius": 0.008}}, "position": [0, 0.01, 0]}],
  "bodies": [{"name": "floor", "shape": {"plane": {}}}],
  "timeline": [{"time": 0.05, "set": "clavet.spring_stiffness", "to": 200},
               {"time": 0.05, "set": "clavet.plasticity_compress", "to": 10}]
})";

TEST_F(Program, ARunThatCannotGoOnWritesTheLastGoodState) {
  writeFile(folder_ / "stiff.json", kTooStiff);
  const Outcome o = run("run stiff.json --report r.json --save s.ooze");
  EXPECT_EQ(o.code, 1);
  EXPECT_THAT(o.err, HasSubstr("stopped at frame 3 of 6: frame 3 is unstable even with 8 steps"));
  EXPECT_THAT(o.err, HasSubstr("times a frame became unstable and was taken again"));
  const auto r = nlohmann::json::parse(readText(folder_ / "r.json"));
  EXPECT_EQ(r.at("frames").size(), 3u);
  EXPECT_EQ(r.at("summary").at("hash"), r.at("frames").back().at("hash"));
  ASSERT_GE(r.at("summary").at("rolled_back").size(), 3u);
  EXPECT_EQ(r.at("summary").at("rolled_back").back().at("frame"), 3);
  EXPECT_EQ(r.at("summary").at("rolled_back").back().at("steps"), 8);
  EXPECT_EQ(run("run --restore s.ooze --frames 3").code, 0);
}

TEST_F(Program, ATraceHasEveryStepOfEveryFrame) {
  const Outcome o = run("run little.json --frames 2 --report - --trace steps.json");
  ASSERT_EQ(o.code, 0) << o.err;
  const auto trace = nlohmann::json::parse(readText(folder_ / "steps.json"));
  const auto report = nlohmann::json::parse(o.out);
  int frames = 0, steps = 0, expected = 0;
  for (const auto& e : trace["traceEvents"]) {
    frames += e["name"] == "frame";
    steps += e["name"] == "step";
  }
  for (const auto& frame : report["frames"]) expected += frame["steps"].get<int>();
  EXPECT_EQ(frames, 2);
  EXPECT_EQ(steps, expected);
  expectRefused("run little.json --frames 1 --trace no/such/folder.json", "no/such/folder.json");
}

// A daemon or a container has no home folder. The caches then go to a private temporary folder, which the
// program removes at its end.
TEST_F(Program, WithoutAHomeLeavesNothingBehind) {
  const Outcome o = run("run clavet_pour_bunny --detail coarse --frames 1",
                        "env -u HOME -u XDG_CACHE_HOME -u XDG_STATE_HOME -u XDG_DATA_HOME -u "
                        "XDG_CONFIG_HOME -u XDG_RUNTIME_DIR TMPDIR='" +
                            folder_.string() + "' ");
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(files(), testing::UnorderedElementsAre("little.json"));
}

}  // namespace
}  // namespace ooze
