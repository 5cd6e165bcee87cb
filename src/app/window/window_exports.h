// Exports started from the window: run in the background from the session's replay source, and report with a
// message.
#pragma once

#include "app/exports/frame_exporter.h"
#include "ui/panels/panel.h"
#include "ui/state/frame_exports.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ooze {

/// Call all members on the main thread.
class WindowExports final : public ui::FrameExports {
 public:
  /// Requests the replay source of the session from this frame on; `take` is called on any thread.
  using Ask = std::function<void(std::uint64_t frame, std::function<void(ReplaySource)> take)>;

  /// Current size of the liquid, for estimates of file sizes.
  struct Amount {
    std::size_t particles = 0;
    std::optional<std::size_t> triangles;  ///< number of triangles of the surface; unset if unknown
  };

  /// @param scene  returns the default name of the files
  /// @param wake   called on any thread when follow() has work to do
  WindowExports(Ask ask, std::function<std::string()> scene, std::function<Amount()> amount,
                std::function<void()> wake);

  void start(const ui::ExportChoice& choice) override;
  void cancel() override;
  [[nodiscard]] const ui::ExportStatus* status() const override { return status_ ? &*status_ : nullptr; }
  [[nodiscard]] std::uint64_t bytesPerFrame(const ui::ExportChoice& choice) const override;
  [[nodiscard]] std::string firstFile(const ui::ExportChoice& choice, const char* of) const override;

  /// Updates the status from the export's progress. @return whether the status has changed
  bool follow();
  /// Cancels a running export and waits for its end.
  void finish();
  /// Returns the task shown in the status bar while an export is running.
  [[nodiscard]] std::optional<ui::Task> task();
  std::vector<Message> takeMessages();

 private:
  [[nodiscard]] FrameExporter::Plan planOf(const ui::ExportChoice& choice) const;
  [[nodiscard]] std::filesystem::path filesOf(const ui::ExportChoice& choice, const char* of) const;
  void settle(const FrameExporter::ExportProgress& progress);

  const Ask ask_;
  const std::function<std::string()> scene_;
  const std::function<Amount()> amount_;
  const std::function<void()> wake_;
  std::optional<ui::ExportStatus> status_;
  std::vector<Message> messages_;
  std::shared_ptr<FrameExporter> exporter_;  ///< shared with the session until it has answered
};

}  // namespace ooze
