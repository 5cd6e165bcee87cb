// The window's sweeps: they start from the session, run behind it, and end in pictures that panels can show.
#pragma once

#include "app/pictures/sweep.h"
#include "app/window/window_painter.h"
#include "ui/panels/panel.h"
#include "ui/sweeps.h"

#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ooze {

/// What a sweep takes over from the window.
struct SweepGround {
  std::shared_ptr<const Scene> scene;  ///< null: there is none yet
  std::vector<Command> edits;          ///< of it
  CameraView camera;
  RenderSettings picture;  ///< size does not count
};

/// All on the main thread, while the window's context is current.
class WindowSweeps final : public ui::Sweeps {
 public:
  /// @param ground  asked when a sweep starts
  /// @param wake    called on any thread when follow() has something to do
  WindowSweeps(std::function<SweepGround()> ground, std::function<void()> wake);
  ~WindowSweeps() override;

  void start(const ui::SweepChoice& choice) override;
  void cancel() override;
  [[nodiscard]] const ui::SweepSheet* sheet() const override { return sheet_ ? &*sheet_ : nullptr; }
  void save(const std::filesystem::path& file) override;

  /// Takes over what has come. @return whether the sheet has changed
  bool follow();
  /// What the status bar shows while it works.
  [[nodiscard]] std::optional<ui::Task> task();
  std::vector<Message> takeMessages();

 private:
  void show(const SweepCell& cell);
  void dropTextures();

  const std::function<SweepGround()> ground_;
  const std::function<void()> wake_;
  WindowPainter painter_;
  std::optional<ui::SweepSheet> sheet_;
  std::vector<SweepCell> cells_;  ///< as they came, for the file
  std::vector<Message> messages_;
  std::future<Message> saving_;   ///< what came of a file
  std::unique_ptr<Sweep> sweep_;  // last: it stops before the painter is gone
};

}  // namespace ooze
