// Recordings of scenes: a recording is never stale or damaged, is made once, and runs continue from a
// recording with the same bits.
#include "scenes/scene_recording.h"

#include "ooze/base/error.h"
#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include "base/file.h"
#include "fixtures/small_scene.h"
#include "fixtures/temporary_folder.h"
#include "scenes/recorded_run.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <span>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace ooze::scene_recording_test {
namespace {

using test::RecordedRun;
using test::RecordingFolder;
using test::SceneRecording;

constexpr std::uint64_t kKey = 7;

Scene smallScene() { return parseScene(kSmallScene, "small.json", Detail::Coarse); }

/// Returns an invented recording.
SceneRecording makeInventedRecording() {
  return {{{1, 0.0, 0}, {2, 0.5, 1}}, {{1, std::vector<std::byte>(100, std::byte{3})}}, {"a fault", 4.0, 5}};
}

void expectSame(const SceneRecording& a, const SceneRecording& b) {
  EXPECT_EQ(a.frames, b.frames);
  EXPECT_EQ(a.states, b.states);
  EXPECT_EQ(a.seen.fault, b.seen.fault);
  EXPECT_EQ(a.seen.fastest, b.seen.fastest);
  EXPECT_EQ(a.seen.lostParticles, b.seen.lostParticles);
}

/// Counts the number of recordings made.
class Recorder {
 public:
  [[nodiscard]] RecordingFolder::Record record() {
    return [this] {
      ++count_;
      return makeInventedRecording();
    };
  }
  [[nodiscard]] int count() const { return count_; }

 private:
  int count_ = 0;
};

TEST(SceneRecording, IsReadAsItWasWritten) {
  const auto read = test::decodeRecording(test::encodeRecording(makeInventedRecording(), kKey), kKey);
  ASSERT_TRUE(read);
  expectSame(*read, makeInventedRecording());
}

TEST(SceneRecording, IsNotReadIfAnyByteIsWrongOrMissing) {
  const std::vector<std::byte> sound = test::encodeRecording(makeInventedRecording(), kKey);
  for (std::size_t at = 0; at < sound.size(); ++at) {
    std::vector<std::byte> damaged = sound;
    damaged[at] ^= std::byte{16};
    EXPECT_FALSE(test::decodeRecording(damaged, kKey)) << "byte " << at;
    EXPECT_FALSE(test::decodeRecording(std::span(sound).first(at), kKey)) << at << " bytes";
  }
}

TEST(SceneRecording, IsRecordedOnceForAllWhoTakeIt) {
  const TemporaryFolder temporary;
  const RecordingFolder folder(temporary.path() / "new");
  Recorder recorder;
  for (int n = 0; n < 3; ++n)
    expectSame(folder.take("some", kKey, recorder.record()), makeInventedRecording());
  EXPECT_EQ(recorder.count(), 1);
  (void)folder.take("other", kKey, recorder.record());
  EXPECT_EQ(recorder.count(), 2);
}

TEST(SceneRecording, OfAnotherKeyIsNotUsedAndGoes) {
  const TemporaryFolder temporary;
  const RecordingFolder folder(temporary.path());
  Recorder recorder;
  (void)folder.take("some", kKey, recorder.record());
  (void)folder.take("some", kKey + 1, recorder.record());
  EXPECT_EQ(recorder.count(), 2);
  EXPECT_FALSE(test::decodeRecording(readBytes(folder.fileOf("some")), kKey));
  int recordings = 0;
  for (const auto& entry : std::filesystem::directory_iterator(temporary.path()))
    recordings += entry.path().extension() == ".ooze-recording" ? 1 : 0;
  EXPECT_EQ(recordings, 1);
}

TEST(SceneRecording, IsRecordedAnewIfItsFileIsDamagedOrCut) {
  const TemporaryFolder temporary;
  const RecordingFolder folder(temporary.path());
  const std::vector<std::byte> sound = test::encodeRecording(makeInventedRecording(), kKey);
  std::vector<std::byte> damaged = sound, longer = sound;
  damaged[sound.size() / 2] ^= std::byte{16};
  longer.push_back(std::byte{0});
  const std::vector<std::byte> cut(sound.begin(), sound.end() - 9);
  for (const auto& bytes : {damaged, longer, cut, std::vector<std::byte>{}}) {
    writeFile(folder.fileOf("some"), bytes);
    Recorder recorder;
    expectSame(folder.take("some", kKey, recorder.record()), makeInventedRecording());
    EXPECT_EQ(recorder.count(), 1);
    EXPECT_EQ(readBytes(folder.fileOf("some")), sound);
  }
}

TEST(SceneRecording, WorksWithoutAWritableCache) {
  const TemporaryFolder temporary;
  const std::filesystem::path taken = temporary.write("taken", "a file where the folder would be");
  Recorder recorder;
  expectSame(RecordingFolder(taken).take("some", kKey, recorder.record()), makeInventedRecording());
  EXPECT_EQ(recorder.count(), 1);
}

TEST(SceneRecording, IsCheckedOnceAndThenMadeAnew) {
  const TemporaryFolder temporary;
  const RecordingFolder folder(temporary.path());
  Recorder recorder;
  (void)folder.take("some", kKey, recorder.record());
  EXPECT_FALSE(folder.takeFresh("some", kKey, recorder.record()).before);
  EXPECT_EQ(recorder.count(), 1) << "this recording was not checked yet";
  const auto again = folder.takeFresh("some", kKey, recorder.record());
  EXPECT_EQ(recorder.count(), 2);
  ASSERT_TRUE(again.before);
  expectSame(*again.before, makeInventedRecording());
  (void)folder.take("some", kKey, recorder.record());
  EXPECT_EQ(recorder.count(), 2);
  EXPECT_FALSE(folder.takeFresh("some", kKey + 1, recorder.record()).before)
      << "the recording has another key";
  EXPECT_EQ(recorder.count(), 3);
}

TEST(SceneRecording, IsMadeByOneOfTwoProcessesForWhichTheOtherWaits) {
  const TemporaryFolder temporary;
  const RecordingFolder folder(temporary.path());
  const auto record = [&] {
    std::ofstream(temporary.path() / "log", std::ios::app) << "recorded" << std::endl;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    return makeInventedRecording();
  };
  const auto takesIt = [&] {
    return folder.take("some", kKey, record).frames == makeInventedRecording().frames;
  };
  const pid_t other = fork();
  ASSERT_GE(other, 0);
  if (other == 0) _exit(takesIt() ? 0 : 1);
  EXPECT_TRUE(takesIt());
  int status = -1;
  ASSERT_EQ(waitpid(other, &status, 0), other);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT_EQ(readText(temporary.path() / "log"), "recorded\n");
}

TEST(SceneRecording, RestoresWorldsThatGoOnToTheSameBits) {
  const Scene scene = smallScene();
  const SceneRecording recording = test::recordScene(scene, {9, {3, 6}});
  EXPECT_EQ(recording.last(), 9u);
  EXPECT_EQ(recording.seen.fault, "");
  EXPECT_GT(recording.seen.fastest, 0.0);
  World world(scene.world, 2);
  EXPECT_EQ(world.hash(), recording.frames[0].hash);
  for (const std::uint64_t frame : {3u, 6u}) {
    recording.restore(world, frame);
    EXPECT_EQ(world.frameIndex(), frame);
    EXPECT_EQ(world.hash(), recording.frames[frame].hash);
    while (world.frameIndex() < 9) world.advanceFrame();
    EXPECT_EQ(world.hash(), recording.frames[9].hash) << "from frame " << frame;
  }
}

TEST(SceneRecording, RefusesAStateThatIsNotTheOneOfItsFrame) {
  const Scene scene = smallScene();
  SceneRecording recording = test::recordScene(scene, {2, {1, 2}});
  std::swap(recording.states[1], recording.states[2]);
  World world(scene.world, 1);
  EXPECT_THROW(recording.restore(world, 1), RunError);
  std::swap(recording.states[1], recording.states[2]);
  ++recording.frames[1].hash;
  EXPECT_THROW(recording.restore(world, 1), RunError);
}

TEST(SceneRecording, DependsOnTheScenesTextAndNotOnWhatTheProcessHasDone) {
  Scene scene = smallScene();
  const std::uint64_t key = test::recordingKey(scene);
  // Several threads load additional libraries.
  World(scene.world, 3).advanceFrame();
  EXPECT_EQ(test::recordingKey(smallScene()), key);
  scene.source += ' ';
  EXPECT_NE(test::recordingKey(scene), key);
}

TEST(SceneRecording, ReportsTheErrorOfARun) {
  Scene scene = smallScene();
  EXPECT_EQ(test::recordScene(scene, {2}).seen.fault, "");
  scene.world.liquids[0].velocity = {0.f, 0.f, 200.f};
  scene.world.domain.reset();
  scene.world.emitters.clear();
  World world(scene.world, 1);
  test::SceneChecker watch(world);
  watch.note(World(smallScene().world, 1));
  EXPECT_EQ(watch.findings().fault, "");
  scene.world.liquids.clear();
  watch.note(World(scene.world, 1));
  EXPECT_THAT(watch.findings().fault, testing::HasSubstr("is gone"));
}

TEST(RecordedRun, IsTheRunOfTheSceneToTheBit) {
  const char* const name = "clavet_under_sphere_drip";
  RecordedRun run(name, 2), jump(name, 1);
  World world(loadScene(name, Detail::Coarse).world, 1);
  EXPECT_EQ(run.world().hash(), world.hash());
  while (world.frameIndex() < 94) {
    world.advanceFrame();
    run.advanceFrame();
    ASSERT_EQ(run.world().hash(), world.hash()) << "frame " << world.frameIndex();
  }
  jump.advanceToTime(94.0 / world.spec().framesPerSecond);
  EXPECT_EQ(jump.world().frameIndex(), 94u);
  EXPECT_EQ(jump.world().hash(), world.hash());
  EXPECT_EQ(run.rollBacks(), world.rollBacks().size());
}

}  // namespace
}  // namespace ooze::scene_recording_test
