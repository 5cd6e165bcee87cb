// `.golden` files: a recorded reference run, with the scene, detail, method and settings of the run.
#pragma once

#include "ooze/scene/scene.h"

#include "world/history/golden.h"

#include <filesystem>
#include <string>
#include <vector>

namespace ooze {

/// A recorded run, and the conditions of the recording.
struct GoldenFile {
  std::string scene;  ///< name of the scene
  Detail detail = Detail::Medium;
  std::string method;
  std::vector<std::string> settings;  ///< settingTexts() of the applied commands
  std::string build;                  ///< buildIdentification() of the program that recorded the run
  GoldenRun run;

  [[nodiscard]] std::uint64_t frames() const { return run.frames.size(); }
};

/// Formats commands for people: `clavet.friction=0.5 at step 0`.
std::vector<std::string> settingTexts(const std::vector<LoggedCommand>& commands);

/// Creates a golden file without a recorded run; only the names of the run's parts are filled in.
/// @param commands  commands that are going to be applied
GoldenFile describeGolden(const Scene& scene, const std::vector<LoggedCommand>& commands);

/// Checks that two golden files can be compared.
/// @param path  path of the expected file, for messages
/// @throws InputError "PATH: why" unless both files have the same scene, detail, method, settings and fields
void requireComparable(const GoldenFile& expected, const GoldenFile& actual,
                       const std::filesystem::path& path);

/// The result of a comparison of two golden files.
struct GoldenVerdict {
  bool same = false;
  std::string text;  ///< verdict for people, on one line
};
/// Compares two runs: bit by bit if both come from one build, otherwise within tolerances.
/// The text of the verdict says which comparison was made.
GoldenVerdict compareGolden(const GoldenFile& expected, const GoldenFile& actual);

/// Writes a golden file atomically.
/// @throws RunError "cannot write PATH: reason"
void writeGolden(const std::filesystem::path& path, const GoldenFile& golden);

/// Reads and validates a golden file.
/// @throws InputError "PATH: why" if the file cannot be read, is no golden file, is of another version, or is
/// damaged
GoldenFile readGolden(const std::filesystem::path& path);

/// Serializes a golden file to memory, or reads a golden file from memory.
/// @param path  file name for messages
std::vector<std::byte> encodeGolden(const GoldenFile& golden);
GoldenFile decodeGolden(std::span<const std::byte> bytes, const std::filesystem::path& path);

/// Returns true if the bytes begin with the magic number of a golden file.
bool isGolden(std::span<const std::byte> bytes);

}  // namespace ooze
