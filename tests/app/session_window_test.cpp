// Tests of a session in the real window: opened, edited by keys, undone, saved, killed, and offered again.
#include "ooze/scene/save_file.h"

#include "fixtures/edit_pieces.h"
#include "fixtures/places.h"
#include "session/live_world.h"
#include "window_fixture.h"

#include <csignal>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ooze {
namespace {

using testing::HasSubstr;

class SessionWindow : public WindowTest {
 protected:
  static constexpr double kAutosave = 1.0;  // interval of automatic saves [s]

  /// Writes a saved session of eleven frames with one edit.
  void makeSession() const {
    LiveWorld live(std::make_shared<const Scene>(loadScene(scene_.string(), Detail::Coarse)), 1, {});
    live.presentEdits().apply(editOf({"material.goo.friction", {0.4f}}, 1), true);
    while (live.world().frameIndex() < 11) live.step();
    writeSave(session_, live.save());
  }
  void open(const std::filesystem::path& what) {
    WindowTest::open(what, {"--autosave", std::to_string(kAutosave)});
  }
  std::vector<std::filesystem::path> autosaves() const {
    std::vector<std::filesystem::path> found;
    std::error_code none;
    for (const auto& entry :
         std::filesystem::directory_iterator(folder_.path() / "XDG_STATE_HOME" / "ooze" / "autosave", none))
      if (entry.path().extension() == ".ooze") found.push_back(entry.path());
    return found;
  }

  std::filesystem::path session_ = folder_.path() / "session.ooze";
};

TEST_F(SessionWindow, IsEditedSavedKilledAndRestored) {
  makeSession();
  open(session_);
  key("e");       // closes the nozzle
  key("ctrl+z");  // undoes the edit, so that the nozzle opens again
  key("e");
  const int step = settle()["step"].get<int>();
  key("period");
  waitFor("a step is done", [&](const Json& r) { return r["step"].get<int>() > step; });
  key("comma");
  waitFor("that step is taken back", [&](const Json& r) { return r["step"].get<int>() == step; });
  key("ctrl+s");
  waitUntil("the session is saved", [&] { return readSave(session_).commands.size() == 2; });
  const SaveFile saved = readSave(session_);
  EXPECT_EQ(targetOf(saved.commands[1].command), "emitter.spout.enabled") << "undone and done again: once";
  EXPECT_EQ(saved.frame, 11u) << "the frame at which it was closed";

  play();
  const auto framesSaved = [&]() -> std::uint64_t {
    return autosaves().empty() ? 0 : readSave(autosaves()[0]).frame;
  };
  waitUntil("there is an autosave", [&] { return framesSaved() > 11; });
  const std::uint64_t first = framesSaved();
  const auto before = std::filesystem::last_write_time(autosaves()[0]);
  waitUntil("there is another", [&] { return framesSaved() > first; });
  program_->signal(SIGKILL);
  program_->waitForEnd(10.0);
  // A crash loses no more than the time between two autosaves.
  const double lost =
      std::chrono::duration<double>(std::filesystem::last_write_time(autosaves()[0]) - before).count();
  EXPECT_LT(lost, kAutosave + 1.5) << "and what a busy machine takes to write";
  const std::uint64_t reached = readSave(autosaves()[0]).frame;
  EXPECT_GT(reached, 11u);

  open(scene_);
  key("space");
  keepPicture("window_recovery_test", server_.screenshot());
  // "Restore" is the first button of the dialog in the middle. A press on the button closes the dialog.
  for (int y = 320; y < 460 && reported()["window"]["dialog_open"] == true; y += 12) {
    moveTo(480, y);
    act("click 1");
  }
  waitFor("the session is restored", [&](const Json& r) {
    return r["frame"].get<std::uint64_t>() >= reached && r["commands"].size() == 2;
  });
  const Json report = close();
  EXPECT_GE(report["frame"].get<std::uint64_t>(), reached);
  EXPECT_EQ(report["commands"].size(), 2u) << report.dump(1);
  EXPECT_TRUE(autosaves().empty()) << "a clean end leaves nothing";
}

TEST_F(SessionWindow, TheWorldIsPausedDuringTheQuestionAboutALostSession) {
  open(scene_);
  waitUntil("there is an autosave", [&] { return !autosaves().empty(); });
  program_->signal(SIGKILL);
  program_->waitForEnd(10.0);

  open(scene_);
  // A playing world would have advanced after four frames of the window, which come twice a second.
  waitForFrames(4);
  EXPECT_TRUE(reported()["window"]["dialog_open"].get<bool>());
  program_->signal(SIGINT);
  EXPECT_EQ(report()["frame"], 0);

  open(scene_);
  key("Escape");  // postpones the offer to the next start
  waitFor("the world plays", [](const Json& r) { return r["frame"].get<int>() > 0; });
  EXPECT_GT(close()["frame"].get<int>(), 0);
}

TEST_F(SessionWindow, IsSavedOnTheSideWhenTheDisplayGoesAway) {
  const std::filesystem::path screen = folder_.path() / "its own";
  std::filesystem::create_directories(screen);
  std::optional<XServer> own(std::in_place, screen, 1024, 640);
  program_.emplace(std::vector<std::string>{programFile(), scene_.string(), "--autosave", "1000", "--report",
                                            report_.string()},
                   own->display(), folder_.path(), output_);
  waitFor("the world plays", [](const Json& r) { return r["frame"].get<int>() > 10; });
  own.reset();
  EXPECT_EQ(program_->waitForEnd(30.0), 1);
  EXPECT_THAT(readText(output_), HasSubstr("the display was lost"));
  ASSERT_EQ(autosaves().size(), 1u);
  EXPECT_GT(readSave(autosaves()[0]).frame, 5u);
}

}  // namespace
}  // namespace ooze
