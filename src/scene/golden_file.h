// `.golden` files: a golden run, and what it was a run of.
#pragma once

#include "ooze/scene/scene.h"

#include "world/golden.h"

#include <filesystem>
#include <string>
#include <vector>

namespace ooze {

struct GoldenFile {
  std::string scene;  ///< its name
  Detail detail = Detail::Medium;
  std::string method;
  std::vector<std::string> settings;  ///< settingTexts() of what was set
  std::string build;                  ///< buildIdentification() of the program that made it
  GoldenRun run;

  [[nodiscard]] std::uint64_t frames() const { return run.frames.size(); }
};

/// Commands as people read them: `clavet.friction=0.5 at step 0`.
std::vector<std::string> settingTexts(const std::vector<LoggedCommand>& commands);

/// A file without a run yet, but for the parts that it will have. @param commands  that are going to be
/// applied
GoldenFile describeGolden(const Scene& scene, const std::vector<LoggedCommand>& commands);

/// @throws InputError "PATH: why" unless both are of the same scene, detail, method, settings and fields
void requireComparable(const GoldenFile& expected, const GoldenFile& actual,
                       const std::filesystem::path& path);

struct GoldenVerdict {
  bool same = false;
  std::string text;  ///< one line
};
/// Compares to the bit where both come from one build, within tolerances otherwise; the text says which.
GoldenVerdict compareGolden(const GoldenFile& expected, const GoldenFile& actual);

/// @throws RunError "cannot write PATH: reason"
void writeGolden(const std::filesystem::path& path, const GoldenFile& golden);

/// @throws InputError "PATH: why" if it cannot be read, is no golden file, is of another version, or is
/// damaged
GoldenFile readGolden(const std::filesystem::path& path);

/// The same in memory. @param path  stands in messages
std::vector<std::byte> encodeGolden(const GoldenFile& golden);
GoldenFile decodeGolden(std::span<const std::byte> bytes, const std::filesystem::path& path);

/// True if the bytes begin as a golden file does.
bool isGolden(std::span<const std::byte> bytes);

}  // namespace ooze
