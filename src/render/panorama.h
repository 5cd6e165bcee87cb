// Lights a scene with a panorama (HDR environment map). The panorama's sun becomes the key light, so that
// shadows agree with the picture; the rest becomes ambient light.
#pragma once

#include "image/hdr_picture.h"
#include "render/environment.h"
#include "render/environment_map.h"

#include <filesystem>
#include <memory>

namespace ooze {

struct Panorama {
  std::filesystem::path file;
  EnvironmentLight row;  ///< key light and floor, in scaled brightness; the formula of the set is not used
  SphereMap ambient;     ///< radiance without the key light, kMaxMapSize wide
  SphereMap backdrop;    ///< radiance that the camera sees, kBackdropMap wide
};
/// Samples along each side of Panorama::backdrop.
inline constexpr int kBackdropMap = 1024;

/// Converts a picture to environment light. Radiance is scaled so that white paper that faces the light is as
/// bright as in the built-in environments, whatever the unit of the picture.
Panorama makePanorama(const HdrPicture& picture);
/// Reads a picture and converts the picture to environment light.
/// @throws InputError as readHdr()
std::shared_ptr<const Panorama> loadPanorama(const std::filesystem::path& file);

/// Describes the sun of a picture: the brightest part of the sky, if bright enough to cast a shadow.
struct PanoramaSun {
  Vec3 direction{0.f, 1.f, 0.f};  ///< unit vector towards the sun
  Vec3 light{0.f};                ///< irradiance of a surface that faces the sun, over pi; 0 without a sun
  float size = 0.f;               ///< tangent of the sun's angular radius
  float rest = 0.f;               ///< luminance to which the sun's pixels are reduced
  float reach = 1.f;              ///< cosine of the angle round the peak that holds all of the sun's pixels
};
/// Finds the sun of a picture; `light` is 0 if the picture has none.
PanoramaSun findSun(const HdrPicture& picture);

}  // namespace ooze
