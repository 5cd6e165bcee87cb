// A picture of all that surrounds a place, as what lights a scene: its sun becomes the key light, so that
// shadows agree with what is seen, and the rest the light from all sides.
#pragma once

#include "image/hdr_picture.h"
#include "render/environment.h"
#include "render/environment_map.h"

#include <filesystem>
#include <memory>

namespace ooze {

struct Panorama {
  std::filesystem::path file;
  EnvironmentRow row;  ///< its key light and floor, brightness made to suit; the set's formula is not used
  SphereMap ambient;   ///< radiance without the key light, kSharpestMap wide
  SphereMap backdrop;  ///< radiance that the camera sees, kBackdropMap wide
};
inline constexpr int kBackdropMap = 1024;

/// Turns a picture into light. It is made so bright that white paper that faces its light has the brightness
/// that it has in the other surroundings, whatever the unit of the picture.
Panorama makePanorama(const HdrPicture& picture);
/// @throws InputError as readHdr()
std::shared_ptr<const Panorama> loadPanorama(const std::filesystem::path& file);

/// The sun of a picture: the brightest place in the sky, if it stands out enough to cast a shadow.
struct PictureSun {
  Vec3 direction{0.f, 1.f, 0.f};  ///< unit
  Vec3 light{0.f};                ///< irradiance of a surface that faces it, over pi; 0 without a sun
  float size = 0.f;               ///< tangent of its angular radius
  float rest = 0.f;               ///< luminance of what is left of its pixels
  float reach = 1.f;              ///< cosine of the angle within which they lie
};
PictureSun findSun(const HdrPicture& picture);

}  // namespace ooze
