#include "render/offscreen_renderer.h"

namespace ooze {

OffscreenRenderer::OffscreenRenderer() = default;

void OffscreenRenderer::limitTile(int pixels) { maker_.limitTile(pixels); }

Renderer& OffscreenRenderer::renderer() { return maker_.renderer(); }

Image OffscreenRenderer::render(const std::shared_ptr<const Snapshot>& snapshot, const CameraView& camera,
                                const RenderSettings& settings, int supersample) {
  context_.makeCurrent();
  return maker_.make(snapshot, camera, settings, supersample);
}

}  // namespace ooze
