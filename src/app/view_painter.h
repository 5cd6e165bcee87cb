// Draws snapshots into a picture of its own and copies that to the window. It draws again only when something
// changed, and as simply as the machine needs.
#pragma once

#include "app/quality_governor.h"
#include "render/image.h"
#include "render/renderer.h"

#include <chrono>
#include <memory>
#include <string>

namespace ooze {

class ViewPainter {
 public:
  /// Needs a current context with its functions loaded. @throws RunError as Renderer
  ViewPainter();
  ~ViewPainter();

  /// Draws if anything differs from the last picture, then copies that to the default framebuffer.
  /// @param settings  origin and size of the view in the window [pixels]; quality and scale are chosen here
  /// @return false if the picture is of an earlier snapshot, because drawing this one too would take too much
  /// time
  [[nodiscard]] bool paint(const std::shared_ptr<const Snapshot>& snapshot, const CameraView& camera,
                           const RenderSettings& settings);
  /// The same view at full quality, for a file.
  Image capture(const Snapshot& snapshot, const CameraView& camera, RenderSettings settings);

  /// "" at full quality, else what was simplified.
  [[nodiscard]] std::string qualityNote() const;
  [[nodiscard]] const std::string& shaderError() const { return renderer_.shaderError(); }

 private:
  using Clock = std::chrono::steady_clock;
  void resize(const glm::ivec2& size);
  void draw(const std::shared_ptr<const Snapshot>& snapshot, const CameraView& camera,
            const RenderSettings& settings);

  Renderer renderer_;
  const bool software_;
  Clock::time_point nextPicture_{};
  QualityGovernor governor_;
  GLuint framebuffer_ = 0, colour_ = 0;
  glm::ivec2 size_{0};
  std::shared_ptr<const Snapshot> drawn_;
  CameraView camera_;
  RenderSettings settings_;
};

}  // namespace ooze
