// Writes the surroundings of a scene as panoramas for path tracers.
#pragma once

#include "render/environment.h"
#include "render/panorama.h"

#include <filesystem>
#include <memory>

namespace ooze {

/// The light of an exported run.
struct ExportedLight {
  EnvironmentLight environment;
  std::shared_ptr<const Panorama> panorama;  ///< null: the environment is a formula
  float turn = 0.f;                          ///< turn of the panorama about the vertical axis [degrees]
};

/// Returns the light of a picture's settings.
ExportedLight exportedLight(const RenderSettings& settings);

/// Writes the backdrop that the camera sees. @throws RunError as writeHdr()
void writeBackdrop(const std::filesystem::path& file, const ExportedLight& light);
/// Writes the surroundings that light the scene, without the key light. @throws RunError as writeHdr()
void writeSurroundings(const std::filesystem::path& file, const ExportedLight& light);

}  // namespace ooze
