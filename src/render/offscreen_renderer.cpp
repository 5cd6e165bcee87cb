#include "render/offscreen_renderer.h"

#include "ooze/base/error.h"

#include "base/colour.h"
#include "render/gl_objects.h"
#include "render/layer_pass.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <glm/ext/matrix_clip_space.hpp>
#include <string_view>

namespace ooze {
namespace {

/// Margin of a tile, as a part of the picture's height: smoothing, ambient occlusion and refraction read
/// pixels up to this distance.
constexpr float kTileMargin = 0.12f;
constexpr int kLargestTile = 4096;

/// Converts between bytes of sRGB and linear light by table lookup. A call of pow() for every sample would
/// take longer than the drawing.
class LightTables {
 public:
  LightTables() {
    for (std::size_t i = 0; i < 256; ++i) linear_[i] = linearOfSrgb(static_cast<float>(i) / 255.f);
    for (std::size_t i = 0; i < 255; ++i) next_[i] = linearOfSrgb((static_cast<float>(i) + 0.5f) / 255.f);
    next_[255] = 2.f;
    for (std::size_t i = 0, byte = 0; i < kSteps; ++i) {
      while (next_[byte] <= static_cast<float>(i) / kSteps) ++byte;
      first_[i] = static_cast<std::uint8_t>(byte);
    }
  }
  [[nodiscard]] float linear(std::uint8_t byte) const { return linear_[byte]; }
  [[nodiscard]] std::uint8_t byte(float linear) const {
    const float c = std::clamp(linear, 0.f, 1.f);
    std::size_t byte = first_[std::min(static_cast<std::size_t>(c * kSteps), kSteps - 1)];
    while (next_[byte] <= c) ++byte;
    return static_cast<std::uint8_t>(byte);
  }

 private:
  static constexpr std::size_t kSteps = 4096;
  /// Linear light of each byte; least light that rounds to the next byte.
  std::array<float, 256> linear_{}, next_{};
  std::array<std::uint8_t, kSteps> first_{};
};

/// Holds a rendered tile: RGBA with straight alpha, lowest row first, as OpenGL stores pictures.
struct PictureTile {
  glm::ivec2 origin, size;  // lower left corner and size [pixels of the supersampled picture]
  std::vector<std::uint8_t> pixels;

  [[nodiscard]] const std::uint8_t* at(int x, int y) const {
    return &pixels[4 * (static_cast<std::size_t>(y - origin.y) * size.x + (x - origin.x))];
  }
};

PictureTile drawPiece(Renderer& renderer, const std::shared_ptr<const Snapshot>& snapshot,
                      const CameraView& camera, RenderSettings settings, const Tile& tile) {
  settings.origin = glm::ivec2(0);
  settings.size = tile.size;
  settings.scale = 1.f;
  const RenderTarget target(tile.size, {GL_RGBA8}, 0);
  renderer.drawTile(snapshot, camera, settings, tile, target.framebuffer());
  PictureTile piece{tile.origin, tile.size, std::vector<std::uint8_t>(4ull * tile.size.x * tile.size.y)};
  glBindFramebuffer(GL_READ_FRAMEBUFFER, target.framebuffer());
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glReadPixels(0, 0, tile.size.x, tile.size.y, GL_RGBA, GL_UNSIGNED_BYTE, piece.pixels.data());
  return piece;
}

/// Copies a piece pixel by pixel. Fully transparent pixels become black.
void copyInto(Image& image, const PictureTile& piece, const glm::ivec2& from, const glm::ivec2& to) {
  for (int y = from.y; y < to.y; ++y) {
    const std::uint8_t* in = piece.at(from.x, y);
    std::uint8_t* out = image.at(from.x, image.height - 1 - y);
    for (int x = from.x; x < to.x; ++x, in += 4, out += image.channels)
      for (int c = 0; c < image.channels; ++c) out[c] = in[3] > 0 ? in[c] : 0;
  }
}

/// Averages n x n samples for each pixel in linear light, with straight alpha.
void averageInto(Image& image, const PictureTile& piece, int n, const glm::ivec2& from,
                 const glm::ivec2& to) {
  static const LightTables kLight;
  for (int y = from.y; y < to.y; ++y)
    for (int x = from.x; x < to.x; ++x) {
      std::array<float, 4> sum{};
      for (int j = 0; j < n; ++j) {
        const std::uint8_t* p = piece.at(x * n, y * n + j);
        for (int i = 0; i < n; ++i, p += 4) {
          const float alpha = static_cast<float>(p[3]) / 255.f;
          for (std::size_t c = 0; c < 3; ++c) sum[c] += kLight.linear(p[c]) * alpha;
          sum[3] += alpha;
        }
      }
      std::uint8_t* out = image.at(x, image.height - 1 - y);
      for (std::size_t c = 0; c < 3; ++c) out[c] = sum[3] > 0.f ? kLight.byte(sum[c] / sum[3]) : 0;
      if (image.channels == 4)
        out[3] = static_cast<std::uint8_t>(std::lround(255.f * sum[3] / static_cast<float>(n * n)));
    }
}

/// Copies the layers of a tile: the mean light of n x n samples, and the other layers of the middle sample.
void copyLayers(LayeredPicture& picture, const TileLayers& layers, const PictureTile& piece, int n,
                const glm::ivec2& from, const glm::ivec2& to) {
  const auto sample = [&piece](int x, int y) {
    return static_cast<std::size_t>(y - piece.origin.y) * static_cast<std::size_t>(piece.size.x) +
           static_cast<std::size_t>(x - piece.origin.x);
  };
  const float share = 1.f / static_cast<float>(n * n);
  for (int y = from.y; y < to.y; ++y)
    for (int x = from.x; x < to.x; ++x) {
      const std::size_t at = picture.index(x, picture.height - 1 - y);
      glm::vec4 light(0.f);
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) light += layers.light[sample(x * n + i, y * n + j)];
      picture.colour[at] = share * light;
      const std::size_t middle = sample(x * n + n / 2, y * n + n / 2);
      const glm::vec4 &normal = layers.normalsAndObjects[middle],
                      &velocity = layers.velocitiesAndDepths[middle];
      picture.normals[at] = Vec3(normal), picture.objects[at] = normal.w;
      picture.velocities[at] = Vec3(velocity), picture.depth[at] = velocity.w;
    }
}

int largestTile() {
  GLint most = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
  return std::min<int>(kLargestTile, most);
}

}  // namespace

PictureRenderer::PictureRenderer() : tileLimit_(largestTile()) {}

void PictureRenderer::limitTile(int pixels) { tileLimit_ = std::max(pixels, 64); }

/// Draws a picture in tiles, and calls use(piece, from, to) for each tile with the corners of the tile's part
/// of the picture [pixels].
template <class Use>
void PictureRenderer::drawTiles(const std::shared_ptr<const Snapshot>& snapshot, const CameraView& camera,
                                const RenderSettings& settings, int supersample, const Use& use) {
  const glm::ivec2 size = settings.size;
  if (size.x < 1 || size.y < 1 || size.x > 32768 || size.y > 32768)
    throw InputError(fmt::format("a picture of {}x{} pixels: each side must be 1 to 32768", size.x, size.y));
  if (supersample < 1 || supersample > 8)
    throw InputError(fmt::format("supersample {}: must be 1 to 8", supersample));
  RenderSettings fine = settings;
  fine.smoothEdges = settings.smoothEdges && supersample == 1;
  const glm::ivec2 whole = size * supersample;

  const bool tiled = whole.x > tileLimit_ || whole.y > tileLimit_;
  const int margin =
      tiled ? std::min(static_cast<int>(kTileMargin * static_cast<float>(whole.y)), tileLimit_ / 3) : 0;
  const glm::ivec2 step = tiled ? glm::ivec2((tileLimit_ - 2 * margin) / supersample) : size;
  for (glm::ivec2 from{0}; from.y < size.y; from.y += step.y)
    for (from.x = 0; from.x < size.x; from.x += step.x) {
      const glm::ivec2 to = glm::min(from + step, size);
      const glm::ivec2 low = glm::max(from * supersample - margin, glm::ivec2(0));
      const glm::ivec2 high = glm::min(to * supersample + margin, whole);
      use(drawPiece(renderer_, snapshot, camera, fine, {low, high - low, whole}), from, to);
    }
  if (contextWasReset())
    throw RunError("the graphics card was reset or unplugged while the picture was drawn");
}

Image PictureRenderer::make(const std::shared_ptr<const Snapshot>& snapshot, const CameraView& camera,
                            const RenderSettings& settings, int supersample) {
  Image image;
  drawTiles(snapshot, camera, settings, supersample,
            [&](const PictureTile& piece, const glm::ivec2& from, const glm::ivec2& to) {
              if (image.pixels.empty())
                image = Image(settings.size.x, settings.size.y, settings.transparent ? 4 : 3);
              if (supersample == 1)
                copyInto(image, piece, from, to);
              else
                averageInto(image, piece, supersample, from, to);
            });
  return image;
}

LayeredPicture PictureRenderer::makeLayered(const std::shared_ptr<const Snapshot>& snapshot,
                                            const CameraView& camera, const RenderSettings& settings,
                                            int supersample) {
  RenderSettings layered = settings;
  layered.layers = true;
  LayeredPicture picture;
  drawTiles(snapshot, camera, layered, supersample,
            [&](const PictureTile& piece, const glm::ivec2& from, const glm::ivec2& to) {
              if (picture.colour.empty()) picture = LayeredPicture(settings.size.x, settings.size.y);
              copyLayers(picture, renderer_.layers(), piece, supersample, from, to);
            });
  for (const MaterialDefinition& material : snapshot->materials) picture.objectNames.push_back(material.name);
  for (const Body& body : snapshot->bodies) picture.objectNames.push_back(body.name);
  picture.framesPerSecond = snapshot->framesPerSecond;
  picture.worldToCamera = camera.viewMatrix();
  const float aspect = static_cast<float>(settings.size.x) / static_cast<float>(settings.size.y);
  picture.worldToScreen =
      glm::infinitePerspective(glm::radians(camera.fieldOfView), aspect, 0.01f) * picture.worldToCamera;
  return picture;
}

struct OffscreenContext::Handles {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;
};

namespace {

[[noreturn]] void refuse(std::string_view reason) {
  throw RunError(fmt::format("no OpenGL 4.1: {} (EGL error {:#x})", reason, eglGetError()));
}

template <class Function>
Function function(const char* name) {
  return reinterpret_cast<Function>(eglGetProcAddress(name));
}

/// Opens and initialises a display. Returns EGL_NO_DISPLAY on failure.
EGLDisplay openDisplay(EGLenum platform, void* native) {
  const auto getDisplay = function<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
  if (!getDisplay) refuse("EGL has no platform displays");
  EGLDisplay display = getDisplay(platform, native, nullptr);
  return display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr) ? display : EGL_NO_DISPLAY;
}

/// Opens the first EGL device that `wanted` accepts. Returns EGL_NO_DISPLAY if none opens.
template <class Wanted>
EGLDisplay openDevice(const Wanted& wanted) {
  const auto devicesOf = function<PFNEGLQUERYDEVICESEXTPROC>("eglQueryDevicesEXT");
  const auto textOf = function<PFNEGLQUERYDEVICESTRINGEXTPROC>("eglQueryDeviceStringEXT");
  std::array<EGLDeviceEXT, 16> devices{};
  EGLint count = 0;
  if (!devicesOf || !textOf || !devicesOf(static_cast<EGLint>(devices.size()), devices.data(), &count))
    return EGL_NO_DISPLAY;
  for (EGLint i = 0; i < count; ++i) {
    EGLDeviceEXT device = devices[static_cast<std::size_t>(i)];
    const char* const extensions = textOf(device, EGL_EXTENSIONS);
    if (!wanted(std::string_view(extensions ? extensions : ""))) continue;
    if (EGLDisplay display = openDisplay(EGL_PLATFORM_DEVICE_EXT, device); display != EGL_NO_DISPLAY)
      return display;
  }
  return EGL_NO_DISPLAY;
}

/// Opens a display without a surface: Mesa's surfaceless platform or, for drivers without that platform, the
/// first EGL device.
EGLDisplay openSurfacelessDisplay() {
  EGLDisplay display = openDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY);
  if (display == EGL_NO_DISPLAY) display = openDevice([](std::string_view) { return true; });
  if (display == EGL_NO_DISPLAY) refuse("EGL has no surfaceless display");
  return display;
}

/// Opens the EGL device of the software renderer, a display separate from the surfaceless platform's.
EGLDisplay openProcessorsDisplay() {
  return openDevice([](std::string_view extensions) {
    return extensions.find("EGL_MESA_device_software") != std::string_view::npos;
  });
}

/// Makes a context.
/// @param tells  true: requests reset notification, for contextWasReset(); not every driver supports that
EGLContext makeContext(EGLDisplay display, bool tells) {
  const EGLint wanted[] = {EGL_CONTEXT_MAJOR_VERSION,
                           4,
                           EGL_CONTEXT_MINOR_VERSION,
                           1,
                           EGL_CONTEXT_OPENGL_PROFILE_MASK,
                           EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                           EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY,
                           tells ? EGL_LOSE_CONTEXT_ON_RESET : EGL_NO_RESET_NOTIFICATION,
                           EGL_NONE};
  return eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, wanted);
}

}  // namespace

OffscreenContext::OffscreenContext(Display display) : handles_(std::make_unique<Handles>()) {
  if (display == Display::Apart) handles_->display = openProcessorsDisplay();
  if (handles_->display == EGL_NO_DISPLAY) handles_->display = openSurfacelessDisplay();
  if (!eglBindAPI(EGL_OPENGL_API)) refuse("EGL offers no desktop OpenGL");
  handles_->context = makeContext(handles_->display, true);
  if (handles_->context == EGL_NO_CONTEXT) handles_->context = makeContext(handles_->display, false);
  if (handles_->context == EGL_NO_CONTEXT) refuse("the driver cannot create the context");
  makeCurrent();
  // Load only once: the loaded functions serve every context, and other threads may be calling them now.
  if (!glGetString) loadOpenGl(eglGetProcAddress);
}

// The display stays initialised: EGL gives every caller in the process the same display, so terminating the
// display would break other contexts.
OffscreenContext::~OffscreenContext() {
  if (eglGetCurrentContext() == handles_->context)
    eglMakeCurrent(handles_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  eglDestroyContext(handles_->display, handles_->context);
}

void OffscreenContext::makeCurrent() const {
  if (!eglMakeCurrent(handles_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, handles_->context))
    refuse("the context cannot be made current");
}

OffscreenRenderer::OffscreenRenderer() = default;

void OffscreenRenderer::limitTile(int pixels) { maker_.limitTile(pixels); }

Renderer& OffscreenRenderer::renderer() { return maker_.renderer(); }

Image OffscreenRenderer::render(const std::shared_ptr<const Snapshot>& snapshot, const CameraView& camera,
                                const RenderSettings& settings, int supersample) {
  context_.makeCurrent();
  return maker_.make(snapshot, camera, settings, supersample);
}

LayeredPicture OffscreenRenderer::renderLayered(const std::shared_ptr<const Snapshot>& snapshot,
                                                const CameraView& camera, const RenderSettings& settings,
                                                int supersample) {
  context_.makeCurrent();
  return maker_.makeLayered(snapshot, camera, settings, supersample);
}

}  // namespace ooze
