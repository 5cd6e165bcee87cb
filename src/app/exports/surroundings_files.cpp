#include "app/exports/surroundings_files.h"

#include "image/hdr_picture.h"
#include "render/render_settings.h"

namespace ooze {
namespace {

constexpr int kSurroundingsWidth = 1024;  // [pixels]

}  // namespace

ExportedLight exportedLight(const RenderSettings& settings) {
  return {settings.panorama ? applyLightSpec(settings.panorama->row, settings.light)
                            : environmentLight(settings.background, settings.light),
          settings.panorama, settings.light.turn};
}

void writeSurroundings(const std::filesystem::path& folder, const ExportedLight& light) {
  for (const bool seen : {true, false}) {
    HdrPicture picture{kSurroundingsWidth, kSurroundingsWidth / 2, {}};
    for (int y = 0; y < picture.height; ++y)
      for (int x = 0; x < picture.width; ++x) {
        const Vec3 d = picture.direction(x, y);
        const SphereMap* map = !light.panorama ? nullptr
                               : seen          ? &light.panorama->backdrop
                                               : &light.panorama->ambient;
        picture.pixels.push_back(map    ? Vec3(map->at(rotateAboutVertical(d, -light.turn)))
                                 : seen ? backdropRadiance(light.environment, d)
                                        : ambientRadiance(light.environment, d));
      }
    writeHdr(folder / (seen ? "backdrop.hdr" : "surroundings.hdr"), picture);
  }
}

}  // namespace ooze
