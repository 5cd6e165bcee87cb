// Parameter sweeps started from the window: run in the background and show their pictures in a panel.
#pragma once

#include "app/pictures/sweep.h"
#include "app/window/background_painter.h"
#include "ui/panels/panel.h"
#include "ui/state/sweeps.h"

#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ooze {

/// State of the window that a sweep starts from.
struct SweepStart {
  std::shared_ptr<const Scene> scene;  ///< null if no scene is open
  std::vector<Command> edits;          ///< commands that the user has applied to the scene
  CameraView camera;
  RenderSettings picture;  ///< settings of the pictures; their size is ignored
};

/// Call all members on the main thread, while the window's context is current.
class WindowSweeps final : public ui::Sweeps {
 public:
  /// @param ground  called when a sweep starts
  /// @param wake    called on any thread when follow() has work to do
  WindowSweeps(std::function<SweepStart()> ground, std::function<void()> wake);
  ~WindowSweeps() override;

  void start(const ui::SweepChoice& choice) override;
  void cancel() override;
  [[nodiscard]] const ui::SweepSheet* sheet() const override { return sheet_ ? &*sheet_ : nullptr; }
  void save(const std::filesystem::path& file) override;

  /// Collects finished cells. @return whether the sheet has changed
  bool follow();
  /// Returns the task shown in the status bar while a sweep is running.
  [[nodiscard]] std::optional<ui::Task> task();
  std::vector<Message> takeMessages();

 private:
  void show(const SweepCell& cell);
  void dropTextures();

  const std::function<SweepStart()> ground_;
  const std::function<void()> wake_;
  BackgroundPainter painter_;
  std::optional<ui::SweepSheet> sheet_;
  std::vector<SweepCell> cells_;  ///< finished cells in order of arrival, for the saved file
  std::vector<Message> messages_;
  std::future<Message> saving_;   ///< result of saving a sheet
  std::unique_ptr<Sweep> sweep_;  // last: stops before the painter is destroyed
};

}  // namespace ooze
