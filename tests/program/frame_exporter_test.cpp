// Tests of exports of a session's frames in the background. The files equal those that the command line
// writes.
#include "app/exports/frame_exporter.h"

#include "ooze/base/error.h"

#include "app/commands/commands.h"
#include "base/file.h"
#include "live_world_fixture.h"

#include <atomic>
#include <chrono>
#include <filesystem>
#include <memory>
#include <thread>

namespace ooze {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class FrameExporterTest : public LiveWorldTest {
 protected:
  FrameExporter::Plan plan(std::uint64_t first, std::uint64_t last) {
    FrameExporter::Plan plan;
    plan.files.surface = folder_.path() / "out_surface_%04d.ply";
    plan.files.particles = folder_.path() / "out_particles_%04d.obj";
    plan.first = first, plan.last = last;
    return plan;
  }
  static FrameExporter::ExportProgress ended(const FrameExporter& exporter) {
    for (int i = 0; i < 3000 && !exporter.progress().ended; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    EXPECT_TRUE(exporter.progress().ended);
    return exporter.progress();
  }
  FrameExporter::ExportProgress exported(const LiveWorld& live, const FrameExporter::Plan& plan) {
    FrameExporter exporter(plan, [this] { ++wakes_; });
    exporter.begin(live.replaySourceFrom(plan.from()));
    return ended(exporter);
  }
  [[nodiscard]] std::string file(const std::string& name) const { return readText(folder_.path() / name); }
  [[nodiscard]] bool there(const std::string& name) const {
    return std::filesystem::exists(folder_.path() / name);
  }

  std::atomic<int> wakes_ = 0;
};

TEST_F(FrameExporterTest, WritesByteForByteWhatARunOfTheSessionWrites) {
  LiveWorld live(scene_, 1, {});
  frames(live, 5);
  edit(live, {{kFriction, {0.1f}}, {"world.gravity_x", {2.f}}});
  frames(live, 20);
  // Frames after the end of the event log continue with the settings at its end.
  const FrameExporter::ExportProgress done = exported(live, plan(22, 28));
  EXPECT_EQ(done.failure, "");
  EXPECT_EQ(done.written, 7u);
  EXPECT_GT(done.begun, 9u) << "it began at a keyframe, not at the start";
  EXPECT_EQ(done.frame, 28u);
  EXPECT_GE(wakes_, 7);
  EXPECT_EQ(live.world().frameIndex(), 25u) << "the session stays at its frame";

  const std::filesystem::path session = folder_.path() / "session.ooze";
  writeSave(session, live.save());
  RunOptions run;
  run.replay = session;
  run.frames = 28;
  run.choice.threads = 2;
  run.exports.surface = folder_.path() / "run_surface_%04d.ply";
  run.exports.particles = folder_.path() / "run_particles_%04d.obj";
  testing::internal::CaptureStdout();
  ASSERT_EQ(runCommand(run), 0);
  testing::internal::GetCapturedStdout();
  for (const char* frame : {"0022", "0025", "0026", "0028"}) {
    EXPECT_EQ(file(std::string("out_surface_") + frame + ".ply"),
              file(std::string("run_surface_") + frame + ".ply"));
    EXPECT_EQ(file(std::string("out_particles_") + frame + ".obj"),
              file(std::string("run_particles_") + frame + ".obj"));
  }
  EXPECT_GT(file("out_surface_0028.ply").size(), 1000u);
  EXPECT_FALSE(there("out_surface_0021.ply"));
}

TEST_F(FrameExporterTest, FollowsATrackedSurfaceFromTheStartAsARunDoes) {
  LiveWorld live(scene_, 1, {});
  frames(live, 25);
  FrameExporter::Plan last = plan(24, 25);
  last.files.surfaceMethod = SurfaceMethod::Tracked;
  const FrameExporter::ExportProgress done = exported(live, last);
  EXPECT_EQ(done.begun, 0u);
  EXPECT_EQ(done.written, 2u);

  RunOptions run;
  run.replay = folder_.path() / "session.ooze";
  writeSave(run.replay, live.save());
  run.frames = 25;
  run.exports.surface = folder_.path() / "run_surface.ply";
  run.exports.surfaceMethod = SurfaceMethod::Tracked;
  testing::internal::CaptureStdout();
  ASSERT_EQ(runCommand(run), 0);
  testing::internal::GetCapturedStdout();
  EXPECT_EQ(file("out_surface_0025.ply"), file("run_surface.ply"));
}

TEST_F(FrameExporterTest, TakesEveryNthFrame) {
  LiveWorld live(scene_, 1, {});
  FrameExporter::Plan thirds = plan(2, 9);
  thirds.files.surface.clear();
  thirds.files.every = 3;
  EXPECT_EQ(exported(live, thirds).written, 3u);
  for (const char* name : {"out_particles_0003.obj", "out_particles_0006.obj", "out_particles_0009.obj"})
    EXPECT_TRUE(there(name)) << name;
  EXPECT_FALSE(there("out_particles_0002.obj"));
}

TEST_F(FrameExporterTest, LeavesWhatIsCompleteWhenItIsCancelled) {
  LiveWorld live(scene_, 1, {});
  FrameExporter exporter(plan(1, 1'000'000), [] {});
  exporter.begin(live.replaySourceFrom(0));
  while (exporter.progress().written < 2) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  exporter.cancel();
  const FrameExporter::ExportProgress done = ended(exporter);
  EXPECT_TRUE(done.cancelled);
  EXPECT_EQ(done.failure, "");
  EXPECT_TRUE(there("out_surface_0002.ply"));
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path()))
    EXPECT_THAT(entry.path().extension(), testing::AnyOf(".ply", ".obj", ".json")) << "nothing half written";
  // Cancellation also works before the session has answered.
  FrameExporter waiting(plan(1, 2), [] {});
  waiting.cancel();
  EXPECT_TRUE(ended(waiting).cancelled);
}

TEST_F(FrameExporterTest, RefusesAtOnceWhatCannotBeWritten) {
  const auto refusal = [](const FrameExporter::Plan& plan) -> std::string {
    try {
      FrameExporter exporter(plan, [] {});
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  };
  FrameExporter::Plan nowhere = plan(1, 2), nothing = plan(1, 2), unknown = plan(1, 2);
  nowhere.files.surface = folder_.path() / "no such folder" / "a_%04d.ply";
  EXPECT_THAT(refusal(nowhere), HasSubstr("cannot write"));
  nothing.files.surface = nothing.files.particles = "";
  EXPECT_THAT(refusal(nothing), HasSubstr("choose the surface"));
  unknown.files.surface = folder_.path() / "a_%04d.xyz";
  EXPECT_THAT(refusal(unknown), HasSubstr("must end in"));
  EXPECT_THAT(refusal(plan(5, 4)), HasSubstr("no frames from 5 to 4"));
}

TEST_F(FrameExporterTest, EndsWithOneLineWhereAFileCannotBeWritten) {
  LiveWorld live(scene_, 1, {});
  // The file of frame 3 cannot be written, because a folder has its name.
  std::filesystem::create_directories(folder_.path() / "out_surface_0003.ply" / "in the way");
  const FrameExporter::ExportProgress done = exported(live, plan(1, 6));
  EXPECT_EQ(done.written, 2u);
  EXPECT_THAT(done.failure, HasSubstr("out_surface_0003.ply"));
  EXPECT_EQ(done.failure.find('\n'), std::string::npos);
  EXPECT_TRUE(there("out_surface_0002.ply"));
}

}  // namespace
}  // namespace ooze
