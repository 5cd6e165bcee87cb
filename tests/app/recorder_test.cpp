// Tests of film recording. Every simulated frame is recorded exactly once and in order, whichever part is
// slow, and failures leave complete files. A stand-in draws pictures that contain the frame number in
// binary.
#include "app/pictures/recorder.h"

#include "ooze/base/error.h"

#include "app/pictures/unused_name.h"
#include "fixtures/small_scene.h"
#include "render/film_probe.h"
#include "session/simulation_thread.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stb/stb_image.h>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>

namespace ooze {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using ::testing::HasSubstr;

constexpr int kWidth = 64, kHeight = 48;

/// Returns a picture of noise, so that films grow, with the frame number in binary: sixteen columns, black
/// or white.
Image numberedPicture(std::uint64_t number) {
  Image image(kWidth, kHeight, 3);
  auto noise = static_cast<std::uint32_t>(number) * 2654435761u + 1u;
  for (std::uint8_t& byte : image.pixels) {
    noise = noise * 1664525u + 1013904223u;
    byte = static_cast<std::uint8_t>(noise >> 24);
  }
  for (int y = 0; y < kHeight / 2; ++y)
    for (int x = 0; x < kWidth; ++x)
      for (int c = 0; c < 3; ++c) image.at(x, y)[c] = (number >> (x / 4) & 1u) != 0 ? 255 : 0;
  return image;
}

std::uint64_t numberIn(const fs::path& png) {
  int width = 0, height = 0, channels = 0;
  stbi_uc* const pixels = stbi_load(png.c_str(), &width, &height, &channels, 3);
  if (!pixels) return ~0ull;
  std::uint64_t number = 0;
  for (int bit = 0; bit < 16; ++bit)
    if (pixels[3 * (4 * bit + 2)] > 127) number |= 1ull << bit;
  stbi_image_free(pixels);
  return number;
}

class RecorderTest : public ::testing::Test {
 protected:
  ~RecorderTest() override { release(); }

  static std::function<void()> nothing() {
    return [] {};
  }
  bool waitUntil(const std::function<bool()>& done, double seconds = 60.0) {
    for (double waited = 0.0; waited < seconds; waited += 0.005) {
      recorder_.settle();
      if (done()) return true;
      std::this_thread::sleep_for(milliseconds(5));
    }
    return false;
  }
  void open(const fs::path& scene) {
    const auto before = simulation_.view().scene;
    simulation_.open(scene.string(), Detail::Coarse, {});
    ASSERT_TRUE(waitUntil([&] { return simulation_.view().scene != before; }));
  }
  void start(ui::RecordingFormat format) {
    FilmRecorder::Spec spec{folder_.path(), format, {}, {}};
    spec.settings.size = {kWidth + 1, kHeight + 1};  // odd sides, which the recorder crops to even ones
    recorder_.start(*simulation_.view().scene, spec);
  }
  void record(std::uint64_t frames) {
    ASSERT_TRUE(waitUntil([&] { return recorder_.status() && recorder_.status()->frames >= frames; }))
        << joinMessages();
  }
  /// Blocks drawing until release().
  void hold() { held_ = true; }
  void release() {
    held_ = false;
    held_.notify_all();
  }
  std::string joinMessages() {
    for (const Message& m : recorder_.takeMessages()) messages_ += m.text + "\n";
    return messages_;
  }
  /// Returns the current frame, or 0 before the first snapshot.
  std::uint64_t frame() const {
    const auto snapshot = simulation_.view().snapshot;
    return snapshot ? snapshot->frame : 0;
  }

  TemporaryFolder folder_;
  fs::path scene_ = folder_.write("small.json", kSmallScene);
  std::atomic<int> drawMilliseconds_ = 0;
  std::atomic<bool> held_ = false;
  std::atomic<std::uint64_t> fails_ = ~0ull;  ///< number of the frame whose drawing throws
  std::string messages_;
  FilmRecorder recorder_{[this]() -> std::function<RenderQueue::Draw()> {
                           return [this] {
                             return [this](const FrameJob& shot) {
                               held_.wait(true);
                               std::this_thread::sleep_for(milliseconds(drawMilliseconds_));
                               if (shot.snapshot->frame == fails_) throw RunError("no more paint");
                               EXPECT_EQ(shot.settings.size, glm::ivec2(kWidth, kHeight));
                               EXPECT_EQ(shot.settings.quality, 2);
                               return numberedPicture(shot.snapshot->frame);
                             };
                           };
                         },
                         nothing()};
  SimulationThread simulation_{1, nothing(),
                               [this](const Scene& scene, std::shared_ptr<const Snapshot> frame) {
                                 recorder_.take(scene, std::move(frame));
                               }};
};

TEST_F(RecorderTest, TakesEveryFrameOnceAndInOrderHoweverSlowlyItDraws) {
  open(scene_);
  simulation_.setPlaying(true);
  ASSERT_TRUE(waitUntil([&] { return frame() >= 3; }));
  for (const int slow : {0, 30}) {
    drawMilliseconds_ = slow;
    start(ui::RecordingFormat::Pictures);
    record(25);
    recorder_.stop();
    ASSERT_TRUE(waitUntil([&] { return !recorder_.status(); }));
    const Recording& done = recorder_.recordings().back();
    EXPECT_EQ(done.failure, "");
    EXPECT_GE(done.frames, 25u);
    ASSERT_EQ(done.frames, done.lastFrame - done.firstFrame + 1) << "none lost, none twice";
    for (std::uint64_t i = 0; i < done.frames; ++i)
      EXPECT_EQ(numberIn(done.file / fmt::format("frame_{:05}.png", i)), done.firstFrame + i);
    EXPECT_FALSE(fs::exists(done.file / fmt::format("frame_{:05}.png", done.frames)));
  }
  EXPECT_EQ(recorder_.recordings().size(), 2u);
  EXPECT_NE(recorder_.recordings()[0].file, recorder_.recordings()[1].file);
}

TEST_F(RecorderTest, TheSimulationWaitsForIt) {
  open(scene_);
  hold();
  start(ui::RecordingFormat::Pictures);
  simulation_.setPlaying(true);
  record(4);                                       // fills the queue, and one more frame is being drawn
  std::this_thread::sleep_for(milliseconds(300));  // nothing else may happen meanwhile: a frame takes 1/60 s
  const std::uint64_t stands = frame();
  EXPECT_LE(stands, 6u);
  std::this_thread::sleep_for(milliseconds(300));  // again nothing may happen
  EXPECT_EQ(frame(), stands) << "at 60 frames a second it would be 18 further";
  release();
  EXPECT_TRUE(waitUntil([&] { return frame() > stands + 5; }))
      << "it continues as soon as there is free space";
}

TEST_F(RecorderTest, StopsAtOnceAlsoWhileTheSimulationWaits) {
  open(scene_);
  hold();
  start(ui::RecordingFormat::Pictures);
  simulation_.setPlaying(true);
  record(4);
  recorder_.stop();
  const std::uint64_t stood = frame();
  EXPECT_TRUE(waitUntil([&] { return frame() > stood + 2; })) << "the simulation goes on without it";
  EXPECT_TRUE(recorder_.status()->finishing);
  release();
  recorder_.finish();
  const Recording& done = recorder_.recordings().back();
  EXPECT_EQ(done.frames, done.lastFrame - done.firstFrame + 1) << "every recorded frame is written";
}

TEST_F(RecorderTest, APausedWorldIsNotRecordedAndStepsMakeAFrame) {
  open(scene_);
  start(ui::RecordingFormat::Pictures);
  std::this_thread::sleep_for(milliseconds(200));  // nothing may happen meanwhile
  EXPECT_EQ(recorder_.status()->frames, 0u);
  while (frame() < 2) {
    const std::uint64_t step = simulation_.view().snapshot->step;
    simulation_.singleStep();
    ASSERT_TRUE(waitUntil([&] { return simulation_.view().snapshot->step > step; }));
  }
  record(2);
  recorder_.finish();
  EXPECT_EQ(recorder_.recordings().back().frames, 2u)
      << "one for each whole frame, however many steps it has";
}

TEST_F(RecorderTest, NothingRecordedLeavesNothing) {
  open(scene_);
  for (const ui::RecordingFormat format : {ui::RecordingFormat::Pictures, ui::RecordingFormat::Mp4}) {
    start(format);
    recorder_.finish();
    EXPECT_THAT(joinMessages(), HasSubstr("Nothing was recorded"));
    EXPECT_FALSE(fs::exists(recorder_.recordings().back().file));
  }
}

TEST_F(RecorderTest, AnotherSceneEndsItAndARestartDoesNot) {
  const fs::path other = folder_.write("other.json", kSmallScene);
  open(scene_);
  start(ui::RecordingFormat::Pictures);
  simulation_.setPlaying(true);
  record(10);
  simulation_.reset(false);
  ASSERT_TRUE(waitUntil([&] { return frame() < 5; }));
  EXPECT_TRUE(recorder_.recording());
  const std::uint64_t before = recorder_.status()->frames;
  record(before + 10);
  open(other);
  ASSERT_TRUE(waitUntil([&] { return !recorder_.status(); }));
  EXPECT_THAT(joinMessages(), HasSubstr("Saved"));
  const Recording& done = recorder_.recordings().back();
  bool restarted = false;
  for (std::uint64_t i = 1; i < done.frames; ++i) {
    const std::uint64_t a = numberIn(done.file / fmt::format("frame_{:05}.png", i - 1)),
                        b = numberIn(done.file / fmt::format("frame_{:05}.png", i));
    if (b != 1 || a < 9)
      EXPECT_EQ(b, a + 1) << i;
    else
      restarted = true;
  }
  EXPECT_TRUE(restarted);
}

TEST_F(RecorderTest, NamesAreNeverTakenTwice) {
  const fs::path first = folder_.path() / "ooze-small.png";
  EXPECT_EQ(claimFile(folder_.path(), "ooze-small", ".png"), first);
  writeFile(first, std::string_view("a picture"));
  const fs::path second = claimFile(folder_.path(), "ooze-small", ".png");
  EXPECT_EQ(second, folder_.path() / "ooze-small-2.png") << "there before anything is written";
  releaseClaim(first);
  releaseClaim(second);
  EXPECT_TRUE(fs::exists(first)) << "has something in it";
  EXPECT_FALSE(fs::exists(second));
  EXPECT_THROW((void)claimFile(folder_.path() / "missing", "a", ".png"), RunError);
}

TEST_F(RecorderTest, WithoutFfmpegItRecordsPicturesAndShowsAMessage) {
  open(scene_);
  const std::string before = std::getenv("PATH") ? std::getenv("PATH") : "";
  setenv("PATH", folder_.path().c_str(), 1);
  start(ui::RecordingFormat::Mp4);
  setenv("PATH", before.c_str(), 1);
  simulation_.setPlaying(true);
  record(3);
  recorder_.finish();
  EXPECT_THAT(joinMessages(), HasSubstr("ffmpeg is not installed. Ooze records pictures"));
  EXPECT_TRUE(fs::exists(recorder_.recordings().back().file / "frame_00002.png"));
}

TEST_F(RecorderTest, AFullDiskEndsItWithOneMessageAndTheSimulationGoesOn) {
  open(scene_);
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit full{100, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &full);
  start(ui::RecordingFormat::Pictures);
  simulation_.setPlaying(true);
  ASSERT_TRUE(waitUntil([&] { return !recorder_.status(); }));
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_THAT(joinMessages(), HasSubstr("The recording failed: cannot write"));
  EXPECT_THAT(joinMessages(), HasSubstr("frame_00000.png: File too large"));
  const std::uint64_t then = frame();
  EXPECT_TRUE(waitUntil([&] { return frame() > then + 5; }));
  EXPECT_FALSE(fs::exists(recorder_.recordings().back().file)) << "an empty folder is of no use";
}

TEST_F(RecorderTest, ADrawingThatFailsEndsItAndWhatWasDrawnIsThere) {
  open(scene_);
  fails_ = 7;
  start(ui::RecordingFormat::Pictures);
  simulation_.setPlaying(true);
  ASSERT_TRUE(waitUntil([&] { return !recorder_.status(); }));
  EXPECT_THAT(joinMessages(), HasSubstr("The recording failed: no more paint"));
  const Recording& done = recorder_.recordings().back();
  EXPECT_EQ(done.frames, 6u);
  EXPECT_EQ(numberIn(done.file / "frame_00005.png"), 6u);
  const std::uint64_t then = frame();
  EXPECT_TRUE(waitUntil([&] { return frame() > then + 5; }));
}

class FilmRecorderTest : public RecorderTest {
 protected:
  void SetUp() override {
    if (!hasFfmpeg()) GTEST_SKIP() << "ffmpeg is not installed";
  }
  /// Returns the process id of the encoder that this process started, or 0.
  static pid_t encoder() {
    for (const auto& entry : fs::directory_iterator("/proc")) {
      std::ifstream stat(entry.path() / "stat");
      pid_t id = 0, parent = 0;
      std::string name, state;
      if (stat >> id >> name >> state >> parent && parent == getpid() && name == "(ffmpeg)") return id;
    }
    return 0;
  }
};

TEST_F(FilmRecorderTest, AFilmHasEveryFrameAtTheScenesRate) {
  open(folder_.write("slow.json", [] {
    std::string text = kSmallScene;
    return text.replace(text.find("\"h\""), 0, "\"fps\": 24, ");
  }()));
  start(ui::RecordingFormat::Mp4);
  simulation_.setSpeed(10.f);
  simulation_.setPlaying(true);
  drawMilliseconds_ = 5;
  record(40);
  recorder_.finish();
  const Recording& done = recorder_.recordings().back();
  EXPECT_EQ(done.frames, done.lastFrame - done.firstFrame + 1);
  EXPECT_EQ(decodedFrames(done.file), static_cast<int>(done.frames));
  EXPECT_EQ(probe(done.file, "r_frame_rate"), "24/1");
  EXPECT_THAT(joinMessages(), HasSubstr("Saved " + done.file.string()));
}

TEST_F(FilmRecorderTest, AnEncoderThatIsKilledEndsItAndWhatIsThereCanBePlayed) {
  open(scene_);
  start(ui::RecordingFormat::Mp4);
  simulation_.setSpeed(10.f);
  simulation_.setPlaying(true);
  const auto film = [this] {
    for (const auto& entry : fs::directory_iterator(folder_.path()))
      if (entry.path().extension() == ".mp4") return entry.path();
    return fs::path();
  };
  ASSERT_TRUE(waitUntil([&] { return fs::file_size(film()) > 0; })) << "frames are on disk while it records";
  const pid_t id = encoder();
  ASSERT_GT(id, 0);
  kill(id, SIGKILL);
  ASSERT_TRUE(waitUntil([&] { return !recorder_.status(); }));
  EXPECT_THAT(joinMessages(), HasSubstr("ffmpeg was stopped; " + film().string() + " holds the film so far"));
  EXPECT_GT(decodedFrames(film()), 0);
  const std::uint64_t then = frame();
  EXPECT_TRUE(waitUntil([&] { return frame() > then + 5; })) << "the simulation goes on";
  start(ui::RecordingFormat::Mp4);
  EXPECT_TRUE(recorder_.recording()) << "and can be recorded again";
}

}  // namespace
}  // namespace ooze
