#include "render/renderer.h"

#include "ooze/base/error.h"

#include "render/environment_map.h"
#include "render/frame_block.h"
#include "render/front_layers.h"
#include "render/looks.h"
#include "render/passes.h"
#include "render/shader_files.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <map>
#include <optional>

namespace ooze {
namespace {

/// In rest spacings: radius of what casts a particle's shadow and of its splat of thickness, standard
/// deviation of the blur of the outline.
constexpr float kShadow = 0.6f, kSplat = 1.7f, kOutline = 0.7f;
/// Of liquid that the sun shines through before it falls on something [m].
constexpr float kTypicalDepth = 0.015f;

/// So few particles are drawn in no time, even in software.
constexpr std::size_t kFew = 1500;

/// Width of the shadow maps at each quality.
int shadowPixels(int quality) { return quality <= 0 ? 0 : quality == 1 ? 1024 : 2048; }

/// What is left of white light behind liquid of this material.
Vec3 tintBehind(const MaterialDefinition& material) {
  const LookRow& look = lookRows()[lookIndex(material.look)];
  const Vec3 albedo = glm::clamp(linearColour(material.colour), 0.004f, 0.96f);
  // Beer and Lambert, as liquid.frag has it.
  return 0.85f * look.clear * glm::pow(albedo, Vec3(look.absorption * kTypicalDepth));
}

/// The same of all liquid together, from a sample of the particles.
Vec3 tintBehind(const Snapshot& snapshot, View view) {
  if (view != View::Liquid || snapshot.materials.empty() || snapshot.positions.empty()) return Vec3(0.f);
  std::vector<float> shares(snapshot.materials.size(), 0.f);
  const std::size_t count = snapshot.particleMaterials.size(), stride = 1 + count / 1024;
  float sum = 0.f;
  for (std::size_t i = 0; i < count; i += stride) shares[snapshot.particleMaterials[i]] += 1.f, sum += 1.f;
  Vec3 tint(0.f);
  for (std::size_t i = 0; i < shares.size(); ++i)
    if (shares[i] > 0.f) tint += shares[i] / sum * tintBehind(snapshot.materials[i]);
  return tint;
}

/// What shaders need of one environment.
struct Surroundings {
  explicit Surroundings(const EnvironmentMap& map) : texture(map), irradiance(map.irradiance) {}
  EnvironmentTexture texture;
  std::array<Vec3, 9> irradiance;
};

}  // namespace

struct Renderer::State {
  ShaderLibrary shaders{findShaderFolder()};
  VertexArray nothing;
  Buffer frame;
  ParticleBuffer particles;
  SolidCollector solids;
  std::optional<Targets> targets;
  std::optional<ShadowMaps> shadows;
  std::map<Background, Surroundings> surroundings;  // those seen so far: changing back costs nothing

  const Surroundings& surroundingsOf(Background background) {
    const auto found = surroundings.find(background);
    return found != surroundings.end()
               ? found->second
               : surroundings.try_emplace(background, makeEnvironmentMap(environmentRow(background)))
                     .first->second;
  }
  Targets& targetsOf(const glm::ivec2& size, int quality) {
    const bool wholeLiquid = quality > 0;
    if (!targets || targets->size != size || (targets->liquid == size) != wholeLiquid) {
      targets.reset();  // free the old before taking the new
      targets.emplace(size, wholeLiquid);
    }
    return *targets;
  }
  ShadowMaps* shadowsOf(int pixels) {
    if (pixels == 0) return nullptr;
    if (!shadows || shadows->pixels != pixels) shadows.emplace(pixels);
    return &*shadows;
  }
};

Renderer::Renderer() : state_(std::make_unique<State>()) {
  // Compiled now, so that a broken installation shows at the start and not in the middle of a session.
  for (const auto& [fragment, vertex] : {std::pair{"sphere_surface", "sphere"},
                                         {"mesh_surface", "mesh"},
                                         {"liquid", "fullscreen"},
                                         {"backdrop", "fullscreen"},
                                         {"shade_floor", "fullscreen"},
                                         {"shade", "fullscreen"},
                                         {"finish", "fullscreen"}})
    state_->shaders.program(fragment, vertex);
}
Renderer::~Renderer() = default;

void Renderer::draw(const Snapshot& snapshot, const CameraView& camera, const RenderSettings& settings,
                    GLuint framebuffer) {
  drawTile(snapshot, camera, settings, {glm::ivec2(0), settings.size, settings.size}, framebuffer);
}

void Renderer::drawTile(const Snapshot& snapshot, const CameraView& camera, const RenderSettings& settings,
                        const Tile& tile, GLuint framebuffer) {
  State& s = *state_;
  if (settings.size.x <= 0 || settings.size.y <= 0) return;
  s.shaders.reloadChanged();
  const float scale = std::clamp(settings.scale, 0.25f, 1.f);
  const auto scaled = [scale](const glm::ivec2& v) {
    return glm::max(glm::ivec2(Vec2(v) * scale), glm::ivec2(1));
  };
  const Tile inner = scale == 1.f ? tile : Tile{glm::ivec2(0), scaled(tile.size), scaled(tile.whole)};

  const Floor floor = findFloor(snapshot);
  ShadowMaps* const shadows = s.shadowsOf(shadowPixels(settings.quality));
  FrameBlock frame = makeFrameBlock(snapshot, camera, settings, inner, visibleBounds(snapshot), floor,
                                    shadows ? shadows->pixels : 0);
  const Surroundings& surroundings = s.surroundingsOf(settings.background);
  setIrradiance(frame, surroundings.irradiance);
  surroundings.texture.bind(kEnvironmentUnit);
  s.frame.upload(GL_UNIFORM_BUFFER, std::span<const FrameBlock>(&frame, 1), GL_STREAM_DRAW);
  glBindBufferBase(GL_UNIFORM_BUFFER, 0, s.frame.name());
  // Graphics hardware draws all particles faster than we can tell which ones show.
  const bool few = settings.quality > 0 || snapshot.positions.size() < kFew;
  s.particles.upload(
      snapshot, settings.view,
      few ? std::vector<std::uint8_t>{} : frontLayers(snapshot.positions, frame, drawnSpacing(snapshot)));
  const SolidList solids = s.solids.collect(snapshot, camera, settings, floor, frame);

  glDisable(GL_BLEND);
  glDisable(GL_CULL_FACE);
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_STENCIL_TEST);
  glDepthMask(GL_TRUE);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  const float sphere = sphereRadius(snapshot, settings);
  const float outline =
      smoothsOutline(settings) ? kOutline * drawnSpacing(snapshot) * frame.eye.w / frame.forward.w : 0.f;
  const Pass pass{s.shaders,
                  s.targetsOf(inner.size, settings.quality),
                  shadows,
                  s.particles,
                  solids,
                  settings,
                  sphere,
                  kShadow * drawnSpacing(snapshot),
                  kSplat * drawnSpacing(snapshot),
                  outline,
                  tintBehind(snapshot, settings.view),
                  s.nothing};
  if (shadows) drawShadows(pass);
  drawSolids(pass);
  drawLiquidSurface(pass);
  if (shadows) drawVisibility(pass);
  shadeSolids(pass);
  shadeLiquid(pass);
  drawGlass(pass);
  finishPicture(pass, framebuffer);
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

}  // namespace ooze
