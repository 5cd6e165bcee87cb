// Tests of film recording in the real window, by real keys. An independent reader (ffprobe) checks the
// film.
#include "render/film_probe.h"
#include "window_fixture.h"

#include <csignal>
#include <filesystem>
#include <gmock/gmock.h>

namespace ooze {
namespace {

class WindowRecordingTest : public WindowTest {
 protected:
  void SetUp() override {
    if (!hasFfmpeg()) GTEST_SKIP() << "ffmpeg is not installed";
  }
  /// Starts with a small view, so that software rendering completes some pictures.
  void startSmall() {
    start();
    resize(800, 600);
  }
  static bool records(const Json& report) { return !report["window"]["film_frames"].is_null(); }
  void startFilm() {
    key("F9");
    waitFor("it records", records);
  }
  void film() {
    waitFor("the film has frames enough",
            [](const Json& r) { return records(r) && r["window"]["film_frames"].get<int>() > 10; });
  }
  /// Expects exactly one recording, without failure, that holds every frame once.
  static void expectWhole(const Json& report) {
    ASSERT_EQ(report["recordings"].size(), 1u) << report.dump(1);
    const Json& film = report["recordings"][0];
    EXPECT_EQ(film["failure"].get<std::string>(), "");
    const int frames = film["frames"].get<int>();
    EXPECT_EQ(frames, film["last_frame"].get<int>() - film["first_frame"].get<int>() + 1);
    EXPECT_GT(frames, 2);
    const std::string file = film["file"].get<std::string>();
    EXPECT_EQ(decodedFrames(file), frames);
    EXPECT_EQ(probe(file, "r_frame_rate"), "60/1");
  }
};

TEST_F(WindowRecordingTest, F9RecordsEveryFrameAlsoWhileTheWindowIsResized) {
  startSmall();
  startFilm();
  keepPicture("window_recording_test", server_.screenshot());
  resize(700, 511);
  key("Tab");
  film();
  key("F9");
  const Json ended = waitFor("the film is written", [](const Json& r) { return !r["recordings"].empty(); });
  waitFor("the world goes on without it", [&](const Json& r) {
    return r["frame"].get<int>() > ended["recordings"][0]["last_frame"].get<int>();
  });
  const Json done = close();
  expectWhole(done);
  const std::string film = done["recordings"][0]["file"].get<std::string>();
  EXPECT_EQ(std::filesystem::path(film).parent_path(), folder_.path()) << "the folder of the screenshots";
  const int width = std::stoi(probe(film, "width")), height = std::stoi(probe(film, "height"));
  EXPECT_LT(width, 800) << "the view's width, without the panels";
  EXPECT_GT(height, 511 - 200) << "the height at the start: the panels took 215 of 600";
  EXPECT_LT(height, 500) << "not as it became without panels";
  EXPECT_EQ((width | height) & 1, 0);
  EXPECT_GT(done["frame"].get<int>(), done["recordings"][0]["last_frame"].get<int>()) << "it went on without";
}

TEST_F(WindowRecordingTest, QuittingFinishesTheFilm) {
  startSmall();
  startFilm();
  film();
  expectWhole(close());
}

// The world advances by a few single steps, because software rendering of this size is slow.
TEST_F(WindowRecordingTest, TheFilmHasTheSizeThatIsChosen) {
  writeSettings(R"({"tour_seen": true, "film_size": "1280x720"})");
  startSmall();
  pause();
  startFilm();
  server_.xdotool("key --repeat 16 --delay 50 period");
  waitFor("the film has a frame",
          [](const Json& r) { return records(r) && r["window"]["film_frames"].get<int>() > 0; });
  const Json done = close();
  ASSERT_EQ(done["recordings"].size(), 1u) << done.dump(1);
  EXPECT_GT(done["recordings"][0]["frames"].get<int>(), 0);
  const std::string film = done["recordings"][0]["file"].get<std::string>();
  EXPECT_EQ(probe(film, "width"), "1280");
  EXPECT_EQ(probe(film, "height"), "720");
}

TEST_F(WindowRecordingTest, AnInterruptFinishesTheFilmToo) {
  startSmall();
  startFilm();
  film();
  program_->signal(SIGINT);
  expectWhole(report());
}

}  // namespace
}  // namespace ooze
