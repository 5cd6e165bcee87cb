#include "render/offscreen_renderer.h"

#include "ooze/base/error.h"

#include "render/gl_objects.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace ooze {
namespace {

/// Smoothing, occlusion and refraction look this far beyond a pixel, as a part of the picture's height.
constexpr float kTileMargin = 0.12f;

float toLinear(std::uint8_t byte) {
  static const std::array<float, 256> kTable = [] {
    std::array<float, 256> table{};
    for (std::size_t i = 0; i < 256; ++i) {
      const float c = static_cast<float>(i) / 255.f;
      table[i] = c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f);
    }
    return table;
  }();
  return kTable[byte];
}

std::uint8_t toByte(float linear) {
  const float c = std::clamp(linear, 0.f, 1.f);
  const float encoded = c <= 0.0031308f ? 12.92f * c : 1.055f * std::pow(c, 1.f / 2.4f) - 0.055f;
  return static_cast<std::uint8_t>(std::lround(encoded * 255.f));
}

/// A rendered piece: RGBA with straight alpha, lowest row first, as OpenGL gives it.
struct Piece {
  glm::ivec2 origin, size;  // in the finely sampled picture
  std::vector<std::uint8_t> pixels;
};

/// The average of n x n samples in linear light, with straight alpha.
void averageInto(Image& image, const Piece& piece, int n, const glm::ivec2& from, const glm::ivec2& to) {
  for (int y = from.y; y < to.y; ++y)
    for (int x = from.x; x < to.x; ++x) {
      std::array<float, 4> sum{};
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
          const int column = x * n + i - piece.origin.x, row = y * n + j - piece.origin.y;
          const std::uint8_t* p = &piece.pixels[4 * (static_cast<std::size_t>(row) * piece.size.x + column)];
          const float alpha = static_cast<float>(p[3]) / 255.f;
          for (std::size_t c = 0; c < 3; ++c) sum[c] += toLinear(p[c]) * alpha;
          sum[3] += alpha;
        }
      std::uint8_t* out = image.at(x, image.height - 1 - y);
      for (std::size_t c = 0; c < 3; ++c) out[c] = sum[3] > 0.f ? toByte(sum[c] / sum[3]) : 0;
      if (image.channels == 4)
        out[3] = static_cast<std::uint8_t>(std::lround(255.f * sum[3] / static_cast<float>(n * n)));
    }
}

}  // namespace

struct OffscreenRenderer::State {
  OffscreenContext context;
  Renderer renderer;
  int tileLimit = 4096;

  Piece drawPiece(const std::shared_ptr<const Snapshot>& snapshot, const CameraView& camera,
                  RenderSettings settings, const Tile& tile) {
    settings.origin = glm::ivec2(0);
    settings.size = tile.size;
    settings.scale = 1.f;
    const RenderTarget target(tile.size, {GL_RGBA8}, 0);
    renderer.drawTile(snapshot, camera, settings, tile, target.framebuffer());
    Piece piece{tile.origin, tile.size, std::vector<std::uint8_t>(4ull * tile.size.x * tile.size.y)};
    glBindFramebuffer(GL_READ_FRAMEBUFFER, target.framebuffer());
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glReadPixels(0, 0, tile.size.x, tile.size.y, GL_RGBA, GL_UNSIGNED_BYTE, piece.pixels.data());
    return piece;
  }
};

OffscreenRenderer::OffscreenRenderer() : state_(std::make_unique<State>()) {
  GLint most = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
  state_->tileLimit = std::min(state_->tileLimit, most);
}
OffscreenRenderer::~OffscreenRenderer() = default;

void OffscreenRenderer::limitTile(int pixels) { state_->tileLimit = std::max(pixels, 64); }

Renderer& OffscreenRenderer::renderer() { return state_->renderer; }

Image OffscreenRenderer::render(const std::shared_ptr<const Snapshot>& snapshot, const CameraView& camera,
                                const RenderSettings& settings, int supersample) {
  const glm::ivec2 size = settings.size;
  if (size.x < 1 || size.y < 1 || size.x > 32768 || size.y > 32768)
    throw InputError(fmt::format("a picture of {}x{} pixels: each side must be 1 to 32768", size.x, size.y));
  if (supersample < 1 || supersample > 8)
    throw InputError(fmt::format("supersample {}: must be 1 to 8", supersample));
  state_->context.makeCurrent();
  RenderSettings fine = settings;
  fine.smoothEdges = settings.smoothEdges && supersample == 1;
  const glm::ivec2 whole = size * supersample;
  Image image(size.x, size.y, settings.transparent ? 4 : 3);

  const bool tiled = whole.x > state_->tileLimit || whole.y > state_->tileLimit;
  const int margin =
      tiled ? std::min(static_cast<int>(kTileMargin * static_cast<float>(whole.y)), state_->tileLimit / 3)
            : 0;
  const glm::ivec2 step = tiled ? glm::ivec2((state_->tileLimit - 2 * margin) / supersample) : size;
  for (glm::ivec2 from{0}; from.y < size.y; from.y += step.y)
    for (from.x = 0; from.x < size.x; from.x += step.x) {
      const glm::ivec2 to = glm::min(from + step, size);
      const glm::ivec2 low = glm::max(from * supersample - margin, glm::ivec2(0));
      const glm::ivec2 high = glm::min(to * supersample + margin, whole);
      averageInto(image, state_->drawPiece(snapshot, camera, fine, {low, high - low, whole}), supersample,
                  from, to);
    }
  return image;
}

}  // namespace ooze
