// `ooze run --golden FILE`: records a run, or compares it with the one recorded.
#pragma once

#include "scene/golden_file.h"

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>

namespace ooze {

class GoldenCheck {
 public:
  /// Reads the file if there is one. @param file  "": nothing is recorded or compared
  /// @throws InputError if it is no sound golden file; RunError if it is new and cannot be written
  explicit GoldenCheck(std::filesystem::path file);

  /// The length of the run that is compared with; unset if there is none.
  [[nodiscard]] std::optional<std::uint64_t> frames() const;

  /// @param commands  that are going to be applied
  /// @param frames    the length of the run
  /// @param world     at its start; it must stay where it is
  /// @throws InputError if the file is of another run than this
  void begin(const Scene& scene, const std::vector<LoggedCommand>& commands, std::uint64_t frames,
             World& world);
  /// Notes the frame that the world has just finished.
  void noteFrame();
  /// Writes the file, or compares; says so in one line. @return the exit code: 1 if the runs differ
  int finish(std::FILE* out);

 private:
  std::filesystem::path file_;
  std::optional<GoldenFile> expected_;
  GoldenFile actual_;
  std::unique_ptr<GoldenRecorder> recorder_;
};

}  // namespace ooze
