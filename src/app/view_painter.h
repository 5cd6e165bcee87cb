// Draws snapshots into a picture of its own and copies that to the window. It draws again only when something
// changed, and draws simpler when drawing takes too long, so that the window stays quick on any machine.
#pragma once

#include "render/image.h"
#include "render/renderer.h"

#include <chrono>
#include <memory>
#include <string>

namespace ooze {

/// How good the picture may be at present, from how long the last ones took.
class QualityGovernor {
 public:
  struct Level {
    int quality;
    float scale;
    const char* note;  ///< "" at full quality
  };

  explicit QualityGovernor(bool software);
  [[nodiscard]] const Level& level() const;
  /// @param milliseconds  that the picture just drawn took
  void drawn(double milliseconds);

 private:
  std::size_t index_;
  int slow_ = 0, quick_ = 0;
  int patience_ = 40;  ///< quick pictures before a better level is tried; grows when that was a mistake
  bool justImproved_ = false;
};

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
