#include "scenes/scene_recording.h"

#include "ooze/base/bytes.h"
#include "ooze/base/error.h"

#include "base/file.h"
#include "base/file_writer.h"

#include <chrono>
#include <cstdio>
#include <fcntl.h>
#include <fmt/format.h>
#include <string_view>
#include <sys/file.h>
#include <unistd.h>
#include <utility>

namespace ooze::test {
namespace {

constexpr std::string_view kKind = "recording of an Ooze scene";

/// Holds a file lock between processes. The lock ends with the process at the latest.
class FileLock {
 public:
  explicit FileLock(const std::filesystem::path& file)
      : descriptor_(open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644)) {
    if (descriptor_ < 0 || flock(descriptor_, LOCK_EX) != 0)
      std::printf("cannot lock %s\n", file.c_str());  // without a lock, each process makes its own recording
  }
  ~FileLock() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int descriptor_;
};

std::vector<std::byte> bytesOf(const std::filesystem::path& file) {
  std::error_code failed;
  if (!std::filesystem::exists(file, failed)) return {};
  try {
    return readBytes(file);
  } catch (const InputError&) {
    return {};
  }
}

/// Writes a file, and only prints a failure, because a recording that cannot be saved can still be used.
void writeIfPossible(const std::filesystem::path& file, std::span<const std::byte> bytes) {
  try {
    FileWriter writer(file);
    writer.write(bytes);
    writer.finish();
  } catch (const RunError& error) {
    std::printf("%s\n", error.what());
  }
}

}  // namespace

void SceneRecording::restore(World& world, std::uint64_t frame) const {
  ByteReader state(states.at(frame));
  world.restore(state);
  if (world.frameIndex() != frame || world.hash() != frames.at(frame).hash)
    throw RunError(fmt::format("the world restored at frame {} is not the one that was recorded", frame));
}

SceneRecording recordScene(const Scene& scene, const RecordingPlan& plan) {
  World world(scene.world, 1);
  SceneChecker watch(world);
  SceneRecording recording;
  recording.frames.push_back({world.hash()});
  ByteWriter state;
  auto kept = plan.kept.begin();
  while (world.frameIndex() < plan.frames) {
    const auto before = std::chrono::steady_clock::now();
    world.advanceFrame();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - before;
    recording.frames.push_back({world.hash(), took.count(), world.rollBacks().size()});
    watch.note(world);
    if (kept == plan.kept.end() || *kept != world.frameIndex()) continue;
    state.clear();
    world.save(state);
    recording.states.emplace(*kept++, state.bytes());
  }
  recording.seen = watch.findings();
  return recording;
}

std::vector<std::byte> encodeRecording(const SceneRecording& recording, std::uint64_t key) {
  ByteWriter out;
  std::size_t size = 1024 + sizeof(RecordedFrame) * recording.frames.size();
  for (const auto& [frame, state] : recording.states) size += state.size() + 16;
  (void)out.room(size);  // reserves memory that clear() keeps
  out.clear();
  out.text(kKind);
  out.value(key);
  out.array(recording.frames);
  out.value(static_cast<std::uint64_t>(recording.states.size()));
  for (const auto& [frame, state] : recording.states) {
    out.value(frame);
    out.array(state);
  }
  out.text(recording.seen.fault);
  out.value(recording.seen.fastest);
  out.value(recording.seen.lostParticles);
  out.value(hashBytes(out.bytes()));
  return out.bytes();
}

std::optional<SceneRecording> decodeRecording(std::span<const std::byte> file, std::uint64_t key) try {
  constexpr std::size_t kHash = sizeof(std::uint64_t);
  if (file.size() < kHash) return {};
  const auto content = file.first(file.size() - kHash);
  if (ByteReader(file.last(kHash)).value<std::uint64_t>() != hashBytes(content)) return {};
  ByteReader in(content);
  if (in.text() != kKind || in.value<std::uint64_t>() != key) return {};
  SceneRecording recording;
  recording.frames = in.array<RecordedFrame>();
  for (auto n = in.value<std::uint64_t>(); n > 0; --n) {
    const auto frame = in.value<std::uint64_t>();
    recording.states.emplace(frame, in.array<std::byte>());
  }
  recording.seen.fault = in.text();
  recording.seen.fastest = in.value<double>();
  recording.seen.lostParticles = in.value<std::uint64_t>();
  if (!in.atEnd()) return {};
  return recording;
} catch (const InputError&) {
  return {};
}

std::filesystem::path RecordingFolder::fileOf(const std::string& name) const {
  return folder_ / (name + ".ooze-recording");
}

SceneRecording RecordingFolder::take(const std::string& name, std::uint64_t key, const Record& record) const {
  const std::filesystem::path file = fileOf(name);
  if (auto found = decodeRecording(bytesOf(file), key)) return std::move(*found);
  std::error_code ignored;
  std::filesystem::create_directories(folder_, ignored);
  const FileLock lock(folder_ / (name + ".lock"));
  // Another process may have recorded the scene in the meantime.
  if (auto found = decodeRecording(bytesOf(file), key)) return std::move(*found);
  SceneRecording recording = record();
  writeIfPossible(file, encodeRecording(recording, key));
  return recording;
}

RecordingFolder::FreshRecording RecordingFolder::takeFresh(const std::string& name, std::uint64_t key,
                                                           const Record& record) const {
  std::error_code ignored;
  std::filesystem::create_directories(folder_, ignored);
  const FileLock lock(folder_ / (name + ".lock"));
  const std::filesystem::path file = fileOf(name), mark = folder_ / (name + ".checked");
  // The mark stores the hash of the recording file that was checked.
  const auto hashOf = [](std::span<const std::byte> bytes) {
    ByteWriter hash;
    hash.value(hashBytes(bytes));
    return hash.bytes();
  };
  std::vector<std::byte> bytes = bytesOf(file);
  FreshRecording taken{{}, decodeRecording(bytes, key)};
  if (taken.before && bytesOf(mark) != hashOf(bytes)) {
    taken.recording = *std::exchange(taken.before, {});
  } else {
    taken.recording = record();
    bytes = encodeRecording(taken.recording, key);
    writeIfPossible(file, bytes);
  }
  writeIfPossible(mark, hashOf(bytes));
  return taken;
}

}  // namespace ooze::test
