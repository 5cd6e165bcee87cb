// Tests of the sessions that are offered after a crash, and of the files that a clean exit leaves.
#include "app/window/session_files.h"

#include "fixtures/edit_pieces.h"
#include "fixtures/small_scene.h"
#include "session/live_world.h"

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <thread>

namespace ooze {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class SessionFilesTest : public testing::Test {
 protected:
  SessionFilesTest() {
    for (const char* name : {"XDG_STATE_HOME", "XDG_DATA_HOME"}) ::setenv(name, folder_.path().c_str(), 1);
    std::filesystem::create_directories(autosaves_);
  }
  ~SessionFilesTest() override {
    for (const char* name : {"XDG_STATE_HOME", "XDG_DATA_HOME"}) ::unsetenv(name);
  }
  static bool waitUntil(const std::function<bool()>& done) {
    for (int i = 0; i < 6000 && !done(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return done();
  }
  /// Writes an autosave of six frames with the given edits, as a crashed program leaves it.
  void writeLostSession(const std::string& name, const std::vector<CommandText>& commands) {
    LiveWorld live(std::make_shared<const Scene>(loadScene(scene_.string(), Detail::Coarse)), 1, {});
    while (live.world().frameIndex() < 6) live.step();
    for (const CommandText& c : commands)
      EXPECT_THAT(live.presentEdits().apply(editOf(c, 1), true), IsEmpty());
    writeSave(autosaves_ / name, live.save());
  }
  [[nodiscard]] std::size_t countAutosaves() const {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(autosaves_))
      count += entry.path().extension() == ".ooze" ? 1 : 0;
    return count;
  }
  [[nodiscard]] std::filesystem::path unsaved() const {
    return folder_.path() / "ooze" / "sessions" / "unsaved small.ooze";
  }

  TemporaryFolder folder_;
  std::filesystem::path scene_ = folder_.write("small.json", kSmallScene);
  std::filesystem::path autosaves_ = folder_.path() / "ooze" / "autosave";
  SimulationThread simulation_{1, [] {}};
};

TEST_F(SessionFilesTest, ReportsLostSessionsAndACleanEndLeavesNothing) {
  writeLostSession("1-1.ooze", {{"world.gravity_y", {-2.f}}});
  std::ofstream(autosaves_ / "2-1.ooze") << "torn";
  std::filesystem::last_write_time(autosaves_ / "2-1.ooze",
                                   std::filesystem::file_time_type::clock::now() - std::chrono::hours(2));
  SessionFiles files(simulation_, 1000.0);
  ASSERT_EQ(files.lost().size(), 2u);
  EXPECT_EQ(files.lost()[0].name, "Small pour (springs)");
  EXPECT_EQ(files.lost()[0].problem, "");
  EXPECT_NEAR(files.lost()[0].seconds, 6.0 / 60.0, 1e-6);
  EXPECT_LT(files.lost()[0].age, 60.0);
  EXPECT_EQ(files.lost()[1].name, "2-1.ooze");
  EXPECT_THAT(files.lost()[1].problem, HasSubstr("not a save"));
  EXPECT_NEAR(files.lost()[1].age, 7200.0, 60.0);
  files.discard(1);
  EXPECT_EQ(countAutosaves(), 1u);
  files.restore(0);
  EXPECT_TRUE(files.lost().empty());
  ASSERT_TRUE(waitUntil([&] { return simulation_.view().snapshot != nullptr; }));
  EXPECT_EQ(simulation_.view().snapshot->frame, 6u);
  EXPECT_TRUE(simulation_.view().sessionFile.empty()) << "an autosave is nothing to save to";
  ASSERT_TRUE(simulation_.autosaveNow(60.0));
  files.settle();
  EXPECT_EQ(countAutosaves(), 1u) << "the autosave of this program";
  simulation_.finish();
  files.finish();
  EXPECT_EQ(countAutosaves(), 0u);
  EXPECT_EQ(readSave(unsaved()).commands.size(), 1u) << "it was saved nowhere else";
}

TEST_F(SessionFilesTest, APostponedSessionIsOfferedToTheNextProgram) {
  writeLostSession("1-1.ooze", {});
  SessionFiles files(simulation_, 0.0);
  SimulationThread second(1, [] {});
  EXPECT_TRUE(SessionFiles(second, 0.0).lost().empty()) << "this program offers it";
  files.postpone();
  EXPECT_TRUE(files.lost().empty());
  EXPECT_EQ(SessionFiles(second, 0.0).lost().size(), 1u);
}

TEST_F(SessionFilesTest, AsksForANameWhereThereIsNoneYetOrAnotherIsWanted) {
  SessionFiles files(simulation_, 0.0);
  simulation_.open(scene_.string(), Detail::Coarse, {});
  ASSERT_TRUE(waitUntil([&] { return simulation_.view().snapshot != nullptr; }));
  ui::InterfaceState state;
  files.save(state, simulation_.view(), false);
  ASSERT_TRUE(state.fileRequest);
  EXPECT_EQ(state.fileRequest->name, "small.ooze");
  const std::filesystem::path to = folder_.path() / "mine.ooze";
  state.fileRequest->chosen(to);
  ASSERT_TRUE(waitUntil([&] { return simulation_.view().sessionFile == to; }));
  state.fileRequest.reset();
  files.save(state, simulation_.view(), false);
  EXPECT_FALSE(state.fileRequest) << "it has a name";
  files.save(state, simulation_.view(), true);
  ASSERT_TRUE(state.fileRequest);
  EXPECT_EQ(state.fileRequest->name, "mine.ooze");

  state.fileRequest.reset();
  SessionView kept = simulation_.view();
  kept.sessionFile = unsaved();
  files.save(state, kept, false);
  ASSERT_TRUE(state.fileRequest) << "a name that goes in time is none to save as";
  EXPECT_EQ(state.fileRequest->name, "small.ooze");
}

}  // namespace
}  // namespace ooze
