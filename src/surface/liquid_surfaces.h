// The surfaces of single liquids within the one of all of them.
#pragma once

#include "ooze/surface/surface_builder.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze {

/// A liquid within another one is bounded also where it does not reach the surface of both. Each group of
/// materials has a mesh as if the other particles were not there. Groups touch without being one: their
/// meshes are some 0.1 spacings apart where they meet. Keeps its memory.
class LiquidSurfaces {
 public:
  static constexpr std::uint8_t kNone = 0xff;
  static constexpr std::size_t kMost = 4;

  /// @param particles  with materials
  /// @param groupOf    of each material, below kMost; kNone, as of materials beyond the end: in no mesh
  /// @param settings   of every mesh
  /// @return one mesh for each group up to the largest, empty where a group has no particles; valid until the
  ///         next call
  /// @throws std::invalid_argument as SurfaceBuilder::build, for particles without materials, and for a group
  ///         that is too large
  std::span<const SurfaceMesh* const> build(const SurfaceParticles& particles,
                                            std::span<const std::uint8_t> groupOf,
                                            const SurfaceSettings& settings, const Threads& threads);

  /// As SurfaceBuilder::forget(), of all of them.
  void forget();

 private:
  /// The particles of one group: arrays as SurfaceParticles has them.
  struct Group {
    std::vector<Vec3> positions, velocities;
    std::vector<std::uint32_t> colours;
    std::vector<std::uint16_t> materials;
    std::vector<float> values;
    std::vector<std::uint8_t> regions;
    SurfaceBuilder builder;

    void clear();
    void take(const SurfaceParticles& from, std::size_t i);
  };

  std::vector<Group> groups_;
  std::vector<const SurfaceMesh*> meshes_;
};

}  // namespace ooze
