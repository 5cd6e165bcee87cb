// Tests of the files that the simulation thread writes (sessions, autosaves), and of seeking on the
// timeline.
#include "ooze/base/error.h"

#include "app/window/session_files.h"
#include "fixtures/commands.h"
#include "fixtures/edit_pieces.h"
#include "fixtures/replay.h"
#include "fixtures/small_scene.h"
#include "session/session_folders.h"
#include "session/simulation_thread.h"

#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mutex>

namespace ooze {
namespace {

using testing::HasSubstr;

class SimulationFiles : public testing::Test {
 protected:
  static bool waitUntil(const std::function<bool()>& done) {
    for (int i = 0; i < 6000 && !done(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return done();
  }
  bool open() {
    simulation_.open(file_.string(), Detail::Coarse, {});
    return waitUntil([&] { return simulation_.view().snapshot != nullptr; });
  }
  bool play(std::uint64_t frames) {
    simulation_.setPlaying(true);
    const bool there = waitUntil([&] { return simulation_.view().snapshot->frame >= frames; });
    simulation_.setPlaying(false);
    return there;
  }
  bool hasMessage(const std::string& what) {
    return waitUntil([&] {
      for (const Message& m : simulation_.takeMessages()) messages_ += m.text + " " + m.detail + "\n";
      return messages_.find(what) != std::string::npos;
    });
  }

  void edit(float gravity) {
    ASSERT_TRUE(waitUntil([&] { return simulation_.view().edits.undo.empty(); }));
    simulation_.submit(command("world.gravity_y", {gravity}));
    ASSERT_TRUE(waitUntil([&] { return !simulation_.view().edits.undo.empty(); }));
  }
  static float gravityIn(const std::filesystem::path& session) {
    const SaveFile save = readSave(session);
    return save.commands.empty() ? 0.f : std::get<SetValue>(save.commands.back().command).value.number();
  }

  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_.write("small.json", kSmallScene);
  SimulationThread simulation_{1, [] {}};
  std::string messages_;
};

TEST_F(SimulationFiles, GoesThroughTheTimelineAndPlayingRepeatsIt) {
  ASSERT_TRUE(open());
  ASSERT_TRUE(play(14));
  simulation_.seek(5);
  ASSERT_TRUE(waitUntil([&] {
    const SessionView view = simulation_.view();
    return view.snapshot->frame == 5 && !view.timeline.seeking;
  }));
  EXPECT_FALSE(simulation_.view().status.playing);
  const std::uint64_t last = simulation_.view().timeline.last, step = simulation_.view().snapshot->step;
  EXPECT_GE(last, 14u);
  simulation_.stepBack();
  ASSERT_TRUE(waitUntil([&] {
    const SessionView view = simulation_.view();
    return view.snapshot->step == step - 1 && !view.timeline.seeking;
  }));
  for (int n = 0; n < 2; ++n) simulation_.stepBack();
  ASSERT_TRUE(waitUntil([&] {
    const SessionView view = simulation_.view();
    return view.snapshot->step == step - 3 && !view.timeline.seeking;
  })) << "each of them counts";
  ASSERT_TRUE(play(8));
  EXPECT_EQ(simulation_.view().timeline.branches.size(), 1u);
  EXPECT_EQ(simulation_.view().timeline.last, last);
  // Seeking also works while the world plays. Of several goals in a row, the last one wins.
  simulation_.setPlaying(true);
  for (const std::uint64_t frame : {3u, 9u, 1u, 2u}) simulation_.seek(frame);
  ASSERT_TRUE(waitUntil([&] {
    const SessionView view = simulation_.view();
    return view.snapshot->frame == 2 && !view.timeline.seeking;
  }));
  simulation_.submit(command("world.gravity_y", {-2.f}));
  ASSERT_TRUE(waitUntil([&] { return simulation_.view().timeline.branches.size() == 2; }));
  simulation_.switchBranch(0);
  ASSERT_TRUE(waitUntil([&] { return simulation_.view().snapshot->frame >= last - 1; }));
  EXPECT_EQ(simulation_.view().timeline.branch, 0u);
}

TEST_F(SimulationFiles, ASavedSessionReplaysToTheHashThatItWasSavedWith) {
  ASSERT_TRUE(open());
  simulation_.beginEdit("Drag");
  for (int i = 0; i < 5; ++i)
    simulation_.submit(command("material.goo.viscosity_linear", {0.1f * static_cast<float>(i)}));
  simulation_.endEdit();
  ASSERT_TRUE(play(4));
  simulation_.submit(command("liquid.erase", {0.f, 0.05f, 0.f, 0.02f}));
  ASSERT_TRUE(waitUntil([&] { return simulation_.view().edits.undo == "Erase liquid"; }));
  const std::filesystem::path to = folder_.path() / "new folder" / "session.ooze";
  simulation_.save(to);
  ASSERT_TRUE(hasMessage("Saved as"));
  EXPECT_EQ(simulation_.view().sessionFile, to);

  const SaveFile save = readSave(to);
  EXPECT_THAT(save.branches.at(0).edits.at(0).label, "Drag");
  const std::uint64_t step = test::expectReplays(save);

  SimulationThread other(1, [] {});
  other.setPlaying(true);
  other.open(to.string(), std::nullopt, {});
  ASSERT_TRUE(waitUntil([&] { return other.view().snapshot != nullptr; }));
  EXPECT_EQ(other.view().snapshot->step, step) << "the step at which it was saved";
  EXPECT_EQ(other.view().sessionFile, to);
  EXPECT_EQ(other.view().edits.undo, "");
}

TEST_F(SimulationFiles, KeysThatFindNothingToUndoLeaveNothingUnsaved) {
  const std::filesystem::path folder = folder_.path() / "sessions";
  simulation_.setUnsavedFolder(folder);
  ASSERT_TRUE(open());
  simulation_.undo();
  simulation_.redo();
  // A push is no undoable edit. The thread handles this command after the undo and redo.
  simulation_.submit(command("liquid.push", {0.f, 0.05f, 0.f, 0.02f, 0.f}));
  ASSERT_TRUE(waitUntil([&] { return simulation_.commandLog().size() == 1; })) << messages_;
  simulation_.finish();
  EXPECT_FALSE(std::filesystem::exists(folder / "unsaved small.ooze"));
}

TEST_F(SimulationFiles, WhatTheProgramSubmitsByItselfLeavesNothingUnsaved) {
  const std::filesystem::path folder = folder_.path() / "sessions";
  simulation_.setUnsavedFolder(folder);
  ASSERT_TRUE(open());
  simulation_.submitWithoutUndo(command("world.gravity_y", {-2.f}));
  ASSERT_TRUE(waitUntil([&] { return simulation_.commandLog().size() == 1; })) << messages_;
  simulation_.finish();
  EXPECT_FALSE(std::filesystem::exists(folder / "unsaved small.ooze"));
}

TEST_F(SimulationFiles, AFileErrorIsAMessageAndTheWorldContinues) {
  ASSERT_TRUE(open());
  const std::filesystem::path blocked = folder_.write("in_the_way", "a file where a folder should be");
  simulation_.save(blocked / "session.ooze");
  EXPECT_TRUE(hasMessage("in_the_way")) << messages_;
  simulation_.load(folder_.write("torn.ooze", "oozesave and nothing behind it").string(), std::nullopt);
  EXPECT_TRUE(hasMessage("torn.ooze: ")) << messages_;
  EXPECT_EQ(simulation_.view().scene->title, "Small pour");
  EXPECT_TRUE(simulation_.view().sessionFile.empty());
  simulation_.singleStep();
  EXPECT_TRUE(waitUntil([&] { return simulation_.view().snapshot->step == 1; }));
}

TEST_F(SimulationFiles, SavesASceneToStartFromAndSaysWhatIsNotInIt) {
  ASSERT_TRUE(open());
  simulation_.submit(command("emitter.spout.position", {0.f, 0.3f, 0.f}));
  simulation_.submit(command("liquid.erase", {0.f, 0.05f, 0.f, 0.02f}));
  const std::filesystem::path file = folder_.path() / "scenes" / "mine.json";
  simulation_.saveScene(file, {});
  ASSERT_TRUE(hasMessage("Saved as scene")) << messages_;
  EXPECT_THAT(messages_, HasSubstr("Left out: erased liquid"));
  EXPECT_EQ(loadScene(file.string(), Detail::Coarse).world.emitters[0].position.y, 0.3f);

  const std::uint64_t step = simulation_.view().snapshot->step;
  simulation_.saveScene("/proc/none/mine.json", {});
  ASSERT_TRUE(hasMessage("/proc/none")) << messages_;
  EXPECT_EQ(simulation_.view().snapshot->step, step);
  EXPECT_TRUE(play(step + 2)) << "the session goes on";
}

TEST_F(SimulationFiles, SavesOnTheSideWhatHasChanged) {
  const std::filesystem::path to = folder_.path() / "side.ooze";
  simulation_.autosave(to, 0.1);
  ASSERT_TRUE(open());
  std::this_thread::sleep_for(std::chrono::milliseconds(250));  // nothing may happen meanwhile
  EXPECT_FALSE(std::filesystem::exists(to)) << "nothing has changed";
  ASSERT_TRUE(play(3));
  ASSERT_TRUE(waitUntil([&] { return std::filesystem::exists(to) && readSave(to).frame >= 3; }));
  simulation_.submit(command("world.gravity_y", {-2.f}));
  ASSERT_TRUE(waitUntil([&] { return !readSave(to).commands.empty(); })) << "also of a paused world";
  EXPECT_TRUE(simulation_.autosaveNow(10.0));
  std::filesystem::remove(to);
  std::this_thread::sleep_for(std::chrono::milliseconds(250));  // nothing may happen meanwhile
  EXPECT_FALSE(std::filesystem::exists(to)) << "nothing has changed since";
  simulation_.reset(false);
  ASSERT_TRUE(waitUntil([&] { return std::filesystem::exists(to) && readSave(to).frame == 0; }));
  EXPECT_EQ(readSave(to).commands.size(), 1u);

  // A failed autosave is reported once only.
  simulation_.autosave("/proc/nothing/side.ooze", 0.02);
  ASSERT_TRUE(play(simulation_.view().snapshot->frame + 10));
  EXPECT_TRUE(hasMessage("Autosave failed"));
  std::this_thread::sleep_for(std::chrono::milliseconds(200));  // no further message may arrive meanwhile
  for (const Message& m : simulation_.takeMessages()) messages_ += m.text + " " + m.detail + "\n";
  EXPECT_EQ(messages_.find("Autosave failed"), messages_.rfind("Autosave failed"));
}

TEST_F(SimulationFiles, ASavedSessionIsNotStoredAgain) {
  const std::filesystem::path folder = folder_.path() / "sessions";
  simulation_.setUnsavedFolder(folder);
  ASSERT_TRUE(open());
  edit(-2.f);
  simulation_.save(folder_.path() / "session.ooze");
  ASSERT_TRUE(hasMessage("Saved as"));
  simulation_.finish();
  EXPECT_FALSE(std::filesystem::exists(folder));
}

TEST_F(SimulationFiles, KeepsWhatWasNotSavedWhenAnotherSceneTakesItsPlace) {
  const std::filesystem::path folder = folder_.path() / "sessions", kept = folder / "unsaved small.ooze";
  simulation_.setUnsavedFolder(folder);
  ASSERT_TRUE(open());
  ASSERT_TRUE(play(2));
  const auto first = simulation_.view().scene;
  simulation_.load(file_.string(), Detail::Coarse);
  ASSERT_TRUE(waitUntil([&] { return simulation_.view().scene != first; }));
  EXPECT_FALSE(std::filesystem::exists(kept)) << "a run without edits can be repeated";
  simulation_.submit(command("world.gravity_y", {-2.f}));
  ASSERT_TRUE(waitUntil([&] { return simulation_.view().edits.undo != ""; }));
  simulation_.load(file_.string(), Detail::Coarse);
  EXPECT_TRUE(hasMessage("unsaved small.ooze"));
  EXPECT_EQ(readSave(kept).commands.size(), 1u);

  std::filesystem::remove(kept);
  ASSERT_TRUE(waitUntil([&] { return simulation_.view().edits.undo.empty(); }));
  simulation_.submit(command("world.gravity_y", {-3.f}));
  ASSERT_TRUE(waitUntil([&] { return simulation_.view().edits.undo != ""; }));
  simulation_.finish();
  EXPECT_TRUE(std::filesystem::exists(kept)) << "and at the end";
}

TEST_F(SimulationFiles, KeepsTheLastFewUnsavedSessions) {
  const std::filesystem::path folder = folder_.path() / "sessions";
  std::filesystem::create_directories(folder);
  const auto longAgo = std::filesystem::file_time_type::clock::now() - std::chrono::hours(24);
  for (const char* const name : {"unsaved fountain.ooze", "mine.ooze"}) {
    std::ofstream(folder / name) << "of another day";
    std::filesystem::last_write_time(folder / name, longAgo);
  }
  simulation_.setUnsavedFolder(folder);
  ASSERT_TRUE(open());
  for (const float gravity : {-1.f, -2.f, -3.f, -4.f, -5.f, -6.f}) {
    const auto scene = simulation_.view().scene;
    edit(gravity);
    simulation_.load(file_.string(), Detail::Coarse);
    ASSERT_TRUE(waitUntil([&] { return simulation_.view().scene != scene; }));
  }
  EXPECT_EQ(gravityIn(folder / "unsaved small 2.ooze"), -2.f);
  EXPECT_EQ(gravityIn(folder / "unsaved small 5.ooze"), -5.f);
  EXPECT_EQ(gravityIn(folder / "unsaved small 6.ooze"), -6.f);
  EXPECT_FALSE(std::filesystem::exists(folder / "unsaved small.ooze")) << "the oldest is removed";
  EXPECT_FALSE(std::filesystem::exists(folder / "unsaved fountain.ooze")) << "for every scene";
  EXPECT_TRUE(std::filesystem::exists(folder / "mine.ooze")) << "a file that the user named stays";
}

TEST_F(SimulationFiles, AnOpenedUnsavedSessionIsNotPruned) {
  const std::filesystem::path folder = folder_.path() / "sessions", oldest = folder / "unsaved small.ooze";
  simulation_.setUnsavedFolder(folder);
  ASSERT_TRUE(open());
  for (const float gravity : {-1.f, -2.f, -3.f, -4.f, -5.f}) {
    const auto scene = simulation_.view().scene;
    edit(gravity);
    simulation_.load(file_.string(), Detail::Coarse);
    ASSERT_TRUE(waitUntil([&] { return simulation_.view().scene != scene; }));
  }
  edit(-6.f);
  simulation_.load(oldest.string(), std::nullopt);
  ASSERT_TRUE(waitUntil([&] { return simulation_.view().sessionFile == oldest; }));
  EXPECT_EQ(gravityIn(oldest), -1.f);
  EXPECT_FALSE(std::filesystem::exists(folder / "unsaved small 2.ooze")) << "the next one went";
}

TEST_F(SimulationFiles, ASaveThatFailedLeavesSomethingToKeep) {
  const std::filesystem::path folder = folder_.path() / "sessions";
  simulation_.setUnsavedFolder(folder);
  ASSERT_TRUE(open());
  edit(-2.f);
  simulation_.save(folder_.write("in_the_way", "a file where a folder should be") / "session.ooze");
  ASSERT_TRUE(hasMessage("in_the_way"));
  simulation_.finish();
  EXPECT_EQ(gravityIn(folder / "unsaved small.ooze"), -2.f);
  EXPECT_TRUE(simulation_.kept());
}

TEST_F(SimulationFiles, AFailureToStoreUnsavedWorkIsReportedAndTheAutosaveHoldsTheWork) {
  const std::filesystem::path autosave = folder_.path() / "side.ooze";
  simulation_.setUnsavedFolder(folder_.write("in_the_way", "a file where a folder should be") / "sessions");
  simulation_.autosave(autosave, 1000.0);
  ASSERT_TRUE(open());
  edit(-2.f);
  const auto scene = simulation_.view().scene;
  simulation_.load(file_.string(), Detail::Coarse);
  EXPECT_TRUE(hasMessage("Nothing was opened")) << messages_;
  EXPECT_EQ(simulation_.view().scene, scene);
  EXPECT_EQ(simulation_.view().edits.undo, "Gravity, upward");
  simulation_.load(file_.string(), Detail::Coarse);
  EXPECT_TRUE(waitUntil([&] { return simulation_.view().scene != scene; })) << "asked twice";
  edit(-3.f);
  simulation_.finish();
  EXPECT_FALSE(simulation_.kept());
  EXPECT_EQ(gravityIn(autosave), -3.f);
}

TEST_F(SimulationFiles, ARepeatedAutosaveFailureIsReportedAgain) {
  simulation_.autosave("/proc/nothing/side.ooze", 1000.0);
  ASSERT_TRUE(open());
  EXPECT_FALSE(simulation_.autosaveNow(10.0));
  ASSERT_TRUE(hasMessage("Autosave failed"));
  simulation_.autosave(folder_.path() / "side.ooze", 1000.0);
  EXPECT_TRUE(simulation_.autosaveNow(10.0));
  messages_.clear();
  simulation_.autosave("/proc/nothing/side.ooze", 1000.0);
  EXPECT_FALSE(simulation_.autosaveNow(10.0));
  EXPECT_TRUE(hasMessage("Autosave failed"));
}

/// A fixture with the files that a crashed program leaves.
class LostSession : public SimulationFiles {
 protected:
  LostSession() {
    for (const char* name : {"XDG_STATE_HOME", "XDG_DATA_HOME"}) setenv(name, folder_.path().c_str(), 1);
  }
  ~LostSession() override {
    for (const char* name : {"XDG_STATE_HOME", "XDG_DATA_HOME"}) unsetenv(name);
  }
  std::filesystem::path writeLostAutosave(const std::string& content) {
    const std::optional<AutosaveSlot> slot = claimAutosave(folder_.path() / "ooze" / "autosave");
    std::ofstream(slot->file) << content;
    return slot->file;
  }
  std::filesystem::path writeLostAutosave() {
    const std::filesystem::path file = writeLostAutosave("");
    LiveWorld live(std::make_shared<const Scene>(loadScene(file_.string(), Detail::Coarse)), 1, {});
    live.presentEdits().apply(editOf({"world.gravity_y", {-2.f}}, 1), true);
    live.step();
    writeSave(file, live.save());
    return file;
  }
};

TEST_F(LostSession, StaysUntilItIsInAnotherFile) {
  const std::filesystem::path lost = writeLostAutosave();
  ASSERT_TRUE(open());
  SessionFiles files(simulation_, 1000.0);
  ASSERT_EQ(files.lost().size(), 1u);
  files.restore(0);
  EXPECT_TRUE(std::filesystem::exists(lost));
  ASSERT_TRUE(waitUntil([&] {
    files.settle();
    return !std::filesystem::exists(lost);
  }));
  const auto autosaves = std::filesystem::directory_iterator(lost.parent_path());
  EXPECT_EQ(std::count_if(begin(autosaves), end(autosaves),
                          [](const auto& entry) {
                            return entry.path().extension() == ".ooze" && gravityIn(entry.path()) == -2.f;
                          }),
            1)
      << "in that of this program";
  simulation_.finish();
  files.finish();
  EXPECT_EQ(gravityIn(folder_.path() / "ooze" / "sessions" / "unsaved small.ooze"), -2.f);
  EXPECT_TRUE(lostAutosaves(lost.parent_path()).empty());
}

TEST_F(LostSession, ThatCannotBeOpenedIsOfferedAgain) {
  const std::filesystem::path lost = writeLostAutosave("oozesave and nothing behind it");
  ASSERT_TRUE(open());
  SessionFiles files(simulation_, 1000.0);
  ASSERT_EQ(files.lost().size(), 1u);
  files.restore(0);
  EXPECT_TRUE(hasMessage(lost.filename().string()));
  simulation_.finish();
  files.finish();
  EXPECT_EQ(lostAutosaves(lost.parent_path()).size(), 1u);
}

}  // namespace
}  // namespace ooze
