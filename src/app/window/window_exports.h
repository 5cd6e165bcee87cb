// The window's exports: they start from the session, run behind it, and end in files and a line that tells of
// them.
#pragma once

#include "app/exports/frame_exporter.h"
#include "ui/frame_exports.h"
#include "ui/panels/panel.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ooze {

/// All on the main thread.
class WindowExports final : public ui::FrameExports {
 public:
  /// Asks the session for its course from this frame on, to be given to `take` on any thread.
  using Ask = std::function<void(std::uint64_t frame, std::function<void(Course)> take)>;

  /// What there is to write now.
  struct Amount {
    std::size_t particles = 0;
    std::optional<std::size_t> triangles;  ///< unset: not known
  };

  /// @param scene  the name that files get where none is chosen
  /// @param wake   called on any thread when follow() has something to do
  WindowExports(Ask ask, std::function<std::string()> scene, std::function<Amount()> amount,
                std::function<void()> wake);

  void start(const ui::ExportChoice& choice) override;
  void cancel() override;
  [[nodiscard]] const ui::ExportStatus* status() const override { return status_ ? &*status_ : nullptr; }
  [[nodiscard]] std::uint64_t bytesPerFrame(const ui::ExportChoice& choice) const override;
  [[nodiscard]] std::string firstFile(const ui::ExportChoice& choice, const char* of) const override;

  /// Takes over how far it is. @return whether that has changed
  bool follow();
  /// Ends what is still being written.
  void finish();
  /// What the status bar shows while it works.
  [[nodiscard]] std::optional<ui::Task> task();
  std::vector<Message> takeMessages();

 private:
  [[nodiscard]] FrameExporter::Plan planOf(const ui::ExportChoice& choice) const;
  [[nodiscard]] std::filesystem::path filesOf(const ui::ExportChoice& choice, const char* of) const;
  void settle(const FrameExporter::Progress& progress);

  const Ask ask_;
  const std::function<std::string()> scene_;
  const std::function<Amount()> amount_;
  const std::function<void()> wake_;
  std::optional<ui::ExportStatus> status_;
  std::vector<Message> messages_;
  std::shared_ptr<FrameExporter> exporter_;  ///< shared with a session that has not answered yet
};

}  // namespace ooze
