// What is written of particles and surfaces, and how.
#pragma once

#include "ooze/surface/steady_particles.h"
#include "ooze/surface/surface_builder.h"
#include "ooze/world/quantity.h"

#include <cstdint>
#include <filesystem>

namespace ooze {

/// What `ooze run` writes of the liquid.
struct ExportOptions {
  std::filesystem::path particles;   ///< "" none; with %04d one file a frame; .ply, .obj, .usda or .vtk
  std::filesystem::path surface;     ///< likewise
  std::uint64_t every = 1;           ///< frames from file to file
  Quantity colour = Quantity::Look;  ///< what the colours in the files stand for
  float surfaceCell = 0.25f;         ///< side of the surface's cubes [h]
  float surfaceLevel = SurfaceSettings{}.level;
  float surfaceSmoothing = SurfaceSettings{}.smoothing;
  float surfaceShortestEdge = SurfaceSettings{}.shortestEdge;  ///< [cells]
  int surfaceRounds = SurfaceSettings{}.meshRounds;
  float surfaceNeighbours = SurfaceSettings{}.meshNeighbours;
  int surfaceNormalRounds = SurfaceSettings{}.normalRounds;
  float surfaceSteady = SteadyParticles::kReach;  ///< over the last frames, within so much [h]; 0: not
};

}  // namespace ooze
