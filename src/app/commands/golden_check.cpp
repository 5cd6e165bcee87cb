#include "app/commands/golden_check.h"

#include "ooze/base/error.h"

#include "export/frame_name.h"

#include <fmt/format.h>

namespace ooze {

GoldenCheck::GoldenCheck(std::filesystem::path file) : file_(std::move(file)) {
  if (file_.empty()) return;
  std::error_code ignored;
  if (std::filesystem::exists(file_, ignored))
    expected_ = readGolden(file_);
  else
    requireWritable(file_);
}

std::optional<std::uint64_t> GoldenCheck::frames() const {
  return expected_ ? std::optional(expected_->frames()) : std::nullopt;
}

void GoldenCheck::begin(const Scene& scene, const std::vector<LoggedCommand>& commands, std::uint64_t frames,
                        World& world) {
  if (file_.empty()) return;
  actual_ = describeGolden(scene, commands);
  if (expected_) {
    requireComparable(*expected_, actual_, file_);
    if (expected_->frames() != frames)
      throw InputError(
          fmt::format("{}: recorded over {} frames, not {}", file_.string(), expected_->frames(), frames));
  }
  recorder_ =
      std::make_unique<GoldenRecorder>(world, expected_ ? expected_->run.digestBudget : kGoldenDigestBudget);
}

void GoldenCheck::noteFrame() {
  if (recorder_) recorder_->noteFrame();
}

int GoldenCheck::finish(std::FILE* out) {
  if (!recorder_) return 0;
  actual_.run = recorder_->run();
  if (!expected_) {
    writeGolden(file_, actual_);
    fmt::print(out, "{}: recorded {} frames, {} stages\n", file_.string(), actual_.frames(),
               actual_.run.stages.size());
    return 0;
  }
  const GoldenVerdict verdict = compareGolden(*expected_, actual_);
  fmt::print(out, "{}: {}\n", file_.string(), verdict.text);
  return verdict.same ? 0 : 1;
}

}  // namespace ooze
