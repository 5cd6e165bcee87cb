#include "render/renderer.h"

#include "ooze/base/error.h"

#include "render/environment_map.h"
#include "render/frame_block.h"
#include "render/layer_pass.h"
#include "render/panorama.h"
#include "render/passes.h"
#include "render/shader_files.h"
#include "render/snapshot_render_data.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

namespace ooze {
namespace {

/// Lengths in rest spacings: radius of a particle's shadow disc, radius of a particle's thickness splat,
/// and standard deviation of the outline's blur.
constexpr float kShadow = 0.6f, kSplat = 1.7f, kOutline = 0.7f;

/// Returns the width of the shadow maps for a quality.
int shadowPixels(int quality) { return quality <= 0 ? 512 : quality == 1 ? 1024 : 2048; }

/// Holds one environment for image-based lighting: the prefiltered map and the diffuse coefficients.
struct EnvironmentPass {
  explicit EnvironmentPass(const EnvironmentMap& map) : texture(map.levels), irradiance(map.irradiance) {}
  EnvironmentTexture texture;
  std::array<Vec3, 9> irradiance;
};

}  // namespace

struct Renderer::State {
  ShaderLibrary shaders{findShaderFolder()};
  VertexArray nothing;
  Buffer frame;
  SnapshotRenderData subject;
  SolidCollector solids;
  std::optional<Targets> targets;
  std::optional<ShadowMaps> shadows;
  struct CachedEnvironment {
    float turn, height;
    EnvironmentPass surroundings;
  };
  std::map<Background, CachedEnvironment>
      lit;  // last used environment map of each background, so switching back is free
  /// Caches the panorama of the last picture, with the textures made from the panorama.
  struct SeenEnvironment {
    std::shared_ptr<const Panorama> panorama;  // kept alive, so that no other panorama gets the same address
    EnvironmentTexture backdrop;
    std::optional<CachedEnvironment> lit;
  };
  std::optional<SeenEnvironment> seen;

  const EnvironmentPass& findEnvironment(const Panorama& panorama, const LightSpec& light) {
    std::optional<CachedEnvironment>& now = seen->lit;
    if (!now || now->turn != light.turn || now->height != light.height) {
      now.reset();
      now.emplace(CachedEnvironment{light.turn, light.height,
                                    EnvironmentPass(makeEnvironmentMap(applyLightSpec(panorama.row, light),
                                                                       panorama.ambient, light.turn))});
    }
    return now->surroundings;
  }

  const EnvironmentPass& findEnvironment(const RenderSettings& settings) {
    const LightSpec& light = settings.light;
    if (settings.panorama) {
      if (!seen || seen->panorama != settings.panorama) {
        seen.reset();
        seen.emplace(SeenEnvironment{
            settings.panorama, EnvironmentTexture(std::span(&settings.panorama->backdrop, 1)), {}});
      }
      seen->backdrop.bind(kBackdropUnit);
      return findEnvironment(*settings.panorama, light);
    }
    const auto found = lit.find(settings.background);
    if (found != lit.end() && found->second.turn == light.turn && found->second.height == light.height)
      return found->second.surroundings;
    if (found != lit.end()) lit.erase(found);
    CachedEnvironment now{light.turn, light.height,
                          EnvironmentPass(makeEnvironmentMap(environmentLight(settings.background, light)))};
    return lit.emplace(settings.background, std::move(now)).first->second.surroundings;
  }
  struct ShadowInputs {
    std::uint64_t subject = 0;
    Background background = Background::Studio;
    const Panorama* panorama = nullptr;
    float turn = 0.f, height = 0.f;
    bool nozzles = false;
    bool operator==(const ShadowInputs&) const = default;
  } lastShadowInputs;
  std::optional<LayerPass> layerPass;
  std::optional<TileLayers> layers;  ///< layers of the last picture, if it was drawn with layers
  StageTimer cost;
  bool measuring = false;

  /// Runs a stage of the picture, and times the stage if measuring is on.
  template <class Draw>
  void stage(std::string_view name, Draw draw) {
    if (!measuring) return draw();
    const StageTimer::Scope scope(cost, name);
    draw();
    glFinish();
  }

  Targets& ensureTargets(const glm::ivec2& size, bool quick, bool surface) {
    if (!targets || targets->size != size || targets->quick != quick || targets->surface != surface) {
      targets.reset();  // frees the old targets before the new ones are allocated
      targets.emplace(size, quick, surface);
    }
    return *targets;
  }
  ShadowMaps& ensureShadowMaps(int quality) {
    const int pixels = shadowPixels(quality);
    if (!shadows || shadows->pixels != pixels) {
      shadows.emplace(pixels, quality <= 0);
      lastShadowInputs = {};
    }
    return *shadows;
  }
  /// Returns true if casters or key light changed since the last call, so the shadow maps are out of date.
  bool takeShadowChange(const RenderSettings& settings) {
    const ShadowInputs now{subject.version(),   settings.background,   settings.panorama.get(),
                           settings.light.turn, settings.light.height, settings.nozzles};
    return std::exchange(lastShadowInputs, now) != now;
  }
};

Renderer::Renderer() : state_(std::make_unique<State>()) {
  // Compile now, so that a broken installation fails at the start and not in the middle of a session.
  for (const auto& [fragment, vertex] : {std::pair{"sphere_surface", "sphere"},
                                         {"point", "point"},
                                         {"mesh_surface", "mesh"},
                                         {"liquid", "fullscreen"},
                                         {"backdrop", "fullscreen"},
                                         {"shade_floor", "fullscreen"},
                                         {"shade", "fullscreen"},
                                         {"finish", "fullscreen"}})
    state_->shaders.program(fragment, vertex);
}
Renderer::~Renderer() = default;

void Renderer::draw(const std::shared_ptr<const Snapshot>& snapshot, const CameraView& camera,
                    const RenderSettings& settings, GLuint framebuffer) {
  drawTile(snapshot, camera, settings, {glm::ivec2(0), settings.size, settings.size}, framebuffer);
}

void Renderer::drawTile(const std::shared_ptr<const Snapshot>& snapshot, const CameraView& camera,
                        const RenderSettings& settings, const Tile& tile, GLuint framebuffer) {
  State& s = *state_;
  if (settings.size.x <= 0 || settings.size.y <= 0) return;
  s.cost.clear();
  s.shaders.reloadChanged();
  const float scale = std::clamp(settings.scale, 0.25f, 1.f);
  const auto scaled = [scale](const glm::ivec2& v) {
    return glm::max(glm::ivec2(Vec2(v) * scale), glm::ivec2(1));
  };
  const Tile inner = scale == 1.f ? tile : Tile{glm::ivec2(0), scaled(tile.size), scaled(tile.whole)};

  s.stage("snapshot", [&] { s.subject.take(snapshot, settings); });
  const bool quick = settings.quality <= 0;
  const ShadowMaps& shadows = s.ensureShadowMaps(settings.quality);
  FrameBlock frame = makeFrameBlock(*snapshot, camera, settings, inner, s.subject.bounds(), s.subject.floor(),
                                    shadows.pixels);
  const EnvironmentPass& surroundings = s.findEnvironment(settings);
  setIrradiance(frame, surroundings.irradiance);
  surroundings.texture.bind(kEnvironmentUnit);
  s.frame.upload(GL_UNIFORM_BUFFER, std::span<const FrameBlock>(&frame, 1), GL_STREAM_DRAW);
  glBindBufferBase(GL_UNIFORM_BUFFER, 0, s.frame.name());
  // Graphics hardware draws all particles faster than the CPU can cull hidden particles.
  s.stage("choice", [&] { quick ? s.subject.cullHiddenParticles(frame) : s.subject.showAll(); });
  const SolidList solids = s.solids.collect(*snapshot, camera, settings, s.subject.floor(), frame);

  glDisable(GL_BLEND);
  glDisable(GL_CULL_FACE);
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_STENCIL_TEST);
  glDepthMask(GL_TRUE);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  const float sphere = sphereRadius(*snapshot, settings);
  const float outline =
      smoothsOutline(settings) ? kOutline * drawnSpacing(*snapshot) * frame.eye.w / frame.forward.w : 0.f;
  const PassInputs pass{s.shaders,
                        s.ensureTargets(inner.size, quick, isSurface(settings.view)),
                        shadows,
                        s.subject.particles(),
                        s.subject.surface(),
                        s.subject.droplets(),
                        solids,
                        settings,
                        sphere,
                        kShadow * drawnSpacing(*snapshot),
                        kSplat * drawnSpacing(*snapshot),
                        outline,
                        s.subject.looks(),
                        s.subject.parts(),
                        s.subject.transmittance(),
                        s.subject.bounds(),
                        static_cast<float>(inner.whole.y),
                        s.nothing};
  if (s.takeShadowChange(settings)) s.stage("shadow maps", [&] { drawShadows(pass); });
  s.stage("solids", [&] { quick ? drawForwardLit(pass) : drawSolids(pass); });
  s.stage("liquid surface",
          [&] { isSurface(settings.view) ? drawSurfaceMesh(pass) : drawScreenSpaceLiquid(pass); });
  s.stage("occlusion and shadow", [&] {
    if (!quick) return drawOcclusionAndShadows(pass);
    drawFloorShadow(pass);
    drawHardShadows(pass);
  });
  if (!quick) s.stage("light", [&] { shadeSolids(pass); });
  s.stage("light of liquid", [&] { shadeLiquid(pass); });
  s.stage("droplets", [&] { drawDroplets(pass); });
  s.stage("glass", [&] { drawGlass(pass); });
  s.stage("finish", [&] { finishPicture(pass, framebuffer); });
  s.layers.reset();
  if (!settings.layers) return;
  if (!s.layerPass) s.layerPass.emplace();
  s.stage("layers",
          [&] { s.layers = s.layerPass->draw(pass, *snapshot, s.subject.version(), frame.film.x); });
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
}

const TileLayers& Renderer::layers() const {
  if (!state_->layers) throw std::logic_error("the picture was drawn without layers");
  return *state_->layers;
}

void Renderer::measureStages(bool on) { state_->measuring = on; }
const StageTimer& Renderer::cost() const { return state_->cost; }

std::optional<std::size_t> Renderer::surfaceTriangles(float cell) const {
  return state_->subject.trianglesAt(cell);
}

const std::string& Renderer::shaderError() const { return state_->shaders.error(); }

void loadOpenGl(GLADapiproc (*getAddress)(const char* name)) {
  const int version = gladLoadGL(getAddress);
  if (version == 0) throw RunError("no OpenGL 4.1: its functions cannot be loaded");
  if (GLAD_VERSION_MAJOR(version) * 10 + GLAD_VERSION_MINOR(version) < 41)
    throw RunError(fmt::format("no OpenGL 4.1: the driver offers {}.{} ({})", GLAD_VERSION_MAJOR(version),
                               GLAD_VERSION_MINOR(version),
                               reinterpret_cast<const char*>(glGetString(GL_RENDERER))));
}

bool isSoftwareRenderer() {
  const auto* name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  return name && (std::strstr(name, "llvmpipe") || std::strstr(name, "softpipe") || std::strstr(name, "SWR"));
}

bool contextWasReset() {
  if (GLAD_GL_KHR_robustness) return glGetGraphicsResetStatus() != GL_NO_ERROR;
  return GLAD_GL_ARB_robustness && glGetGraphicsResetStatusARB() != GL_NO_ERROR;
}

}  // namespace ooze
