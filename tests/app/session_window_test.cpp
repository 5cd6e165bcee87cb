// A session in the real window: opened, edited by keys, undone, saved, killed, and offered again.
#include "ooze/scene/save_file.h"

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
  static constexpr double kAutosave = 1.0;  // [s]

  /// A session of eleven frames, with an edit in it.
  void makeSession() const {
    LiveWorld live(std::make_shared<const Scene>(loadScene(scene_.string(), Detail::Coarse)), 1, {});
    live.apply({{{"material.goo.friction", {0.4f}}, 1, {}}}, true);
    while (live.world().frameIndex() < 11) live.step();
    writeSave(session_, live.save());
  }
  void open(const std::filesystem::path& what) {
    program_.emplace(std::vector<std::string>{programFile(), what.string(), "--report", report_.string(),
                                              "--autosave", std::to_string(kAutosave)},
                     server_.display(), folder_.path(), output_);
    const std::string id = server_.xdotool("search --sync --onlyvisible --name 'Ooze - Small'");
    window_ = id.substr(0, id.find('\n'));
    server_.xdotool("windowmove " + window_ + " 0 0");
    server_.xdotool("windowfocus " + window_);
    wait(1.0);
  }
  std::vector<std::filesystem::path> autosaves() const {
    std::vector<std::filesystem::path> found;
    std::error_code none;
    for (const auto& entry :
         std::filesystem::directory_iterator(folder_.path() / "XDG_STATE_HOME" / "ooze" / "autosave", none))
      if (entry.path().extension() == ".ooze") found.push_back(entry.path());
    return found;
  }
  static bool waitUntil(const std::function<bool()>& done) {
    for (int i = 0; i < 200 && !done(); ++i) wait(0.1);
    return done();
  }

  std::filesystem::path session_ = folder_.path() / "session.ooze";
};

TEST_F(SessionWindow, IsEditedSavedKilledAndRestored) {
  makeSession();
  open(session_);
  server_.key("e");       // closes the nozzle
  server_.key("ctrl+z");  // and opens it
  server_.key("e");
  server_.key("period");
  server_.key("comma");  // one step on and back
  server_.key("ctrl+s");
  ASSERT_TRUE(waitUntil([&] { return readSave(session_).commands.size() == 2; }));
  const SaveFile saved = readSave(session_);
  EXPECT_EQ(saved.commands[1].command.target, "emitter.spout.enabled") << "undone and done again: once";
  EXPECT_EQ(saved.frame, 11u) << "where it was left";

  server_.key("space");
  wait(3.0);
  ASSERT_FALSE(autosaves().empty());
  const auto written = std::filesystem::last_write_time(autosaves()[0]);
  program_->signal(SIGKILL);
  program_->waitForEnd(10.0);
  const double lost =
      std::chrono::duration<double>(std::filesystem::file_time_type::clock::now() - written).count();
  EXPECT_LT(lost, kAutosave + 1.5) << "and what a busy machine takes to write";
  const std::uint64_t reached = readSave(autosaves()[0]).frame;
  EXPECT_GT(reached, 11u);

  open(scene_);
  server_.key("space");
  wait(0.5);
  keepPicture("window_recovery_test", server_.screenshot());
  // "Restore" is the first button of the dialog in the middle; once it is pressed the dialog is gone.
  for (int y = 320; y < 460; y += 12) {
    server_.xdotool("mousemove 480 " + std::to_string(y));
    wait(0.2);
    server_.xdotool("click 1");
    wait(0.2);
  }
  wait(1.0);
  const Json report = close();
  EXPECT_GE(report["frame"].get<std::uint64_t>(), reached);
  EXPECT_EQ(report["commands"].size(), 2u) << report.dump(1);
  EXPECT_TRUE(autosaves().empty()) << "a clean end leaves nothing";
}

TEST_F(SessionWindow, TheWorldStandsWhileItIsAskedWhatBecomesOfALostSession) {
  open(scene_);
  ASSERT_TRUE(waitUntil([&] { return !autosaves().empty(); }));
  program_->signal(SIGKILL);
  program_->waitForEnd(10.0);

  open(scene_);
  wait(2.0);
  program_->signal(SIGINT);
  EXPECT_EQ(report()["frame"], 0);

  open(scene_);
  server_.key("Escape");  // asked again at the next start
  wait(2.0);
  EXPECT_GT(close()["frame"].get<int>(), 0);
}

TEST_F(SessionWindow, IsSavedOnTheSideWhenTheDisplayGoesAway) {
  const std::filesystem::path screen = folder_.path() / "its own";
  std::filesystem::create_directories(screen);
  std::optional<XServer> own(std::in_place, screen, 1024, 640);
  program_.emplace(std::vector<std::string>{programFile(), scene_.string(), "--autosave", "1000"},
                   own->display(), folder_.path(), output_);
  own->xdotool("search --sync --onlyvisible --name 'Ooze - Small'");
  wait(2.0);
  own.reset();
  EXPECT_EQ(program_->waitForEnd(30.0), 1);
  EXPECT_THAT(readText(output_), HasSubstr("the display was lost"));
  ASSERT_EQ(autosaves().size(), 1u);
  EXPECT_GT(readSave(autosaves()[0]).frame, 5u);
}

}  // namespace
}  // namespace ooze
