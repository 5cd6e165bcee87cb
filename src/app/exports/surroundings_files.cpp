#include "app/exports/surroundings_files.h"

#include "image/hdr_picture.h"
#include "render/render_settings.h"

namespace ooze {
namespace {

constexpr int kSurroundingsWidth = 1024;  // [pixels]

/// Writes a panorama of the radiance `formula(direction)`, or of a map of the scene's panorama.
template <class Formula>
void writePanorama(const std::filesystem::path& file, const SphereMap* map, float turn,
                   const Formula& formula) {
  HdrPicture picture{kSurroundingsWidth, kSurroundingsWidth / 2, {}};
  for (int y = 0; y < picture.height; ++y)
    for (int x = 0; x < picture.width; ++x) {
      const Vec3 d = picture.direction(x, y);
      picture.pixels.push_back(map ? Vec3(map->at(rotateAboutVertical(d, -turn))) : formula(d));
    }
  writeHdr(file, picture);
}

}  // namespace

ExportedLight exportedLight(const RenderSettings& settings) {
  return {settings.panorama ? applyLightSpec(settings.panorama->row, settings.light)
                            : environmentLight(settings.background, settings.light),
          settings.panorama, settings.light.turn};
}

void writeBackdrop(const std::filesystem::path& file, const ExportedLight& light) {
  writePanorama(file, light.panorama ? &light.panorama->backdrop : nullptr, light.turn,
                [&](const Vec3& d) { return backdropRadiance(light.environment, d); });
}

void writeSurroundings(const std::filesystem::path& file, const ExportedLight& light) {
  writePanorama(file, light.panorama ? &light.panorama->ambient : nullptr, light.turn,
                [&](const Vec3& d) { return ambientRadiance(light.environment, d); });
}

}  // namespace ooze
