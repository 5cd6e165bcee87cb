// Golden-file check of `ooze run --golden FILE`: records a run, or compares the run with the recorded one.
#pragma once

#include "scene/golden_file.h"

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>

namespace ooze {

class GoldenCheck {
 public:
  /// Reads the golden file if the file exists.
  /// @param file  "" disables recording and comparing
  /// @throws InputError if the file is no valid golden file; RunError if the file is new and cannot be
  /// written
  explicit GoldenCheck(std::filesystem::path file);

  /// Returns the length of the recorded run; unset if no run is recorded.
  [[nodiscard]] std::optional<std::uint64_t> frames() const;

  /// Starts to record the run.
  /// @param commands  commands that the run will apply
  /// @param frames    length of the run
  /// @param world     the world at its start; must not be moved or destroyed before finish()
  /// @throws InputError if the golden file belongs to a different run
  void begin(const Scene& scene, const std::vector<LoggedCommand>& commands, std::uint64_t frames,
             World& world);
  /// Records the frame that the world has just finished.
  void noteFrame();
  /// Writes or compares the golden file and prints the result as one line.
  /// @return exit code: 1 if the runs differ
  int finish(std::FILE* out);

 private:
  std::filesystem::path file_;
  std::optional<GoldenFile> expected_;
  GoldenFile actual_;
  std::unique_ptr<GoldenRecorder> recorder_;
};

}  // namespace ooze
